"""The syntax of PTX: lexer, parser, tree and printer of modules, and the templates of instruction forms."""
