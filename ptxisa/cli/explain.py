"""What a diagnostic code means, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from ptxisa.cli.output import bold, paragraph


def known_codes() -> list[str]:
    """Every code."""
    from ptxisa.isa.diagnostics import CATALOGUE

    return list(CATALOGUE)


def explanation(code: str) -> Iterator[str]:
    """The meaning of a code, PTX that earns it, the same put right, and the rules that it is about."""
    from ptxisa.check.sarif import shown
    from ptxisa.isa.diagnostics import CATALOGUE

    known = CATALOGUE[code]
    yield bold(f"{code} (diagnostic)")
    yield paragraph(known.meaning)
    for word, example in (("wrong", known.wrong), ("right", known.right)):
        if example:
            yield "\n" + bold(word)
            yield from (f"  {line}" for line in shown(example).splitlines())
    rules = rules_of(code)
    if rules:
        yield "\n" + bold("rules")
        yield from (paragraph(f"{name}: {summary}", 2) for name, summary in rules)


def as_data(code: str) -> dict[str, object]:
    """The same for programs."""
    from ptxisa.isa.diagnostics import CATALOGUE

    return {"kind": "code", "name": code, **CATALOGUE[code]._asdict(), "rules": [name for name, _ in rules_of(code)]}


def rules_of(code: str) -> list[tuple[str, str]]:
    """Names and summaries of the rules with an example that earns the code."""
    from ptxisa.query.database import database

    return [
        (name, summary)
        for name, summary in database().sql(
            "SELECT DISTINCT record.name, record.summary FROM rule_code"
            " JOIN record ON record.kind = 'rule' AND record.name = rule_code.rule WHERE code = ? ORDER BY record.name",
            (code,),
        )
    ]
