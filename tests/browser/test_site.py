"""The built site in a real browser: search, explorer, comparison, dark mode, widths, keyboard, accessibility.

Needs `pip install 'ptxisa[browser]'`, a Chromium and a site (`ptxisa build --docs`, or the folder in PTXISA_SITE).
"""

import functools
import http.server
import os
import re
import shutil
import threading
from pathlib import Path

import pytest

from generator.playground.answers import answer
from generator.records.load import ROOT
from generator.site.reach import cell
from generator.site.site import read_site
from ptxisa.isa.versions import order

playwright = pytest.importorskip("playwright.sync_api")
axe = pytest.importorskip("axe_playwright_python.sync_playwright")
pytestmark = pytest.mark.browser

SITE = Path(os.environ.get("PTXISA_SITE", ROOT / "docs" / "_build" / "html")).resolve()
CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
INSTRUCTIONS = "_generated/instructions"
PAGES = {
    "start": "index.html",
    "explorer": "explorer.html",
    "playground": "playground.html",
    "one form": f"{INSTRUCTIONS}/integer-arithmetic/popc.html",
    "pages of forms": f"{INSTRUCTIONS}/data-movement-and-conversion/cvt.html",
    "forms": f"{INSTRUCTIONS}/data-movement-and-conversion/cvt/f16x2.html",
    "long names": f"{INSTRUCTIONS}/data-movement-and-conversion/cp.async.bulk.tensor/shared_cluster.html",
    "matrix": f"{INSTRUCTIONS}/matrix/mma.html",
    "target": "_generated/targets/sm_90.html",
    "targets": "_generated/targets/index.html",
    "version": "_generated/versions/8.0.html",
    "type": "_generated/types/e4m3.html",
    "errata": "_generated/errata/index.html",
    "coverage": "_generated/coverage/index.html",
    "glossary": "glossary.html",
    "guide": "quickstart.html",
    "search": "search.html",
    "interface": "api/execution.html",
    "litmus tests": "litmus_gallery.html",
    "not found": "404.html",
}
WIDTHS = (390, 768, 1400)


BUILT = (SITE / "_static" / "playground").exists()
"""True for a site with Pyodide; otherwise the server of the tests runs the Python of the playground."""
WORKER = """
addEventListener("message", async ({ data }) => {
  const body = JSON.stringify(data.request ?? null);
  const answer = data.request ? await (await fetch("ask", { method: "POST", body })).json() : null;
  postMessage({ id: data.id, answer });
});
"""
STAND_INS = {
    "ptx-playground-data.js": 'const PTX_PLAYGROUND={"package":"stand-in"};\n',
    "ptx-playground-worker.mjs": WORKER,
}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        """Nothing."""

    def do_GET(self):
        name = self.path.rpartition("/")[2]
        if BUILT or name not in STAND_INS:
            super().do_GET()
        else:
            self.reply(STAND_INS[name], "text/javascript")

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.reply(answer(body), "application/json")

    def reply(self, text, kind):
        content = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


@pytest.fixture(scope="module")
def base():
    """Serve the site below a path of a server on loopback."""
    if not (SITE / "index.html").exists():
        pytest.skip(f"no site in {SITE}; build it with `ptxisa build --docs`")
    handler = functools.partial(Quiet, directory=str(SITE.parent))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{SITE.name}/"
        server.shutdown()


@pytest.fixture(scope="module")
def chromium():
    if CHROMIUM is None:
        pytest.skip("no Chromium")
    with playwright.sync_playwright() as running:
        browser = running.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def records():
    return read_site(ROOT / "isa", ROOT / "schema")


@pytest.fixture
def page(chromium, base):
    """Open a page that fails the test when a script fails, or when it requests anything from another host."""
    context = chromium.new_context(viewport={"width": 1400, "height": 900})
    opened, wrong = context.new_page(), []
    opened.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on(
        "request", lambda request: wrong.append(request.url) if not request.url.startswith((base, "file://")) else None
    )
    yield opened
    context.close()
    assert wrong == []


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", PAGES)
def test_no_page_is_wider_than_the_window(page, base, name, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(base + PAGES[name])
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", PAGES)
def test_pages_are_accessible(chromium, base, name, scheme):
    context = chromium.new_context(color_scheme=scheme)
    opened = context.new_page()
    opened.goto(base + PAGES[name] + "#/?target=sm_80&ptx=8.0")
    opened.wait_for_timeout(300)
    violations = axe.Axe().run(opened).response["violations"]
    context.close()
    assert [(violation["id"], violation["nodes"][0]["html"][:200]) for violation in violations] == []


def test_dark_mode_changes_the_colors(chromium, base):
    def paper(scheme):
        context = chromium.new_context(color_scheme=scheme)
        opened = context.new_page()
        opened.goto(base + "index.html")
        color = opened.evaluate("getComputedStyle(document.body).backgroundColor")
        context.close()
        return color

    assert paper("light") != paper("dark")


@pytest.mark.parametrize(
    ("words", "first"),
    [("popc", "popc"), ("__clz", "clz"), ("population count", "popc"), ("%laneid", "%laneid")],
)
def test_the_search_field_answers_as_one_types(page, base, words, first):
    page.goto(base + "index.html")
    page.keyboard.press("/")
    page.keyboard.type(words)
    hit = page.locator(".site-hits a b").first
    hit.wait_for()
    assert hit.text_content() == first
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**/*{first.strip('%')}*")


@pytest.mark.parametrize("way", ["served", "from a disk"])
def test_the_explorer_shows_available_forms(page, base, way):
    start = base if way == "served" else SITE.as_uri() + "/"
    page.goto(start + "explorer.html")
    page.get_by_label("Target of the explorer").select_option("sm_80")
    page.get_by_label("PTX version of the explorer").select_option("8.0")
    assert page.url.endswith("#/?target=sm_80&ptx=8.0&show=there")
    rows = page.locator(".explorer-table tbody tr:not(.condition)")
    rows.first.wait_for()
    assert not page.locator(".explorer-table tbody th", has_text="add.u16x2").count()
    assert set(page.locator(".explorer-table tr:not(.condition) td").all_text_contents()) <= {"yes", "partly"}


def test_the_address_carries_the_choice(page, base):
    page.goto(base + f"{INSTRUCTIONS}/data-movement-and-conversion/cvt.html#/?target=sm_80&ptx=8.0")
    page.locator("tr.place-no").first.wait_for(state="attached")
    assert page.get_by_label("Target", exact=True).input_value() == "sm_80"
    page.locator(".ptx-fold:not(.place-no) summary").first.click()
    there = page.locator(".ptx-fold[open] .ptx-forms tbody tr:not(.place-no) a").first
    there.click()
    page.wait_for_load_state()
    assert "#/?target=sm_80&ptx=8.0&at=form-cvt" in page.url
    page.locator("h1 .place-says, tr.place-no, .place-here").first.wait_for(state="attached")


def test_a_choice_is_made_and_unmade_on_a_page(page, base):
    page.goto(base + f"{INSTRUCTIONS}/integer-arithmetic/popc.html")
    page.locator(".site-place").hover()
    page.wait_for_function("document.querySelector('.site-place select').options.length > 1")
    page.get_by_label("Target", exact=True).select_option("sm_13")
    page.locator("h1 .place-says.no").wait_for()
    page.get_by_label("Target", exact=True).select_option("")
    page.locator("h1 .place-says").wait_for(state="detached")


def test_two_places_are_compared_side_by_side(page, base):
    page.goto(base + "explorer.html#/?target=sm_80&ptx=8.0&with=sm_90&withptx=8.0")
    page.locator(".explorer-table tbody tr").first.wait_for()
    heads = page.locator(".explorer-table").first.locator("thead th").all_text_contents()
    assert heads == ["Form or record", "sm_80, PTX 8.0", "sm_90, PTX 8.0"]
    differing = page.locator(".explorer-table tbody tr:not(.condition)").evaluate_all(
        "rows => rows.map(row => [...row.cells].slice(1).map(cell => cell.textContent))"
    )
    assert differing
    assert all(first != second for first, second in differing)


@pytest.mark.parametrize(("target", "ptx"), [("sm_80", "7.0"), ("sm_90a", "8.0"), ("sm_100f", "8.8"), ("sm_13", "1.2")])
def test_the_explorer_agrees_with_the_records(page, base, records, target, ptx):
    page.goto(base + f"explorer.html#/?target={target}&ptx={ptx}&show=all")
    page.locator(".explorer-table tbody tr").first.wait_for()
    shown = dict(
        page.evaluate(
            "place => PTX_PLACES.subjects.map(one => [one[3].split('#form-')[1], stateOf(one[4], placeOf(...place))])",
            [target, ptx],
        )
    )
    place = records.targets[target]
    for identity, (_, form, _) in records.forms.items():
        exists = place.floor <= order(ptx)
        wanted = cell(records.shares(form), place, order(ptx), records.targets).state if exists else "no"
        assert shown[identity] == wanted, identity


def test_tables_of_combinations_are_filtered(page, base):
    page.goto(base + f"{INSTRUCTIONS}/matrix/mma.html")
    field = page.locator(".ptx-filter input").first
    status = page.locator(".ptx-filter [role=status]").first
    field.fill("zzz")
    assert "0 of" in status.text_content()
    field.fill("m16n8k8 bf16")
    assert not status.text_content().startswith("0 of")


DIAGRAMS = {
    "add": f"{INSTRUCTIONS}/integer-arithmetic/add.html",
    "ld": f"{INSTRUCTIONS}/data-movement-and-conversion/ld.html",
    "cvt": PAGES["forms"],
    "mma": PAGES["matrix"],
    "cp.async.bulk.tensor": PAGES["long names"],
}


def open_diagrams(page, address):
    """Draw and return the diagrams of all forms of a page."""
    page.goto(address)
    for summary in page.locator(".ptx-diagram summary").all():
        summary.click()
    page.wait_for_function(
        "document.querySelectorAll('.ptx-diagram svg').length === document.querySelectorAll('pre.ptx-syntax').length"
    )
    return page.locator(".ptx-diagram svg")


@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams_show_every_part_of_the_syntax(page, base, name):
    """The texts are those of the line, except for values of slots, which are drawn instead of their names."""
    for diagram in open_diagrams(page, base + DIAGRAMS[name]).all():
        syntax = diagram.locator("desc").text_content()
        drawn = diagram.locator("text:not(.caption)").all_text_contents()
        operands = re.findall(r"[A-Za-z_][\w-]*", syntax.partition(" ")[2])
        assert [text.lstrip(".") for text in drawn if text.lstrip(".") in operands] == operands
        fixed = re.findall(r"\.[A-Za-z][\w:]*", syntax.partition(" ")[0])
        assert set(fixed) <= set(drawn)
        for slot in re.findall(r"\.\{(\w+)\}", syntax):
            assert f".{{{slot}}}" in drawn or slot in diagram.locator(".caption").all_text_contents()


@pytest.mark.parametrize("width", [320, *WIDTHS])
@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams_fit_the_window(page, base, name, width):
    page.set_viewport_size({"width": width, "height": 900})
    diagrams = open_diagrams(page, base + DIAGRAMS[name])
    boxes = diagrams.evaluate_all("all => all.map(one => one.getBoundingClientRect().right)")
    assert max(boxes) <= width
    outside = """all => all.flatMap(one => [...one.querySelectorAll("rect, path")].filter(part => {
        const box = part.getBBox(), frame = one.viewBox.baseVal;
        return box.x < 0 || box.y < 0 || box.x + box.width > frame.width || box.y + box.height > frame.height;
    }).map(part => part.outerHTML))"""
    assert diagrams.evaluate_all(outside) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams_are_accessible(page, base, name, scheme):
    page.emulate_media(color_scheme=scheme)
    open_diagrams(page, base + DIAGRAMS[name])
    violations = axe.Axe().run(page).response["violations"]
    assert [(violation["id"], violation["nodes"][0]["html"][:200]) for violation in violations] == []


def test_a_diagram_is_opened_and_followed_by_keyboard(page, base):
    page.goto(base + PAGES["one form"])
    page.locator(".ptx-diagram summary").first.focus()
    page.keyboard.press("Enter")
    page.locator(".ptx-diagram svg").first.wait_for()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == ".b32"
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/popc.html#operand-popc-d")


def test_a_diagram_is_drawn_again_for_another_width_and_target(page, base):
    diagram = open_diagrams(page, base + DIAGRAMS["mma"]).first
    wide = diagram.bounding_box()["width"]
    page.set_viewport_size({"width": 390, "height": 900})
    page.wait_for_function("width => document.querySelector('.ptx-diagram svg').clientWidth < width", arg=wide)
    assert not diagram.locator("a.place-no").count()
    page.evaluate("location.hash = '#/?target=sm_10&ptx=1.0'")
    page.locator(".ptx-diagram svg a.place-no").first.wait_for()


def test_pages_without_syntax_load_no_diagrams(page, base):
    page.goto(base + "index.html")
    assert not page.locator("script[src*=diagram]").count()


@pytest.mark.parametrize("name", ["targets", "version", "type"])
def test_a_chosen_target_marks_pages_with_linked_pictures(page, base, name):
    page.goto(base + PAGES[name] + "#/?target=sm_80&ptx=7.0")
    page.locator("main a.place-no, main a.place-some").first.wait_for(state="attached")


def test_headings_link_to_themselves(page, base):
    page.goto(base + PAGES["one form"])
    page.locator("#form-popc > h2").hover()
    page.locator("#form-popc > h2 > a.headerlink").click()
    assert page.url.endswith("popc.html#form-popc")


def test_the_menu_of_a_phone_opens_by_keyboard(page, base):
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(base + "index.html")
    assert not page.locator(".site-nav").is_visible()
    page.get_by_label("Show the list of pages").focus()
    page.keyboard.press("Space")
    assert page.locator(".site-nav").is_visible()


def test_everything_in_the_head_is_reached_by_keyboard(page, base):
    page.goto(base + "index.html")
    reached = []
    for _ in range(20):
        page.keyboard.press("Tab")
        focused = page.evaluate_handle("document.activeElement")
        reached.append(focused.evaluate("one => one.getAttribute('aria-label') || one.textContent"))
    assert {"Skip to the text", "Instructions", "Target", "PTX version", "Search"} <= set(reached)


STARTED = 120_000
"""Milliseconds that Python may take to start on a busy machine."""


@pytest.fixture
def playground(page, base):
    """Open the playground with two statements in its address, and wait for Python."""
    page.goto(
        base + "playground.html#/?target=sm_80&code=add.u16x2%20e%2C%20c%2C%20c%3B%0Aadd.u32%20d%2C%20a%2C%20b%3B"
    )
    page.locator(".playground-there").wait_for(timeout=STARTED)
    return page


def test_the_playground_shows_diagnostics_at_their_place(playground):
    assert playground.locator(".playground-status").text_content() == "1 error"
    assert playground.locator(".playground-editor mark.error").all_text_contents() == ["add.u16x2"]
    playground.locator(".playground-list button").click()
    editor = playground.get_by_label("PTX", exact=True)
    assert editor.evaluate("one => one.value.slice(one.selectionStart, one.selectionEnd)") == "add.u16x2"


def test_the_playground_follows_the_target(playground):
    playground.get_by_label("Target of the playground").select_option("sm_90")
    playground.locator(".playground-status[data-state=right]").wait_for()
    assert "target=sm_90" in playground.url
    assert playground.get_by_label("Target", exact=True).input_value() == "sm_90"
    assert playground.locator(".playground-there td.yes").count() == 2


def test_the_playground_runs_what_is_typed(playground):
    playground.get_by_label("PTX", exact=True).fill("add.sat.s32 d, a, 1;")
    field = playground.get_by_label("a.s32")
    field.fill("0x7fffffff, 5")
    playground.locator(".playground-result td b", has_text="2147483647").wait_for()
    assert playground.locator(".playground-result td b").all_text_contents() == ["2147483647", "6"]
    assert "v.a=0x7fffffff" in playground.url
    playground.reload()
    playground.locator(".playground-result td b", has_text="2147483647").wait_for(timeout=STARTED)


def test_the_playground_is_accessible_and_fits(playground):
    for width in WIDTHS:
        playground.set_viewport_size({"width": width, "height": 900})
        assert playground.evaluate("document.documentElement.scrollWidth") <= width
    for scheme in ("light", "dark"):
        playground.emulate_media(color_scheme=scheme)
        violations = axe.Axe().run(playground).response["violations"]
        assert [(violation["id"], violation["nodes"][0]["html"][:200]) for violation in violations] == []


def test_the_playground_is_used_by_keyboard(playground):
    playground.locator(".playground-sql summary").focus()
    playground.keyboard.press("Enter")
    playground.get_by_label("SQL").fill("SELECT count(*) AS forms FROM form")
    playground.keyboard.press("Tab")
    playground.keyboard.press("Enter")
    playground.locator(".playground-rows th", has_text="forms").wait_for()


@pytest.mark.skipif(not BUILT, reason="only a site built with --playground links to it")
def test_an_example_opens_in_the_playground(page, base):
    page.goto(base + f"{INSTRUCTIONS}/integer-arithmetic/popc.html#/?target=sm_90")
    page.locator(".ptx-try").first.click()
    page.locator(".playground-result").wait_for(timeout=STARTED)
    assert page.get_by_label("PTX", exact=True).input_value().startswith("popc.")
    assert page.get_by_label("Target of the playground").input_value() == "sm_90"


KERNEL = (ROOT / "docs" / "examples" / "kernels" / "neighbors.ptx").read_text(encoding="utf-8")
LITMUS = (ROOT / "docs" / "examples" / "litmus" / "message-passing.ptx").read_text(encoding="utf-8")


def test_the_playground_runs_a_kernel_and_shares_it(playground):
    playground.get_by_label("PTX", exact=True).fill(KERNEL)
    playground.get_by_label("in.u64").fill("range:u32:64")
    playground.get_by_label("out.u64").fill("zeros:u32:64")
    playground.get_by_label("block.threads").fill("64")
    playground.locator(".playground-list", has_text="nothing orders the accesses").wait_for()
    playground.locator(".playground-arrays code", has_text="1, 3, 5, 7").wait_for()
    playground.reload()
    playground.locator(".playground-arrays code", has_text="1, 3, 5, 7").wait_for(timeout=STARTED)
    assert playground.get_by_label("PTX", exact=True).input_value() == KERNEL


def test_the_playground_decides_a_litmus_test(playground):
    playground.get_by_label("PTX", exact=True).fill(LITMUS)
    playground.locator(".playground-status", has_text="forbidden").wait_for()
    assert (
        playground.locator(".playground-execution").evaluate("one => one.decode().then(() => one.naturalWidth)") > 100
    )


def test_the_page_for_missing_pages_works_at_any_address(chromium, base):
    context = chromium.new_context()
    opened = context.new_page()
    text = (SITE / "404.html").read_text(encoding="utf-8")
    opened.route("**/_generated/nothing/here.html", lambda route: route.fulfill(body=text, content_type="text/html"))
    opened.goto(base + "_generated/nothing/here.html")
    assert (
        opened.get_by_role("link", name="instructions", exact=True)
        .evaluate("one => one.href")
        .startswith(base + "_generated/instructions/")
    )
    assert opened.evaluate("getComputedStyle(document.querySelector('.site-header')).display") == "flex"
    context.close()


def test_the_first_page_searches(page, base):
    page.goto(base + "index.html")
    page.keyboard.press("/")
    page.keyboard.type("byte permute")
    page.locator("main .site-hits a b").first.wait_for()
    assert page.locator("main .site-hits a b").first.text_content() == "prmt"


def test_layouts_are_chosen_by_operand_shape_and_type(page, base):
    page.goto(base + PAGES["matrix"])
    place = page.locator(".ptx-layouts")
    place.get_by_label("Operand").select_option("B")
    place.get_by_label("Shape").select_option("m16n8k8")
    place.get_by_label("Type").select_option(".bf16")
    page.locator(".ptx-layouts figcaption", has_text="B, m16n8k8 .bf16").wait_for()
    assert place.locator("svg title").first.text_content() == "row 0-1, column 0: lane 0, register 0"


@pytest.mark.parametrize("width", WIDTHS)
def test_main_pages_are_linked_from_the_head(page, base, width):
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(base + PAGES["forms"])
    for name in ("Guide", "Layouts", "Descriptors", "Cookbook", "Glossary"):
        assert page.locator(".site-header nav").get_by_role("link", name=name, exact=True).is_visible()


def test_the_playground_explains_how_to_serve_it(page):
    page.goto(SITE.as_uri() + "/playground.html")
    assert "ptxisa" in page.locator(".playground-absent code").text_content()


CUT = """() => [...document.querySelectorAll("main table, main pre")]
    .filter((element) => element.clientWidth && element.scrollWidth > element.clientWidth + 2)
    .map((element) => `${element.tagName}.${element.className}: ${element.scrollWidth} > ${element.clientWidth}`)"""
NAVIGATION = ".site-header, .site-nav, .page-toc, .site-footer, .site-report"


@pytest.mark.parametrize("name", ["matrix", "pages of forms", "long names", "errata", "target", "guide", "interface"])
def test_on_paper_nothing_is_cut_and_there_is_no_navigation(page, base, name):
    page.goto(base + PAGES[name])
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 718, "height": 1000})  # The text of a page of A4.
    assert page.evaluate(CUT) == []
    assert not any(element.is_visible() for element in page.locator(NAVIGATION).all())
