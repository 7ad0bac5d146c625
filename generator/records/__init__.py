"""Records: read, validated, resolved to values, and proved against each other."""
