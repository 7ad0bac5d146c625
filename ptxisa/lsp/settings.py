"""Settings of the server, which clients send as initialization options or as the section `ptxisa`.

{"target": "sm_90a", "ptx": "8.7", "assembler": "13.0", "strict": false, "severity": {"deprecated": "hint"}}
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from ptxisa.isa import targets, versions
from ptxisa.isa.deviations import UnknownRelease, reference
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.isa.names import suggestion
from ptxisa.isa.targets import UnknownTarget
from ptxisa.isa.versions import UnknownVersion

SEVERITIES = ("error", "warning", "information", "hint", "off")


class Settings(NamedTuple):
    """Options of checks, and of what is shown."""

    target: str | None = None
    """Target instead of that of the module."""
    ptx: str | None = None
    """PTX version instead of that of the module."""
    assembler: str | None = None
    """Release of ptxas whose verdict counts."""
    strict: bool = False
    severity: tuple[tuple[str, str], ...] = ()
    """Pairs of a diagnostic code and its severity."""
    documentation: str = ""
    """Address of the documentation, for links; "" for no links."""
    inlay_hints: bool = True
    code_lens: bool = True


def settings_of(options: Any) -> tuple[Settings, list[str]]:
    """Return the settings in what a client sent, and the problems in them; wrong values are left out."""
    problems: list[str] = []
    if isinstance(options, Mapping) and isinstance(options.get("ptxisa"), Mapping):
        options = options["ptxisa"]
    if not isinstance(options, Mapping):
        return Settings(), [] if options is None else ["settings of ptxisa are not an object"]
    values: dict[str, Any] = {}
    for key, value in options.items():
        # A wrong value must not disable the others: the rest of a configuration stays in force.
        if key not in Settings._fields:
            problems.append(
                f"unknown setting {str(key)[:60]!r}; {suggestion(str(key), Settings._fields) or ''}".rstrip("; ")
            )
        elif key == "severity":
            pairs = []
            for code, severity in value.items() if isinstance(value, Mapping) else ():
                if code not in CATALOGUE:
                    problems.append(f"setting severity: unknown code {str(code)[:60]!r}")
                elif severity not in SEVERITIES:
                    problems.append(f"setting severity.{code} is not one of {', '.join(SEVERITIES)}")
                else:
                    pairs.append((code, severity))
            values[key] = tuple(sorted(pairs))
        elif value is not None and value != "":  # Editors send "" for a setting that is empty in their dialog.
            wanted = bool if isinstance(Settings._field_defaults[key], bool) else str
            if not isinstance(value, wanted):
                problems.append(f"setting {key} is not a {'truth value' if wanted is bool else 'text'}")
                continue
            values[key] = value
    for key, known in (("target", targets.target), ("ptx", versions.version), ("assembler", reference)):
        try:
            if key in values:
                known(values[key])
        except (UnknownTarget, UnknownVersion, UnknownRelease) as error:
            problems.append(f"setting {key}: {error}")
            del values[key]
    return Settings(**values), problems
