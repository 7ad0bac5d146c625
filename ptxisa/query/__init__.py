"""Questions to the database: availability, differences, records."""
