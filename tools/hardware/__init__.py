"""Results of a GPU for every executable form, stored as a test fixture."""
