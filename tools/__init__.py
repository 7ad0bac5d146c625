"""Campaigns that only maintainers run; README.md lists them."""
