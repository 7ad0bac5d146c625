"""The search index: one product that `ptxisa search` and the search of the site read.

A result is a record, a diagnostic, a page of the documentation, or a question of the cookbook. Each has fields of
words; a word counts by the best field in which it occurs.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from generator.backends.language import special_registers
from generator.backends.search_words import words as body_words
from generator.records.isa import Isa
from generator.records.load import ROOT
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.query.search import SMALL, SearchIndex, rank, stems

WEIGHTS = {
    "name": 1.0,
    "keyword": 0.9,
    "cuda": 0.8,
    "heading": 0.7,
    "summary": 0.55,
    "detail": 0.45,
    "types": 0.3,
    "message": 0.15,  # A record has dozens of messages, whose words together would match any question.
    "body": 0.15,
    "term": 0.15,
}
"""Weight of a word by the field in which it occurs."""
_ROLE = re.compile(r":[\w:+.-]+:`([^`<]*?)(?: <[^`>]*>)?`")
_PLAIN_WORDS = re.compile(r"[A-Za-z -]*")
_UNDERLINE = re.compile(r"([=~^-])\1{2,}$")
_MARKUP = re.compile(r"^\s*(?:\.\. [\w:-]+::.*|:[\w-]+:.*)$|[`*|]|^\s*\* - ", re.MULTILINE)
SPELLED = (
    "instruction", "special_register", "directive", "state_space", "type", "attribute", "pragma", "target", "version",
    "toolkit", "compute_capability", "descriptor",
)  # fmt: skip
"""Kinds of records whose names are spelled in programs; names of other kinds are often plain words."""
NUMBERED = {
    "version": ("PTX", "PTX ISA"),
    "toolkit": ("CUDA", "CUDA toolkit"),
    "compute_capability": ("CC", "compute capability"),
}
"""Words before the number of a record of these kinds."""
EXTENTS = ("range", "maximum", "max", "largest", "smallest", "minimum", "subnormal", "value", "bias")
"""Words for what the page of a number format says about its numbers."""
LEFT_OUT = ("evidence", "measurement")
"""Kinds of records that nobody looks for by words."""


class SearchResult(NamedTuple):
    """A result: what is shown, the names that mean exactly it, its phrases, and its words by field."""

    kind: str
    name: str
    title: str
    summary: str
    page: str
    names: tuple[str, ...]
    phrases: tuple[tuple[str, float], ...]
    fields: Mapping[str, str]
    forms: tuple[tuple[str, str, tuple[str, ...]], ...] = ()


def emit(isa: Isa, docs: Path = ROOT / "docs") -> str:
    """Return the index as JSON."""
    return json.dumps(search_index(isa, docs)._asdict(), ensure_ascii=False, separators=(",", ":")) + "\n"


def search_index(isa: Isa, docs: Path = ROOT / "docs") -> SearchIndex:
    """Return the index of the records and of the pages below `docs`."""
    results = [*_records(isa), *_diagnostics(), *_pages(docs), *_questions(docs)]
    results.sort(
        key=lambda result: (rank(result.kind), result.name.count("."), result.name.count("_"), result.name.count("-"))
    )
    numbers = {(result.kind, result.name): number for number, result in enumerate(results)}
    names: dict[str, list[int]] = {}
    phrases: dict[str, dict[int, float]] = {}
    words: dict[str, dict[int, float]] = {}
    opcodes: dict[str, list[tuple[int, str, tuple[str, ...]]]] = {}
    for number, result in enumerate(results):
        for name in dict.fromkeys(result.names):
            names.setdefault(name.lower(), []).append(number)
        for phrase, weight in result.phrases:
            known = stems(phrase)
            for key in {" ".join(known), " ".join(word for word in known if word not in SMALL)} - {""}:
                entry = phrases.setdefault(key, {})
                entry[number] = max(entry.get(number, 0.0), weight)
        for field, text in result.fields.items():
            for word in stems(text):
                if word not in SMALL:
                    entry = words.setdefault(word, {})
                    entry[number] = max(entry.get(number, 0.0), WEIGHTS[field])
        for form, mnemonic, modifiers in result.forms:
            opcodes.setdefault(mnemonic, []).append((number, form, modifiers))
    # Records that a term refers to are found by its words and phrases.
    for record in isa.records("term"):
        listed = [record.data["title"], *record.data.get("also", ())]
        for place, reference in enumerate(record.data.get("see", ())):
            kind, _, name = reference.partition("/")
            for phrase in listed if (kind, name) in numbers else ():
                key = " ".join(word for word in stems(phrase) if word not in SMALL)
                entry = phrases.setdefault(key, {}) if key else {}
                weight = 0.95 - 0.05 * place
                entry[numbers[kind, name]] = max(entry.get(numbers[kind, name], 0.0), weight)
    count = len(results)
    return SearchIndex(
        [(result.kind, result.name, result.summary, result.page, result.title) for result in results],
        {name: names[name] for name in sorted(names)},
        {phrase: sorted(pairs.items()) for phrase, pairs in sorted(phrases.items())},
        {
            word: (round(math.log(1 + count / len(pairs)), 3), _by_weight(pairs))
            for word, pairs in sorted(words.items())
        },
        _synonyms(isa),
        {mnemonic: opcodes[mnemonic] for mnemonic in sorted(opcodes)},
    )


def _by_weight(weights: Mapping[int, float]) -> list[tuple[float, list[int]]]:
    """Return the numbers of results by weight, heaviest first."""
    return [
        (weight, sorted(number for number, own in weights.items() if own == weight))
        for weight in sorted(set(weights.values()), reverse=True)
    ]


def _synonyms(isa: Isa) -> dict[str, list[str]]:
    """Return the phrases that mean the same as a phrase, by the terms of the glossary."""
    groups: dict[str, dict[str, None]] = {}
    for record in isa.records("term"):
        members = [
            " ".join(word for word in stems(phrase) if word not in SMALL)
            for phrase in (record.data["title"], *record.data.get("also", ()))
        ]
        # The words of users lead to the term, and the term to them; two words of users are not the same thing.
        title, *others = members
        for other in others:
            if title and other and title != other:
                groups.setdefault(other, {})[title] = None
                groups.setdefault(title, {})[other] = None
    return {phrase: list(groups[phrase]) for phrase in sorted(groups)}


def plain(text: str) -> str:
    """Return a text without markup, in one line."""
    return " ".join(_ROLE.sub(lambda match: match[1].rpartition(":")[2], text).replace("``", "").split())


def _records(isa: Isa) -> Iterator[SearchResult]:
    members: dict[str, list[str]] = {}
    for register, entry in special_registers(isa):
        members.setdefault(entry.record, []).append(register)
    forms = {(instruction.family, instruction.name): instruction.forms for instruction in isa.instructions}
    counts = Counter(instruction.name for instruction in isa.instructions)
    shared = frozenset(name for name, count in counts.items() if count > 1)
    types = {record.data["name"]: " ".join(record.data.get("keywords", ())) for record in isa.records("type")}
    for kind in isa.loaded.by_kind:
        if kind in LEFT_OUT:
            continue
        for record in isa.records(kind):
            yield _record(record.data, forms, members.get(record.data["name"], []), shared, types)


def _record(
    data: Mapping[str, Any],
    forms: Mapping[Any, Any],
    members: list[str],
    shared: frozenset[str],
    types: Mapping[str, str],
) -> SearchResult:
    """Return the result for a record."""
    kind, name = data["kind"], data["name"]
    spelled = str(data.get("spelling") or data.get("symbol") or data.get("title") or name)
    cuda = data["cuda"] if isinstance(data.get("cuda"), list) else []
    keywords = [*data.get("keywords", ()), *data.get("also", ())]
    values = data.get("values", ())
    listed = [
        str(value.get("name", value.get("value", ""))) if isinstance(value, dict) else str(value) for value in values
    ]
    spellings = [f".{value}" for value in listed] if kind == "modifier" else listed
    own = forms.get((data.get("family"), name), ()) if kind == "instruction" else ()
    # A function is found without its namespaces, unless its name is a plain word such as `fragment`.
    functions = [last for qualified in cuda if "_" in (last := qualified.rpartition("::")[2]) or last.lower() != last]
    names = [
        name,
        spelled,
        *cuda,
        *functions,
        *members,
        *spellings,
        *(f".{name}" if kind in ("type", "directive") else "",),
    ]
    names += [data["version"]] if kind == "compute_capability" else []
    names += [f'"{name}"'] if kind == "pragma" else []
    if kind not in SPELLED:
        names = [candidate for candidate in names if not _PLAIN_WORDS.fullmatch(candidate)]
    title = f"{spelled} ({data['family'].replace('-', ' ')})" if kind == "instruction" and name in shared else spelled
    details = [form.get("summary", "") for form in data.get("forms", ())]
    details += [value for form in own for slot in form.slots for value in slot.values]
    details += [text for form in data.get("forms", ()) for text in form.get("operands", ())]
    details += [key.replace("_", " ") for source in data.get("facts", ()) for key in source.get("values", ())]
    messages = [
        text for message in data.get("messages", ()) for text in (message.get("text", ""), message.get("means", ""))
    ]
    targets = data["targets"] if kind == "compute_capability" else []
    extents = EXTENTS if kind == "type" and "format" in data else ()
    usual = [(word, 1.0 if place == 0 else max(0.75, 0.86 - 0.003 * place)) for place, word in enumerate(keywords)]
    usual += [(f"{before} {name.removeprefix('cuda-').removeprefix('cc_')}", 1.0) for before in NUMBERED.get(kind, ())]
    usual += [
        (f"driver {driver['linux'].partition('.')[0]}", 1.0) for driver in data.get("drivers", ()) if kind == "toolkit"
    ]
    for message in data.get("messages", ()):
        # Words that are the same in every instance of the message: those of its longest part between variables.
        longest = max(message["text"].split("%s"), key=len)
        usual.append((" ".join(re.findall(r"[A-Za-z]\w+", longest)[:MESSAGE_WORDS]), 1.0))
    phrases = (
        [(name, 1.0), (spelled, 1.0), *usual]
        if kind != "term"
        else [(spelled, 0.7), *((keyword, 0.6) for keyword in keywords)]
    )
    return SearchResult(
        kind,
        name,
        title,
        plain(data.get("summary", "")),
        f"_generated/instructions/{data['family']}/{name}" if kind == "instruction" else "",
        tuple(spelling for spelling in names if spelling),
        tuple(phrases),
        {
            "heading" if kind == "term" else "name": f"{name.replace('_', ' ')} {name} {spelled}",
            "detail": plain(" ".join(details)),
            "message": plain(" ".join(messages)),
            "keyword": " ".join((*keywords, *targets, *extents, "" if kind == "term" else kind.replace("_", " "))),
            "cuda": " ".join(cuda),
            "term" if kind == "term" else "summary": plain(data.get("summary", "")),
            "types": " ".join(types.get(value, "") for form in own for slot in form.slots for value in slot.values),
            "body": body_words(data),
        },
        tuple(
            (form.id, form.mnemonic, tuple(sorted({value for slot in form.slots for value in slot.values})))
            for form in own
        )
        or _intrinsics(data),
    )


def _intrinsics(data: Mapping[str, Any]) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Return the names of a family of NVVM intrinsics like a form of the opcode `llvm`, with the parts of the names."""
    if data["kind"] != "nvvm_intrinsic":
        return ()
    names = [member["name"] for member in data["members"]] + [
        str(value) for axis in data.get("axes", {}).values() for value in axis
    ]
    parts = {part for name in names for part in name.lower().split(".") if "{" not in part}
    return (("", "llvm", tuple(sorted(parts - {"llvm"}))),)


MESSAGE_WORDS = 5
"""Words of a message that are a phrase."""


def _diagnostics() -> Iterator[SearchResult]:
    for name, code in CATALOGUE.items():
        words = name.replace("-", " ")
        fields = {"name": words, "summary": plain(code.meaning), "body": f"error {code.wrong}"}
        yield SearchResult("code", name, name, plain(code.meaning), "", (name,), ((words, 1.0),), fields)


def _pages(docs: Path) -> Iterator[SearchResult]:
    """Yield the hand-written pages; a page without a title is not one."""
    for path in sorted(docs.glob("**/*.rst")):
        page = path.relative_to(docs).with_suffix("").as_posix()
        if page.startswith("_") or page in ("glossary", "cookbook"):
            continue
        lines = path.read_text(encoding="utf-8").splitlines()
        heads = [line for line, under in pairwise(lines) if _UNDERLINE.match(under) and line.strip()]
        if heads:
            keywords = [line.strip() for line in lines if line.startswith("   :keywords: ")]
            listed = [word.strip() for line in keywords for word in line.removeprefix(":keywords:").split(",")]
            text = _MARKUP.sub(" ", "\n".join(lines))
            summary = plain(_lead("\n".join(lines[lines.index(heads[0]) + 2 :])))
            yield _page(page, plain(heads[0]), summary, plain(" ".join(heads[1:])), plain(text), listed)
    for page, title, summary in LISTS:
        yield _page(page, title, summary, "", "")


def _lead(body: str) -> str:
    """Return the first sentence of a page: of its lead, or of the first paragraph outside of directives."""
    in_directive = False
    for block in re.split(r"\n\s*\n", body.lstrip("\n")):
        lines, text = block.splitlines(), " ".join(block.split())
        if text.startswith(".. ") or (in_directive and block[:1].isspace()):
            in_directive = text != ".. container:: ptx-summary"
        elif (text[:1].isalnum() or text[:1] in '`*:"') and not any(map(_UNDERLINE.match, lines[1:2])):
            # A question alone, such as "Can this happen?", says little.
            sentences = re.findall(r".+?(?:[.?!](?= )|$)", text.rstrip(":").replace("*", ""))
            return str(sentences[0]) if len(sentences[0]) > 45 else "".join(sentences[:3])
    return ""


LISTS = (
    ("glossary", "Glossary", "Terms of PTX and of these pages."),
    ("cookbook", "Cookbook", "Questions that kernel authors ask, and the command that answers each."),
    ("_generated/instructions/index", "Instructions", "Every instruction, by family."),
    ("_generated/matrix/index", "Matrix layouts", "Fragments and tiles: which thread holds which element of a matrix."),
    ("_generated/descriptors/index", "Descriptors", "Bit fields of the descriptors of wgmma and tcgen05."),
    ("_generated/types/index", "Types", "Every data type."),
    ("_generated/targets/index", "Targets", "Every target, its family, and the targets that it includes."),
    ("_generated/versions/index", "PTX versions", "What each PTX version added, with CUDA releases."),
    ("_generated/devices", "Devices", "Compute capabilities, their limits, CUDA releases and drivers."),
    ("_generated/codes/index", "Diagnostics", "Every diagnostic of the checker, with examples."),
    ("_generated/errata/index", "Errata", "Differences between documents, assemblers and GPUs."),
    ("_generated/rules/index", "Rules", "Rules of the language beyond its grammar."),
    ("_generated/tensor_layouts/index", "Tensor layouts", "Swizzle, interleave and element types of tensor copies."),
)
"""Pages that are lists, with their titles."""


def _page(page: str, title: str, summary: str, headings: str, text: str, keywords: Sequence[str] = ()) -> SearchResult:
    fields = {
        "keyword": " ".join((title, *keywords)),
        "heading": f"{headings} {summary}",
        "body": " ".join(dict.fromkeys(text.split())),
    }
    phrases = [(phrase, 1.0 if place < 2 else 0.95) for place, phrase in enumerate((title, *keywords))]
    return SearchResult("page", page, title, summary, page, (), tuple(phrases), fields)


def _questions(docs: Path) -> Iterator[SearchResult]:
    """Yield the questions of the cookbook."""
    path = docs / "cookbook.yaml"
    parts = yaml.safe_load(path.read_text(encoding="utf-8")) if path.exists() else {}
    for entry in (entry for entries in parts.values() for entry in entries):
        fields = {"summary": entry["ask"], "detail": entry["answer"]}
        summary = f"{plain(entry['answer'])} (ptxisa {entry['command']})"
        yield SearchResult(
            "question", entry["ask"], entry["ask"], summary, "cookbook", (), ((entry["ask"], 1.0),), fields
        )
