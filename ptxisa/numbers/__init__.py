"""Number formats, and exact arithmetic on single values and on lanes."""
