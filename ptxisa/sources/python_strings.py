"""Strings that expressions of a Python file make: literals, their sums, f-strings, and templates that are filled.

    strings = PythonStrings(text, ast.parse(text))
    strings.value(node)  # characters with places in the file, `UNKNOWN` for each part that is computed

Nothing is executed. Names have a value if the file binds them once, to a string.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from ptxisa.sources.templates import UNKNOWN, Characters, plain, text_of, unescape

_LITERAL = re.compile(r"""(?P<prefix>[rRbBuUfF]{0,2})(?P<quotes>\"\"\"|'''|"|')|\#[^\n]*|\s+|\\\r?\n|[()+]""")
_ANY_LITERAL = re.compile(r'''("""|\'\'\'|"|')(?:\\.|(?!\1).)*\1''', re.DOTALL)
_PERCENT = re.compile(r"%(?:\((?P<name>\w+)\))?[-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?(?P<kind>[diouxXeEfFgGcrsa%])")
_BRACES = re.compile(r"(?P<same>\{\{|\}\})|\{(?P<name>\w*)(?P<rest>[^{}]*(?:\{[^{}]*\}[^{}]*)*)\}")
_NAMED = re.compile(r"\$(?P<same>\$)|\$(?P<name>[A-Za-z_]\w*)|\$\{(?P<braced>\w+)\}|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
"""Fields of `string.Template` and of Jinja."""
_SAME = frozenset({"dedent", "cleandoc", "strip", "lstrip", "rstrip", "encode", "decode", "expandtabs"})
"""Functions that change no more than white space, or the type of the string."""
FILLING = frozenset({"format", "format_map", "replace", "substitute", "safe_substitute", "render"})
"""Methods whose arguments are put into the string."""
_LONGEST = 500_000
"""Characters of a value: names that double other names would make longer ones."""
_DEEPEST = 40
"""Expressions inside each other."""


class TemplateKind(NamedTuple):
    """Kind of template: the fields, and the characters that are doubled where they are meant literally."""

    fields: re.Pattern[str]
    doubled: str


FORMAT = TemplateKind(_BRACES, "{}")
PERCENT = TemplateKind(_PERCENT, "%")
NAMED = TemplateKind(_NAMED, "$")


class PythonStrings:
    """Values of string expressions of one file."""

    def __init__(self, text: str, tree: ast.Module) -> None:
        self._text = text
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]
        self._constants = _bound_once(tree, parameters=True)
        self._passed = _bound_once(tree, parameters=False)
        self._values: dict[int, Characters | None] = {}
        self.templates = {id(self._constants[name]) for name in _template_names(tree) if name in self._constants}
        """Strings that are filled where their name is used, so that they mean something else by themselves."""

    def literal(self, node: ast.expr | None) -> ast.expr | None:
        """Return the expression to which a name is bound; other expressions as they are.

        A parameter of a function may have the name of the constant that is passed, as in Triton.
        """
        return self._passed.get(node.id, node) if isinstance(node, ast.Name) else node

    def value(self, node: ast.expr | None, depth: int = 0) -> Characters | None:
        """Return the characters of an expression; None if it is not a string, or nothing of it is known."""
        if node is None or depth > _DEEPEST:
            return None
        if id(node) not in self._values:
            self._values[id(node)] = None  # The value of a name that is bound to itself.
            characters = self._value(node, depth + 1)
            if characters is not None and len(characters) <= _LONGEST:
                self._values[id(node)] = characters
        return self._values[id(node)]

    def doubled(self, node: ast.expr) -> str:
        """Return the characters that the source of an expression doubles, such as braces in an f-string."""
        if isinstance(node, ast.JoinedStr):
            return FORMAT.doubled
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            return PERCENT.doubled
        return FORMAT.doubled if isinstance(node, ast.Call) and called(node) in ("format", "format_map") else ""

    def _value(self, node: ast.expr, depth: int) -> Characters | None:
        if isinstance(node, ast.Constant):
            return self._of_constant(node) if isinstance(node.value, str) else None
        if isinstance(node, ast.JoinedStr):
            return self._of_f_string(node, depth)
        if isinstance(node, ast.Name):
            return self.value(self._constants.get(node.id), depth)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            arguments = node.right.elts if isinstance(node.right, ast.Tuple) else [node.right]
            values = {str(number): argument for number, argument in enumerate(arguments)}
            return self._filled(node.left, PERCENT, values, depth)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            # A sum of many terms nests as deep on its left, deeper than the limit on expressions inside each other.
            left: ast.expr = node
            terms: list[ast.expr] = []
            while isinstance(left, ast.BinOp) and isinstance(left.op, ast.Add):
                terms.append(left.right)
                left = left.left
            terms = [left, *reversed(terms)]
            return self._joined(terms, [], depth) if any(self.value(term, depth) for term in terms) else None
        return self._of_call(node, depth) if isinstance(node, ast.Call) else None

    def _of_call(self, call: ast.Call, depth: int) -> Characters | None:
        method, function = called(call), call.func
        base = function.value if isinstance(function, ast.Attribute) else None
        if method in ("format", "format_map") and base is not None:
            values = {str(number): argument for number, argument in enumerate(call.args)}
            values |= {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
            return self._filled(base, FORMAT, values, depth)
        if method == "Template" and call.args:
            return self._filled(call.args[0], NAMED, {}, depth)
        if method in ("substitute", "safe_substitute", "render") and base is not None:
            return self.value(base, depth)
        if method in _SAME:
            return self.value(call.args[0] if method in ("dedent", "cleandoc") and call.args else base, depth)
        if method == "join" and base is not None and call.args and isinstance(call.args[0], (ast.List, ast.Tuple)):
            separator = self.value(base, depth)
            return self._joined(call.args[0].elts, separator, depth) if separator is not None else None
        if method == "replace" and base is not None and len(call.args) >= 2:
            old = self.value(call.args[0], depth)
            if not old or UNKNOWN in text_of(old):
                return [(UNKNOWN, *self._span(call))] if self.value(base, depth) is not None else None
            template = TemplateKind(re.compile(f"(?P<name>{re.escape(text_of(old))})"), "")
            return self._filled(base, template, {text_of(old): call.args[1]}, depth)
        return None

    def _joined(self, nodes: list[ast.expr], separator: Characters, depth: int) -> Characters:
        """Return the values of expressions one after the other; the characters of a name are at its place."""
        characters: Characters = []
        for number, node in enumerate(nodes):
            value, place = self.value(node, depth), self._span(node)
            if number:
                characters += ((character, place[0], place[0]) for character, _, _ in separator)
            if value is None:
                characters.append((UNKNOWN, *place))
            elif isinstance(node, ast.Name):
                characters += ((character, *place) for character, _, _ in value)
            else:
                characters += value
        return characters

    def _filled(
        self, node: ast.expr, template: TemplateKind, values: Mapping[str, ast.expr], depth: int
    ) -> Characters | None:
        """Return a template with its fields filled, as far as `values` by name or number are known."""
        characters = self.value(node, depth)
        if characters is None:
            return None
        numbers = iter(range(len(characters)))

        def field(match: re.Match[str]) -> str | None:
            groups = match.groupdict()
            if groups.get("rest"):
                return None  # A format or a conversion, such as `{x:>4}`, makes another text of the value.
            value = values.get(groups["name"] or str(next(numbers)))
            if isinstance(value, ast.Constant) and isinstance(value.value, int):
                return str(value.value)
            known = self.value(value, depth)
            return text_of(known) if known is not None else None

        return fill_template(characters, template, field)

    def _of_f_string(self, node: ast.JoinedStr, depth: int) -> Characters | None:
        fields = iter([part for part in node.values if isinstance(part, ast.FormattedValue)])
        position, end = self._span(node)
        characters: Characters = []
        while position < end and (match := _LITERAL.match(self._text, position)):
            position = match.end()
            if match["quotes"] is None:
                continue
            raw, formatted = ("r" in match["prefix"].lower()), ("f" in match["prefix"].lower())
            for part, start, past in _parts(self._text, position, end, match["quotes"], formatted=formatted):
                position = past
                if part == "field":
                    field = next(fields, None)
                    plain_field = field is not None and field.format_spec is None and field.conversion < 0
                    value = self.value(field.value, depth) if field is not None and plain_field else None
                    known = text_of(value) if value is not None else UNKNOWN
                    if field is not None and plain_field and isinstance(field.value, ast.Constant):
                        known = str(field.value.value)
                    characters += ((character, start, past) for character in known)
                elif part == "same":
                    characters.append((self._text[start], start, past))
                else:
                    characters += (plain if raw else unescape)(self._text, start, past)
            position += len(match["quotes"])
        # Fields that are left mean that the literal was read differently from Python.
        return characters if next(fields, None) is None else [(UNKNOWN, *self._span(node))]

    def _of_constant(self, node: ast.Constant) -> Characters:
        """Return the characters of a string, which may be several adjacent literals, with their places."""
        start, end = self._span(node)
        position = start
        characters: Characters = []
        while position < end and (match := _LITERAL.match(self._text, position)):
            position = match.end()
            if match["quotes"]:
                close = re.compile(rf"(?:\\.|(?!{match['quotes']}).)*", re.DOTALL).match(self._text, position, end)
                assert close is not None
                raw = "r" in match["prefix"].lower()
                characters += (plain if raw else unescape)(self._text, position, close.end())
                position = close.end() + len(match["quotes"])
        value = str(node.value)
        if text_of(characters) != value:
            # An escape that is not read here (\N{…}), or line ends that Python changes: only the literal is known.
            return [(character, start, end) for character in value]
        return characters

    def offset(self, node: ast.expr) -> int:
        """Return the offset of the start of an expression."""
        return self._offset(node.lineno, node.col_offset)

    def end(self, node: ast.expr) -> int:
        """Return the offset just past an expression."""
        return self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)

    def _span(self, node: ast.expr) -> tuple[int, int]:
        return self.offset(node), self.end(node)

    def _offset(self, line: int, column: int) -> int:
        # `ast` counts columns in bytes of UTF-8 (documentation of `ast.AST.col_offset`).
        start = self._lines[line - 1]
        end = self._lines[line] if line < len(self._lines) else len(self._text)
        return start + len(self._text[start:end].encode("utf-8", "surrogatepass")[:column].decode("utf-8", "ignore"))


def fill_template(
    characters: Characters, template: TemplateKind, field: Callable[[re.Match[str]], str | None] | None = None
) -> Characters:
    """Return a template with a value for each field, `UNKNOWN` where `field` returns None."""
    filled: Characters = []
    position = 0
    for match in template.fields.finditer(text_of(characters)):
        groups, place = match.groupdict(), (characters[match.start()][1], characters[match.end() - 1][2])
        filled += characters[position : match.start()]
        if groups.get("same") or groups.get("kind") == "%":
            value: str | None = (groups.get("same") or "%")[0]
        else:
            value = field(match) if field is not None else None
        filled += ((character, *place) for character in (value if value is not None else UNKNOWN))
        position = match.end()
    return filled + characters[position:]


def called(call: ast.Call) -> str:
    """Return the name of the function or method of a call."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def _bound_once(tree: ast.Module, *, parameters: bool) -> dict[str, ast.expr]:
    """Return the names that a file binds once, to an expression; with `parameters`, those of functions bind, too."""
    bound: dict[str, ast.expr | None] = {}
    values: dict[int, ast.expr] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            values |= {id(name): node.value for name in node.targets}
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            values[id(node.target)] = node.value
        elif isinstance(node, ast.arg) and parameters:
            bound[node.arg] = None
        elif isinstance(node, ast.alias):
            bound[node.asname or node.name] = None
        elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            bound[node.id] = None if node.id in bound else values.get(id(node))
    return {name: value for name, value in bound.items() if value is not None}


def _template_names(tree: ast.Module) -> Iterator[str]:
    """Yield the names of strings that the file fills: `NAME % x`, `NAME.format(x)`, `Template(NAME)`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and isinstance(node.left, ast.Name):
            yield node.left.id
        elif isinstance(node, ast.Call):
            base = node.func.value if isinstance(node.func, ast.Attribute) else None
            if called(node) in FILLING and isinstance(base, ast.Name):
                yield base.id
            elif called(node) == "Template" and node.args and isinstance(node.args[0], ast.Name):
                yield node.args[0].id


def _parts(text: str, position: int, end: int, quotes: str, *, formatted: bool) -> Iterator[tuple[str, int, int]]:
    """Yield the parts of a literal up to its quotes: "text", "field" in braces, "same" for doubled braces."""
    start = position
    while position < end and not text.startswith(quotes, position):
        character = text[position]
        if character == "\\":
            position += 2
        elif not formatted or character not in "{}":
            position += 1
        else:
            if start < position:
                yield "text", start, position
            past = position + 2 if text[position + 1 : position + 2] == character else _field_end(text, position, end)
            yield "same" if past == position + 2 and text[position + 1] == character else "field", position, past
            start = position = past
    yield "text", start, min(position, end)


def _field_end(text: str, position: int, end: int) -> int:
    """Return the offset just past the brace that closes a field of an f-string; its strings may contain braces."""
    depth = 0
    while position < end:
        literal = _ANY_LITERAL.match(text, position, end)
        if literal is not None:
            position = literal.end()
            continue
        depth += {"{": 1, "}": -1}.get(text[position], 0)
        position += 1
        if not depth:
            break
    return position
