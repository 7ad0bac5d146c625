"""The documentation: the domain `ptx`, the generated pages, and what is drawn and said on them."""

import fcntl
import html
import importlib.util
import io
import json
import os
import re
import shutil
import zlib
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

pytest.importorskip("sphinx")

from docutils import nodes
from hypothesis import given
from hypothesis import strategies as st
from pygments.token import Error, Keyword, Name
from sphinx.application import Sphinx
from sphinx.util.docutils import docutils_namespace

from generator.records.load import ROOT
from generator.site import (
    descriptors,
    markdown,
    pages,
    scripts,
    splices,
    tables,
    wording,
)
from generator.site.cells import RecordCells, code, texts
from generator.site.domain import KINDS
from generator.site.elements import bar
from generator.site.kinds import LANGUAGE, ROLES, slug
from generator.site.lexer import SemanticsLexer, ptx_lexer
from generator.site.pictures import phases, spaces, tensors
from generator.site.pictures.order import draw
from generator.site.reach import cell, covers, matrix
from generator.site.rst import list_table
from generator.site.site import Site, read_site
from generator.site.splices import docstring_nodes, signature
from ptxisa.isa import variants
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.isa.forms import holds
from ptxisa.isa.targets import admits
from ptxisa.isa.versions import order
from ptxisa.query.schema import INNER

RECORDS = Path(__file__).parents[1] / "backends" / "records"
DOCS = ROOT / "docs"

MOST_BYTES, MOST_BYTES_OF_A_PAGE = 36_000_000, 300_000
"""Bytes of the site without the playground, and of a page without its pictures.

Fragments of `mma` and `wgmma` that are loaded when a reader chooses them are 3 MB, pictures with their tables 1 MB.
"""

INDEX = """\
Small
=====

:ptx:count:`form` forms, :ptx:modifier:`.sat` and :ptx:form:`add.packed`, :ptx:type:`.u32`.

.. toctree::

   _generated/instructions/index
   _generated/types/index
   _generated/modifiers/index
   _generated/targets/index
   _generated/versions/index
   _generated/language
   _generated/devices
   _generated/nvvm
   _generated/codes/index
   _generated/errata/index
   _generated/coverage/index
"""


class Built:
    """A finished build: its warnings, its pages and its inventory."""

    def __init__(self, folder: Path) -> None:
        self.output = folder / "html"
        self.warnings = (folder / "warnings.txt").read_text(encoding="utf-8")

    def page(self, name: str) -> str:
        return (self.output / f"{name}.html").read_text(encoding="utf-8")

    def objects(self, kind: str) -> dict[str, str]:
        """Name to URI of every object of a kind, as other sites read them (version 2 of the inventory)."""
        *_, content = (self.output / "objects.inv").read_bytes().split(b"\n", 4)
        uris = {}
        for line in zlib.decompress(content).decode().splitlines():
            name, role, uri = re.match(r"(.+?) (\S+) -?\d+ (\S+) .*", line).groups()
            if role == f"ptx:{kind}":
                uris[name] = uri.replace("$", name)
        return uris


def build(source: Path, settings: Path | None, config: dict, processes: int = 1) -> None:
    """Build the pages of a folder beside the folder, with their warnings in a file."""
    output, doctrees = source.with_name("html"), source.with_name("doctrees")
    warnings = io.StringIO()
    with docutils_namespace():
        Sphinx(source, settings, output, doctrees, "html", config, None, warnings, parallel=processes).build()
    source.with_name("warnings.txt").write_text(warnings.getvalue(), encoding="utf-8")


def build_small(source: Path, index: str = INDEX) -> None:
    source.mkdir()
    (source / "index.rst").write_text(index, encoding="utf-8")
    config = {
        "project": "small",
        "extensions": ["generator.site"],
        "ptx_records": str(RECORDS),
        "html_theme": "basic",
    }
    build(source, None, config)


def build_whole(source: Path) -> None:
    """Build the real pages, in a copy, so that the build leaves nothing in the checkout.

    Two processes share the pages, as those of `ptxisa build --docs` do.
    """
    shutil.copytree(DOCS, source, ignore=shutil.ignore_patterns("_generated", "_build"))
    config = {"html_baseurl": "https://ptxisa.example/docs/", "ptx_report": "https://x.example?p={page}"}
    build(source, DOCS, config, processes=2)


@pytest.fixture(scope="session")
def built_once(tmp_path_factory, worker_id) -> Callable[[str, Callable[[Path], None]], Built]:
    """Return a function that builds a site unless another process of the same run has built it."""
    base = tmp_path_factory.getbasetemp()
    shared = base if worker_id == "master" else base.parent

    def built(name: str, build: Callable[[Path], None]) -> Built:
        folder = shared / name
        folder.mkdir(exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "warnings.txt").exists():
                build(folder / "docs")
        return Built(folder)

    return built


@pytest.fixture(scope="module")
def site() -> Site:
    return read_site(RECORDS, ROOT / "schema")


@pytest.fixture(scope="module")
def small(built_once) -> Built:
    return built_once("small", build_small)


@pytest.fixture(scope="module")
def whole(built_once) -> Built:
    return built_once("whole", build_whole)


# --- the build ---


def test_a_build_of_small_records_has_no_warning(small):
    assert small.warnings == ""


def test_the_documentation_builds_without_a_warning(whole):
    assert whole.warnings == ""


def test_every_record_has_a_page_or_an_anchor(whole, records):
    for kind, role in ROLES.items():
        names = {record.data["name"] for record in records.isa.records(kind)}
        assert names, kind
        if kind != "instruction":
            assert names <= whole.objects(role).keys(), kind
    assert {record.identity for record in records.isa.instructions} <= whole.objects("instruction").keys()
    for instruction in records.isa.instructions:
        assert instruction.summary.split()[0] in whole.page(f"_generated/instructions/{instruction.identity}")


def test_every_form_and_clause_is_in_the_inventory(whole, records):
    forms = [form for _, form, _ in records.isa.forms()]
    assert whole.objects("form").keys() == {form.id for form in forms}
    clauses = {f"{form.id}/{clause.id}" for form in forms for clause in form.availability}
    assert clauses <= whole.objects("clause").keys()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("build", ["small", "whole"])
def test_every_object_of_the_inventory_exists(request, build, kind):
    built = request.getfixturevalue(build)
    objects = built.objects(kind)
    assert objects, kind
    ids: dict[str, set[str]] = {}
    for name, uri in objects.items():
        page, _, anchor = uri.partition("#")
        if page not in ids:
            ids[page] = set(re.findall(r'\bid="([^"]+)"', (built.output / page).read_text(encoding="utf-8")))
        assert not anchor or anchor in ids[page], f"{kind} {name}: {uri}"


def test_every_link_inside_a_page_has_its_place(whole):
    """Slots and operands of a syntax jump to their rows."""
    links = 0
    pages = [*(whole.output / "_generated" / "instructions").rglob("*.html"), whole.output / "reading.html"]
    for page in pages:
        text = page.read_text(encoding="utf-8")
        ids = set(re.findall(r'\bid="([^"]+)"', text))
        for target in re.findall(r'href="#([^"]+)"', text):
            assert target in ids, f"{page.name}: #{target}"
            links += 1
    assert links > 0


def test_every_link_between_pages_has_its_place(whole):
    """Links to other pages and their anchors, on every page."""
    ids: dict[Path, set[str]] = {}
    for page in whole.output.rglob("*.html"):
        for target in re.findall(r'<a[^>]* href="([^"#:][^":]*)"', page.read_text(encoding="utf-8")):
            path, _, anchor = html.unescape(target).partition("#")
            other = Path(os.path.normpath(page.parent / path))
            if other not in ids:
                assert other.is_file(), f"{page.name}: {target}"
                ids[other] = set(re.findall(r'\bid="([^"]+)"', other.read_text(encoding="utf-8", errors="replace")))
            assert not anchor or anchor.startswith("/?") or anchor in ids[other], f"{page.name}: {target}"


def test_pages_have_titles_descriptions_and_previews(whole):
    page = "_generated/instructions/integer-arithmetic/popc"
    text = whole.page(page)
    assert f'<link rel="canonical" href="https://ptxisa.example/docs/{page}.html"' in text
    assert re.findall('<meta content="([^"]+)" name="description"', text) == [
        "popc: Population count: count the set bits."
    ]
    assert '<meta property="og:image" content="https://ptxisa.example/docs/_static/preview.png"' in text
    assert 'href="https://x.example?p=_generated%2Finstructions%2Finteger-arithmetic%2Fpopc.html"' in text
    described = {path for path in whole.output.rglob("*.html") if 'name="description"' in path.read_text("utf-8")}
    assert len(described) > len(list(whole.output.rglob("*.html"))) * 0.99
    sitemap = (whole.output / "sitemap.xml").read_text(encoding="utf-8")
    assert f"<loc>https://ptxisa.example/docs/{page}.html</loc>" in sitemap
    assert (whole.output / "_static" / "preview.png").read_bytes().startswith(b"\x89PNG")


def test_lists_of_pages_are_whole_or_lead_to_the_whole(whole):
    text = whole.page("_generated/instructions/data-movement-and-conversion/ld")
    assert re.search('<li class="all"><a href="index.html">All [0-9]+</a>', text)
    assert '<p class="caption"><a href="../../../guide/introduction.html">Guide to PTX</a></p>' in text


def test_lists_of_pages_have_distinct_entries(whole):
    for page in ("index", "_generated/language", "_generated/instructions/index", "guide/types"):
        (listed,) = re.findall('<nav class="site-nav".*?</nav>', whole.page(page), re.DOTALL)
        names = re.findall("<a[^>]*>(.*?)</a>", listed)
        assert [name for name in names if names.count(name) > 1] == [], page


def test_a_shared_mnemonic_shows_how_its_instructions_differ(whole):
    text = whole.page("_generated/instructions/add")
    (table,) = re.findall('<table class="ptx-table ptx-names".*?</table>', text, re.DOTALL)
    assert [re.findall("<code>(.*? add)</code>", row) for row in table.split("<tr>")[2:]] == [
        ["floating point add"], ["half precision add"], ["integer arithmetic add"], ["mixed precision add"],
    ]  # fmt: skip
    assert 'aria-current="page"' not in text
    assert "Half precision comparison" in text  # The list of pages is that of the instructions.


def test_no_page_is_larger_than_a_phone_likes(whole):
    """Figures aside, and the whole site fits a slow line."""
    files = [path for path in whole.output.rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < MOST_BYTES
    for path in files:
        if path.suffix == ".html":
            text = re.sub(r"<svg.*?</svg>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
            assert len(text.encode()) < MOST_BYTES_OF_A_PAGE, path.name


def test_pages_load_only_files_of_the_site(whole):
    for page in whole.output.rglob("*.html"):
        loaded = r'<(?:script|img|iframe|link(?! rel="canonical"))[^>]+(?:src|href)="(?:https?:)?//'
        assert not re.search(loaded, page.read_text("utf-8"))


def test_the_same_records_give_the_same_pages(site):
    first, second = list(pages.pages(site)), list(pages.pages(read_site(RECORDS, ROOT / "schema")))
    assert [(page.path, page.text) for page in first] == [(page.path, page.text) for page in second]
    assert len({page.path for page in first}) == len(first)


def test_pages_that_do_not_change_are_not_written_again(site, tmp_path):
    count = pages.write(site, tmp_path, {})
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.rst")}
    assert pages.write(site, tmp_path, {}) == count == len(before)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.rst")} == before


def test_pages_of_records_that_are_gone_are_removed(site, tmp_path):
    stale = tmp_path / "instructions" / "integer" / "gone.rst"
    stale.parent.mkdir(parents=True)
    stale.write_text("Gone\n")
    pages.write(site, tmp_path, {})
    assert not stale.exists()
    assert (tmp_path / "instructions" / "integer" / "add.rst").exists()


# --- the domain ---


MISTAKES = {
    ":ptx:form:`add.itn`": "unknown form 'add.itn'; did you mean add.int?",
    ":ptx:target:`sm_21`": "unknown target 'sm_21'; did you mean sm_31?",
    ":ptx:register:`%tidd`": "unknown special register '%tidd'; did you mean %tid?",
    ":ptx:modifier:`zz`": "unknown modifier 'zz'",
    ":ptx:count:`forms`": "cannot count 'forms'",
    ".. ptx:table:: kind": "unknown table 'kind'",
    ".. ptx:command:: shew": "no command 'shew'",
    ".. ptx:api:: availible": "ptxisa has no public name 'availible'",
    ".. ptx:form:: add.int": "form add.int is documented twice",
}


@pytest.fixture(scope="module")
def mistaken(built_once) -> Built:
    return built_once("mistaken", partial(build_small, index="\n\n".join([INDEX, *MISTAKES]) + "\n"))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_unknown_names_are_warnings(mistaken, mistake):
    assert mistaken.warnings.count(MISTAKES[mistake]) == 1


def test_build_has_no_other_warnings(mistaken):
    assert len(re.findall("WARNING|ERROR", mistaken.warnings)) == len(MISTAKES)


def test_links_have_descriptive_text(small):
    text = small.page("index")
    assert 'href="_generated/modifiers/saturation.html#modifier-saturation.sat"' in text
    assert 'href="_generated/instructions/integer/add.html#form-add.packed"' in text
    assert "<code>.u32</code>" in text


def test_a_name_in_several_families_has_a_page_of_its_own(small):
    objects = small.objects("instruction")
    assert objects["add"] == "_generated/instructions/add.html"
    assert objects["integer/add"] == "_generated/instructions/integer/add.html"
    assert objects["mulc"] == objects["integer/mulc"] == "_generated/instructions/integer/mulc.html"
    assert "floating/add.html" in small.page("_generated/instructions/add")


def test_the_syntax_links_every_modifier_and_type(small):
    page = small.page("_generated/instructions/integer/mulc")
    (block,) = re.findall(r'<pre class="[^"]*ptx-syntax[^"]*">.*?</pre>', page, re.DOTALL)
    assert re.sub(r"<[^>]+>", "", block) == "mulc{.cc}.{atype}.{btype} d, a, b, c"
    assert re.findall(r'href="([^"]+)"', block) == [
        "../../modifiers/carry.html#modifier-carry.cc",
        "#slot-mulc-atype",
        "#slot-mulc-btype",
        "#operand-mulc-d",
        "#operand-mulc-a",
        "#operand-mulc-b",
        "#operand-mulc-c",
    ]


@pytest.mark.parametrize(
    ("page", "facts"),
    [
        (
            "integer/add",
            [
                "register or constant from 0 to 9",
                "register or _ to drop it",
                "address in .shared; aligned to 4 bytes",
                "Not executable: Memory is not modeled.",
                "add{.sat}.u16x2",
                "ptxas 12.9 (older PTX or older targets not testable)",
                "not measured yet",
                "Some GPU (sm_20): 990 of 1,000 results agree, 7 left open by the contract",
                "Removed since PTX\u00a03.0 on sm_31a alone: It has gone.",
                "If omitted: The result wraps.",
                ".reg .u32 d, a;",
            ],
        ),
        (
            "integer/mulc",
            [
                ".{atype} and .{btype} are the same",
                "with .cc: only if .{atype} is .u32",
                "CF is written, with .cc: Carry out.",
                ".u32, when .{atype} is .u16",
                ".{atype} otherwise",
                "The assembler accepts mulc of half words.",
            ],
        ),
        (
            "floating/add",
            [
                "Deprecated since PTX\u00a03.0, when .{rounding} is .rz: Use another mode.",
                "On sm_30 or later, without .{rounding}: The newer adder.",
            ],
        ),
    ],
)
def test_page_has_its_facts(small, page, facts):
    text = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", small.page(f"_generated/instructions/{page}")))
    for fact in facts:
        assert re.sub(r"\s+", " ", fact) in text


# --- the language around the instructions ---


def plain(page: str) -> str:
    """Return the text of a page, without tags and line ends."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).replace("’", "'").split())


@pytest.mark.parametrize(
    ("page", "facts"),
    [
        (
            "special_registers/tid",
            [
                "%tid",
                "Type: .s32",
                "Elements: x, y",
                "PTX 1.0 sm_10+ ptxas 12.9",
            ],
        ),
        ("special_registers/index", ["Special registers", "Special register Type Elements Since Meaning %tid"]),
        ("directives/maxntid", [".maxntid", "Category: performance", "Arguments", "PTX 1.0"]),
        ("directives/index", ["Performance"]),
        ("state_spaces/global", [".global", "Sharing: context"]),
        ("operators/index", ["Level Operators Associativity 3 % left"]),
        ("operators/remainder", ["7 % 4"]),
        ("enumerations/filter_mode", ["nearest"]),
        ("reserved_words/predefined", ["WARP_SZ"]),
        ("language", ["Special registers (1)", "Rules (1)"]),
    ],
)
def test_page_of_the_language_has_its_facts(small, page, facts):
    text = plain(small.page(f"_generated/{page}"))
    for fact in facts:
        assert " ".join(fact.split()) in text


def test_pages_of_registers_have_names_that_urls_can_hold(whole):
    for name, uri in whole.objects("register").items():
        assert name.startswith("%")
        assert "%" not in uri
    assert slug("%tid") == "tid"


def test_every_register_of_a_family_can_be_linked_to(whole, records):
    assert {"%envreg0", "%envreg31"} <= whole.objects("register").keys()
    family = next(
        record.data for record in records.isa.records("special_register") if record.data["name"] == "%envreg0"
    )
    assert len(records.members(family)) == 32


def test_rules_are_shown_with_their_programs_and_codes(whole, records):
    """Each program of a rule is on the page of its topic, and invalid ones link to their diagnostics."""
    for record in records.isa.records("rule"):
        rule = record.data
        page = whole.page(f"_generated/rules/{rule['topic']}")
        for example in rule.get("invalid", ()):
            assert f"codes/{example['code']}.html" in page
        for example in (*rule.get("valid", ()), *rule.get("invalid", ())):
            assert "".join(example["ptx"].split()) in "".join(plain(page).split())


def test_codes_link_to_the_rules_that_they_enforce(whole, records):
    assert records.rules_by_code
    for code_, rules in records.rules_by_code.items():
        page = whole.page(f"_generated/codes/{code_}")
        for rule in rules:
            assert f"rules/{rule['topic']}.html#rule-{rule['name']}" in page


def test_every_code_has_a_page_with_its_examples(whole):
    assert whole.objects("code").keys() == CATALOGUE.keys()
    for name, entry in CATALOGUE.items():
        text = plain(whole.page(f"_generated/codes/{name}"))
        assert " ".join(entry.meaning.replace("``", "").split()) in text


def test_the_table_of_a_group_has_only_its_records(records):
    groups = records.groups(LANGUAGE["directive"])
    assert len(groups) > 1
    for group, members in groups.items():
        _, *rows = splices.TABLES["directives"](records, group)
        assert [row[0] for row in rows] == [f":ptx:directive:`{member['name']}`" for member in members]


def test_spellings_lead_to_their_records(whole):
    text = whole.page("linking")
    assert 'href="_generated/state_spaces/global.html' in text
    assert 'href="_generated/special_registers/tid.html' in text
    assert 'href="_generated/operators/remainder.html' in text


def test_the_picture_of_state_spaces_has_each_with_its_link(records):
    every = [record.data for record in records.isa.records("state_space")]
    svg = spaces.draw(every, lambda name: f"to/{name}")
    for space in every:
        assert svg.count(f'href="to/{space["name"]}"') == 1
    assert svg.count('class="band"') == len({space["sharing"] for space in every})


def test_the_picture_of_a_swizzle_has_its_pattern(records):
    data = records.isa.record("tensor_layout", "swizzle-64b").data
    svg = tensors.draw_swizzle(data)
    shared = re.findall(r">(\d+)</text>", svg)[32:]
    assert [[int(number) % 8 for number in shared[row : row + 8]] for row in range(0, 32, 8)] == data["swizzle"][
        "pattern"
    ]


def test_the_picture_of_a_descriptor_has_every_bit_once(records):
    for record in records.isa.records("descriptor"):
        svg = descriptors.draw(record.data)
        cells = re.findall(r'<rect class="cell (?:inside|outside)" x="(\d+)" y="(\d+)" width="(\d+)"', svg)
        covered = [(int(y), int(x) + step) for x, y, width in cells for step in range(0, int(width), descriptors.BIT)]
        assert len(covered) == len(set(covered)) == record.data["width"]
        names = re.findall(r'class="name"[^>]*>([^<]+)</text>', svg)
        assert set(names) == {field["name"] for field in record.data["fields"]}
        (label,) = re.findall(r'aria-label="([^"]+)"', svg)
        assert all(f"{field['name']}" in label for field in record.data["fields"])


def test_bits_of_a_descriptor_are_drawn_at_their_numbers(records):
    """Bit 63 is the leftmost of the upper row, bit 0 the rightmost of the lower one."""
    svg = descriptors.draw(records.isa.record("descriptor", "wgmma.matrix").data)
    bits = {
        text: (float(x), float(y)) for x, y, text in re.findall(r'class="bit" x="([\d.]+)" y="([\d.]+)">(\d+)<', svg)
    }
    assert bits["63"][0] == bits["31"][0] == descriptors.BIT / 2
    assert bits["0"][0] == bits["32"][0] == 31.5 * descriptors.BIT
    assert bits["63"][1] == bits["32"][1] < bits["31"][1] == bits["0"][1]


def test_the_page_of_a_descriptor_has_its_fields(whole, records):
    page = whole.page("_generated/descriptors/tcgen05.matrix")
    for field in records.isa.record("descriptor", "tcgen05.matrix").data["fields"]:
        assert f">{field['name']}<" in page
        assert all(value["name"] in page for value in field.get("values", ()))
    assert "ptx-bits" in page
    assert "Since PTX 8.8" in page
    assert "tcgen05-matrix-zero-bits" in page


def test_pictures_of_walks_number_the_pixels(records):
    svg = tensors.draw_walks(records.isa.record("tensor_mode", "im2col").data)
    assert svg.count("<svg") == 3
    assert [int(number) for number in re.findall(r">(\d+)</text>", svg[: svg.index("</svg>")])][-1] == 64
    assert svg.count('class="cell outside met"') > 7


def test_the_picture_of_an_mbarrier_object_has_every_operation_with_its_link(records):
    svg = phases.draw(lambda name: f"to/{name}")
    linked = set(re.findall('href="to/([^"]+)"', svg))
    assert linked == {f"mbarrier.{name}" for transition in phases.TRANSITIONS for name in transition.operations}
    assert all(records.isa.record("instruction", name) for name in linked)
    assert svg.count('class="condition"') == len(phases.PLACES)
    assert svg.count('class="label"') == len(phases.TRANSITIONS)


def test_spaces_that_do_not_fit_a_row_begin_another():
    every = [
        {"name": f"s{n}", "spelling": f".space_number_{n}", "access": "read-write", "sharing": "cta"} for n in range(5)
    ]
    svg = spaces.draw(every, str)
    assert len(set(re.findall(r'class="space[^"]*" x="\d+" y="(\d+)"', svg))) == 2


SCHEMA = {
    "properties": {
        "said": {"$ref": "common.schema.json#/$defs/text"},
        "word": {"enum": ["a", "b_"]},
        "free": {"type": "string"},
        "rows": {
            "items": {"properties": {"said": {"oneOf": [{"$ref": "common.schema.json#/$defs/text"}]}, "free": {}}}
        },
    }
}


@pytest.mark.parametrize(
    ("value", "steps", "shown"),
    [
        ("Some *prose*.", ("said",), "Some *prose*."),
        ("b_", ("word",), "b\\_"),
        ("a*b", ("free",), "``a*b``"),
        ("a\n b", ("free",), "``a b``"),
        ("`", ("free",), "\\`"),
        ("", ("free",), ""),
        (True, ("free",), "yes"),
        (7, ("free",), "7"),
        (None, ("free",), ""),
        ([], ("free",), ""),
        (["u32", "s32"], ("type",), ":ptx:type:`u32`, :ptx:type:`s32`"),
        ([{"said": "One.", "free": "x"}], ("rows",), "said One., free ``x``"),
        ([{"ptx": "8.0", "target": "sm_90a", "id": "base"}], ("rows", "*", "availability"), None),
    ],
)
def test_values_in_cells(tmp_path, value, steps, shown):
    (tmp_path / "special_register.schema.json").write_text(json.dumps(SCHEMA))
    cells = RecordCells("special_register", tmp_path)
    cells.paths["type", "*"] = cells.paths["type",]
    expected = ":ptx:version:`8.0` or later, on :ptx:target:`sm_90a` alone" if shown is None else shown
    assert cells.show(value, *steps) == expected


def test_every_cell_of_a_conversion_is_in_its_table(whole, records):
    for record in records.isa.records("conversion"):
        page = whole.page(f"_generated/conversions/{record.data['name']}")
        (table,) = re.findall(r'<table class="ptx-matrix.*?</table>', page, re.DOTALL)
        rows = [re.split(r"<t[hd](?: [^>]*)?>", row)[1:] for row in table.split("<tr")[1:]]
        heads, *body = [[plain(cell).removeprefix(".") for cell in row] for row in rows]
        shown = {(row[0], column): cell for row in body for column, cell in zip(heads[1:], row[1:], strict=True)}
        wanted = {
            (name, column): outcome
            for name, cells in record.data["cells"].items()
            for column, outcome in tables.outcomes_of(cells).items()
        }
        assert {place: cell for place, cell in shown.items() if cell} == wanted


def test_columns_that_are_rows_too_keep_their_order():
    assert tables.columns_of({"a": {"c": "", "b": ""}, "b": {"a": ""}}) == ["a", "b", "c"]


def test_patterns_are_colored_by_their_numbers(whole, records):
    for record in records.isa.records("tensor_layout"):
        pattern = record.data.get("swizzle", {}).get("pattern", [])
        page = whole.page(f"_generated/tensor_layouts/{record.data['name']}")
        numbers = re.findall(r'class="[^"]*chunk-(\d)">(\d+)\s*<', page)
        assert [int(number) for _, number in numbers] == [chunk for row in pattern for chunk in row]
        assert all(int(color) == int(number) % tables.COLORS for color, number in numbers)


def test_rows_of_many_columns_become_two():
    heads = ["Name", "Kind", "Modes", "Summary"]
    assert pages.narrow(heads, ["``n``", "flag", "", "Says it."]) == ["``n``", "Says it.\n\nkind flag"]
    assert pages.narrow(heads, ["``n``", "", "", "Says it."]) == ["``n``", "Says it."]


def test_cells_hold_several_paragraphs():
    lines = list_table(["A", "B"], [["one\ntwo", "three\n\nfour"]])
    assert lines[-4:] == ["   * - one two", "     - three", "", "       four"]


def test_schemas_distinguish_prose_from_code():
    sorts = texts(ROOT / "schema" / "rule.schema.json")
    assert sorts["statement",] == "prose"
    assert sorts["valid", "*", "summary"] == "prose"
    assert sorts["topic",] == "word"
    assert ("valid", "*", "ptx") not in sorts
    assert code("x") == "``x``"


# --- where forms reach ---


def rows(forms, known) -> list[tuple[str, ...]]:
    """Return a matrix as text: first and last target, then the cells."""
    return [
        (
            f"{row.targets[0].name}-{row.targets[-1].name}",
            *("" if cell is None else f"{cell.available}/{cell.variants}{'!' * cell.deprecated}" for cell in row.cells),
        )
        for row in matrix(forms, known).rows
    ]


def test_matrix_of_a_form_everywhere(site):
    assert rows([site.forms["add.int"][1]], site.targets) == [("sm_10-sm_31a", "2/2")]


def test_matrix_of_clauses_for_some_modifiers_and_a_removal(site):
    form = site.forms["add.packed"][1]
    assert matrix([form], site.targets).versions == ("2.0", "3.0")
    assert rows([form], site.targets) == [
        ("sm_10-sm_10", "0/2", "0/2"),
        ("sm_20-sm_20", "1/2", "1/2"),
        ("sm_20a-sm_20a", "2/2", "2/2"),
        ("sm_30-sm_30", "1/2", "1/2"),
        ("sm_30f-sm_30a", "2/2", "2/2"),
        ("sm_31-sm_31", "", "1/2"),
        ("sm_31f-sm_31f", "", "2/2"),
        ("sm_31a-sm_31a", "", "0/2"),
    ]


def test_matrix_marks_deprecated_variants(site):
    assert rows([site.forms["add.float"][1]], site.targets) == [("sm_10-sm_31a", "3/3", "3/3!")]


def test_matrix_of_an_instruction_counts_the_variants_of_all_forms(site):
    forms = site.names["add"][1].forms
    assert rows(forms, site.targets)[0] == ("sm_10-sm_10", "2/4", "2/4", "2/4")


def test_a_removed_column_differs_from_its_neighbor(site):
    """The table must not merge rows that agree only where one of them does not exist."""
    table = matrix([site.forms["add.packed"][1]], site.targets)
    merged = next(row for row in table.rows if row.targets[0].name == "sm_31a")
    assert len(merged.targets) == 1


COUNTED = 64


@pytest.mark.parametrize("which", ["site", "records"])
def test_cells_agree_with_counting_every_variant(request, which):
    """The grouping into shares must not change any figure."""
    known = request.getfixturevalue(which)
    targets = list(known.targets.values())
    for _, form, _ in known.forms.values():
        parts, count = known.shares(form), variants.count(form)
        assert sum(part.variants for part in parts) == count
        if count > COUNTED:
            continue  # Every variant at every place would take minutes.
        every = list(variants.variants(form))
        assert len(every) == count
        for target in targets:
            spans = Counter(_span(form, values, target, known.targets) for values in every)
            for version in known.versions:
                at = order(version)
                wanted = sum(number for (first, end), number in spans.items() if first <= at < end)
                assert cell(parts, target, at, known.targets).available == wanted


BEFORE_ALL = (0, 0)
AFTER_ALL = (10**6, 0)
NEVER = (AFTER_ALL, BEFORE_ALL)


def _span(form, values, target, known) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first version that has a variant on a target, and the version that removes the variant there."""
    needs = [need for need in form.requirements if holds(need.when, values)]
    if not all(admits(need.target, target, known) for need in needs):
        return NEVER
    starts = [
        order(clause.ptx)
        for clause in form.availability
        if holds(clause.when, values) and admits(clause.target, target, known)
    ]
    if not starts:
        return NEVER
    ends = [
        order(end.ptx) if end.ptx is not None else BEFORE_ALL
        for end in form.removed
        if holds(end.when, values) and (end.target is None or admits(end.target, target, known))
    ]
    first = max([min(starts), *(order(need.ptx) for need in needs)])
    return first, min(ends, default=AFTER_ALL)


def test_covering_pairs_of_targets(site):
    assert covers(site.targets) == [
        ("sm_10", "sm_20"),
        ("sm_20", "sm_20a"),
        ("sm_20", "sm_30"),
        ("sm_30", "sm_30f"),
        ("sm_30", "sm_31"),
        ("sm_30f", "sm_30a"),
        ("sm_30f", "sm_31f"),
        ("sm_31", "sm_31f"),
        ("sm_31f", "sm_31a"),
    ]


def test_the_picture_has_every_target_with_its_link_and_every_edge(records):
    svg = draw(records.targets, lambda name: f"to/{name}")
    for name in records.targets:
        assert svg.count(f'href="to/{name}"') == 1
    assert svg.count('class="edge"') == len(covers(records.targets))


def test_lines_bend_around_the_targets_that_they_pass(site):
    later = site.targets["sm_31f"]._replace(name="sm_32f")
    known = {"sm_30f": site.targets["sm_30f"], "sm_31": site.targets["sm_31"], "sm_32f": later}
    assert covers(known) == [("sm_30f", "sm_32f"), ("sm_31", "sm_32f")]
    straight, bent = sorted(re.findall(r'class="edge" d="([^"]+)"', draw(known, str)), key=len)
    assert "C" in bent
    assert "C" not in straight


def test_the_picture_is_on_the_page_of_targets(small):
    page = small.page("_generated/targets/index")
    assert 'href="sm_31f.html"' in page
    assert page.count("<svg") == 1


def test_a_bar_is_as_long_as_its_parts():
    assert re.findall(r'class="bar-(\w+)" x="([\d.]+)" width="([\d.]+)"', bar([3, 0, 1, 0])) == [
        ("covered", "0.0", "90.0"),
        ("prose", "90.0", "30.0"),
    ]
    assert "rect" not in bar([0, 0, 0, 0])


# --- words ---


@pytest.mark.parametrize(
    ("parts", "words"), [([], ""), (["a"], "a"), (["a", "b"], "a or b"), (["a", "b", "c"], "a, b or c")]
)
def test_lists_in_words(parts, words):
    assert wording.joined(parts) == words


@pytest.mark.parametrize(
    ("expression", "words"),
    [
        ("sm_20+", ":ptx:target:`sm_20` or later"),
        ("sm_20a", ":ptx:target:`sm_20a` alone"),
        ("sm_30f+ | sm_20a", ":ptx:target:`sm_30f` and later of its family or :ptx:target:`sm_20a` alone"),
    ],
)
def test_target_expressions_in_words(expression, words):
    assert wording.targets(expression) == words


# --- highlighting ---


def test_ptx_is_highlighted_by_the_names_of_the_records(site):
    tokens = [(kind, text) for kind, text in ptx_lexer(site.isa)().get_tokens("add.sat.u16x2 %d, u32; // c")]
    assert tokens[:3] == [(Name.Function, "add"), (Name.Decorator, ".sat"), (Keyword.Type, ".u16x2")]
    assert (Name.Variable, "%d") in tokens


def test_a_name_is_not_found_within_a_longer_name(site):
    """`.u16` must not be found in `.u16x9`, nor `.cc` in `.cc::x`."""
    tokens = list(ptx_lexer(site.isa)().get_tokens("add.u16x9.cc::x"))
    assert (Keyword, ".u16x9") in tokens
    assert (Keyword, ".cc::x") in tokens


@given(st.text())
def test_lexers_accept_any_text(text):
    for lexer in (SemanticsLexer(), ptx_lexer(read_site_once().isa)()):
        tokens = list(lexer.get_tokens_unprocessed(text))
        assert "".join(part for _, _, part in tokens) == text
        assert Error not in {kind for _, kind, _ in tokens}


_site: list[Site] = []


def read_site_once() -> Site:
    """Return the small records, for a test that cannot take a fixture of this module."""
    if not _site:
        _site.append(read_site(RECORDS, ROOT / "schema"))
    return _site[0]


# --- splices ---


@pytest.mark.parametrize(("kind", "number"), [("form", 4), ("variant", 10), ("clause", 5), ("value", 5), ("target", 9)])
def test_counts(site, kind, number):
    assert splices.COUNTS[kind](site) == number


@pytest.mark.parametrize("name", sorted(splices.TABLES))
def test_tables_have_rows_as_wide_as_their_heading(site, name):
    heads, *lines = splices.TABLES[name](site)
    assert lines
    assert {len(line) for line in lines} == {len(heads)}


def test_the_table_of_sql_tables_is_the_schema_of_the_database(site):
    listed = {row[0].partition(" ")[0].removeprefix(":ref:`") for row in splices.TABLES["sql"](site)}
    created = re.findall(r"CREATE (?:VIRTUAL )?(?:TABLE|VIEW) (\w+)", splices.SCHEMA.read_text(encoding="utf-8"))
    assert len(created) > 40
    assert listed - {"Name"} == {name for name in created if name not in INNER}


def test_the_schema_shows_every_column():
    text = "\n".join(splices.schema_lines())
    for table in splices.described():
        assert f".. _sql-{table.name}:" in text
        assert all(f"``{column.name}``" in text for column in table.columns)


def test_a_failing_command_is_reported():
    if importlib.util.find_spec("ptxisa._generated") is None:
        pytest.skip("the package is not built")
    assert splices.command_output(["available", "no_such_instruction"]) == (splices.FAILED, "")
    status, output = splices.command_output(["list", "--kind", "version"])
    assert (status, "8.0" in output) == (0, True)


def test_every_command_is_documented_with_its_help():
    from ptxisa.cli.parsers import COMMANDS

    text = "".join(path.read_text(encoding="utf-8") for path in DOCS.glob("*.rst"))
    assert set(re.findall(r"^\.\. ptx:command:: (\S+)", text, re.MULTILINE)) == set(COMMANDS)
    assert splices.command_help("no-such-command") is None


def test_every_public_name_is_documented():
    import ptxisa

    text = "".join(path.read_text(encoding="utf-8") for path in (*DOCS.glob("*.rst"), *DOCS.glob("api/*.rst")))
    documented = re.findall(r"^\.\. ptx:api:: (\S+)", text, re.MULTILINE)
    of_nvvm = {name.removeprefix("nvvm.") for name in documented if name.startswith("nvvm.")}
    assert of_nvvm <= set(ptxisa.nvvm.__all__)
    assert {name for name in documented if "." not in name} == set(dir(ptxisa)) - {"__version__"}


def test_signatures_show_types_as_they_are_written():
    def short(text: "str | None" = None, *, n: "int" = 1) -> "list[str]": ...

    def long(one_parameter: "dict[str, str]", another_parameter: "dict[str, str]", more: int = 1) -> "None": ...

    assert signature(short) == "(text: str | None = None, *, n: int = 1) -> list[str]"
    assert signature(long).splitlines()[1] == "    one_parameter: dict[str, str],"
    assert signature(int) == ""


def test_docstrings_become_paragraphs_and_code():
    parsed = list(docstring_nodes("Read `x`\nhere.\n\n    x = 1\n"))
    assert [type(node) for node in parsed] == [nodes.paragraph, nodes.literal_block]
    assert parsed[0].astext() == "Read x here."


def test_sections_of_a_docstring_are_lists_and_paragraphs():
    text = "Run.\n\nArgs:\n    x: A\n        number.\n    y: Another.\n\nReturns:\n    The `sum`\n    of both.\n"
    _, args, listed, returns, result = docstring_nodes(text)
    assert [args.astext(), returns.astext(), result.astext()] == ["Args", "Returns", "The sum of both."]
    assert [[part.astext() for part in item.children] for item in listed] == [["x", "A number."], ["y", "Another."]]


@pytest.mark.parametrize("page", ["quickstart", "checking", "querying", "executing", "tcgen05"])
def test_the_python_of_a_page_runs(page, tmp_path, monkeypatch, capsys):
    if importlib.util.find_spec("ptxisa._generated") is None:
        pytest.skip("the package is not built")
    monkeypatch.chdir(tmp_path)
    Path("kernel.ptx").write_text(".version 8.0\n.target sm_90\n.address_size 64\n", encoding="utf-8")
    text = (DOCS / f"{page}.rst").read_text(encoding="utf-8")
    blocks = re.findall(r"\.\. code-block:: python\n\n((?:   .*\n|\n)+)", text)
    assert blocks
    names: dict = {}
    for block in blocks:
        exec(compile(re.sub(r"^   ", "", block, flags=re.MULTILINE), f"{page}.rst", "exec"), names)


# --- Markdown ---


@pytest.mark.parametrize(
    ("text", "rst"),
    [
        ("# A `b`", "\nA ``b``\n=======\n\n"),
        ("a `b|c` d*e", "a ``b|c`` d\\*e\n"),
        ("`a`s", "``a``\\ s\n"),
        ("*so* it **is `x` so**", "*so* it **is** ``x`` **so**\n"),
        ("[site](https://a.b/c)", "`site <https://a.b/c>`__\n"),
        ("[page](OTHER.md)", "page\n"),
        ("text\n- one\n  more\n- two", "text\n\n- one\n  more\n\n- two\n"),
        ("`over\nlines`", "``over\nlines``\n"),
        (
            "```yaml\na: *b\n\n# no heading\n```\nafter",
            "\n.. code-block:: yaml\n\n   a: *b\n\n   # no heading\n\nafter\n",
        ),
        ("   ```\n   x\n   ```", "\n   .. code-block:: none\n\n      x\n\n"),
    ],
)
def test_markdown_as_restructuredtext(text, rst):
    assert markdown.to_rst(text) == rst


def test_markdown_tables():
    assert markdown.to_rst("| a | b |\n|---|---|\n| `x` | y_ |\n").splitlines()[-3:] == [
        "   * - ``x``",
        "     - y\\_",
        "",
    ]


# --- the search field ---


def test_the_search_field_finds_common_names(whole):
    text = (whole.output / "_static" / scripts.INDEX_FILE).read_text(encoding="utf-8")
    index = json.loads(text.removeprefix("const PTX_INDEX=").removesuffix(";\n"))
    names = {tuple(result[:2]): number for number, result in enumerate(index["results"])}
    clz, thread = names["instruction", "clz"], names["special_register", "%tid"]
    assert index["names"]["__clz"] == [clz]
    assert thread in {number for number, _ in index["phrases"]["thread index"]}
    assert index["urls"][clz].endswith("integer-arithmetic/clz.html")
    assert index["urls"][thread].endswith("special_registers/tid.html")
    (modifiers,) = [modifiers for _, form, modifiers in index["opcodes"]["cvt"] if form == "cvt.f8x2.f32"]
    assert {"satfinite", "e4m3x2", "f32"} <= set(modifiers)
    assert "#form-" in index["forms"]["cvt.f8x2.f32"]


def test_instructions_are_grouped_by_family(whole):
    assert 'href="matrix/index.html"' in whole.page("_generated/instructions/index")
    assert 'href="wgmma.mma_async.html"' in whole.page("_generated/instructions/matrix/index")


def test_long_lists_of_forms_count_them_by_instruction(records):
    forms = ["sin.f32", "cos.f32", "sin.f32.turns"]
    assert records.instructions_of(forms) == [("floating-point/sin", 2), ("floating-point/cos", 1)]
