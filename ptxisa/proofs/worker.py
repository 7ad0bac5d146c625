"""Process of a solver: reads scripts from standard input and writes answers, until it is ended.

Started as a file, so that nothing of the package is imported. A request is a line of JSON with the script and a limit
in seconds; the answer is a line with the status, and for "sat" the values of all variables that the script declares.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

_MEMORY = 6 << 30
"""Bytes that a solver may use; a larger problem ends its process, and not the machine."""


def bitwuzla(script: str, seconds: float) -> dict[str, Any]:
    """Answer with bitwuzla."""
    import bitwuzla as library

    options = library.Options()
    options.set(library.Option.PRODUCE_MODELS, True)
    options.set(library.Option.TIME_LIMIT_PER, int(seconds * 1000))
    parser = library.Parser(library.TermManager(), options)
    parser.parse(script.partition("(check-sat)")[0], True, False)
    solver = parser.bitwuzla()
    status = str(solver.check_sat()).rpartition(".")[2].lower()
    values = {}
    if status == "sat":
        for variable in parser.get_declared_funs():
            if variable.sort().is_bv():
                values[str(variable.symbol()).strip("|")] = int(solver.get_value(variable).value(2), 2)
    return {"status": status, "values": values}


def cvc5(script: str, seconds: float, **more: str) -> dict[str, Any]:
    """Answer with cvc5."""
    import cvc5 as library

    manager = library.TermManager()
    solver = library.Solver(manager)
    solver.setOption("produce-models", "true")
    solver.setOption("tlimit-per", str(int(seconds * 1000)))
    for name, value in more.items():
        solver.setOption(name, value)
    if more:  # Bit vectors become integers, which the logic of the script does not have.
        script = script.replace(script.partition("(set-logic ")[2].partition(")")[0], "ALL", 1)
    symbols = library.SymbolManager(manager)
    parser = library.InputParser(solver, symbols)
    parser.setStringInput(library.InputLanguage.SMT_LIB_2_6, script, "script")
    output = ""
    while not (command := parser.nextCommand()).isNull():
        output += str(command.invoke(solver, symbols))
        if output.startswith(("unsat", "unknown")):
            break
    return {"status": output.split()[0] if output.split() else "unknown", "output": output}


def cvc5_integers(script: str, seconds: float) -> dict[str, Any]:
    """Answer with cvc5 and integers in place of bit vectors, which suits products and divisions by constants."""
    return cvc5(script, seconds, **{"solve-bv-as-int": "sum"})


def z3(script: str, seconds: float) -> dict[str, Any]:
    """Answer with z3."""
    import z3 as library

    context = library.Z3_mk_context(library.Z3_mk_config())
    question, check, request = f"(set-option :timeout {int(seconds * 1000)})\n{script}".partition("(check-sat)")
    output = str(library.Z3_eval_smtlib2_string(context, question + check))
    status = output.split()[0] if output.split() else "unknown"
    if status == "sat":  # Without a model, z3 would print an error itself.
        output += str(library.Z3_eval_smtlib2_string(context, request))
    return {"status": status, "output": output}


SOLVERS: dict[str, Callable[[str, float], dict[str, Any]]] = {
    "bitwuzla": bitwuzla,
    "cvc5": cvc5,
    "cvc5-integers": cvc5_integers,
    "z3": z3,
}


def main() -> None:
    """Answer requests."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    except (ImportError, ValueError, OSError):
        pass
    solve = SOLVERS[sys.argv[1]]
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = solve(request["script"], request["seconds"])
        except Exception as error:  # The answer is the message of the solver, whatever it is.
            answer = {"status": "unknown", "reason": str(error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
