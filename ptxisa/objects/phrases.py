"""Sentences of records as parts of messages."""

from __future__ import annotations

from ptxisa.isa.descriptors import Since
from ptxisa.isa.targets import describe


def phrase(sentence: str) -> str:
    """A sentence of a record as a part of another one; names in capitals keep them."""
    first = sentence[:1] if sentence[1:2] in ("", " ", "-") or sentence[1:2].isupper() else sentence[:1].lower()
    return (first + sentence[1:]).rstrip(".").replace("``", "")


def needs(since: Since) -> str:
    """`needs PTX 8.8 on sm_103a`."""
    where = f" on {describe(since.target)}" if since.target else ""
    return f"needs PTX {since.ptx}{where}"
