"""The GPU of this machine, and semantics held against it."""
