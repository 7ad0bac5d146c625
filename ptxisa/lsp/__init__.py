"""Language server of PTX: `ptxisa lsp`. Everything here needs the packages of the extra `ptxisa[lsp]`.

Read `server` (requests, life of the server), then `language_server` (when a document is checked), `documents` (text and
results), and `features` (answers). Each other module is one feature or one part of the text below it: `statements`
reads the statement at an offset, `names` resolves symbols, `texts` writes Markdown.

The library of the protocol takes longer to import than editors should wait, and the checker longer still. `startup`,
`legend` and `server` therefore import neither the checker nor the records; everything else is loaded with the first
document.
"""
