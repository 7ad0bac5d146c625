"""Backends: each turns resolved records into one product."""
