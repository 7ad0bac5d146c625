"""Check the bodies of functions: every statement in its scope.

The parser leaves most instructions of a body unread (see `ptxisa.syntax.runs`). Those whose key is that of a valid
instruction are valid (see `ptxisa.check.keys`), those of a wrong one have its diagnostics; any other instruction is
parsed and checked. Nothing else has a cache: what a declaration, a label or a brace means depends on the scope.

Read `Bodies.check_function` first.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain
from typing import Any

from ptxisa.check.calls import PARAMETER_DECLARATION, check_branch, check_call, check_results, check_targets
from ptxisa.check.debugging import Debugging
from ptxisa.check.declarations import check_declaration, check_parameters
from ptxisa.check.directives import Head, check_available, check_pragma, check_prototype, check_target
from ptxisa.check.flow import BodyText, concerns_of
from ptxisa.check.instruction import check_resolved, meant, resolve
from ptxisa.check.keys import MOST_KEYS, NO_KEY, KnownInstructions, PlainPieces, ScopesOfBlocks, Words, numbers_matter
from ptxisa.check.linkage import Linkage
from ptxisa.check.misuse import (
    check_barriers,
    check_instruction_descriptor,
    check_member_mask,
    check_misuse,
    uninitialized_mbarrier,
)
from ptxisa.check.ordering import LONGEST_LOOP, check_ordering
from ptxisa.check.place import Place
from ptxisa.check.repeated import RepeatedDiagnostics
from ptxisa.check.resources import Resources
from ptxisa.check.scope import (
    ANY,
    Lookup,
    Repeated,
    Scope,
    Symbol,
    enter,
    enter_labeled,
    enter_labels,
    enter_parameters,
    label_start,
)
from ptxisa.isa.diagnostics import LONGEST_NAME, Diagnostic, error
from ptxisa.isa.instructions import set_of_mnemonics, unrecorded
from ptxisa.isa.language import required_directives, special_registers
from ptxisa.isa.opcode import ResolvedInstruction
from ptxisa.syntax import tree
from ptxisa.syntax.parser import Parser
from ptxisa.syntax.runs import FOREIGN, NUMBERS, WORD, prefix_length, without_comments
from ptxisa.syntax.source import Source

_CONTROL = {"call": check_call, "bra": check_branch, "brx": check_branch}
_UNDECLARED, _UNKNOWN = "\x08", "\x0b"
"""Characters of an undeclared register and of an unknown mnemonic."""
_OPCODE = re.compile(r"(?:@\s*!?\s*[\w$%]+\s*)?([A-Za-z_][\w.:]*)", re.ASCII)
_NAME = re.compile(r"[%$A-Za-z_][\w$]*", re.ASCII)
MOST_HINTS = 200
"""Unknown mnemonics, and instructions with undeclared names, that get hints: the search takes longer than the check."""
_WITHOUT_NAMES = (tree.Instruction, tree.Label, tree.Location, tree.IntermediateLocation, tree.Pragma)
"""Statements that declare nothing where they are; labels are declared with their block."""
REPORTED_ONCE = frozenset({"unrecorded-instruction", "unusual-spelling", "rejected-by-assembler"})
"""Codes that are reported once in a module for each subject: an opcode, or an erratum that rejects a whole module."""


def check_in_body(
    statement: tree.Instruction,
    candidates: Sequence[ResolvedInstruction],
    place: Place,
    lookup: Lookup,
    *,
    fragment: bool = False,
    hints: bool = True,
) -> Iterator[Diagnostic]:
    """Check an instruction in a body; in a `fragment` of one, labels and functions may be declared elsewhere."""
    check = _CONTROL.get(statement.opcode.mnemonic)
    yield from check_resolved(statement, candidates, place, lookup, operands=check is None, hints=hints)
    if check:
        # The first operand of brx is a register.
        targets = statement.operands[statement.opcode.mnemonic == "brx" :] if fragment else ()
        elsewhere = {node.text for node in targets if isinstance(node, tree.Name)}
        yield from check(statement, lambda name: lookup(name) or (ANY if name in elsewhere else None))
    if candidates and place.body:
        yield from check_member_mask(candidates[0])
        yield from check_instruction_descriptor(candidates[0])


class Bodies:
    """Checker of the bodies of a module, one after the other."""

    def __init__(
        self,
        place: Place,
        head: Head,
        source: Source,
        *,
        fragment: bool = False,
        known: KnownInstructions | None = None,
        remember: bool = True,
    ) -> None:
        """Create a checker.

        Args:
            place: Place of the module.
            head: Head of the module.
            source: Text of the module.
            fragment: The text is a part of a body; labels and functions may be declared elsewhere.
            known: What is known of instructions from an earlier check.
            remember: Check one of equal instructions.
        """
        self.place, self.head, self._fragment, self._remember = place, head, fragment, remember
        self.symbols = Linkage(place)
        self.debugging = Debugging(place)
        self.resources = Resources(place, source.text)
        self._parser = Parser(source)
        self._text = source.text
        self._known = KnownInstructions.nothing() if known is None else known
        self._known.kinds.text = source.text
        self._noted: dict[Place, dict[str, frozenset[str]]] = {}
        """Subjects of the diagnostics of instructions, by keys; the diagnostics are reported once, and have been."""
        self.reported: set[str] = set()
        """Subjects of diagnostics that are reported once in a module, and have been."""
        self.omitted: set[str] = set()
        """Subjects of such diagnostics that were left out."""
        self.hints = 0
        """Number of unknown mnemonics, and of instructions with undeclared names, that got hints."""
        self._unknown: set[str] = set()
        """Unknown mnemonics that get a hint."""
        self._declarations: dict[tuple[Place, frozenset[str]], dict[str, dict[str, tuple[str, Symbol]]]] = {}
        """Names of valid declarations in blocks by their texts, with their characters and symbols."""
        self._wrong: dict[Place, dict[str, RepeatedDiagnostics | None]] = {}
        """Diagnostics of instructions by keys."""
        self._locations: set[str] = set()
        self._label: tree.Label | None = None
        self._function: tree.Function | None = None
        self._concerns: set[str] = set()
        """Roles of instructions of the body in warnings about the whole body; see `ptxisa.check.flow`."""
        self._loops: list[tuple[int, int]] = []
        """Short loops of the body: from a label to the conditional branch back."""
        self._causes: dict[str, list[int]] = {}
        """Places of instructions after which a warning follows facts, by their roles."""
        self._barriers: list[tuple[int, int]] = []
        """Places of barriers of the body that may have a number of threads."""
        self._uses_mbarrier = False

    def check_function(self, function: tree.Function, outer: Scope) -> Iterator[Diagnostic]:
        """Check the body of a function, if it has one; `outer` is the scope of the module."""
        body = function.body
        if body is None:
            return  # Without a body, parameter names are unused and may be duplicated.
        self._function, self._label = function, None
        self._concerns, self._loops, self._barriers, self._uses_mbarrier = set(), [], [], False
        self._causes = {"copy": [], "conversion": []}
        scope = Scope(outer)
        yield from map(repeated, enter_parameters(scope, function))
        names = {f".{directive.name}" for directive in function.directives if isinstance(directive, tree.Property)}
        directives = tuple(sorted(names.intersection(required_directives()))) if names else ()
        self.place = self.place._replace(
            body="kernel" if function.kind == "entry" else "function", directives=directives
        )
        yield from self.check_block(body, scope)
        text = BodyText(self._parser, body.start, body.end)
        yield from check_ordering(text, self._concerns, self._loops, self._known.opcodes)
        yield from check_misuse(text, self._concerns, self._causes, function.kind == "entry")
        barriers = (statement for place in self._barriers for statement in text.between(*place))
        yield from check_barriers(barriers, function)
        if self.place.generates_code and PARAMETER_DECLARATION.search(self._text, body.start, body.end):
            yield from check_results(text, function)

    def check_block(self, body: tree.Block, scope: Scope) -> Iterator[Diagnostic]:
        """Check the statements of a body and of the blocks in it; an explicit stack, since blocks nest deep."""
        yield from map(repeated, enter_labels(scope, body.statements))
        words = Words(scope, self._known.kinds, body.end - body.start)
        labels = {}
        for name, symbol in scope.own_symbols():
            if symbol.kind == "label":
                labels[name] = symbol
        if labels:
            words.declare_all(labels, next(iter(labels.values())))
        yield from self.check_statements(body.statements, scope, words)

    def check_statements(self, statements: Iterable[Any], scope: Scope, words: Words) -> Iterator[Diagnostic]:
        """Check statements whose labels the scope has."""
        pending: list[tuple[Iterator[Any], Scope]] = [(iter(statements), scope)]
        while pending:
            remaining, current = pending[-1]
            statement = next(remaining, None)
            if statement is None:
                pending.pop()
                if pending:
                    words.leave(current, pending[-1][1])
            elif isinstance(statement, tree.Block):
                inner = yield from self.enter_block(statement, current, words)
                pending.append((iter(statement.statements), inner))
            elif isinstance(statement, tree.Run):
                yield from self._check_run(statement, current, words)
            elif isinstance(statement, tree.Passage):
                pending[-1] = chain(tree.moved(statement.statements, statement.shift), remaining), current
            else:
                yield from self._check_statement(statement, current, words)
                if isinstance(statement, tree.Declaration):
                    words.declare(statement)
                elif not isinstance(statement, _WITHOUT_NAMES):
                    words.forget((), ranges=True)

    def enter_block(self, block: tree.Block, outer: Scope, words: Words) -> Generator[Diagnostic, None, Scope]:
        """Return the scope of a block, with its labels; yield the diagnostics of the labels."""
        inner = Scope(outer)
        words.enter(inner)
        yield from map(repeated, enter_labels(inner, block.statements))
        words.forget(inner.own_names())
        return inner

    def _check_run(self, run: tree.Run, scope: Scope, words: Words) -> Iterator[Diagnostic]:
        """Check instructions of known syntax, and blocks of them."""
        for start, end in run.locations:
            text = self._text[start:end]
            if text not in self._locations:
                # A location that has no diagnostic now has none when it is repeated: what it refers to stays defined.
                diagnostics = list(self.debugging.see(self._parser.statement_at(start)))
                if not diagnostics:
                    self._locations.add(text)
                yield from diagnostics
        names = self._own_names(run, scope)
        if names is None:
            # A block has errors in its declarations: it is checked statement by statement.
            yield from self.check_statements(self._parser.statements_between(run.start, run.end), scope, words)
            return
        inside = ScopesOfBlocks(run.blocks, names, scope, words)
        if run.labels:
            self._label = run.labels[-1]
        valid = self._known.valid.setdefault(self.place, set())
        noted = self._noted.setdefault(self.place, {})
        plain = self._known.plain.setdefault(self.place, PlainPieces())
        concerns = self._known.concerns
        keys = inside.keys(run.parts, plain)
        different = set(keys.values())
        # The common case, one set operation for the whole run: every instruction has a key that was valid before. A key
        # is whole, because an instruction depends on its text, on the kinds of its names and on the place alone.
        if not valid.issuperset(different) or not concerns.keys().isdisjoint(different):
            statements = run.text.split(";")
            starts = list(accumulate(map(len, statements), initial=run.start))
            for index, key in keys.items():
                if key in noted:
                    self.omitted |= noted[key]
                elif key not in valid:
                    around = inside.of_piece(index)
                    prefix = prefix_length(statements[index])
                    text, start = statements[index][prefix:], starts[index] + index + prefix
                    if text and text[0] != ".":
                        yield from self._check_text(text, key, start, *around)
                    else:
                        valid.add(key)  # The brace of a block, or a declaration that has been checked.
            for index, key in keys.items():
                if key in concerns:
                    start = starts[index] + index + prefix_length(statements[index])
                    self._note(concerns[key], start, starts[index + 1] + index + 1, inside.of_piece(index)[0])
        for piece, key in inside.undeclared:
            # Where numbers matter, the key of a valid instruction has them as they are written.
            if (key in valid or piece.lstrip() in valid) and key not in concerns:
                plain.learn(piece)

    def _own_names(self, run: tree.Run, scope: Scope) -> list[dict[str, tuple[str, Symbol]]] | None:
        """Return the names of each block of a run with their characters and symbols.

        None is returned if a block has an error in a declaration, declares a name twice, or has the name before its
        declaration, where it means something else; and if a variable hides a parameter or result of the function.
        """
        known = self._declarations.setdefault((self.place, self.head.options), {})
        own_names: list[dict[str, tuple[str, Symbol]]] = []
        for block in run.blocks:
            own: dict[str, tuple[str, Symbol]] = {}
            number = len(block.labels)
            used: set[str] = set()
            before = block.start
            for start, end in block.declarations:
                if start > before:
                    used.update(_NAME.findall(run.text, before - run.start, start - run.start))
                before = end
                text = run.text[start - run.start : end - run.start]
                names = known.get(text)
                if names is None:
                    names = self._names_of(start, end)
                    if names is None:
                        return None
                    known[text] = names
                if not used.isdisjoint(names) or any(
                    symbol.space == "param" and getattr(scope.lookup(name), "kind", "") in ("parameter", "result")
                    for name, (_, symbol) in names.items()
                ):
                    return None
                own.update(names)
                number += len(names)
            for label in block.labels:
                symbol = Symbol("label", node=label)
                own[label.name.text] = self._known.kinds.character(label.name.text, symbol), symbol
            if len(own) < number:
                return None
            own_names.append(own)
        return own_names

    def _names_of(self, start: int, end: int) -> dict[str, tuple[str, Symbol]] | None:
        """Return the names of a declaration in a block with characters and symbols; None if it has diagnostics."""
        blank = len(self._text[start:end]) - len(without_comments(self._text[start:end]).lstrip())
        declaration = self._parser.statement_at(start + blank)
        assert isinstance(declaration, tree.Declaration)
        scope = Scope()
        diagnostics = chain(
            check_declaration(declaration, "function", self.place, scope.lookup, self.head.options),
            map(repeated, enter(scope, declaration)),
        )
        if any(True for _ in diagnostics):
            return None
        kinds = self._known.kinds
        return {name: (kinds.character(name, symbol), symbol) for name, symbol in scope.own_symbols()}

    def _check_text(
        self,
        text: str,
        described: str,
        start: int,
        scope: Scope,
        words: Mapping[str, str],
        node: tree.Instruction | None = None,
    ) -> Iterator[Diagnostic]:
        """Check the text of an instruction, or repeat what is known of an equal one.

        Args:
            text: The instruction without its semicolon.
            described: Its key in a run, "" outside of runs.
            start: Its place.
            scope: Scope of its names.
            words: Characters of its names.
            node: The instruction, if it has been parsed.
        """
        valid = self._known.valid.setdefault(self.place, set())
        noted = self._noted.setdefault(self.place, {})
        opcode = _OPCODE.match(text)
        name = opcode[1] if opcode is not None else ""
        recorded = name.partition(".")[0] in set_of_mnemonics()
        unknown = "" if recorded else self._without_hint(name)
        numbers = not recorded or numbers_matter(name)
        # A character for each name and, unless numbers matter, for each number.
        parts, wrong = WORD.split(f"{text};"), self._wrong.setdefault(self.place, {})
        characters = [
            word if numbers and word[0] in NUMBERS else self._character(word, words, unknown) for word in parts[1::2]
        ]
        key = "".join(chain.from_iterable(zip(parts[::2], [*characters, ""], strict=True)))
        known_diagnostics = wrong.get(key)
        if known_diagnostics is not None:
            yield from self.not_reported(known_diagnostics.at(parts, start))
            return
        concerns: frozenset[str] = frozenset()
        if recorded:
            self._known.opcodes.add(name)
            concerns = concerns_of(name)
        if concerns and described and ("bra" not in concerns or text[0] == "@"):  # Other branches end no loop.
            self._known.concerns[described] = concerns
        if key in noted:
            self.omitted |= noted[key]
        elif key not in valid:
            instruction = node or self._parser.statement_at(start)
            assert isinstance(instruction, tree.Instruction)
            hints = self.hints
            diagnostics = self.check_instruction(instruction, scope)
            yield from self.not_reported(diagnostics)
            if NO_KEY in key:
                return
            if len(valid) + len(wrong) >= MOST_KEYS:
                # Forgetting all is cheap to decide, and what the module repeats is soon remembered again.
                valid.clear()
                wrong.clear()
                self._known.plain[self.place].clear()
                self._known.concerns.clear()
            if not all(diagnostic.subject and diagnostic.code in REPORTED_ONCE for diagnostic in diagnostics):
                # A hint about an undeclared name depends on all names of the scope.
                if hints == self.hints and key not in wrong:
                    wrong[key] = None  # Text with a different error in each line repeats none of them.
                elif hints == self.hints:
                    varying = [word != character for word, character in zip(parts[1::2], characters, strict=True)]
                    repeated = RepeatedDiagnostics.of(diagnostics, parts, varying, start, unknown)
                    if repeated is not None:
                        wrong[key] = repeated
                return
            if diagnostics:
                noted[key] = frozenset(diagnostic.subject for diagnostic in diagnostics)
            else:
                valid.add(key)
        # Runs compare `described`, which has no numbers. It describes all instructions with this key only where
        # numbers do not decide.
        if described and (not numbers or not any(word[0] in NUMBERS for word in parts[1::2])):
            if key in noted:
                noted[described] = noted[key]
            else:
                valid.add(described)

    def _without_hint(self, opcode: str) -> str:
        """Return the mnemonic of an opcode without a record if it is reported as unknown and no more; else ""."""
        mnemonic = opcode.partition(".")[0]
        more = self.hints < MOST_HINTS or mnemonic in self._unknown or mnemonic in unrecorded()
        return "" if more or self.place.may_have(opcode) else mnemonic

    def _character(self, word: str, words: Mapping[str, str], unknown: str) -> str:
        """Return the characters of a word in keys of instructions.

        Undeclared registers are equal once they get no hints, and so are mnemonics if `unknown` is one. Messages have
        the names of registers, and shorten long ones.
        """
        character = words[word]
        if len(word) > LONGEST_NAME and word[0] == "%":
            return character + word
        if character != word:
            return character
        if word == unknown:
            return _UNKNOWN
        undeclared = word[0] == "%" and self.hints >= MOST_HINTS and word not in special_registers()
        return _UNDECLARED if undeclared else character

    def _check_statement(self, statement: Any, scope: Scope, words: Words) -> Iterator[Diagnostic]:
        """Check a statement, and enter what it declares into the scope."""
        if isinstance(statement, tree.Instruction):
            text = self._text[statement.start : statement.end].removesuffix(";")
            if self._remember and not FOREIGN.search(text):
                yield from self._check_text(text, "", statement.start, scope, words, statement)
            else:
                yield from self.not_reported(self.check_instruction(statement, scope))
            self._known.opcodes.add(statement.opcode.text)
            if concerns := concerns_of(statement.opcode.text):
                self._note(concerns, statement.start, statement.end, scope)
        elif isinstance(statement, tree.Label):
            self._label = statement
        elif isinstance(statement, (tree.Location, tree.IntermediateLocation)):
            yield from self.debugging.see(statement)
        elif isinstance(statement, (tree.Targets, tree.CallPrototype)):
            yield from map(repeated, enter_labeled(scope, self._label, statement))
            if isinstance(statement, tree.CallPrototype):
                yield from check_prototype(statement, self.place)
                yield from check_parameters(statement, self.place, self.head.options)
            else:
                yield from check_targets(statement, scope.lookup, self.place)
                yield from check_available(f".{statement.kind}", statement.start, statement.end, self.place)
        elif isinstance(statement, tree.Declaration):
            self.resources.declare(statement, self._function)
            yield from check_declaration(statement, "function", self.place, scope.lookup, self.head.options)
            yield from map(repeated, enter(scope, statement))
        elif isinstance(statement, tree.Pragma):
            # A part of a body may be inlined into a kernel, so that it may have what a kernel or a function may have.
            bodies = ("kernel", "function") if self._fragment else (self.place.body or "function",)
            yield from min((list(check_pragma(statement, f"{body}-body", self.place)) for body in bodies), key=len)
        elif isinstance(statement, tree.TargetDirective):
            yield from check_target(statement, self.head, self.place)
            yield from self.debugging.see(statement)
            before, self.head = self.head.target, self.head.after(statement)
            if self.place.target == before:  # Else the caller asked about another target than that of the module.
                place = self.place._replace(target=self.head.target)
                self.place = place._replace(target=None) if place.lacks_target else place
        elif not isinstance(statement, tree.Unknown):
            yield from self.symbols.declare(statement)
            for _ in enter(scope, statement):
                pass  # Duplicate declarations are reported by the linkage checker.

    def _note(self, concerns: frozenset[str], start: int, end: int, scope: Scope) -> None:
        """Note an instruction, from its guard to its semicolon, that concerns warnings about the whole body."""
        self._concerns |= concerns
        for role, places in self._causes.items():
            if role in concerns:
                places.append(start)
        if "counted" in concerns and "," in self._text[start:end]:
            self._barriers.append((start, end))
        elif "bra" in concerns and self._text[start] == "@":
            name = self._text[start:end].removesuffix(";").split()[-1]
            label = scope.lookup(name)
            if label is not None and label.kind == "label":
                begin = label_start(label, name)
                loop = self._text[begin:start] if start - LONGEST_LOOP <= begin < start else ""
                # A loop that polls loads, and has no other instruction with a guard.
                if "ld." in loop and ("@" not in loop or "/" in loop or '"' in loop):
                    self._loops.append((begin, end))
        elif "mbarrier-init" in concerns:
            self.resources.initializes_mbarriers = True
        elif "mbarrier" in concerns and not self._uses_mbarrier and self.place.body == "kernel":
            if self.resources.initializes_mbarriers:
                return
            statement = next(BodyText(self._parser, start, end).between(start, end), None)
            access = statement.access() if statement is not None else None
            symbol = scope.lookup(access.base) if access is not None else None
            if symbol is not None and symbol.kind == "variable" and symbol.space.startswith("shared"):
                self._uses_mbarrier = True
                assert statement is not None
                self.resources.add_mbarrier_use(uninitialized_mbarrier(statement))

    def check_instruction(self, node: tree.Instruction, scope: Scope) -> list[Diagnostic]:
        """Check an instruction, with hints for undeclared names and unknown mnemonics."""
        candidates, mnemonic = resolve(node, self.place, scope.lookup), node.opcode.mnemonic
        unknown = not candidates and mnemonic not in set_of_mnemonics()
        if unknown and self.hints < MOST_HINTS and mnemonic not in self._unknown:
            self.hints += 1
            self._unknown.add(mnemonic)
        hints = mnemonic in self._unknown
        check = check_in_body(node, candidates, self.place, scope.lookup, fragment=self._fragment, hints=hints)
        diagnostics = list(check)
        undeclared = [index for index, diagnostic in enumerate(diagnostics) if diagnostic.code == "undeclared-name"]
        if undeclared and self.hints < MOST_HINTS:
            self.hints += 1
            for index in undeclared:
                diagnostic = diagnostics[index]
                diagnostics[index] = diagnostic._replace(hint=diagnostic.hint or meant(diagnostic.subject, scope))
        return diagnostics

    def not_reported(self, diagnostics: Sequence[Diagnostic]) -> Iterator[Diagnostic]:
        """Yield the diagnostics without those that were reported for the same opcode."""
        for diagnostic in diagnostics:
            if diagnostic.subject and diagnostic.code in REPORTED_ONCE:
                if diagnostic.subject in self.reported:
                    self.omitted.add(diagnostic.subject)
                    continue
                self.reported.add(diagnostic.subject)
            yield diagnostic


def repeated(name: Repeated) -> Diagnostic:
    """Report a name that its scope contains already."""
    node, kind = name.name, name.first.kind
    return error("redeclared-name", f"{node.text[:60]} is declared already, as a {kind}", node)
