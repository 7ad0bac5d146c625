"""Command line: one module per command, loaded when the command is used.

Start with `main.main`, which runs a command line, and `parsers.COMMANDS`, which lists the commands. The module of a
command, such as `check_command`, has `add_arguments` and `run`; its docstring is the help. `output` and `options` are
shared by all. Other packages may import `main`, `parsers`, and from `show_nvvm` and `show_record` the texts that pages
share with `ptxisa show`.
"""
