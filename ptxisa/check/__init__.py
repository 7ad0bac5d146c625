"""The checker engine: what generated checkers and the module checker share."""
