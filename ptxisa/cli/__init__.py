"""Command line: one module per command, loaded when the command is used.

`main.main` runs it, `parsers.COMMANDS` lists the commands. Other packages may import `main`, `parsers`, and from
`show_nvvm` and `show_record` the texts that pages share with `ptxisa show`.
"""
