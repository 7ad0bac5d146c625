"""Solvers: bitwuzla, cvc5 and z3 by their Python packages, or any program that reads SMT-LIB.

    solve(script, ("bitwuzla", "cvc5"), seconds=10)

Each solver is a process of its own, which stays for the next question, and is ended when its time is over.
"""

from __future__ import annotations

import atexit
import json
import queue
import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from ptxisa.proofs import smtlib

PACKAGES = {"bitwuzla": "bitwuzla", "cvc5": "cvc5", "cvc5-integers": "cvc5", "z3": "z3"}
"""Python package of each solver, from the one that is asked first."""
_WORKER = Path(__file__).with_name("worker.py")
_HEAD_START = 0.15
"""Seconds for the first solver alone: most questions are answered within them."""


class Verdict(NamedTuple):
    """Answer of a solver.

    Attributes:
        status: "sat", "unsat" or "unknown".
        values: Bit patterns of variables for "sat".
        solver: Name of the solver.
        reason: Why no solver answered; empty if one did.
    """

    status: str
    values: Mapping[str, int]
    solver: str
    reason: str = ""


def installed() -> tuple[str, ...]:
    """Return the names of the solvers whose package is installed."""
    return tuple(name for name, package in PACKAGES.items() if find_spec(package))


def prepare(name: str) -> None:
    """Start the process of a solver, so that its package is loaded when it is asked."""
    if name in PACKAGES:
        _Process(name).rest()


def solve(script: str, solvers: Sequence[str], seconds: float) -> Verdict:
    """Ask several solvers at once, the first one a moment earlier, and return the first answer.

    Args:
        script: SMT-LIB text, which ends with `(check-sat)` and perhaps `(get-value …)`.
        solvers: Names of `PACKAGES`, or commands that read a script from standard input.
        seconds: Time for all of them together.
    """
    deadline = time.monotonic() + seconds
    answers: queue.Queue[tuple[str, Mapping[str, Any]]] = queue.Queue()
    waiting: dict[str, _Process] = {}
    reasons: dict[str, str] = {}
    for index, name in enumerate(solvers):
        process = _process(name)
        waiting[name] = process
        process.ask(script, deadline - time.monotonic(), answers)
        if index == 0 and len(solvers) > 1:
            verdict = _first(answers, waiting, reasons, min(time.monotonic() + _HEAD_START, deadline))
            if verdict:
                return verdict
    # Solvers end by themselves at the deadline, and need a moment to report that.
    verdict = _first(answers, waiting, reasons, deadline + 0.3)
    for process in waiting.values():
        process.end()
    if verdict:
        return verdict
    reasons.update(dict.fromkeys(waiting, f"stopped after {seconds:g} s"))
    return Verdict("unknown", {}, "", "; ".join(f"{name}: {reason}" for name, reason in reasons.items()))


def _first(
    answers: queue.Queue[tuple[str, Mapping[str, Any]]],
    waiting: dict[str, _Process],
    reasons: dict[str, str],
    deadline: float,
) -> Verdict | None:
    """Return the first definite answer before a deadline; solvers without one move from `waiting` to `reasons`."""
    while waiting:
        try:
            name, answer = answers.get(timeout=max(deadline - time.monotonic(), 0.001))
        except queue.Empty:
            return None
        process = waiting.pop(name)
        if answer["status"] in ("sat", "unsat"):
            process.rest()
            for other in waiting.values():
                other.end()
            waiting.clear()
            values = answer.get("values") or smtlib.values(answer.get("output", ""))
            return Verdict(answer["status"], values, name)
        lines = str(answer.get("reason") or answer.get("output") or "").strip().splitlines() or ["no answer"]
        reasons[name] = lines[0][:200]
        process.rest()
    return None


class _Process:
    """Process of one solver."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.once = name not in PACKAGES  # A command of the user reads one script and ends.
        command = shlex.split(name) if self.once else [sys.executable, str(_WORKER), name]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )

    def ask(self, script: str, seconds: float, answers: queue.Queue[tuple[str, Mapping[str, Any]]]) -> None:
        """Send a script; its answer is put into a queue."""
        threading.Thread(target=self._answer, args=(script, max(seconds, 0.01), answers), daemon=True).start()

    def _answer(self, script: str, seconds: float, answers: queue.Queue[tuple[str, Mapping[str, Any]]]) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        try:
            if self.once:
                output, _ = self.process.communicate(script)
                status = output.split()[0] if output.split() else "unknown"
                answers.put((self.name, {"status": status, "output": output}))
                return
            self.process.stdin.write(json.dumps({"script": script, "seconds": seconds}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
            answer = json.loads(line) if line else {"status": "unknown", "reason": "ended without an answer"}
        except (OSError, ValueError) as error:
            answer = {"status": "unknown", "reason": str(error)}
        answers.put((self.name, answer))

    def rest(self) -> None:
        """Keep the process for the next question."""
        if self.once or self.process.poll() is not None:
            self.end()
        else:
            with _lock:
                _idle.setdefault(self.name, []).append(self)

    def end(self) -> None:
        """End the process: a solver at work reads no message."""
        self.process.kill()
        self.process.wait()


# Processes that wait for the next question, because starting Python and loading a solver takes longer than most
# questions. Answers come from threads, which put processes back.
_idle: dict[str, list[_Process]] = {}
_lock = threading.Lock()


def _process(name: str) -> _Process:
    with _lock:
        processes = _idle.get(name, [])
        while processes:
            process = processes.pop()
            if process.process.poll() is None:
                return process
    return _Process(name)


@atexit.register
def _end_all() -> None:
    for processes in _idle.values():
        for process in processes:
            process.end()
