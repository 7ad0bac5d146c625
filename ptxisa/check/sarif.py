"""Diagnostics as a SARIF 2.1.0 log, a format that code hosts and editors read."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from ptxisa.isa.diagnostics import CATALOGUE, Diagnostic

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
HOME = "%SRCROOT%"
Json = dict[str, Any]


class Artifact(NamedTuple):
    """Checked file: its size in bytes and its results."""

    file: str
    length: int
    results: Sequence[Json]


class Tool(NamedTuple):
    """Version of this package and URI of its documentation, "" if it has none."""

    version: str
    documentation: str = ""


def results(diagnostics: Iterable[Diagnostic], source: str, file: str) -> list[Json]:
    """Return the results of one file."""
    lines = source.split("\n")
    seen: Counter[str] = Counter()
    listed = []
    for diagnostic in diagnostics:
        # A digest of code and line does not change when lines above change; it is numbered if it is repeated.
        line = lines[diagnostic.line - 1] if diagnostic.line <= len(lines) else ""
        text = f"{diagnostic.code}\0{' '.join(line.split())}"
        digest = hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:16]
        seen[digest] += 1
        listed.append(_result(diagnostic, file, f"{digest}:{seen[digest]}"))
    return listed


def log(artifacts: Sequence[Artifact], tool: Tool, *, failures: Sequence[str] = (), status: int = 0) -> Json:
    """Return the log of one run; `failures` are messages about unreadable files, `status` is the exit status."""
    every = [result for artifact in artifacts for result in artifact.results]
    codes = {code: index for index, code in enumerate(dict.fromkeys(result["ruleId"] for result in every))}
    driver = {
        "name": "ptxisa",
        "version": tool.version,
        **({"informationUri": tool.documentation} if tool.documentation else {}),
        "rules": [rule(code, tool.documentation) for code in codes],
    }
    invocation: Json = {"executionSuccessful": not failures, "exitCode": status}
    if failures:
        invocation["toolExecutionNotifications"] = [
            {"level": "error", "message": {"text": failure}} for failure in failures
        ]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "defaultEncoding": "utf-8",
        "defaultSourceLanguage": "ptx",
        "originalUriBaseIds": {HOME: {"description": {"text": "The directory in which the command ran."}}},
        "invocations": [invocation],
        "artifacts": [
            {
                "location": location(artifact.file),
                "length": artifact.length,
                "roles": ["analysisTarget"],
                "sourceLanguage": "ptx",
            }
            for artifact in artifacts
        ],
        "results": [{**result, "ruleIndex": codes[result["ruleId"]]} for result in every],
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def rule(code: str, documentation: str = "") -> Json:
    """Return the description of a code for viewers; an unknown code has only its name."""
    known = CATALOGUE.get(code)
    if known is None:
        return {"id": code}
    # Meaning and examples as plain text and as Markdown.
    meaning = known.meaning.replace("``", "")
    examples = [(word, shown(text)) for word, text in (("Wrong", known.wrong), ("Right", known.right)) if text]
    plain = [meaning, *(f"{word}:\n{text}" for word, text in examples)]
    marked = [known.meaning.replace("``", "`")]
    marked += [f"{word}:\n\n```{known.language}\n{text}\n```" for word, text in examples]
    described = {
        "id": code,
        "shortDescription": {"text": meaning},
        "help": {"text": "\n\n".join(plain), "markdown": "\n\n".join(marked)},
    }
    if documentation:
        described["helpUri"] = f"{documentation.rstrip('/')}/_generated/codes/{code}.html"
    return described


def shown(example: str, limit: int = 400) -> str:
    """Return an example for printing, with escapes for bytes that are not UTF-8, truncated if it is long."""
    text = example.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
    return text if len(text) <= limit else f"{text[: limit // 4]}…"


def _result(diagnostic: Diagnostic, file: str, fingerprint: str) -> Json:
    end_line, end_column = diagnostic.end
    region = {
        "startLine": diagnostic.line,
        "startColumn": diagnostic.column,
        "endLine": end_line,
        "endColumn": end_column,
    }
    message = f"{diagnostic.message} ({diagnostic.hint})" if diagnostic.hint else diagnostic.message
    result: Json = {
        "ruleId": diagnostic.code,
        "level": diagnostic.severity,
        "message": {"text": message},
        "locations": [{"physicalLocation": {"artifactLocation": location(file), "region": region}}],
        "partialFingerprints": {"ptxisaLine/v1": fingerprint},
    }
    properties = {"form": diagnostic.form, "erratum": diagnostic.erratum}
    if any(properties.values()):
        result["properties"] = {name: value for name, value in properties.items() if value}
    return result


def location(file: str) -> Mapping[str, str]:
    """Return the URI reference of a file; a relative one is relative to the working directory."""
    name = file.replace("\\", "/")
    if os.path.isabs(file):
        return {"uri": f"file://{'' if name.startswith('/') else '/'}{_quoted(name)}"}
    return {"uri": _quoted(name), "uriBaseId": HOME}


def _quoted(name: str) -> str:
    # A colon in the first part of a relative reference would end a scheme.
    return quote(name, safe="/", errors="surrogateescape")
