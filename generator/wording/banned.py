"""Wordings that a reader has to read twice, each with the better one, and the abbreviations that need no expansion."""

from __future__ import annotations

import re
from typing import NamedTuple


class Banned(NamedTuple):
    """A pattern (case-insensitive), what to write instead, and a text in which the pattern is found."""

    pattern: str
    better: str
    example: str


BANNED = (
    # Verbs that say everything and nothing.
    Banned(r"\bstand(s|ing)?\b", "is, is written, is allowed, means", "The type stands after the opcode."),
    Banned(r"\b(is|are|was|were) told\b", "is reported, is specified", "What is left out is told."),
    Banned(
        r"\btells? (which|whether|what|where|how)\b", "indicates, specifies", "The mask tells which bytes are copied."
    ),
    Banned(r"\b(is|are) no error\b", "is not an error", "This is no error."),
    Banned(r"\b(is|are) said\b", "the manual says, is documented", "Of division it is said that it rounds."),
    Banned(r"\bgo(es)? with\b", "requires, matches, is combined with", "This modifier goes with .ftz."),
    Banned(r"\blies?\b(?! group)", "is", "The barrier lies in shared memory."),
    Banned(r"\blives? in\b", "is in", "A variable lives in one state space."),
    Banned(r"\bpass(es|ed)? over\b", "ignores", "ptxas passes over a scope."),
    Banned(r"\bput(s|ting)? up with\b", "accepts", "Some assemblers put up with other characters."),
    Banned(r"\blook(s|ed)? at\b", "checks", "ptxas does not look at the operands."),
    Banned(
        r"\b(hold|holds|held|holding) \w+( \w+)? against\b|\bheld against\b", "checks against", "It is held against it."
    ),
    Banned(r"\bask(s|ed)? for\b", "requires, requests", "The text asks for a modifier."),
    Banned(r"\b(is|are) wanted\b|\bwants?\b", "requires", "Five coordinates are wanted."),
    Banned(r"\btak(e|es|ing) part\b", "participates", "The threads that take part must agree."),
    Banned(r"\bthr(ow|ows|own|ew) (\w+ )?away\b", "discards", "The result is thrown away."),
    Banned(r"\bcame with (PTX|CUDA|version)", "was introduced in", "atom came with PTX 1.1."),
    Banned(r"\b(ptxas|assemblers?|releases?|instructions?) knows?\b", "supports", "Assemblers know it since 13.0."),
    Banned(r"\bearns?\b", "causes", "Each module breaks the rule and earns a diagnostic."),
    Banned(r"\bcounts? for nothing\b", "is ignored", "The upper bits count for nothing."),
    Banned(r"\bhas gone\b", "was removed", "A directive that has gone."),
    Banned(r"\bmake(s)? (it|them) one\b|\bcannot be one\b", "are incompatible", "These two functions cannot be one."),
    Banned(r"\bbegins? nothing\b", "is unexpected", "A character that begins nothing in PTX."),
    # Words for which the field has another.
    Banned(r"\bbehind\b", "after", "Go on behind the call."),
    Banned(r"\bso many\b", "n, every n-th", "One of so many elements is accessed."),
    Banned(r"\bof both\b", "of the two, of each", "The operands of both are equal."),
    Banned(r"\bwhat it gives\b", "its result", "What it gives is unspecified."),
    Banned(
        r"\bexact (singles?|doubles?)\b(?!-)", "single-precision hexadecimal constant", "Exact singles keep their bits."
    ),
    Banned(r"\bon its way out\b", "deprecated", "This is on its way out."),
    Banned(r"\bwithout a word\b", "silently", "It is accepted without a word."),
    Banned(r"\bfor want of\b", "because … is missing", "It is rejected for want of the modifier."),
    Banned(r"\bas (many|often) as one likes\b", "any number of", "Declared as often as one likes."),
    Banned(r"\bthousand million\b", "billion", "1.18 thousand million results."),
    Banned(r"\bin the place of\b", "in place of", "A constant in the place of a result."),
    Banned(r"\bwhen it is absent\b", "if omitted", "When it is absent, it goes to one."),
    Banned(r"\bfor about a number of\b", "for approximately the given number of", "For about a number of nanoseconds."),
    Banned(r"\bfrom (PTX|version|releases?|sm_\d+)( [\d.]+)? on(?=[,.;:)]|$)", "from", "Accepted from PTX 7.8 on."),
    Banned(
        r"\b(?:one|two|four|\d+) \w+ an? "
        r"(lane|dimension|thread|warp|channel|record|mnemonic|variant|kind|form|file|line)\b",
        "per",
        "One bit a lane of the warp.",
    ),
    # Grammar.
    Banned(r"(?<!there )\b(is|are) no (?!longer\b|more\b|less\b)\w+", "is not a", "The size is no multiple of 4."),
    Banned(r"\bfor [\w.$%]+ (true|false)\b", "with, without", "Allowed for ftz False."),
)

HEADLESS = re.compile(
    r"(What|Whether|How|Where|Which|Why|Who|That|Those|Of|If|The same of|So many|As many)\b(?! (is|are) (a|an|the)\b)"
)
"""Openings of a docstring that name no thing and no action: a relative clause, or a fragment."""

# fmt: off
ABBREVIATIONS = frozenset([
    # The field and its tools.
    "ABI", "API", "CC", "CF", "CI", "CPU", "CTA", "CUDA", "CUTLASS", "DSL", "DWARF", "FMA", "GPU", "IR", "ISA", "JIT",
    "CCCL", "LBO", "LIB", "LLVM", "MLIR", "MMA", "MN", "NVIDIA", "NVVM", "OOB", "PTX", "SASS", "SBO", "SIMD", "SIMT",
    "SM", "TVM", "ULP", "XLA",
    # Files and formats.
    "ASCII", "CSV", "HTML", "HTTP", "ID", "IEEE", "GB", "JSON", "KB", "LSP", "MB", "SARIF", "SMT", "SQL", "URL", "UTF",
    "YAML",
    # Logic, the orders of image dimensions, and parts of machine instructions that errata name.
    "AND", "NOT", "OR", "XOR", "DHW", "NDHWC", "NHWC", "NWC", "FFMA", "FMNMX", "HFMA", "RTX", "RZ",
])
# fmt: on
"""Abbreviations that the readers of these pages know, or that the glossary explains."""
