"""Modules that repeat one construct of the grammar, to measure how the time to check them grows.

`CONSTRUCTS` are functions from a number to the text of a module.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

HEAD = ".version 9.5\n.target sm_90\n.address_size 64\n"
OLD_HEAD = ".version 1.4\n.target sm_10\n"
REGISTERS = ".reg .b32 %r<1000>;\n.reg .pred %p<9>;\n"


def _items(line: str, count: int, *, before: str = "", head: str = HEAD) -> str:
    """Lines at module level; `{}` in a line is its number."""
    return f"{head}{before}{_lines(line, count)}"


def _lines(line: str, count: int, separator: str = "\n") -> str:
    return separator.join([line.replace("{}", str(number)) for number in range(1, count + 1)]) + "\n"


def _body(line: str, count: int, *, before: str = "", first: str = "") -> str:
    """Lines of a body, each with a statement after it that differs from others in the number of its register alone."""
    numbered = "".join(
        f"{line.replace('{}', str(number))}\nadd.s32 %r{number % 1000}, %r7, 1;\n" for number in range(1, count + 1)
    )
    return f"{HEAD}{before}.entry k()\n{{\n{REGISTERS}{first}{numbered}ret;\n}}\n"


def _list(opening: str, element: str, closing: str, count: int) -> str:
    return f"{HEAD}{opening}{_lines(element, count, ',')}{closing}\n"


def _nested(count: int) -> str:
    """Blocks in blocks, 90 deep."""
    return _body("{" * 90 + "add.s32 %r1, %r2, {};" + "}" * 90, 1 + count // 90)


_SOURCE = '.nv_intermediate_source_section { .code_block { .ir_name: "a" .sourceFileName: 1 .source_begin\n'

CONSTRUCTS: Mapping[str, Callable[[int], str]] = {
    "instructions": partial(_body, ""),
    "distinct instructions": partial(_body, "add.s32 %r1, %r2, {};"),
    "unknown instructions": partial(_body, "frob.sp::2:4.b32 %r1, [%r2, %r3, {%r4}];"),
    "undeclared names": partial(_body, "add.s32 x{}, y, z;"),
    "labels": partial(_body, "$L{}:"),
    "labels of all kinds": partial(_body, "label{}_x:"),
    "blocks": partial(_body, "{ .reg .b32 t; mov.b32 t, 1; }"),
    "nested blocks": _nested,
    "calls": partial(
        _body,
        "{ .param .b32 q; st.param.b32 [q], %r1; call f, (q); }",
        before=".func f(.param .b32 a) { ret; }\n",
    ),
    "pragmas": partial(_body, '.pragma "nounroll";'),
    "pragmas with numbers": partial(_body, '.pragma "used_bytes_mask 0x{}";'),
    "pragmas with semicolons": partial(_body, '.pragma "a;b}";'),
    "one pragma": partial(_body, "", first='.pragma "nounroll";\n'),
    "comments": partial(_body, "// comment { ; {}"),
    "long comments": partial(_body, "/* comment { ;\n {} */"),
    "locations": partial(_body, ".loc 1 {} 3", before='.file 1 "a"\n'),
    "inlined locations": partial(
        _body,
        ".loc 1 {} 3\n.loc 1 {} 9, function_name x, inlined_at 1 {} 3",
        before='.file 1 "a"\n.section .debug_str { x: .b8 0 }\n',
    ),
    "intermediate locations": partial(_body, ".loc 1 {} 3\n.loc_intermediate 1 {} 3", before='.file 1 "a"\n'),
    "registers": partial(_body, ".reg .b32 x{};"),
    "ranges of registers": partial(_body, ".reg .b32 x{}_<3>;"),
    "variables in a body": partial(_body, ".local .b32 x{};"),
    "prototypes": partial(_body, "p{}: .callprototype _ (.param .u32 _);"),
    "lists of targets": partial(_body, "t{}: .branchtargets L;", first="L:\n"),
    "unknown directives in a body": partial(_body, ".zz {}"),
    "unknown directives": partial(_items, ".zz {}, name"),
    "unknown blocks": partial(_items, ".zz { free ' { text } {} }"),
    "unknown blocks without end": partial(_items, ".zz { {}"),
    "unknown words": partial(_items, ".zz .global .u32 x{};"),
    "functions": partial(_items, ".func f{}() { ret; }"),
    "declarations of functions": partial(_items, ".extern .func f{}();"),
    "unknown directives in heads": partial(_items, ".entry f{}() .zz 7 { ret; }"),
    "aliases": partial(_items, ".alias a{}, f;", before=".func f() { ret; }\n"),
    "variables": partial(_items, ".global .u32 v{};"),
    "attributes": partial(_items, ".global .attribute(.managed) .u32 v{};"),
    "files": partial(_items, '.file {} "f"'),
    "pragmas of a module": partial(_items, '.pragma "nounroll";'),
    "sections": partial(_items, ".section .debug_info { .b8 1 }"),
    "lines of a section": partial(_items, ".b8 1, 2, 3", before=".section .debug_info {\n"),
    "labels of a section": partial(_items, "l{}: .b8 1", before=".section .debug_info {\n"),
    "sources": partial(
        _items,
        f"{_SOURCE}x\n.source_end\n}} }}",
        before='.file 1 "a"\n',
    ),
    "lines of a source": partial(
        _items,
        'text { "',
        before=f'.file 1 "a"\n{_SOURCE}',
    ),
    "metadata": partial(_items, "{ }", before=".metadata_section {\n"),
    "lines of DWARF": partial(_items, "@@DWARF .byte {}", head=OLD_HEAD),
    "targets": partial(_items, ".target sm_90", head=".version 9.5\n"),
    "initializers": partial(_list, ".global .u32 v[] = {", "{}", "};"),
    "nested initializers": partial(_list, ".global .u32 v[][2] = {", "{{},2}", "};"),
    "addresses in initializers": partial(_list, ".global .u32 v;\n.global .u64 a[] = {", "generic(v)+{}", "};"),
    "parameters": partial(_list, ".func f(", ".param .u32 p{}", ") { ret; }"),
    "hidden parameters": partial(_list, ".entry f(", ".hidden .param .u32 p{}", ") { ret; }"),
    "elements of a vector": partial(_list, ".entry k() { frob {", "r{}", "}; }"),
    "operands": partial(_list, ".entry k() { frob ", "r{}", "; }"),
    "names of a declaration": partial(_list, ".global .u32 ", "v{}", ";"),
    "names of a list of targets": partial(_list, ".entry k() { t: .branchtargets ", "L{}", "; }"),
    "languages": partial(_list, ".entry k() .language ", "7", " { ret; }"),
    "directives of a kernel": partial(_items, ".maxntid 3", before=".entry k()\n"),
}
