"""Names that are visible at the end of a module."""

from ptxisa.check.scope import visible


def test_names_of_a_function_and_around_it() -> None:
    text = ".global .u32 v; .func f(.param .u32 p) { .reg .f32 r<2>; l: x: .branchtargets l; { .reg .u32 inner; } }"
    names = visible(text, ["v", "f", "p", "r1", "l", "x", "inner", "nothing"])
    kinds = {name: symbol.kind for name, symbol in names.items()}
    assert kinds == {
        "v": "variable", "f": "function", "p": "parameter", "r1": "register", "l": "label", "x": "targets",
    }  # fmt: skip


def test_a_module_without_functions() -> None:
    assert visible(".global .u32 v;", ["v"])["v"].space == "global"
