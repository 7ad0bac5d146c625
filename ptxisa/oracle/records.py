"""Write evidence records: the small part of YAML that they need, so that running tools takes no YAML library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HEAD = "# yaml-language-server: $schema=../../schema/evidence.schema.json\n"
WIDTH = 140
"""Columns of the longest line with a mapping."""


def write_record(path: Path, record: dict[str, Any]) -> None:
    """Write a record of nested mappings with scalar leaves; innermost mappings stand on one line where they fit."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(HEAD + "\n".join(_lines(record, 0)) + "\n", encoding="utf-8")


def _lines(mapping: dict[str, Any], indent: int) -> Iterator[str]:
    for key, value in mapping.items():
        margin = " " * indent
        line = f"{margin}{_key(key)}: {_flow(value)}"
        nested = isinstance(value, dict) and any(isinstance(item, dict) for item in value.values())
        if nested or (isinstance(value, dict) and len(line) > WIDTH):
            yield f"{margin}{_key(key)}:"
            yield from _lines(value, indent + 2)
        else:
            yield line


def _key(key: str) -> str:
    """Form ids such as `and` or `not` are plain text in YAML; what might be a number or a truth value is quoted."""
    plain = key.replace("_", "").replace(".", "").replace("-", "").isalnum() and key[0].isalpha()
    return key if plain and key.lower() not in ("yes", "no", "on", "off", "true", "false", "null") else json.dumps(key)


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_key(key)}: {_flow(item)}" for key, item in value.items()) + "}"
    return str(value) if isinstance(value, int) else _text(str(value))


def _text(value: str) -> str:
    return value if value.replace("-", "").isalpha() else json.dumps(value)
