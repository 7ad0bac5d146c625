"""Properties of all texts: checked by the fuzzer on generated texts, and by tests on chosen ones.

Each property takes a text and raises only if the library violates it.
"""

from __future__ import annotations

from collections.abc import Sequence

from ptxisa.check.module import check_module, diagnose
from ptxisa.check.place import Place
from ptxisa.check.render import render_text
from ptxisa.check.statement import check_statement
from ptxisa.isa.diagnostics import CATALOGUE, Diagnostic
from ptxisa.syntax.cursor import DIAGNOSTIC_LIMIT
from ptxisa.syntax.parser import ParseResult, parse, parse_statement, parse_statements
from ptxisa.syntax.printer import print_module
from ptxisa.syntax.source import Source, decode
from ptxisa.syntax.template import TemplateError, parse_template
from ptxisa.syntax.tree import same_tree

SEVERITIES = ("error", "warning", "note")


def findings_are_sound(diagnostics: Sequence[Diagnostic], text: str) -> None:
    """Check that every diagnostic has a place in the text and a code of the catalogue, once, and in order."""
    lines = text.split("\n")
    for diagnostic in diagnostics:
        assert diagnostic.code in CATALOGUE, diagnostic
        assert diagnostic.severity in SEVERITIES, diagnostic
        assert (diagnostic.line, diagnostic.column) <= diagnostic.end, diagnostic
        for line, column in ((diagnostic.line, diagnostic.column), diagnostic.end):
            assert 1 <= line <= len(lines), diagnostic
            assert 1 <= column <= len(lines[line - 1]) + 1, diagnostic
        assert "\n" not in diagnostic.message + diagnostic.hint, diagnostic
        assert len(diagnostic.message) < 1000, diagnostic
    places = [(diagnostic.line, diagnostic.column) for diagnostic in diagnostics]
    assert places == sorted(places)
    assert len(set(diagnostics)) == len(diagnostics)


def has_errors(diagnostics: Sequence[Diagnostic]) -> bool:
    """Return True if a finding is an error, so that the tree may lack something."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def _as_text(data: str | bytes) -> str:
    return decode(data) if isinstance(data, bytes) else data


def parses(data: str | bytes) -> ParseResult:
    """Check that text and bytes parse alike, and that a text without errors is printed and parses to the same tree."""
    result = parse(data)
    text = _as_text(data)
    if isinstance(data, bytes):
        assert parse(text)[:2] == result[:2]
    assert result.source.text == text
    assert len(result.diagnostics) <= DIAGNOSTIC_LIMIT + 1
    findings_are_sound(result.diagnostics, text)
    if not has_errors(result.diagnostics):
        printed = print_module(result.module)
        again = parse(printed)
        assert not has_errors(again.diagnostics), again.diagnostics
        assert same_tree(again.module, result.module)
        assert print_module(again.module) == printed
    return result


def statements_parse(data: str | bytes) -> None:
    """Check that the parsers of statements return a result; an instruction has no errors that hide it."""
    text = _as_text(data)
    parsed = parse_statements(data)
    findings_are_sound(parsed.diagnostics, text)
    single = parse_statement(data)
    findings_are_sound(single.diagnostics, text)
    assert single.instruction is not None or single.diagnostics


def module_checks(data: str | bytes) -> None:
    """Check that diagnostics of a module are sound and can be shown, and are the same if every statement is parsed."""
    text = _as_text(data)
    source, anywhere = Source(text), Place(None, None)
    assert diagnose(source, anywhere) == diagnose(source, anywhere, runs=False)
    diagnostics = check_module(data)
    findings_are_sound(diagnostics, text)
    render_text(diagnostics[:20], text, "module.ptx")


def statement_checks(data: str | bytes) -> None:
    """Check that diagnostics of a statement are sound, whatever its registers are."""
    text = _as_text(data)
    for registers in (None, {"a": "u32", "p": "pred", "%r1": "b32", "%rd1": "b64", "%f1": "f32", "x": "nonsense"}):
        findings_are_sound(check_statement(text, target="sm_90", ptx="8.0", registers=registers), text)


def template_parses(data: str | bytes) -> None:
    """Check that a template parses, or is rejected with the column of its first error."""
    text = _as_text(data)
    names: tuple[str, ...] = ()
    column = 1
    try:
        names = parse_template(text).operand_names()
    except TemplateError as rejection:
        column = rejection.column
    assert 1 <= column <= len(text) + 1
    assert len(set(names)) == len(names)


PROPERTIES = {
    "module": module_checks,
    "tree": parses,
    "statement": statement_checks,
    "statements": statements_parse,
    "template": template_parses,
}
"""Properties by their names on the command line of the fuzzer."""
