"""Campaigns that run on a GPU."""
