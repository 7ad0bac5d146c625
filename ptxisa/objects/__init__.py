"""Objects in memory whose bits PTX leaves open: mbarriers and tensor maps."""
