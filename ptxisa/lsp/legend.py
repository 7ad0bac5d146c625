"""Names that the server needs before it loads anything else: types of tokens, commands, languages of documents."""

TYPES = (
    *("keyword", "function", "modifier", "type", "variable", "parameter", "label", "number", "string", "comment"),
    "operator",
)
MODIFIERS = ("declaration", "readonly", "deprecated", "unavailable")
RUN, CHECK_WORKSPACE = "ptxisa.run", "ptxisa.checkWorkspace"

LANGUAGE_IDS = {
    **dict.fromkeys(("cuda", "cuda-cpp"), ".cu"),
    **dict.fromkeys(("c", "cpp", "objective-cpp"), ".cpp"),
    "python": ".py",
    "rust": ".rs",
    "julia": ".jl",
    "mlir": ".mlir",
}
"""Suffixes of source files by the language of a document."""
