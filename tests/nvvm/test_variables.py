"""Global variables, aliases and ifuncs: what is read of them, and what they use."""

from __future__ import annotations

import pytest

from ptxisa.nvvm.reader import Text
from ptxisa.nvvm.variables import aliased, uses, variable

Read = tuple[str, str, int, str, str]


def read(text: str) -> Read | None:
    """Name, kind, address space, type and value of the variable that a text is."""
    cut = Text(text)
    (one,) = cut.read()
    found = variable(cut, one)
    if found is None:
        return None
    return found.name, found.kind, found.space, " ".join(found.type), " ".join(cut.texts(*found.value))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@g = global i32 0", ("g", "global", 0, "i32", "0")),
        ("@g = global i32", ("g", "global", 0, "i32", "")),
        ("@g = global", ("g", "global", 0, "", "")),
        ('@"a b" = external constant i8, align 4', ("a b", "constant", 0, "i8", "")),
        ("@g = addrspace(1) global [2 x i8] undef, align 4", ("g", "global", 1, "[ 2 x i8 ]", "undef")),
        ("@g = internal addrspace(3) global i32* null #0", ("g", "global", 3, "i32 *", "null")),
        ("@g = global { i8, i8 } { i8 1, i8 2 } #0, align 4", ("g", "global", 0, "{ i8 , i8 }", "{ i8 1 , i8 2 }")),
        ("@g = addrspace(999999999) global i8 0", ("g", "global", 999999999, "i8", "0")),
        ("@g = addrspace(1000000000) global i8 0", ("g", "global", 0, "i8", "0")),
        ("@g = addrspace global", ("g", "global", 0, "", "")),
        ("@g = addrspace(x) global i8 0", ("g", "global", 0, "i8", "0")),
        ("@g = global i32 addrspace(1)* null", ("g", "global", 0, "i32 addrspace ( 1 ) *", "null")),
        ("@g = alias i32, i32* @h", ("g", "alias", 0, "i32", "")),
        ("@g = ifunc void (), void ()* @h", ("g", "ifunc", 0, "void ( )", "")),
        ("@g = frobnicate i32 0", None),
        ("@g =", None),
    ],
)
def test_a_variable_has_a_kind_a_space_a_type_and_a_value(text: str, expected: Read | None) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("@g = alias i32, i32* @h", "h"),
        ("@g = alias i32, bitcast (i8* @a to i32*), @b", "b"),
        ("@g = alias i32, i32* null", ""),
        ("@g = alias i32", ""),
    ],
)
def test_an_alias_is_of_the_last_object_that_it_names(text: str, name: str) -> None:
    cut = Text(text)
    (one,) = cut.read()
    found = variable(cut, one)
    assert found is not None
    assert aliased(cut, found) == name


@pytest.mark.parametrize(
    ("text", "used"),
    [
        ("@g = global i32 0", ["variable-space 0: global"]),
        ("@g = addrspace(1) constant i32 0", ["variable-space 1: addrspace(1) constant"]),
        ("@g = appending global i32 0", ["linkage appending: appending", "variable-space 0: appending global"]),
        ("@llvm.used = appending global i32 0", ["variable-space 0: appending global"]),
        (
            "@llvm.used = dso_local appending global i32 0",
            ["preemption dso_local: dso_local", "variable-space 0: dso_local appending global"],
        ),
        (
            "@g = weak thread_local(initialexec) hidden global i32 0",
            [
                *("linkage weak: weak", "thread-local thread_local: thread_local", "visibility hidden: hidden"),
                "variable-space 0: weak thread_local(initialexec) hidden global",
            ],
        ),
        ("@g = weak alias i32, i32* @h", ["linkage weak: weak"]),
        ("@g = weak ifunc i32, i32* @h", ["linkage weak: weak", "module-item ifunc: ifunc"]),
        (
            '@g = global i32 0, section "a\\5C", comdat($c), align 4, comdat',
            [
                "variable-space 0: global",
                'section a\\: section "a\\5C"',
                *("comdat comdat: comdat", "comdat comdat: comdat"),
            ],
        ),
        ("@g = global i32 0, section", ["variable-space 0: global"]),
        ('@g = global i32, section "s"', ["variable-space 0: global", 'section s: section "s"']),
        ("@g = global i32 0 #1", ["variable-space 0: global", "module-item global attributes: #1"]),
        ("@g = global i32 0, #1", ["variable-space 0: global", "module-item global attributes: #1"]),
        ("@g = addrspace(3) global i32 undef", ["variable-space 3: addrspace(3) global"]),
        ("@g = addrspace(3) global i32 poison", ["variable-space 3: addrspace(3) global"]),
        (
            "@g = external addrspace(3) global i32",
            ["linkage external: external", "variable-space 3: external addrspace(3) global"],
        ),
        (
            "@g = addrspace(3) global i32 7",
            [
                "variable-space 3: addrspace(3) global",
                "nvvm-global-variables/shared-initializer a variable in shared memory has an initializer: 7",
            ],
        ),
        (
            "@g = addrspace(3) global [2 x i8] undef x",
            [
                "variable-space 3: addrspace(3) global",
                "nvvm-global-variables/shared-initializer a variable in shared memory has an initializer: undef x",
            ],
        ),
        ("@g = addrspace(4) global i32 7", ["variable-space 4: addrspace(4) global"]),
    ],
)
def test_what_a_variable_uses(text: str, used: list[str]) -> None:
    whole = f'source_filename = "a"\n{text}\nsource_filename = "b"\n'
    cut = Text(whole)
    _, one, _ = cut.read()
    found = variable(cut, one)
    assert found is not None
    listed = [f"{each[0]} {each[1]}: {whole[each.span.start : each.span.end]}" for each in uses(cut, found)]
    assert listed == used
