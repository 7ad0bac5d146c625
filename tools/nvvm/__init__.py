"""Compare the records and the checker of NVVM IR with releases of libNVVM."""
