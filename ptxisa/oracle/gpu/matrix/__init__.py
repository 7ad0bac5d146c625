"""Hold products of matrices against the tensor cores of a GPU, bit for bit: see `campaign`."""
