"""SMT-LIB 2.6 text of terms, for any solver.

script([equal(x, y)])       # declarations, definitions of shared terms, assertions, (check-sat)
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from ptxisa.numbers.formats import known
from ptxisa.proofs.terms import Term, node, postorder

_MODES = {"rn": "RNE", "rna": "RNA", "rz": "RTZ", "rm": "RTN", "rp": "RTP"}
_LONGEST = 120
"""Characters of a term that is written in place; longer terms get a name."""
_ROUNDED = ("fp.add", "fp.mul", "fp.fma", "fp.div", "fp.sqrt", "fp.roundToIntegral")


def script(assertions: Sequence[Term], wanted: Sequence[Term] = (), heading: str = "") -> str:
    """Return a script that asks whether all assertions can be true.

    Args:
        assertions: Truth values.
        wanted: Variables that are declared in any case, and whose values `(get-value …)` requests.
        heading: Comment before the script.
    """
    assertions = _spelled(assertions)
    writer = _SmtlibWriter([*assertions, *wanted])
    lines = [f"; {line}" for line in heading.splitlines()]
    lines += [f"(set-logic {writer.logic()})", "(set-option :produce-models true)"]
    lines += list(writer.lines())
    lines += [f"(assert {writer.text[assertion]})" for assertion in assertions]
    lines.append("(check-sat)")
    if wanted:
        lines.append(f"(get-value ({' '.join(symbol(term.data) for term in wanted)}))")
    return "\n".join(lines) + "\n"


def _spelled(roots: Sequence[Term]) -> list[Term]:
    """Return terms in which minima and maxima are choices, since SMT-LIB has no such operations."""
    results: dict[Term, Term] = {}
    for term in postorder(roots):
        args = tuple(results[argument] for argument in term.args)
        if term.op in ("umin", "umax", "smin", "smax"):
            below = "bvule" if term.op[0] == "u" else "bvsle"
            result = args[0]
            for other in args[1:]:
                test = node(below, 0, result, other)
                yes, no = (result, other) if term.op.endswith("min") else (other, result)
                result = node("ite", term.sort, test, yes, no)
            results[term] = result
        else:
            results[term] = term if args == term.args else node(term.op, term.sort, *args, data=term.data)
    return [results[root] for root in roots]


def values(output: str) -> dict[str, int]:
    """Return the values of variables from the answer to `(get-value …)`."""
    pattern = r"\(\s*(\|[^|]*\||[^\s()|]+)\s+(#b[01]+|#x[0-9a-fA-F]+|\(_ bv\d+ \d+\)|true|false)\s*\)"
    values_ = {}
    for name, value in re.findall(pattern, output):
        if value in ("true", "false"):
            number = int(value == "true")
        elif value.startswith("#"):
            number = int(value[2:], 2 if value[1] == "b" else 16)
        else:
            number = int(value.split()[1][2:])
        values_[name.strip("|")] = number
    return values_


def symbol(name: str) -> str:
    """Return a name as a symbol."""
    return name if re.fullmatch(r"[A-Za-z][A-Za-z0-9]*", name) and name not in _TAKEN else f"|{name}|"


_TAKEN = {
    "let",
    "as",
    "par",
    "forall",
    "exists",
    "match",
    "abs",
    "div",
    "mod",
    "select",
    "store",
    "concat",
    "distinct",
    "xor",
    "and",
    "or",
    "not",
    "ite",
    "true",
    "false",
    "re",
    "str",
    "bv2nat",
    "roundNearestTiesToEven",
    "RNE",
    "RNA",
    "RTP",
    "RTN",
    "RTZ",
}


def sort(of: int | str) -> str:
    """Return a sort."""
    if isinstance(of, str):
        form = known()[of]
        return f"(_ FloatingPoint {form.exponent} {form.precision})"
    return f"(_ BitVec {of})" if of else "Bool"


class _SmtlibWriter:
    def __init__(self, roots: Sequence[Term]) -> None:
        self.order = postorder(roots)
        self.uses = Counter(argument for term in self.order for argument in term.args)
        self.text: dict[Term, str] = {}

    def logic(self) -> str:
        """Return the smallest usual logic that has every operation."""
        functions = "UF" if any(term.op == "apply" for term in self.order) else ""
        floats = "FP" if any(isinstance(term.sort, str) for term in self.order) else ""
        return f"QF_{functions}BV{floats}"

    def lines(self) -> Iterator[str]:
        """Yield declarations and definitions, and note the text of each term."""
        declared: set[str] = set()
        for term in self.order:
            if term.op == "var":
                self.text[term] = symbol(term.data)
                yield f"(declare-const {symbol(term.data)} {sort(term.sort)})"
                continue
            if term.op == "pattern":
                # A pattern is defined by its number, and a NaN by that of operations.
                name, (number,) = f"p{len(self.text)}", term.args
                form = known()[str(number.sort)]
                self.text[term] = f"|{name}|"
                yield f"(declare-const |{name}| {sort(term.sort)})"
                yield f"(assert (= ((_ to_fp {form.exponent} {form.precision}) |{name}|) {self.text[number]}))"
                yield f"(assert (=> (fp.isNaN {self.text[number]}) (= |{name}| {_bits(form.no_number, form.bits)})))"
                continue
            if term.op == "apply":
                name = "|" + " ".join(map(str, term.data)).strip() + "|"
                if name not in declared:
                    declared.add(name)
                    arguments = " ".join(sort(argument.sort) for argument in term.args)
                    yield f"(declare-fun {name} ({arguments}) {sort(term.sort)})"
                text = f"({name} {' '.join(self.text[argument] for argument in term.args)})"
            else:
                text = self.expression(term)
            if term.args and (self.uses[term] > 1 or len(text) > _LONGEST):
                name = f"|t{len(self.text)}|"
                yield f"(define-fun {name} () {sort(term.sort)} {text})"
                text = name
            self.text[term] = text

    def expression(self, term: Term) -> str:
        """Return the text of an operation."""
        if term.op == "const":
            return _constant(term)
        parts = [self.text[argument] for argument in term.args]
        form = known()[term.sort] if isinstance(term.sort, str) else None
        match term.op:
            case "extract":
                return f"((_ extract {term.data[0]} {term.data[1]}) {parts[0]})"
            case "sign_extend":
                return f"((_ sign_extend {term.width - term.args[0].width}) {parts[0]})"
            case "concat":
                if term.args[0].op == "const" and term.args[0].data == 0 and len(parts) > 1:
                    inner = _chain("concat", parts[1:])
                    return f"((_ zero_extend {term.args[0].width}) {inner})"
                return _chain("concat", parts)
            case "bvmul" if term.args[-1].op == "const" and term.args[-1].data == (1 << term.width) - 1:
                return f"(bvneg {_chain('bvmul', parts[:-1])})"
            case "bvadd" | "bvmul" | "bvand" | "bvor" | "bvxor":
                return _chain(term.op, parts)
            case "to_fp" if form:
                return f"((_ to_fp {form.exponent} {form.precision}) {parts[0]})"
            case "fp.to_fp" | "from_signed" if form:
                return f"((_ to_fp {form.exponent} {form.precision}) {_MODES[term.data]} {parts[0]})"
            case "from_unsigned" if form:
                return f"((_ to_fp_unsigned {form.exponent} {form.precision}) {_MODES[term.data]} {parts[0]})"
            case "to_signed" | "to_unsigned":
                name = "fp.to_sbv" if term.op == "to_signed" else "fp.to_ubv"
                return f"((_ {name} {term.width}) RTZ {parts[0]})"
        if term.op in _ROUNDED:
            parts.insert(0, _MODES[term.data])
        return f"({term.op} {' '.join(parts)})"


def _chain(op: str, parts: Sequence[str]) -> str:
    """Return an operation of two operands on several."""
    text = parts[0]
    for part in parts[1:]:
        text = f"({op} {text} {part})"
    return text


def _bits(value: int, width: int) -> str:
    return f"#x{value:0{width // 4}x}" if width % 4 == 0 else f"#b{value:0{width}b}"


def _constant(term: Term) -> str:
    if isinstance(term.sort, str):
        form = known()[term.sort]
        if term.data == form.no_number:
            return f"(_ NaN {form.exponent} {form.precision})"
        return f"((_ to_fp {form.exponent} {form.precision}) {_bits(term.data, form.bits)})"
    if term.sort == 0:
        return "true" if term.data else "false"
    return _bits(term.data, term.width)
