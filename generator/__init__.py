"""Build-time package: load records, resolve them, expand them, compile their semantics, emit the products.

Nothing here runs when a user calls the library; `ptxisa` never imports it.
"""
