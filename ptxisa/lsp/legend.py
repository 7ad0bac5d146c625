"""Names that the server announces before it loads anything else: types and modifiers of tokens, and commands."""

TYPES = (
    *("keyword", "function", "modifier", "type", "variable", "parameter", "label", "number", "string", "comment"),
    "operator",
)
MODIFIERS = ("declaration", "readonly", "deprecated", "unavailable")
RUN, CHECK_WORKSPACE = "ptxisa.run", "ptxisa.checkWorkspace"
