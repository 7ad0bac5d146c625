"""Random texts and large constructs for the parser and checker."""
