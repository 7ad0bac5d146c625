"""Diagnostics, and the catalogue of their codes.

A diagnostic has a stable code (`syntax-error`, `unknown-modifier`), which tools may filter on; `CATALOGUE`
defines each code. `ptxisa.check.render` shows diagnostics to people, `to_json` and `ptxisa.check.sarif`
to programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from ptxisa.isa.representation import line
from ptxisa.isa.requirements import Requirement

Position = tuple[int, int]
"""Line and column, both counted from 1; columns count characters."""


class Span(NamedTuple):
    """Range of text, from the offset `start` to just before the offset `end`."""

    start: int
    end: int


class Stretch(Protocol):
    """Anything with a place in the text: a node of the syntax tree, or a `Span`."""

    @property
    def start(self) -> int:
        """Offset of the first character."""

    @property
    def end(self) -> int:
        """Offset just past the last character."""


class Diagnostic(NamedTuple):
    """One diagnostic, from the check that reports it to the text that is printed.

    The message is made from the other fields; no code reads it.
    """

    code: str
    severity: str
    """"error", "warning" or "note"."""
    message: str
    line: int = 1
    column: int = 1
    end: Position = (1, 1)
    """Position just past the last character."""
    form: str | None = None
    """Id of the instruction form."""
    hint: str = ""
    """Advice; "" if there is none."""
    rule: str | None = None
    """Id of the rule of the record that is broken."""
    span: Span = Span(0, 0)
    """Place as offsets, from which `located` computes line and column."""
    subject: str = ""
    """Word that the diagnostic is about: an undeclared name, a modifier, an opcode or a mnemonic."""
    modifier: int | None = None
    """Number of the modifier in the opcode."""
    requires: tuple[Requirement, ...] = ()
    """Ways to get what the target or version does not support."""
    erratum: str = ""
    """Erratum by which an assembler differs from the manual."""
    operands: tuple[str, ...] = ()
    """Names of the operands that have the wrong type."""
    expected: str = ""
    """Type that the form requires there."""
    got: str = ""
    """Type that was found there."""
    thread: str = ""
    """Thread of a run, and its CTA."""
    related: Position | None = None
    """Line and column of another statement that participates."""

    def __str__(self) -> str:
        text = f"{self.line}:{self.column}: {self.severity}[{self.code}]: {self.message}"
        return f"{text} ({self.hint})" if self.hint else text

    def __repr__(self) -> str:
        return f"<diagnostic {line(str(self))}>"

    def _repr_html_(self) -> str:
        return Diagnostics([self])._repr_html_()

    # A file full of errors has ten thousand diagnostics, and `_replace` takes three times as long as the lines below.

    def at(self, stretch: Stretch) -> Diagnostic:
        """Return a copy that points at the given span."""
        return Diagnostic._make((*self[:9], Span(stretch.start, stretch.end), *self[10:]))

    def located(self, position: Callable[[int], Position]) -> Diagnostic:
        """Return a copy with line and column, which `position` computes, and without the marks of code in records.

        Most diagnostics of candidate forms are discarded, so that lines are counted only for those that are reported.
        """
        start, end = self.span
        message, hint = self.message.replace("``", ""), self.hint.replace("``", "")
        return Diagnostic._make((*self[:2], message, *position(start), position(end), self.form, hint, *self[8:]))


class Diagnostics(list[Diagnostic]):
    """List of diagnostics that a notebook shows as a table."""

    def _repr_html_(self) -> str:
        from ptxisa.isa.representation import code, paragraph, table

        if not self:
            return paragraph("no diagnostics")
        rows = [
            (
                f"{diagnostic.line}:{diagnostic.column}",
                diagnostic.severity,
                code(diagnostic.code),
                diagnostic.message,
                diagnostic.hint,
            )
            for diagnostic in self
        ]
        return table(["place", "severity", "code", "message", "hint"], rows)


def error(code: str, message: str, stretch: Stretch | None = None, hint: str = "") -> Diagnostic:
    """Create a diagnostic of severity "error"; without a place, `Diagnostic.at` adds one later."""
    span = Span(stretch.start, stretch.end) if stretch is not None else Span(0, 0)
    return Diagnostic(code, "error", message, hint=hint, span=span)


def warning(code: str, message: str, stretch: Stretch | None = None, hint: str = "") -> Diagnostic:
    """Create a diagnostic of severity "warning"."""
    return error(code, message, stretch, hint)._replace(severity="warning")


def note(code: str, message: str, stretch: Stretch | None = None, hint: str = "") -> Diagnostic:
    """Create a diagnostic of severity "note"."""
    return error(code, message, stretch, hint)._replace(severity="note")


def undeclared(name: str, stretch: Stretch, *, label: bool = False) -> Diagnostic:
    """Create the diagnostic for a name that nothing declares."""
    shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
    message = f"label {shown} is not defined" if label else f"{shown} is not declared"
    return Diagnostic("undeclared-name", "error", message, span=Span(stretch.start, stretch.end), subject=name)


LONGEST_NAME = 60
"""Characters of a name that a message shows."""


class PtxError(Exception):
    """Invalid PTX, with every diagnostic."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(diagnostic) for diagnostic in self.diagnostics))

    def __repr__(self) -> str:
        first = f": {line(str(self.diagnostics[0]))}" if self.diagnostics else ""
        return f"<{type(self).__name__} with {len(self.diagnostics):,} diagnostics{first}>"


class Code(NamedTuple):
    """Meaning of a code, with PTX that causes the diagnostic and the corrected PTX."""

    meaning: str
    wrong: str
    right: str
    place: str = "module"
    """Kind of the examples, which `complete` completes.

    "module" is statements at module level, "body" statements of a function, "file" a whole file, "python" a call of
    `ptxisa.execute`, "command" a command line, "source" CUDA C++, "nvvm" entities of a module of NVVM IR, "nvvm-file"
    a whole one.
    """

    def complete(self, example: str) -> str:
        """Return an example as a whole module, with the head and the function that it omits."""
        if self.place in ("file", "python", "command", "source", "nvvm-file"):
            return example
        if self.place == "nvvm":
            return f"{NVVM_EXAMPLE_HEAD}{example}\n{NVVM_EXAMPLE_TAIL}"
        return EXAMPLE_HEAD + (f".entry k()\n{{\n{example}\n}}\n" if self.place == "body" else f"{example}\n")

    @property
    def language(self) -> str:
        """Name of the language of the examples for syntax highlighters."""
        other = {"python": "python", "command": "bash", "source": "cuda", "nvvm": "llvm", "nvvm-file": "llvm"}
        return other.get(self.place, "ptx")


NVVM_EXAMPLE_HEAD = """\
target datalayout = "e-p:64:64:64-i1:8:8-i8:8:8-i16:16:16-i32:32:32-i64:64:64-i128:128:128-f32:32:32-f64:64:64-\
v16:16:16-v32:32:32-v64:64:64-v128:128:128-n16:32:64"
target triple = "nvptx64-nvidia-cuda"
"""
NVVM_EXAMPLE_TAIL = "!nvvmir.version = !{!0}\n!0 = !{i32 2, i32 0}\n"
"""Text before and after an example of NVVM IR."""

EXAMPLE_HEAD = ".version 8.7\n.target sm_90\n.address_size 64\n"
"""Text before an example that begins after the head."""


_HEAP = ".extern .func (.param .b64 o) malloc (.param .b64 n); .extern .func free (.param .b64 q);"
_MALLOC = "{ .param .b64 n; .param .b64 o; st.param.b64 [n], 8; call (o), malloc, (n); ld.param.b64 d, [o]; }"
_PRODUCT = (
    ".reg .f32 f, g, h, i; mov.f32 f, 0f00000000; mov.f32 g, f; mov.f32 h, f; mov.f32 i, f; mov.u64 d, 0x800080040; "
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {f, g, h, i}, d, d, 1, 1, 1, 0, 0; "
    "wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0; "
)
_FREE = "{ .param .b64 q; st.param.b64 [q], d; call free, (q); }"
"""Parts of examples: declarations of `malloc` and `free`, calls of them, and a product."""


def _launched(body: str, block: int = 1, before: str = "", grid: int = 1, **options: object) -> str:
    """Return a call of `ptxisa.launch` with a kernel as an example."""
    registers = ".reg .pred p; .reg .b32 r, t; .reg .b64 d, e;"
    head = f".version 8.7 .target sm_90a .address_size 64 {before}"
    text = f"{head} .entry k() {{ {registers} mov.u32 t, %tid.x; {body} ret; }}"
    given = "".join(f", {name}={value!r}" for name, value in options.items())
    return f"ptxisa.launch({text!r}, 'k', {grid}, {block}{given})"


CATALOGUE: Mapping[str, Code] = {
    # Source files.
    "unchecked-assembly": Code(
        "The text of inline assembly is computed, by a macro or by an expression, so that it is not checked.",
        'asm("add." TYPE " %0, %1, 1;" : "=r"(x) : "r"(y));',
        'asm("add.u32 %0, %1, 1;" : "=r"(x) : "r"(y));',
        "source",
    ),
    "unset-output": Code(
        "An operand of inline assembly that is only an output is read before the assembly writes it.",
        'asm("add.u32 %0, %0, 1;" : "=r"(x));',
        'asm("add.u32 %0, %0, 1;" : "+r"(x));',
        "source",
    ),
    "written-input": Code(
        "Inline assembly writes an operand that is only an input, whose register the compiler assumes to be unchanged.",
        'asm("add.u32 %0, %0, 1; mov.u32 %1, %0;" :: "r"(x), "r"(y));',
        'asm("add.u32 %0, %0, 1; mov.u32 %1, %0;" : "+r"(x), "=r"(y));',
        "source",
    ),
    "unused-operand": Code(
        "Inline assembly does not name one of its operands, often since it names another one twice.",
        'asm("max.s32 %0, %1, %1;" : "=r"(x) : "r"(a), "r"(b));',
        'asm("max.s32 %0, %1, %2;" : "=r"(x) : "r"(a), "r"(b));',
        "source",
    ),
    "unscoped-name": Code(
        "Inline assembly declares a register or label outside of braces, which a copy of the statement declares again.",
        'asm(".reg .u32 t; add.u32 t, %1, 1; mov.u32 %0, t;" : "=r"(x) : "r"(y));',
        'asm("{ .reg .u32 t; add.u32 t, %1, 1; mov.u32 %0, t; }" : "=r"(x) : "r"(y));',
        "source",
    ),
    "asm-operand": Code(
        "A constraint, clobber, name or percent sign of inline assembly is one that nvcc or clang rejects.",
        'asm("add.u32 %0, %1, 1;" : "r"(x) : "i"(2));',
        'asm("add.u32 %0, %1, 1;" : "=r"(x) : "n"(2));',
        "source",
    ),
    # The text as such.
    "unreadable-file": Code(
        "The file cannot be read: it does not exist, is a folder, or may not be read.",
        "ptxisa check missing.ptx",
        "",
        "command",
    ),
    "undecodable-byte": Code("Invalid UTF-8.", "// caf\udce9", "// cafe"),
    "non-ascii-character": Code(
        "PTX is ASCII; some assemblers accept other characters in comments and reject them elsewhere.",
        ".reg .u32 größe;",
        ".reg .u32 size;",
        "body",
    ),
    "stray-character": Code(
        "Unexpected character.",
        ".reg .u32 a, b, c;\nadd.u32 a, b, `c;",
        ".reg .u32 a, b, c;\nadd.u32 a, b, c;",
        "body",
    ),
    "unterminated-comment": Code(
        "``/*`` has no ``*/``.", ".entry k() { ret; } /* done", ".entry k() { ret; } /* done */"
    ),
    "unterminated-string": Code('A string has no closing ``"``.', '.pragma "nounroll;', '.pragma "nounroll";'),
    "malformed-number": Code("Malformed number.", ".global .u32 x = 08;", ".global .u32 x = 8;"),
    "preprocessor-directive": Code(
        "Preprocessor directives other than line markers are not part of PTX.", "#define N 4", '# 1 "kernel.ptx"'
    ),
    # Grammar.
    "syntax-error": Code(
        "Unexpected token.",
        ".reg .u32 a, b, c;\nadd.u32 a b, c;",
        ".reg .u32 a, b, c;\nadd.u32 a, b, c;",
        "body",
    ),
    "missing-semicolon": Code("A statement needs a semicolon at its end.", "ret", "ret;", "body"),
    "unclosed-brace": Code("A ``{`` has no ``}``.", ".entry k() { ret;", ".entry k() { ret; }"),
    "unmatched-brace": Code("A ``}`` has no ``{``.", ".entry k() { ret; } }", ".entry k() { ret; }"),
    "nesting-too-deep": Code(
        "Blocks or expressions are nested deeper than the parser supports.",
        f".global .u32 x = {'(' * 200}1{')' * 200};",
        ".global .u32 x = (((1)));",
    ),
    "too-many-errors": Code("Too many errors; the rest of the file was not parsed or not checked.", "` " * 2000, ""),
    "missing-version": Code(
        "A module begins with ``.version``.", ".target sm_90", ".version 8.7\n.target sm_90", "file"
    ),
    "missing-target": Code("``.target`` follows ``.version``.", ".version 8.7", ".version 8.7\n.target sm_90", "file"),
    "unknown-version": Code(
        "Unknown PTX version.", ".version 7.9\n.target sm_90", ".version 7.8\n.target sm_90", "file"
    ),
    "unknown-target": Code("Unknown target.", ".version 8.7\n.target sm_91", ".version 8.7\n.target sm_90", "file"),
    "unknown-directive": Code("Unknown directive.", ".entri k() { ret; }", ".entry k() { ret; }"),
    "unrecorded-directive": Code(
        "Not covered yet: the directive has no record; in PTX versions that may have it, it is noted, not checked.",
        ".version 9.5\n.target sm_90\n.address_size 64\n.frobnicate 7\n",
        "",
        "file",
    ),
    "unrecorded-target": Code(
        "Not covered yet: the target has no record; statements are checked for the PTX version alone.",
        ".version 9.5\n.target sm_250\n.address_size 64\n",
        ".version 9.0\n.target sm_90\n.address_size 64\n",
        "file",
    ),
    "misplaced-directive": Code(
        "The directive is not allowed here.",
        '.file 1 "k.cu"\n.loc 1 7 0\n.entry k()\n{\n    ret;\n}',
        '.file 1 "k.cu"\n.entry k()\n{\n    .loc 1 7 0\n    ret;\n}',
    ),
    "missing-label": Code(
        "A target list or prototype needs a label, which calls and branches refer to.",
        ".callprototype _ ();",
        "prototype: .callprototype _ ();",
        "body",
    ),
    "missing-state-space": Code("A variable needs a state space.", ".align 4 .u32 x;", ".global .align 4 .u32 x;"),
    "repeated-state-space": Code(
        "A variable has exactly one state space.", ".global .shared .u32 x;", ".global .u32 x;"
    ),
    "empty-declaration": Code("The declaration names no variable.", ".global .u32 ;", ".global .u32 x;"),
    # Constants.
    "constant-overflow": Code(
        "The constant is out of range: integers have 64 bits, decimal floating-point constants are normal doubles.",
        ".global .f64 x = 1e400;",
        ".global .f64 x = 1e300;",
    ),
    "constant-type": Code(
        "Constant expressions do not mix integers and floating-point numbers.",
        ".global .f64 x = 1.5 + 2;",
        ".global .f64 x = 1.5 + 2.0;",
    ),
    "division-by-zero": Code(
        "A constant expression divides by zero.", ".global .u32 x = 1 / 0;", ".global .u32 x = 0;"
    ),
    # Instructions.
    "unknown-mnemonic": Code(
        "Unknown instruction.",
        ".reg .u32 a, b;\nad.u32 a, b, 1;",
        ".reg .u32 a, b;\nadd.u32 a, b, 1;",
        "body",
    ),
    "unknown-modifier": Code(
        "Unknown modifier of the instruction.",
        ".reg .u32 a, b;\nadd.u33 a, b, 1;",
        ".reg .u32 a, b;\nadd.u32 a, b, 1;",
        "body",
    ),
    "missing-modifier": Code(
        "A required modifier is missing.",
        ".reg .u32 a, b;\nadd a, b, 1;",
        ".reg .u32 a, b;\nadd.u32 a, b, 1;",
        "body",
    ),
    "modifier-order": Code(
        "The modifiers are in an order that assemblers reject.",
        ".reg .s32 a, b;\nmul.s32.lo a, b, 3;",
        ".reg .s32 a, b;\nmul.lo.s32 a, b, 3;",
        "body",
    ),
    "modifier-combination": Code(
        "The instruction does not support this combination of modifiers.",
        ".reg .u64 a, b;\nadd.sat.u64 a, b, 1;",
        ".reg .s32 a, b;\nadd.sat.s32 a, b, 1;",
        "body",
    ),
    "unusual-spelling": Code(
        "Assemblers accept this order of modifiers; the manual uses another.",
        ".reg .s32 a, b;\nadd.s32.sat a, b, 1;",
        ".reg .s32 a, b;\nadd.sat.s32 a, b, 1;",
        "body",
    ),
    "unrecorded-instruction": Code(
        "Not covered yet: the instruction has no record; the statement is noted, not checked.",
        ".version 9.5\n.target sm_90\n.address_size 64\n.entry k()\n{\nfrobnicate;\n}\n",
        "",
        "file",
    ),
    "operand-count": Code(
        "Too few or too many operands.",
        ".reg .u32 a, b;\nadd.u32 a, b;",
        ".reg .u32 a, b;\nadd.u32 a, a, b;",
        "body",
    ),
    "operand-kind": Code(
        "The operand has the wrong kind, such as a constant as the destination.",
        ".reg .u32 a, b;\nadd.u32 1, a, b;",
        ".reg .u32 a, b;\nadd.u32 a, b, 1;",
        "body",
    ),
    "operand-type": Code(
        "The operand type does not match the instruction type.",
        ".reg .u32 a, b;\n.reg .f32 c;\nadd.u32 a, b, c;",
        ".reg .u32 a, b;\n.reg .s32 c;\nadd.u32 a, b, c;",
        "body",
    ),
    "operand-space": Code(
        "The variable is not in the state space of the instruction.",
        ".shared .u32 x;\n.reg .u64 p;\ncvta.global.u64 p, x;",
        ".shared .u32 x;\n.reg .u64 p;\ncvta.shared.u64 p, x;",
        "body",
    ),
    "operand-range": Code(
        "A constant operand is out of range.",
        ".reg .u32 a, b;\nbfe.u32 a, b, 300, 8;",
        ".reg .u32 a, b;\nbfe.u32 a, b, 30, 8;",
        "body",
    ),
    "vector-size": Code(
        "A vector has the wrong number of elements.",
        ".reg .u32 a, b;\n.reg .u64 p;\nld.v2.u32 {a}, [p];",
        ".reg .u32 a, b;\n.reg .u64 p;\nld.v2.u32 {a, b}, [p];",
        "body",
    ),
    "undocumented": Code(
        "The manual does not have this, but releases of ptxas accept it: a warning; an error with ``--strict``.",
        ".reg .u16 a, b;\naddc.u16 a, b, 1;",
        ".reg .u32 a, b;\naddc.u32 a, b, 1;",
        "body",
    ),
    "rejected-by-assembler": Code(
        "The manual has this, but releases of ptxas reject it: a warning; an error with ``--strict`` and with "
        "``--assembler`` and such a release.",
        ".reg .b32 d;\ncvt.rna.tf32.f32 d, 1.5;",
        ".reg .b32 d;\ncvt.rna.tf32.f32 d, 0f3FC00000;",
        "body",
    ),
    "ignored-guard": Code(
        "Releases of ptxas write the destination whatever the guard of the instruction is, as an erratum has measured.",
        ".reg .pred p, q;\n.reg .f32 x;\n@q testp.finite.f32 p, x;",
        ".reg .pred p, q, t;\n.reg .f32 x;\ntestp.finite.f32 t, x;\n@q mov.pred p, t;",
        "body",
    ),
    # Directives.
    "directive-argument": Code(
        "Invalid argument of a directive or pragma.",
        ".entry k() .maxntid 0 { ret; }",
        ".entry k() .maxntid 32 { ret; }",
    ),
    "directive-combination": Code(
        "Directives exclude each other, or a directive requires another that is missing.",
        ".entry k() .maxntid 64 .reqntid 64 { ret; }",
        ".entry k() .reqntid 64 { ret; }",
    ),
    "misaligned-address": Code(
        "An address is not aligned to the size of the access: its variable is aligned, and the offset is not.",
        ".global .align 4 .b8 table[64];\n.entry k()\n{\n  .reg .b32 a;\n  ld.global.b32 a, [table + 2];\n  ret;\n}",
        ".global .align 4 .b8 table[64];\n.entry k()\n{\n  .reg .b32 a;\n  ld.global.b32 a, [table + 4];\n  ret;\n}",
        "module",
    ),
    "missing-proxy-fence": Code(
        "A bulk copy reads shared memory through the async proxy, and no proxy fence follows a store through "
        "the generic proxy.",
        ".shared .align 16 .b8 s[16];\n"
        ".reg .b64 g;\n"
        "st.shared.b32 [s], 1;\n"
        "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16;",
        ".shared .align 16 .b8 s[16];\n"
        ".reg .b64 g;\n"
        "st.shared.b32 [s], 1;\n"
        "fence.proxy.async.shared::cta;\n"
        "cp.async.bulk.global.shared::cta.bulk_group [g], [s], 16;",
        "body",
    ),
    "arrival-scope": Code(
        "An arrival at an mbarrier of another CTA has the scope .cta, so it releases nothing to that CTA.",
        ".reg .b32 a;\nmapa.shared::cluster.u32 a, a, 1;\nmbarrier.arrive.shared::cluster.b64 _, [a];",
        ".reg .b32 a;\nmapa.shared::cluster.u32 a, a, 1;\nmbarrier.arrive.release.cluster.shared::cluster.b64 _, [a];",
        "body",
    ),
    "weak-polling": Code(
        "A loop ends only when a weak load returns another value. A weak load may return one value forever.",
        ".reg .b64 g;\n.reg .b32 a;\n.reg .pred q;\nLOOP: ld.global.u32 a, [g];\nsetp.eq.u32 q, a, 0;\n@q bra LOOP;",
        ".reg .b64 g;\n"
        ".reg .b32 a;\n"
        ".reg .pred q;\n"
        "LOOP: ld.acquire.gpu.global.u32 a, [g];\n"
        "setp.eq.u32 q, a, 0;\n"
        "@q bra LOOP;",
        "body",
    ),
    "fence-before-barrier": Code(
        "A flag is stored after a barrier and the fence is before it: the store publishes nothing that other "
        "threads wrote.",
        ".reg .b64 g;\nst.global.u32 [g], 1;\nfence.acq_rel.gpu;\nbar.sync 0;\nst.relaxed.gpu.global.u32 [g+64], 1;",
        ".reg .b64 g;\nst.global.u32 [g], 1;\nbar.sync 0;\nfence.acq_rel.gpu;\nst.relaxed.gpu.global.u32 [g+64], 1;",
        "body",
    ),
    "unified-variable": Code(
        "A .unified variable is written, or read without .unified after the address, which is undefined behavior.",
        ".global .attribute(.unified(1, 2)) .b32 x;\n.entry k()\n{\n  .reg .b32 a;\n  st.global.b32 [x], a;\n  ret;\n}",
        ".global .b32 x;\n.entry k()\n{\n  .reg .b32 a;\n  st.global.b32 [x], a;\n  ret;\n}",
        "module",
    ),
    "memory-size": Code(
        "The static shared memory of a kernel or the constant memory of a module exceeds its limit.",
        ".const .b8 table[65537];",
        ".const .b8 table[65536];",
        "module",
    ),
    "cta-group": Code(
        "A kernel has ``tcgen05`` instructions with ``.cta_group::1`` and with ``.cta_group::2``.",
        ".version 8.6\n.target sm_100a\n.address_size 64\n.entry k()\n{\n"
        "  tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\n"
        "  tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;\n  ret;\n}",
        ".version 8.6\n.target sm_100a\n.address_size 64\n.entry k()\n{\n"
        "  tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;\n"
        "  tcgen05.relinquish_alloc_permit.cta_group::2.sync.aligned;\n  ret;\n}",
        "file",
    ),
    "repeated-directive": Code(
        "A directive is repeated where only one is allowed or used.",
        '.file 1 "kernel.cu"\n.file 1 "kernel.h"',
        '.file 1 "kernel.cu"\n.file 2 "kernel.h"',
    ),
    "ignored-directive": Code(
        "A directive has no effect without another one.",
        ".entry k() .minnctapersm 4 { ret; }",
        ".entry k() .maxntid 256 .minnctapersm 4 { ret; }",
    ),
    "unknown-pragma": Code(
        "Unknown pragma, which assemblers ignore in kernels and functions.",
        '.entry k() { .pragma "unroll"; ret; }',
        '.entry k() { .pragma "nounroll"; ret; }',
    ),
    "missing-debug-information": Code(
        "The option debug requires debug sections, and the module has none.",
        ".version 8.7\n.target sm_90, debug\n.entry k() { ret; }",
        ".version 8.7\n.target sm_90, debug\n.section .debug_info { .b8 0 }\n.entry k() { ret; }",
        "file",
    ),
    "undeclared-file": Code(
        "No .file directive defines this file number.",
        ".entry k() { .loc 1 2 3\n ret; }",
        '.file 1 "kernel.cu"\n.entry k() { .loc 1 2 3\n ret; }',
    ),
    "unknown-location": Code(
        "The location of inlined_at is not defined by an earlier .loc.",
        '.file 1 "kernel.cu"\n.section .debug_str { name: .b8 0 }\n'
        ".entry k() { .loc 1 9 3, function_name name, inlined_at 1 2 3\n ret; }",
        '.file 1 "kernel.cu"\n.section .debug_str { name: .b8 0 }\n'
        ".entry k() { .loc 1 2 3\n .loc 1 9 3, function_name name, inlined_at 1 2 3\n ret; }",
    ),
    "inconsistent-declaration": Code(
        "Two declarations of a symbol are inconsistent.",
        ".func f(.param .u32 a);\n.func f(.param .u64 a) { ret; }",
        ".func f(.param .u64 a);\n.func f(.param .u64 a) { ret; }",
    ),
    "wrong-linkage": Code(
        "The symbol cannot have this linkage, or another declaration has a different one.",
        ".extern .global .u32 x = 1;",
        ".visible .global .u32 x = 1;",
    ),
    "wrong-alias": Code(
        "Alias and aliasee are incompatible.",
        ".weak .func f() { ret; }\n.func g();\n.alias g, f;",
        ".visible .func f() { ret; }\n.func g();\n.alias g, f;",
    ),
    # Names.
    "undeclared-name": Code(
        "The name is not declared.",
        ".reg .u32 a;\nadd.u32 a, a, b;",
        ".reg .u32 a, b;\nadd.u32 a, a, b;",
        "body",
    ),
    "redeclared-name": Code("The name is declared twice in one scope.", ".reg .u32 a, a;", ".reg .u32 a, b;", "body"),
    # Availability.
    "unavailable-target": Code(
        "The target does not support this.",
        ".version 8.0\n.target sm_80\n.entry k()\n{\n    .reg .b32 a;\n    add.u16x2 a, a, a;\n}",
        ".version 8.0\n.target sm_90\n.entry k()\n{\n    .reg .b32 a;\n    add.u16x2 a, a, a;\n}",
        "file",
    ),
    "unavailable-version": Code(
        "The PTX version does not support this.",
        ".version 7.8\n.target sm_90\n.entry k()\n{\n    .reg .b32 a;\n    add.u16x2 a, a, a;\n}",
        ".version 8.0\n.target sm_90\n.entry k()\n{\n    .reg .b32 a;\n    add.u16x2 a, a, a;\n}",
        "file",
    ),
    "deprecated": Code(
        "Deprecated.",
        ".version 2.0\n.target sm_20\n.entry k() .maxntid 256 .maxnctapersm 4 { exit; }",
        ".version 2.0\n.target sm_20\n.entry k() .maxntid 256 .minnctapersm 4 { exit; }",
        "file",
    ),
    "advisory": Code(
        "The statement is legal, but ptxas advises against it.",
        ".version 8.0\n.target sm_90\n.entry k() { .reg .b64 p<3>; .reg .b32 n; .reg .b16 m;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [p0], [p1], n, [p2], m;}",
        ".version 8.0\n.target sm_90a\n.entry k() { .reg .b64 p<3>; .reg .b32 n; .reg .b16 m;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [p0], [p1], n, [p2], m;}",
        "file",
    ),
    # Variables.
    "misplaced-variable": Code(
        "Variables in this state space cannot be declared here.", ".local .u32 x;", ".global .u32 x;"
    ),
    "unknown-type": Code("Unknown type.", ".global .u33 x;", ".global .u32 x;"),
    "undeclarable-type": Code(
        "Variables of this type cannot be declared in this state space, or at all.",
        ".global .bf16 x;",
        ".global .b16 x;",
    ),
    "texture-mode": Code(
        "The texture mode of the module does not support this.",
        ".version 8.7\n.target sm_90\n.global .samplerref s;",
        ".version 8.7\n.target sm_90, texmode_independent\n.global .samplerref s;",
        "file",
    ),
    "invalid-vector": Code(
        "A vector has two or four elements and at most 128 bits, and cannot be in .param.",
        ".global .v4 .f64 x;",
        ".global .v2 .f64 x;",
    ),
    "invalid-array": Code(
        "The array needs a size, or arrays are not allowed here.", ".global .u32 x[];", ".global .u32 x[4];"
    ),
    "invalid-alignment": Code(
        "The alignment is not a power of two, or too large.", ".global .align 3 .b8 x;", ".global .align 4 .b8 x;"
    ),
    "invalid-bank": Code(
        "No constant bank has this number.",
        ".version 2.1\n.target sm_20\n.extern .const[11] .b32 x[];",
        ".version 2.1\n.target sm_20\n.extern .const[10] .b32 x[];",
        "file",
    ),
    "unknown-attribute": Code(
        "Unknown attribute.",
        ".global .attribute(.manage) .u32 x;",
        ".global .attribute(.managed) .u32 x;",
    ),
    "misplaced-attribute": Code(
        "The attribute does not apply here.", ".const .attribute(.managed) .u32 x;", ".const .u32 x;"
    ),
    "attribute-arguments": Code(
        "The attribute has too few or too many arguments.",
        ".global .attribute(.unified(1)) .u32 x;",
        ".global .attribute(.unified(1, 2)) .u32 x;",
    ),
    "unnamed-parameter": Code(
        "A function parameter needs a name.", ".func f(.param .u32 _) { ret; }", ".func f(.param .u32 a) { ret; }"
    ),
    "result-space": Code(
        "Several results of a function must be registers.",
        ".func (.param .u32 r, .param .u32 s) f() { ret; }",
        ".func (.param .u32 r) f() { ret; }",
    ),
    "parameter-size": Code(
        "The kernel parameters exceed the size limit of this target and PTX version.",
        ".entry k(.param .b8 x[40000]) { ret; }",
        ".entry k(.param .b8 x[4000]) { ret; }",
    ),
    "misplaced-initializer": Code(
        "Variables of this state space or type cannot be initialized.", ".shared .u32 x = 1;", ".global .u32 x = 1;"
    ),
    "initializer-type": Code(
        "The initializer does not match the type, or its braces are missing or superfluous.",
        ".global .f32 x = 1;",
        ".global .f32 x = 1.0;",
    ),
    "initializer-size": Code(
        "The initializer list has too many values, or fewer than the vector.",
        ".global .u32 x[2] = {1, 2, 3};",
        ".global .u32 x[3] = {1, 2, 3};",
    ),
    "initializer-name": Code(
        "The address is not a constant.",
        ".shared .u32 s;\n.global .u64 p = s;",
        ".global .u32 g;\n.global .u64 p = g;",
    ),
    "initializer-mask": Code(
        "A mask must select exactly one byte.",
        ".global .u32 g;\n.global .u8 b = 0xF0(g);",
        ".global .u32 g;\n.global .u8 b = 0xFF00(g);",
    ),
    "unknown-field": Code(
        "Unknown field of a texture, sampler or surface.",
        ".global .surfref s = {filter_mode = nearest};",
        ".global .texref t = {filter_mode = nearest};",
    ),
    "field-value": Code(
        "The field does not support this value.",
        ".global .texref t = {filter_mode = wrap};",
        ".global .texref t = {filter_mode = nearest};",
    ),
    "ignored-field": Code(
        "The field has no effect in this texture mode.",
        ".version 8.7\n.target sm_90, texmode_independent\n.global .texref t = {filter_mode = linear};",
        ".version 8.7\n.target sm_90\n.global .texref t = {filter_mode = linear};",
        "file",
    ),
    # Calls and branches.
    "call-target": Code(
        "The callee must be a device function, or a register with a prototype, a target list or a table.",
        ".entry k() { ret; }\n.entry other()\n{\n    call k;\n}",
        ".func k() { ret; }\n.entry other()\n{\n    call k;\n}",
    ),
    "missing-prototype": Code(
        "An indirect call needs a prototype or a list of possible targets.",
        ".reg .u64 f;\ncall f;",
        ".reg .u64 f;\nprototype: .callprototype _ ();\ncall f, prototype;",
        "body",
    ),
    "call-count": Code(
        "The numbers of arguments and results must match the function.",
        ".func f(.param .u32 a) { ret; }\n.entry k()\n{\n    call f;\n}",
        ".func f(.param .u32 a) { ret; }\n.entry k()\n{\n    call f, (1);\n}",
    ),
    "call-argument": Code(
        "An argument must be a register, a .param variable of the caller or a constant.",
        ".func f(.param .u32 a) { ret; }\n.global .u32 x;\n.entry k()\n{\n    call f, (x);\n}",
        ".func f(.param .u32 a) { ret; }\n.entry k()\n{\n    .reg .u32 x;\n    call f, (x);\n}",
    ),
    "call-type": Code(
        "The type or size of an argument or result does not match the parameter.",
        ".func f(.param .u32 a) { ret; }\n.entry k()\n{\n    .reg .f32 x;\n    call f, (x);\n}",
        ".func f(.param .f32 a) { ret; }\n.entry k()\n{\n    .reg .f32 x;\n    call f, (x);\n}",
    ),
    "call-alignment": Code(
        "The alignment of an argument or result does not match the parameter.",
        ".func f(.param .align 8 .b8 a[8]) { ret; }\n.entry k()\n{\n    .param .b8 x[8];\n    call f, (x);\n}",
        ".func f(.param .align 8 .b8 a[8]) { ret; }\n.entry k()\n{\n    .param .align 8 .b8 x[8];\n    call f, (x);\n}",
    ),
    "result-before-call": Code(
        "A result is loaded that no call further up in the text returns.",
        ".func (.param .u32 r) f() { ret; }\n.entry k()\n{\n    .reg .u32 a;\n    .param .u32 p;\n"
        "    ld.param.u32 a, [p];\n    call (p), f;\n}",
        ".func (.param .u32 r) f() { ret; }\n.entry k()\n{\n    .reg .u32 a;\n    .param .u32 p;\n"
        "    call (p), f;\n    ld.param.u32 a, [p];\n}",
    ),
    "branch-target": Code(
        "The target of a branch must be a label or a list of labels.",
        ".reg .u32 x;\nbra x;",
        "x:\nbra x;",
        "body",
    ),
    # NVVM IR.
    "nvvm-syntax": Code(
        "The text is not LLVM IR.",
        "define void @f() {\n  ret void",
        "define void @f() {\n  ret void\n}",
        "nvvm",
    ),
    "nvvm-layout": Code(
        "NVVM IR does not support this data layout or target triple.",
        'target datalayout = "e-i64:64-n32:64"\ntarget triple = "nvptx64-nvidia-cuda"\n' + NVVM_EXAMPLE_TAIL,
        NVVM_EXAMPLE_HEAD + NVVM_EXAMPLE_TAIL,
        "nvvm-file",
    ),
    "nvvm-unsupported": Code(
        "NVVM IR does not support this part of LLVM IR.",
        "define void @f() {\n  fence seq_cst\n  ret void\n}",
        "declare void @llvm.nvvm.membar(i32)\ndefine void @f() {\n  call void @llvm.nvvm.membar(i32 0)\n  ret void\n}",
        "nvvm",
    ),
    "nvvm-restriction": Code(
        "NVVM IR supports this part of LLVM IR, but not in this way.",
        "@with.dot = addrspace(1) global i32 0",
        "@without_dot = addrspace(1) global i32 0",
        "nvvm",
    ),
    "nvvm-deprecated": Code(
        "Deprecated in NVVM IR.",
        NVVM_EXAMPLE_HEAD.replace("p:64:64:64", "p:32:32:32").replace("nvptx64", "nvptx") + NVVM_EXAMPLE_TAIL,
        NVVM_EXAMPLE_HEAD + NVVM_EXAMPLE_TAIL,
        "nvvm-file",
    ),
    "nvvm-target": Code(
        "The compute target does not support this.",
        "declare void @llvm.nvvm.cluster.barrier(i32)\n"
        "define void @f() {\n  call void @llvm.nvvm.cluster.barrier(i32 0)\n  ret void\n}",
        "declare void @llvm.nvvm.barrier0()\ndefine void @f() {\n  call void @llvm.nvvm.barrier0()\n  ret void\n}",
        "nvvm",
    ),
    "nvvm-intrinsic": Code(
        "NVVM IR does not support this intrinsic, or not in this dialect.",
        "declare float @llvm.sin.f32(float)\n"
        "define float @f(float %x) {\n  %y = call float @llvm.sin.f32(float %x)\n  ret float %y\n}",
        "declare float @llvm.sqrt.f32(float)\n"
        "define float @f(float %x) {\n  %y = call float @llvm.sqrt.f32(float %x)\n  ret float %y\n}",
        "nvvm",
    ),
    "nvvm-signature": Code(
        "The intrinsic has other types.",
        "declare i64 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        "nvvm",
    ),
    "nvvm-operand": Code(
        "An operand of an intrinsic must be a constant, or another one.",
        "declare void @llvm.nvvm.membar(i32)\ndefine void @f() {\n  call void @llvm.nvvm.membar(i32 3)\n  ret void\n}",
        "declare void @llvm.nvvm.membar(i32)\ndefine void @f() {\n  call void @llvm.nvvm.membar(i32 2)\n  ret void\n}",
        "nvvm",
    ),
    # Execution.
    "not-executable": Code(
        "The statement cannot be executed alone.",
        'ptxisa.execute("call (d), f, (1);", {})',
        'ptxisa.execute("add.u32 d, a, 1;", {"a": 1})',
        "python",
    ),
    "launch-shape": Code(
        "The threads do not form the block, grid or clusters that are given, or a special register needs their shape.",
        'ptxisa.execute("mov.u32 d, %tid.x;", threads=100, block=64)',
        'ptxisa.execute("mov.u32 d, %tid.x;", threads=128, block=64)',
        "python",
    ),
    "undefined-behavior": Code(
        "The manual leaves the behavior of the statement undefined with these values; execution goes on.",
        'ptxisa.execute("vote.sync.ballot.b32 d, p, 1;", {"p": 1}, threads=2)',
        'ptxisa.execute("vote.sync.ballot.b32 d, p, 3;", {"p": 1}, threads=2)',
        "python",
    ),
    "register-value": Code(
        "The value is not valid for the register, or a register that is read or kept has none.",
        'ptxisa.execute("add.u32 d, a, 1;", {"a": 1 << 32})',
        'ptxisa.execute("add.u32 d, a, 1;", {"a": 1})',
        "python",
    ),
    # Whole kernels.
    "launch": Code(
        "The kernel cannot be launched: no such kernel, arguments that do not fit, or "
        "sizes beyond the limits of devices.",
        _launched("", 2048),
        _launched("", 1024),
        "python",
    ),
    "out-of-bounds": Code(
        "An access is outside of every variable and allocation.",
        _launched("st.global.u32 [g+16], 1;", before=".global .u32 g[4];"),
        _launched("st.global.u32 [g+12], 1;", before=".global .u32 g[4];"),
        "python",
    ),
    "use-after-free": Code(
        "An access to memory that was freed.",
        _launched(
            _MALLOC + _FREE + "st.u32 [d], 1;",
            before=_HEAP,
        ),
        _launched(
            _MALLOC + "st.u32 [d], 1;" + _FREE,
            before=_HEAP,
        ),
        "python",
    ),
    "double-free": Code(
        "Memory is freed twice.",
        _launched(
            _MALLOC + _FREE + _FREE,
            before=_HEAP,
        ),
        _launched(
            _MALLOC + _FREE,
            before=_HEAP,
        ),
        "python",
    ),
    "invalid-free": Code(
        "``free`` of an address that ``malloc`` did not return.",
        _launched(
            _MALLOC + "add.u64 d, d, 4;" + _FREE,
            before=_HEAP,
        ),
        _launched(
            _MALLOC + _FREE,
            before=_HEAP,
        ),
        "python",
    ),
    "leak": Code(
        "Memory of ``malloc`` is not freed and has no pointers left, or columns of tensor memory remain allocated.",
        _launched(
            _MALLOC,
            before=_HEAP,
        ),
        _launched(
            _MALLOC + _FREE,
            before=_HEAP,
        ),
        "python",
    ),
    "misaligned-access": Code(
        "An address is not a multiple of the size of the access.",
        _launched("mov.u64 d, g; st.global.u32 [d+2], 1;", before=".global .u32 g[4];"),
        _launched("mov.u64 d, g; st.global.u32 [d+4], 1;", before=".global .u32 g[4];"),
        "python",
    ),
    "read-only-memory": Code(
        "A store to constant memory, a parameter, or a buffer that is read-only.",
        _launched("mov.u64 d, c; cvta.const.u64 e, d; st.u32 [e], 1;", before=".const .u32 c;"),
        _launched("st.global.u32 [g], 1;", before=".global .u32 g[4];"),
        "python",
    ),
    "wrong-space": Code(
        "An address of another state space than that of the access.",
        _launched("mov.u64 d, s; cvta.shared.u64 e, d; st.global.u32 [e], 1;", before=".shared .align 16 .b8 s[16];"),
        _launched("mov.u64 d, s; cvta.shared.u64 e, d; st.u32 [e], 1;", before=".shared .align 16 .b8 s[16];"),
        "python",
    ),
    "missing-wait": Code(
        "An access to bytes that an asynchronous operation has not written or read yet.",
        _launched(
            "mov.u32 r, s; mov.u64 d, g; cp.async.ca.shared.global [r], [d], 16; st.shared.u32 [r], 1;",
            before=".shared .align 16 .b8 s[16];.global .align 16 .u32 g[4];",
        ),
        _launched(
            "mov.u32 r, s; mov.u64 d, g; cp.async.ca.shared.global [r], [d], 16; "
            "cp.async.wait_all; st.shared.u32 [r], 1;",
            before=".shared .align 16 .b8 s[16];.global .align 16 .u32 g[4];",
        ),
        "python",
    ),
    "race": Code(
        "Two threads access the same memory, one of them writes, and nothing orders the accesses (section 8.7.1).",
        _launched("st.global.u32 [g], t;", 2, before=".global .u32 g[4];"),
        _launched("atom.global.exch.b32 r, [g], t;", 2, before=".global .u32 g[4];"),
        "python",
    ),
    "uninitialized": Code(
        "An address, a condition or a result depends on a value that was never set.",
        _launched("st.global.u32 [g], r;", before=".global .u32 g[4];"),
        _launched("mov.u32 r, 1; st.global.u32 [g], r;", before=".global .u32 g[4];"),
        "python",
    ),
    "undefined-result": Code(
        "A lane uses what it reads from a lane that does not execute the shuffle, or that the member mask omits.",
        _launched(
            "setp.gt.u32 p, t, 15; @p exit; shfl.sync.idx.b32 r, t, 31, 31, 0xffff; "
            "add.u32 r, r, 1; st.global.u32 [g], r;",
            32,
            before=".global .u32 g[4];",
        ),
        _launched("shfl.sync.idx.b32 r, t, 31, 31, -1; st.global.u32 [g], r;", 32, before=".global .u32 g[4];"),
        "python",
    ),
    "member-mask": Code(
        "The member mask of a warp instruction omits a lane that executes the instruction.",
        _launched("setp.gt.u32 p, t, 15; @p exit; vote.sync.any.pred p, p, 0xff;", 32),
        _launched("setp.gt.u32 p, t, 15; @p exit; vote.sync.any.pred p, p, 0xffff;", 32),
        "python",
    ),
    "instruction-descriptor": Code(
        "The instruction descriptor of a tensor instruction does not allow a modifier.",
        ".version 8.8\n.target sm_100a\n.entry k()\n{\n    .reg .b32 a, d; .reg .b64 b; .reg .pred p;\n"
        "    tcgen05.mma.cta_group::1.kind::f16.ashift [d], [a], b, 0x4100010, p;\n}",
        ".version 8.8\n.target sm_100a\n.entry k()\n{\n    .reg .b32 a, d; .reg .b64 b; .reg .pred p;\n"
        "    tcgen05.mma.cta_group::1.kind::f16.ashift [d], [a], b, 0x8100010, p;\n}",
        "file",
    ),
    "barrier-divergence": Code(
        "Threads of one warp wait at different barriers, or some go on without a barrier that all must execute.",
        _launched("setp.gt.u32 p, t, 15; @p bra A; bar.sync 0; bra B; A: bar.sync 0; B:", 32),
        _launched("bar.sync 0;", 32),
        "python",
    ),
    "barrier-count": Code(
        "More threads arrive at a barrier than it waits for, or the number is not a multiple of 32.",
        _launched("mov.u32 r, 33; barrier.sync 0, r;", 64),
        _launched("mov.u32 r, 64; barrier.sync 0, r;", 64),
        "python",
    ),
    "barrier-number": Code(
        "A CTA has barriers 0 to 15.",
        _launched("mov.u32 r, 16; barrier.sync r;", 32),
        _launched("mov.u32 r, 15; barrier.sync r;", 32),
        "python",
    ),
    "cluster-barrier": Code(
        "A thread arrives twice at the barrier of its cluster, or waits without having arrived.",
        _launched("barrier.cluster.wait;"),
        _launched("barrier.cluster.arrive; barrier.cluster.wait;"),
        "python",
    ),
    "cluster-lifetime": Code(
        "A thread accesses shared memory of another CTA of its cluster that may have ended.",
        _launched(
            "mov.u32 r, %cluster_ctarank; xor.b32 r, r, 1; mov.u32 t, s; "
            "mapa.shared::cluster.u32 t, t, r; st.shared::cluster.u32 [t], 1;",
            before=".shared .align 16 .b8 s[16];",
            grid=2,
            cluster=2,
        ),
        _launched(
            "mov.u32 r, %cluster_ctarank; xor.b32 r, r, 1; mov.u32 t, s; "
            "mapa.shared::cluster.u32 t, t, r; st.shared::cluster.u32 [t], 1; "
            "barrier.cluster.arrive; barrier.cluster.wait;",
            before=".shared .align 16 .b8 s[16];",
            grid=2,
            cluster=2,
        ),
        "python",
    ),
    "deadlock": Code(
        "Threads wait for each other, or repeat a loop whose condition cannot change.",
        _launched("A: bra A;"),
        _launched("bra A; A:"),
        "python",
    ),
    "mbarrier-misuse": Code(
        "An mbarrier is not initialized, is initialized twice or overwritten, or its counts do not fit.",
        _launched("mbarrier.arrive.shared.b64 d, [m];", before=".shared .align 8 .b64 m;"),
        _launched(
            "mbarrier.init.shared.b64 [m], 1; mbarrier.arrive.shared.b64 d, [m];", before=".shared .align 8 .b64 m;"
        ),
        "python",
    ),
    "tensor-map": Code(
        "A tensor map or a copy with it exceeds a limit.",
        _launched(
            "mov.u64 d, g; mov.u32 r, s; mov.u32 t, 0; "
            "cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [d, {t}], [r];",
            before=".shared .align 128 .b8 s[16]; .global .align 64 .b8 g[128];",
        ),
        _launched("", before=".global .u32 g[4];"),
        "python",
    ),
    "texture": Code(
        "A handle has no texture or surface, or its dimensions are not those of the instruction.",
        _launched("mov.u64 d, 64; sust.b.1d.b32.zero [d, {r}], r;"),
        _launched(""),
        "python",
    ),
    "wgmma-order": Code(
        "An access to a register of ``wgmma.mma_async`` needs ``wgmma.fence`` or ``wgmma.wait_group`` before.",
        _launched(_PRODUCT, 128, before=".shared .align 128 .b8 s[8192];"),
        _launched("wgmma.fence.sync.aligned; " + _PRODUCT, 128, before=".shared .align 128 .b8 s[8192];"),
        "python",
    ),
    "stack-overflow": Code(
        "The calls of a thread take more memory than its stack has.",
        _launched("call f;", before=".func f() { call f; ret; }"),
        _launched("call f;", before=".func f() { ret; }"),
        "python",
    ),
    "branch-index": Code(
        "The index of ``brx.idx`` is beyond its list of labels.",
        _launched("A: .branchtargets B; mov.u32 r, 1; brx.idx r, A; B:"),
        _launched("A: .branchtargets B; mov.u32 r, 0; brx.idx r, A; B:"),
        "python",
    ),
    "call-address": Code(
        "A call through a register that does not contain the address of a function.",
        _launched("mov.u64 d, 64; F: .callprototype _ (); call d, F;"),
        _launched("mov.u64 d, f; F: .callprototype _ (); call d, F;", before=".func f() { ret; }"),
        "python",
    ),
    "executed-trap": Code(
        "A thread executes ``trap``.",
        _launched("trap;"),
        _launched(""),
        "python",
    ),
    "step-limit": Code(
        "The run has executed as many instructions as it may.",
        _launched("A: add.u32 t, t, 1; bra A;", steps=1000),
        _launched("", steps=1000),
        "python",
    ),
    "assertion": Code(
        "An ``assert`` of the kernel failed.",
        _launched(
            "{ .param .b64 a; .param .b64 b; .param .b32 c; .param .b64 f; .param .b64 z; "
            "mov.u64 d, g; cvta.global.u64 d, d; st.param.b64 [a], d; st.param.b64 [b], d; "
            "st.param.b32 [c], 7; st.param.b64 [f], d; st.param.b64 [z], 1; "
            "call __assertfail, (a, b, c, f, z); }",
            before=".extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param "
            ".b64 f, .param .b64 z); .global .b8 g[2] = {120, 0};",
        ),
        _launched(""),
        "python",
    ),
}
"""Every code, with its meaning. A code keeps its name and its meaning once it is released."""


def to_json(diagnostic: Diagnostic, file: str) -> dict[str, Any]:
    """Return a diagnostic and its file as a dict for JSON."""
    end_line, end_column = diagnostic.end
    return {
        "file": file,
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "end_line": end_line,
        "end_column": end_column,
        "form": diagnostic.form,
        "hint": diagnostic.hint,
        "rule": diagnostic.rule,
        "erratum": diagnostic.erratum or None,
    }
