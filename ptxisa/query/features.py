"""Targets that have a feature as ptxas names it: an instruction, modifiers of one, or a modifier of any.

about_feature("mma with block scale", "sm_120")  # 'sm_120a and sm_120f have it: compile for sm_120a, …'
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ptxisa.isa import targets
from ptxisa.isa.forms import Form
from ptxisa.isa.instructions import every_form, instruction
from ptxisa.isa.names import listing
from ptxisa.isa.variants import completions
from ptxisa.query.availability import UnknownOpcode, candidates, replacement
from ptxisa.query.narrowing import Filled, exists

_NAME = re.compile(r"\.?[\w.:%]*\w")


def opcode_with(feature: str) -> str:
    """Return an opcode that has a feature, "" if none has it."""
    name = _spelled(feature)
    try:
        candidates(name)
    except UnknownOpcode:
        pass
    else:
        return name
    for form, contents in _forms_with(feature) if name[:1] != "." else ():
        for values in completions(form, {slot: modifiers[0] for slot, modifiers in contents.items()}):
            return form.opcode(values)
    return ""


def about_feature(feature: str, place: str) -> str:
    """Return sentences about the targets that have a feature which ptxas misses on one.

    Args:
        feature: Name of the feature in a message of ptxas, such as `.kind::mxf4` or `mma with block scale`.
        place: Target of the message.
    """
    forms = _forms_with(feature)
    if not forms or place not in targets.known():
        return "Some features need a target with the suffix a or f."
    on = targets.known()[place]
    having = [
        target
        for target in sorted(targets.known().values(), key=lambda target: (target.number, target.name))
        if any(exists(form, target, None, contents) for form, contents in forms)
    ]
    if on in having:
        return f"{place} has it in some forms, or in a later PTX version."
    same_chip = [target.name for target in having if target.silicon == on.silicon]
    if same_chip:
        verb = "have" if len(same_chip) > 1 else "has"
        suffix = same_chip[0].removeprefix("sm_")
        return (
            f"{listing(same_chip, last='and')} {verb} it: compile for {same_chip[0]}, with nvcc "
            f"-gencode arch=compute_{suffix},code=sm_{suffix}."
        )
    other = replacement(forms[0][0], on, None)
    purpose = f" For the same purpose, {place} has {other}." if other else ""
    # A target has the number of its chip, then a suffix; under its old name it would be listed twice.
    others = [target.name for target in having if not target.renamed]
    return f"No target of this chip has it, only {listing(others, last='and')}.{purpose}"


def _spelled(feature: str) -> str:
    """Return a feature such as `cvt with .e4m3x2/.e5m2x2` or `mma with block scale` in the spelling of an opcode."""
    # Other names are "cp.async.bulk{.tensor}", "redux.f32" and "cvt with .e4m3x2 on sm_89".
    spelled = re.sub(r"/\.[\w:]+", "", feature.removeprefix("Sparse "))
    words = re.sub(r"([\w.]+) with (\w+) (\w+)", r"\1.\2_\3", spelled)
    match = _NAME.match(words.replace(" with .", "."))
    name = match.group() if match else ""
    # Of "wgmma.mma_async with integer types", only the instruction is known.
    return name if any(_forms_of(name)) else spelled.partition(" with ")[0]


def _forms_with(feature: str) -> list[tuple[Form, Filled]]:
    """Return the forms that have a feature, with the modifiers in their slots that it names; plain ones come first."""
    return sorted(_forms_of(_spelled(feature)), key=lambda form: len(form[0].record))  # `mma` before `mma.sp`.


def _forms_of(name: str) -> Iterator[tuple[Form, Filled]]:
    """Yield the forms of an instruction, or of any for modifiers alone, and the slots of the modifiers."""
    mnemonic, *modifiers = name.split(".")
    known = instruction(mnemonic)
    for form in known.forms if known else every_form() if not mnemonic and modifiers else ():
        contents: Filled = {}
        for modifier in modifiers:
            # ptxas leaves out the end of `fence::before_thread_sync`, say.
            fitting = (
                (slot.name, tuple(value for value in slot.values if f"{value}::".startswith(f"{modifier}::")))
                for slot in form.slots
                if slot.name not in contents
            )
            contents.update([filled for filled in fitting if filled[1]][:1])
        if len(contents) == len(modifiers):
            yield form, contents
