"""Language server of PTX: `ptxisa lsp`. Everything here needs the packages of the extra `ptxisa[lsp]`."""
