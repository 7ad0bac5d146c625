"""Where a record and its parts are available."""

from ptxisa.isa.dates import dates


def test_the_whole_comes_first_and_parts_follow() -> None:
    record = {
        "name": "maxntid",
        "summary": "Largest block.",
        "availability": [{"id": "base", "ptx": "1.3", "target": "sm_10+"}],
        "features": [
            {"summary": "None of its own."},
            {
                "name": "zero",
                "summary": "Zero is allowed.",
                "availability": [{"id": "later", "ptx": "8.0", "target": "sm_90+"}],
            },
        ],
    }
    whole, part = dates(record)
    assert whole.steps == ()
    assert [(clause.ptx, clause.target) for clause in whole.availability] == [("1.3", "sm_10+")]
    assert part.steps == ("features", 1)
    assert part.availability[0].ptx == "8.0"


def test_a_record_without_dates() -> None:
    assert list(dates({"name": "x", "notes": ["nothing"]})) == []
