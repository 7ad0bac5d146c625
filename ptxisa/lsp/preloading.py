"""Steps that load in advance what the first requests need: features, forms, and tables of completion."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

_MODULES = (
    *("ptxisa.isa.forms", "ptxisa.isa.language", "ptxisa.query.availability", "ptxisa.query.database"),
    *("ptxisa.syntax.parser", "ptxisa.check.instruction", "ptxisa.check.module", "ptxisa.check.session"),
    *("ptxisa.sources.check", "ptxisa.lsp.documents", "ptxisa.lsp.hovers", "ptxisa.lsp.completion"),
    *("ptxisa.run.execute", "ptxisa.lsp.features"),
)
"""Modules in the order in which they import each other."""


def steps() -> Iterator[None]:
    """Load everything, with a pause after each part of a few milliseconds."""
    for name in _MODULES:
        import_module(name)
        yield
    from ptxisa.isa.instructions import forms_of, mnemonics
    from ptxisa.lsp import completion, texts

    # Each of these fills a cache that the first hover or completion would fill otherwise.
    for name in mnemonics():
        forms = forms_of(name)
        yield
        for identity in dict.fromkeys(form.record for form in forms):
            texts.record_of(identity)
        yield
    from ptxisa.check.place import Place
    from ptxisa.query.continuations import continuations

    for name in mnemonics():
        completion.every_mnemonic(Place(None, None))
        continuations(name, (), (), None, None)
        yield
