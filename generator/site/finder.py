"""The index of the search field: what each record is called, by people, by CUDA C++ and in PTX.

Results have the order of `ptxisa search`: the rank of a kind is that of `ptxisa.query.search`.

It is a script rather than JSON, because pages that are read from a disk may not fetch files.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.site.domain import KINDS, ptx_domain
from generator.site.kinds import LANGUAGE
from generator.site.rst import flat
from ptxisa.query.search import rank

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from generator.site.site import Site

FILE = "ptx-index.js"
LEFT_OUT = ("clause", "section")
"""Objects that nobody looks up by name."""
RECORDS = {kind.role: kind.kind for kind in LANGUAGE.values()}
"""Object type to the kind of its records, where they differ."""


def write(app: Sphinx, exception: Exception | None) -> None:
    """Write the index beside the style sheet when a build of HTML has ended."""
    if exception is None and app.builder.format == "html":
        entries = json.dumps(list(_entries(app)), ensure_ascii=False, separators=(",", ":"))
        Path(app.outdir, "_static", FILE).write_text(f"const PTX_INDEX={entries};\n", encoding="utf-8")


def _entries(app: Sphinx) -> Iterator[list[Any]]:
    """Title, kind, address, words, modifiers and rank of each object, in a fixed order."""
    domain, known = ptx_domain(app.env), set()
    for (kind, name), entry in sorted(domain.objects.items()):
        address = app.builder.get_target_uri(entry.docname) + (f"#{entry.anchor}" if entry.anchor else "")
        if kind not in LEFT_OUT and address not in known:
            known.add(address)
            modifiers = _modifiers(domain.site, name) if kind == "form" else []
            words = _words(_data(domain.site, kind, name))
            yield [entry.display, KINDS[kind], address, words, modifiers, rank(RECORDS.get(kind, kind))]


def _words(data: Any) -> str:
    """Names that people and CUDA C++ have for it, the usual one first, then what it is in a sentence."""
    if data is None:
        return ""
    named = [data["name"], *data.get("keywords", ()), *data.get("cuda", ())]
    return " · ".join([*named, flat(data.get("summary", ""))])


def _data(site: Site, kind: str, name: str) -> Any:
    if kind == "form":
        return None
    if kind == "instruction":
        found = [one for one in site.isa.instructions if name in (one.identity, one.name)]
        return found[0].data if found else None
    record = site.isa.record(RECORDS.get(kind, kind), name)
    return record.data if record else None


def _modifiers(site: Site, form: str) -> list[str]:
    """The opcode of a form without modifiers, then every modifier that it can have."""
    _, one, _ = site.forms[form]
    return [one.mnemonic, *sorted({value for slot in one.slots for value in slot.values})]
