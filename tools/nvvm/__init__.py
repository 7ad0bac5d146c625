"""libNVVM releases, and the records and checker of NVVM IR held against them."""
