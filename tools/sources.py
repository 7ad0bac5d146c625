"""Check the inline assembly of source trees: errors that ptxas does not confirm, and faults that are not found.

    python -m tools.sources judge FOLDER … --ptxas 13.0
    python -m tools.sources faults FOLDER … --faults 100

`judge` checks every source file below the folders, puts each PTX text with an error into a kernel, and compiles it with
ptxas for several targets. An error is false if ptxas accepts the text for one of them. `faults` inserts faults into
texts without errors: misspelled mnemonics and modifiers, operands that do not exist, missing semicolons.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from ptxisa.isa import targets
from ptxisa.isa.diagnostics import Diagnostic
from ptxisa.isa.instructions import mnemonics
from ptxisa.oracle.assembler import Ptxas
from ptxisa.oracle.releases import find
from ptxisa.sources.check import check_source, check_texts
from ptxisa.sources.files import is_source
from ptxisa.sources.regions import Region
from ptxisa.syntax.parser import parse_statements
from ptxisa.syntax.source import decode
from ptxisa.syntax.tree import Block, Instruction

TARGETS = ("sm_90a", "sm_100a", "sm_120a", "sm_80")


def texts(folders: list[Path]) -> Iterator[tuple[Path, str, Region, list[Diagnostic]]]:
    """Yield file, source and each PTX text in the source files of folders, with the diagnostics of the text."""
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if is_source(path.name) and path.is_file():
                source = decode(path.read_bytes())
                for item, diagnostics in check_texts(source, path.name):
                    if isinstance(item, Region):
                        yield path, source, item, list(diagnostics)


def kernel(region: Region, target: str, version: str) -> str:
    """Return a module with the statements of a text in a kernel."""
    if region.module:
        return region.text
    text = region.text
    constants = {operand.name: operand.value or "1" for operand in region.operands if operand.type is None}
    for name, value in constants.items():
        text = text.replace(name, value)
    registers = "".join(
        f".reg .{operand.type} {operand.name};\n" for operand in region.operands if operand.type not in (None, "any")
    )
    return f".version {version}\n.target {target}\n.address_size 64\n.entry k()\n{{\n{registers}{text}\n}}\n"


def judge(folders: list[Path], release: str) -> int:
    """Print the errors of the checker with the verdict of ptxas, and return the number of false ones."""
    assembler, false, count = Ptxas(find(release)), 0, 0
    for path, source, region, diagnostics in texts(folders):
        errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity == "error"]
        if not errors:
            continue
        count += 1
        line = source.count("\n", 0, region.start) + 1
        accepted = [
            name for name in TARGETS if not assembler.rejection(kernel(region, name, "9.0"), targets.target(name))
        ]
        false += bool(accepted)
        verdict = f"FALSE, accepted for {', '.join(accepted)}" if accepted else "confirmed"
        print(f"{path}:{line}: {verdict}: {errors[0].message}")
    print(f"{count} texts with errors, {false} of them false")
    return false


def faulty(region: Region, random: Random) -> tuple[int, int, str] | None:
    """Return a fault as a replacement in a PTX text: start, end and the new words; None if the text has no place."""
    pending, instructions = [*parse_statements(region.text).statements], []
    while pending:
        node = pending.pop()
        if isinstance(node, Block):
            pending += node.statements
        elif isinstance(node, Instruction):
            instructions.append(node)
    if not instructions:
        return None
    node = random.choice(instructions)
    start = node.opcode_start
    words = region.text[start:].split(None, 1)[0].rstrip(";").split(".")
    kind = random.choice(("mnemonic", "modifier", "operand", "semicolon"))
    if kind == "mnemonic" and f"{words[0]}x" not in mnemonics():
        return start + len(words[0]), start + len(words[0]), "x"
    if kind == "modifier" and len(words) > 1:
        end = start + len(words[0]) + 1 + len(words[1])
        return end, end, "q"
    if kind == "operand" and region.operands:
        sign = region.operands[0].name[0]
        place = region.text.find(f"{sign}1", start, node.end)
        if place >= 0 and not region.text[place + 2 : place + 3].isalnum():
            return place, place + 2, f"{sign}997"
    if kind == "semicolon" and len(instructions) > 1:
        place = region.text.find(";", node.end - 1)
        if place >= 0 and region.text[place + 1 :].strip(" \n\t\\}"):
            return place, place + 1, " "
    return None


def insert_faults(folders: list[Path], count: int, seed: int) -> int:
    """Insert faults, and return the number of those without a diagnostic in their statement."""
    random, missed, done = Random(seed), 0, 0
    candidates = [
        (path, source, region)
        for path, source, region, diagnostics in texts(folders)
        if not any(diagnostic.severity == "error" for diagnostic in diagnostics)
    ]
    while done < count:
        path, source, region = random.choice(candidates)
        fault = faulty(region, random)
        if fault is None or not region.is_literal(*fault[:2]):
            continue
        start, end = region.place(*fault[:2])
        edited = source[:start] + fault[2] + source[end:]
        before = {(diagnostic.line, diagnostic.code) for diagnostic in check_source(source, path.name)}
        new = [
            diagnostic
            for diagnostic in check_source(edited, path.name)
            if (diagnostic.line, diagnostic.code) not in before
        ]
        low, high = (edited.count("\n", 0, place) + 1 for place in (region.start, region.offsets[-1]))
        done += 1
        if not any(
            low <= diagnostic.line <= high and diagnostic.severity in ("error", "warning") for diagnostic in new
        ):
            missed += 1
            print(f"not found: {path}:{low}: {fault} in {region.text!r}")
    print(f"{done} faults, {missed} not found")
    return missed


def main() -> int:
    """Run a campaign; the status is 1 if it finds anything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("campaign", choices=("judge", "faults"))
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("--ptxas", default="13.0", metavar="RELEASE")
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if arguments.campaign == "judge":
        return int(judge(arguments.folders, arguments.ptxas) > 0)
    return int(insert_faults(arguments.folders, arguments.faults, arguments.seed) > 0)


if __name__ == "__main__":
    sys.exit(main())
