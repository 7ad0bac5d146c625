"""ptxas releases, and the records held against them."""
