"""Formatting: indentation and spaces; tokens, comments and lines stay as they are.

    formatted("add.s32   %r1,%r2 , 1 ;")  # "add.s32 %r1, %r2, 1;"

A line is indented by the depth of its block, a label by one level less, and a line that continues a statement by one
level more. Formatting what was formatted changes nothing.
"""

from __future__ import annotations

from typing import NamedTuple

from ptxisa.syntax.lexer import matches

_NO_SPACE_BEFORE = frozenset({",", ";", ")", "]", ":"})
_NO_SPACE_AFTER = frozenset({"(", "[", "@", "!", "~"})
_WITHOUT_SEMICOLON = frozenset({".version", ".target", ".address_size", ".file", ".loc", ".loc_intermediate"})
"""Directives that end with their line."""
_HEADS = frozenset({".entry", ".func", ".section", ".visible", ".weak", ".extern", ".common"})
"""First words of what may have a body, whose next directives and brace are indented as the head is."""
_VERBATIM = frozenset({".nv_intermediate_source_section", ".metadata_section"})
"""Sections whose text is in another language."""
_LONG = frozenset({"comment", "open_comment", "string", "marker"})
"""Tokens that may have several lines."""


class _Token(NamedTuple):
    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def tokens_of(text: str) -> list[tuple[str, str]]:
    """Return kind and text of every token, comments among them."""
    return [(token.kind, token.text) for token in _read(text)]


def _read(text: str) -> list[_Token]:
    tokens: list[_Token] = []
    for match in matches(text):
        kind = match.lastgroup or ""
        if kind == "end":
            return tokens
        tokens.append(_Token(kind, match[kind], match.start(kind)))
    return tokens


def formatted(text: str, indent: str = "    ") -> str:
    """Return a formatted text; the text itself if it has sections in other languages, or if a token would change."""
    tokens = _read(text)
    if any(token.text in _VERBATIM or token.kind in ("open_comment", "open_string", "nul") for token in tokens):
        return text
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = _Lines(text.replace("\r\n", "\n"), indent).lines()
    result = newline.join(lines)
    # Formatting never changes the program, whatever the text is.
    return result if _comparable(result) == _comparable(text) else text


def _comparable(text: str) -> list[tuple[str, str]]:
    """Return the tokens of a text without what formatting may change: ends of lines and space after comments."""
    tokens = tokens_of(text.replace("\r\n", "\n"))
    return [(kind, word.rstrip() if kind == "comment" else word) for kind, word in tokens]


class _Lines:
    """Formatter of one text."""

    def __init__(self, text: str, indent: str) -> None:
        self.text, self.indent = text, indent
        self.tokens = _read(text)
        self.depth = 0
        self.brackets: list[str] = []
        """Open brackets of the statement."""
        self.statement: list[_Token] = []
        """Tokens of the statement so far."""

    def lines(self) -> list[str]:
        """Return the formatted lines."""
        rows: list[list[_Token]] = [[] for _ in range(self.text.count("\n") + 1)]
        row = last = 0
        for token in self.tokens:
            row += self.text.count("\n", last, token.start)
            last = token.start
            rows[row].append(token)
        texts = self.text.split("\n")
        result: list[str] = []
        inside = 0  # Lines that a comment or string of an earlier line covers.
        for number, row_tokens in enumerate(rows):
            if inside:
                inside -= 1
                for token in row_tokens:
                    self._pass(token)
                # A line that begins inside of a comment stays as it is.
                result.append(texts[number] if row_tokens else texts[number].rstrip(" \t\f"))
            else:
                result.append(self._line(row_tokens))
            for token in row_tokens:
                inside += token.text.count("\n") if token.kind in _LONG else 0
        return result

    def _line(self, tokens: list[_Token]) -> str:
        """Return a formatted line."""
        if not tokens:
            return ""
        # Lines of the preprocessor and of debug information have a syntax of their own.
        if tokens[0].kind in ("dwarf", "marker", "preprocessor"):
            for token in tokens:
                self._pass(token)
            return "".join(token.text for token in tokens).rstrip()
        margin = self._margin(tokens)
        parts: list[str] = []
        previous: _Token | None = None
        for token in tokens:
            if previous is not None:
                parts.append(self._gap(previous, token))
            parts.append(token.text)
            self._pass(token)
            previous = token
        line = f"{self.indent * margin}{''.join(parts)}"
        # The last token may be the first line of a string, whose spaces belong to the program.
        return line if tokens[-1].kind == "string" else line.rstrip(" \t\r\f")

    def _margin(self, tokens: list[_Token]) -> int:
        """Return the level of a line that begins with these tokens."""
        first = tokens[0]
        if self.statement and self.statement[0].text in _WITHOUT_SEMICOLON:
            self.statement = []
        # Text with errors may close more blocks than it opens.
        if first.text == "}" and not self._in_vector():
            return max(self.depth - 1, 0)
        if not self.statement:
            is_label = len(tokens) > 1 and first.kind == "word" and tokens[1].text == ":"
            return max(self.depth - is_label, 0)
        if first.text in ("{", ")") or (
            not self.brackets and self.statement[0].text in _HEADS and first.kind == "dotted"
        ):
            return self.depth
        return self.depth + 1 if first.kind != "comment" or self.brackets else self.depth

    def _in_vector(self) -> bool:
        return "{" in self.brackets

    def _gap(self, left: _Token, right: _Token) -> str:
        """Return the white space between two tokens of a line."""
        gap = self.text[left.end : right.start].replace("\r", "").replace("\f", " ")
        # Comments at the ends of lines are often aligned.
        if right.kind in ("comment", "open_comment"):
            return gap or " "
        if right.text in _NO_SPACE_BEFORE or left.text in _NO_SPACE_AFTER:
            # The colon of `a ? b : c` in a constant is an operator.
            conditional = right.text == ":" and any(token.text == "?" for token in self.statement)
            return " " if conditional and gap else ""
        if left.text in (",", ";"):
            return " "
        return " " if gap else ""

    def _pass(self, token: _Token) -> None:
        """Advance past a token: depth of blocks, open brackets, tokens of the statement."""
        if token.kind in ("comment", "open_comment", "marker", "preprocessor", "dwarf"):
            return
        text = token.text if token.kind == "symbol" else ""
        # A brace opens a body, a block or a section, or else a vector or an initial value. Tokens decide and not the
        # parser, since text with errors is formatted, too.
        opens = not self.statement or (
            self.statement[0].text in _HEADS and all(token.text != "=" for token in self.statement)
        )
        if text == "{" and opens:
            self.depth += 1
            self.statement, self.brackets = [], []
        elif text == "}" and not self._in_vector():
            self.depth = max(self.depth - 1, 0)
            self.statement, self.brackets = [], []
        elif (text == ";" and not self.brackets) or (
            text == ":" and len(self.statement) == 1 and self.statement[0].kind == "word"
        ):
            self.statement = []
        else:
            self.statement.append(token)
            if text in ("(", "[", "{"):
                self.brackets.append(text)
            elif text in (")", "]", "}") and self.brackets:
                self.brackets.pop()
