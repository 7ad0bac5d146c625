"""Prove that two snippets of PTX are equal for all inputs, or a fact about one; find a cheaper one.

A snippet is a file with statements, or a text after -e. Registers that are read before they are written are inputs;
registers that both snippets write are outputs. Snippets may have blocks with .reg, guards, and branches without loops.

The answer is "equal" (exit status 0), "different" with a small counterexample and what each statement gives for it (1),
or "unknown" with the reason (3); invalid input is 2. Solvers come with `pip install 'ptxisa[prove]'`; without them,
execution alone can answer "different".

With --holds, a condition on the registers after one snippet is proved. With --cheapest, one or two instructions that do
the same as a snippet are searched among all that the target has; the status is 0 if there are some and 1 if not.

examples:
  ptxisa prove -e 'shl.b32 d, x, y;' -e 'and.b32 t, y, 31; shl.b32 d, x, t;'
  ptxisa prove -e 'mul.f32 d, x, 0f40000000;' -e 'add.f32 d, x, x;'
  ptxisa prove before.ptx after.ptx --inputs x:s32,y:f32 --outputs d
  ptxisa prove before.ptx after.ptx --assume 'y < 32' --open refine
  ptxisa prove before.ptx after.ptx --smt2 question.smt2
  ptxisa prove --rules rules.yaml
  ptxisa prove --nvvm llvm.fshl.i32 -e 'shf.l.wrap.b32 d, low, high, amount;'
  ptxisa prove -e 'abs.s32 d, x;' --holds 'd >= 0' --assume 'x > -2**31'
  ptxisa prove --cheapest 'shl.b32 a, x, 5; shr.u32 b, x, 27; or.b32 d, a, b;'
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from ptxisa.cli.options import add_json, add_place, place
from ptxisa.cli.output import Failure, file_problem, print_json

if TYPE_CHECKING:
    from ptxisa.nvvm.statements import IntrinsicStatements
    from ptxisa.proofs.equality import Proof

STATUS = {"equal": 0, "different": 1, "unknown": 3, "holds": 0, "fails": 1, "cheaper": 0, "none": 1}
"""Exit status of each answer."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `ptxisa prove`."""
    parser.add_argument("files", nargs="*", metavar="FILE", help="a file with statements")
    parser.add_argument("-e", action="append", default=[], metavar="TEXT", dest="texts", help="statements")
    parser.add_argument("--inputs", metavar="NAME:TYPE,…", help="types of inputs, and further inputs")
    parser.add_argument("--outputs", metavar="NAME,…", help="registers that are compared")
    parser.add_argument("--assume", metavar="CONDITION", help="condition on the inputs, such as 'y < 32'")
    parser.add_argument(
        "--open",
        choices=["exact", "refine"],
        help="compare executed bits, or ask if the first snippet allows every result of the second; "
        "the default is exact, and refine with --cheapest",
    )
    parser.add_argument("--timeout", type=float, default=10, metavar="S", help="seconds for solvers (default: 10)")
    parser.add_argument(
        "--solver",
        default="auto",
        metavar="NAME",
        help="bitwuzla, cvc5, cvc5-integers, z3, several with commas, or a command",
    )
    parser.add_argument(
        "--smt2", metavar="OUT", help="write the question, or one snippet, as SMT-LIB (- for standard output)"
    )
    parser.add_argument("--rules", metavar="FILE", help="prove every rule of a file, YAML or JSON")
    parser.add_argument(
        "--nvvm", metavar="NAME", help="compare with an intrinsic, such as 'llvm.nvvm.vote.sync mode=any'"
    )
    parser.add_argument("--holds", metavar="CONDITION", help="prove a condition on the registers after one snippet")
    parser.add_argument(
        "--cheapest", metavar="TEXT", help="find one or two instructions that do the same as statements"
    )
    add_place(parser)
    add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Decide, print the answer, and return its exit status."""
    if arguments.rules:
        return _prove_rules(arguments)
    from ptxisa.isa.diagnostics import PtxError
    from ptxisa.proofs.equality import ProofError
    from ptxisa.proofs.machine import NotProvable

    place(arguments)
    try:
        if arguments.cheapest is not None:
            return _find_cheapest(arguments)
        return _prove(arguments)
    except PtxError as error:
        raise Failure("; ".join(str(diagnostic) for diagnostic in error.diagnostics)) from None
    except (ProofError, NotProvable) as error:
        raise Failure(str(error)) from None


def _prove(arguments: argparse.Namespace) -> int:
    """Answer if two snippets are equal, or if a fact about one holds."""
    from ptxisa.proofs.equality import chosen_solvers, prove, smtlib
    from ptxisa.proofs.facts import holds
    from ptxisa.proofs.solvers import prepare

    snippets = [*map(_read, arguments.files), *arguments.texts]
    inputs = _typed(arguments.inputs) if arguments.inputs else {}
    outputs = [name.strip() for name in arguments.outputs.split(",")] if arguments.outputs else None
    if arguments.nvvm is not None:
        meaning = _intrinsic(arguments.nvvm)
        snippets.insert(0, meaning.text)
        inputs, outputs = {**meaning.inputs, **inputs}, outputs or list(meaning.outputs)
    target, ptx, assume, timeout = arguments.target, arguments.ptx, arguments.assume, arguments.timeout
    solver, about = arguments.solver, arguments.open or "exact"
    if not arguments.smt2 and (names := chosen_solvers(solver)):
        prepare(names[0])  # It loads while samples are executed.
    if arguments.holds is not None:
        if len(snippets) != 1:
            raise Failure(f"a fact is about one snippet, a file or after -e; given: {len(snippets)}")
        proof = holds(snippets[0], arguments.holds, inputs, assume, target, timeout, ptx=ptx, solver=solver)
    else:
        if arguments.smt2 and len(snippets) in (1, 2):
            second = snippets[1] if len(snippets) > 1 else None
            script = smtlib(snippets[0], second, inputs, outputs, assume, target=target, ptx=ptx, open=about)
            if arguments.smt2 == "-":
                sys.stdout.write(script)
                return 0
            try:
                Path(arguments.smt2).write_text(script, encoding="utf-8")
            except OSError as error:
                raise Failure(file_problem(arguments.smt2, error)) from None
            return 0
        if len(snippets) != 2:
            raise Failure(f"two snippets are compared, as files or after -e; given: {len(snippets)}")
        first, second = snippets
        proof = prove(
            first,
            second,
            inputs,
            outputs,
            assume,
            target=target,
            ptx=ptx,
            timeout=timeout,
            solver=solver,
            open=about,
            conditions=not assume,
        )
    if arguments.json:
        print_json(document(proof))
    else:
        print(report(proof))
    return STATUS[proof.answer]


def _find_cheapest(arguments: argparse.Namespace) -> int:
    """Find instructions that do the same as statements."""
    from ptxisa.proofs.cheapest import cheapest

    if arguments.files or arguments.texts:
        raise Failure("--cheapest has its statements itself: no other snippet is compared")

    def show_progress(line: str) -> None:
        print(f"\r\033[K{line}", end="", file=sys.stderr, flush=True)

    on_terminal = sys.stderr.isatty()
    answer = cheapest(
        arguments.cheapest,
        _typed(arguments.inputs) if arguments.inputs else {},
        arguments.outputs,
        arguments.assume,
        arguments.target,
        arguments.timeout,
        arguments.open or "refine",
        ptx=arguments.ptx,
        solver=arguments.solver,
        progress=show_progress if on_terminal else None,
    )
    if on_terminal:
        print("\r\033[K", end="", file=sys.stderr, flush=True)
    if arguments.json:
        proof = document(answer.proof) if answer.proof else None
        print_json(
            {
                "answer": answer.answer,
                "text": answer.text,
                "instructions": answer.instructions,
                "before": answer.before,
                "candidates": answer.candidates,
                "seconds": round(answer.seconds, 4),
                "reason": answer.reason,
                "proof": proof,
            }
        )
        return STATUS[answer.answer]
    from ptxisa.isa.names import counted

    tried = f"{answer.candidates:,} candidates, {answer.seconds:,.1f} s"
    if answer.proof is None:
        print(f"{'nothing cheaper' if answer.answer == 'none' else 'unknown'}: {answer.reason} ({tried})")
    else:
        size = f"{counted(answer.instructions, 'instruction')} instead of {answer.before}"
        print(f"{answer.text}\n{size}; {report(answer.proof)}; {tried}")
    return STATUS[answer.answer]


def _prove_rules(arguments: argparse.Namespace) -> int:
    """Prove every instance of every rule; return 0 if all answers are the expected ones."""
    from ptxisa.isa.diagnostics import PtxError
    from ptxisa.isa.names import UnrecordedName
    from ptxisa.proofs.inputs import ProofError
    from ptxisa.proofs.rules import read

    documents: list[dict[str, object]] = []
    statuses = {0}
    try:
        rules = read(_data(arguments.rules))
    except ProofError as error:
        raise Failure(f"{arguments.rules}: {error}") from None
    width = max(len(rule.name) for rule in rules)
    for rule in rules:
        for instance in rule.instances():
            try:
                proof = instance.proof(arguments.timeout, arguments.solver)
            except PtxError as error:
                raise Failure(f"rule {rule.name} {instance.title}: {error.diagnostics[0]}") from None
            except (ProofError, UnrecordedName) as error:
                raise Failure(f"rule {rule.name} {instance.title}: {error}") from None
            expected = proof.answer == rule.expect
            # "equal" has status 0, but not where another answer was expected.
            statuses.add(0 if expected else STATUS[proof.answer] or 1)
            if arguments.json:
                documents.append(
                    {"rule": rule.name, "values": dict(instance.values), "expected": expected} | document(proof)
                )
                continue
            answer = report(proof).splitlines()[0] + ("" if expected else f"  (expected: {rule.expect})")
            print(f"{rule.name:<{width}}  {instance.title:<12}  {answer}", flush=True)
    if arguments.json:
        print_json({"rules": documents})
    # A rule that is wrong matters more than one without an answer, whose status is the greater number.
    return 1 if 1 in statuses else max(statuses)


def _data(path: str) -> object:
    """Return the contents of a file of rules."""
    text = _read(path)
    if path.endswith(".json"):
        parse: Callable[[str], object] = json.loads
    else:
        try:
            import yaml  # In the extra `prove`.
        except ImportError:
            needs = "YAML needs PyYAML; pip install 'ptxisa[prove]', or write the rules as JSON"
            raise Failure(f"{path}: {needs}") from None
        parse = yaml.safe_load
    try:
        return parse(text)
    except Exception as error:
        # PyYAML has errors of its own, but a scalar that its tag does not fit ends in that of Python: KeyError for
        # `!!bool maybe`, IndexError for `!!int ""`, AttributeError for `!!timestamp x`. Deep nesting is RecursionError.
        reason = " ".join(str(error).split())[:200]
        raise Failure(f"{path}: {reason or type(error).__name__}") from None


def report(proof: Proof) -> str:
    """Return an answer as text."""
    from ptxisa.isa.types import known
    from ptxisa.numbers.notation import show
    from ptxisa.proofs.equality import shown

    if proof:
        bits = sum(value.bits for value in proof.inputs.values())
        how = proof.by if proof.by == "normal form" else f"{proof.by}, {proof.seconds * 1000:,.0f} ms"
        where = f"where {proof.assume}" if proof.assume else f"for all 2^{bits} inputs"
        return f"{proof.answer} {where} ({how})"
    if proof.answer == "unknown":
        executed = f"; {proof.samples:,} inputs executed without a difference" if proof.samples else ""
        return f"unknown: {proof.reason}{executed}"
    values = ", ".join(f"{name} = {shown(proof.inputs, name, value)}" for name, value in proof.counterexample.items())
    lines = [f"{proof.answer}: {values}" if values else proof.answer]
    width = max((len(line.statement) for line in proof.trace), default=0)
    side = 0
    for line in proof.trace:
        if line.side != side:
            lines.append("")
            side = line.side
        digits = max(1, known()[line.type].bits // 4)
        lines.append(
            f"  {line.statement:<{width}}  {line.register} = {line.value:#0{digits + 2}x}"
            f"  {show(line.value, line.type)}"
        )
    if proof.holds_if:
        lines.append(f"  equal if: {proof.holds_if}")
    return "\n".join(lines)


def document(proof: Proof) -> dict[str, object]:
    """Return an answer as data."""
    return {
        "answer": proof.answer,
        "by": proof.by,
        "reason": proof.reason,
        "open": proof.open,
        "assume": proof.assume,
        "inputs": {name: value.type for name, value in proof.inputs.items()},
        "outputs": list(proof.outputs),
        "counterexample": dict(proof.counterexample),
        "trace": [line._asdict() for line in proof.trace],
        "equal_if": proof.holds_if,
        "samples": proof.samples,
        "seconds": round(proof.seconds, 4),
    }


def _intrinsic(text: str) -> IntrinsicStatements:
    """Return the statements of `--nvvm`: a name, and perhaps constants such as `mode=any`."""
    from ptxisa.nvvm.intrinsics import UnknownIntrinsic
    from ptxisa.nvvm.statements import NoStatements, statements

    name, *words = text.split() or [""]
    pairs = [word.partition("=") for word in words]
    if not all(equals and key.isidentifier() for key, equals, _ in pairs):
        raise Failure(f"--nvvm {text[:60]!r} is not NAME CONSTANT=VALUE…, such as llvm.nvvm.vote.sync mode=any")
    try:
        return statements(name, **{key: value for key, _, value in pairs})
    except (UnknownIntrinsic, NoStatements) as error:
        raise Failure(str(error)) from None


def _read(path: str) -> str:
    try:
        return sys.stdin.read() if path == "-" else Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Failure(f"{path}: not UTF-8 at byte {error.start}") from None
    except (OSError, ValueError) as error:
        raise Failure(file_problem(path, error)) from None


def _typed(text: str) -> dict[str, str]:
    """Return the types of `--inputs`."""
    types = {}
    for part in text.split(","):
        name, colon, type_ = part.strip().rpartition(":")
        if not colon or not name:
            raise Failure(f"--inputs {part[:40]!r} is not NAME:TYPE, such as x:u32")
        types[name] = type_.removeprefix(".")
    return types
