"""Execution of statements: results, chains, guards and errors."""

import numpy as np
import pytest

from ptxisa import PtxError, execute
from ptxisa.isa.targets import UnknownTarget
from ptxisa.numbers.patterns import integers

U8, U16, U32, U64 = np.uint8, np.uint16, np.uint32, np.uint64


def u32(*values: int) -> np.ndarray:
    return np.array(values, dtype=U32)


@pytest.mark.parametrize(
    ("statement", "registers", "expected"),
    [
        ("add.u32 d, a, b;", {"a": u32(1, 0xFFFFFFFF), "b": u32(2, 1)}, u32(3, 0)),
        ("add.sat.s32 d, a, 1;", {"a": u32(0x7FFFFFFF, 5)}, u32(0x7FFFFFFF, 6)),
        ("mul.wide.s32 d, a, a;", {"a": u32(0xFFFFFFFF)}, np.array([1], U64)),
        ("popc.b64 d, a;", {"a": np.array([2**64 - 1, 0], U64)}, u32(64, 0)),
        ("shr.s16 d, a, 100;", {"a": np.array([0x8000, 0x7FFF], U16)}, np.array([0xFFFF, 0], U16)),
        ("and.pred d, p, !q;", {"p": np.array([1, 1], U8), "q": np.array([0, 1], U8)}, np.array([1, 0], U8)),
        ("lop3.b32 d, a, a, a, 0x1ff;", {"a": u32(7)}, u32(0xFFFFFFFF)),
        ("lop3.b32 d, 0xf0, 0xcc, 0xaa, 0x1a;", {}, np.full(32, 0x1A, U32)),
        ("shf.l.wrap.b32 d, a, a, 8;", {"a": u32(0x12345678)}, u32(0x34567812)),
        ("bfind.shiftamt.s32 d, a;", {"a": u32(0, 1, 0xFFFFFFFF)}, u32(0xFFFFFFFF, 31, 0xFFFFFFFF)),
        ("add.u32 d, WARP_SZ, (1 + 2) * 3;", {}, np.full(32, 41, U32)),
    ],
)  # fmt: skip
def test_statements_have_known_results(statement: str, registers: dict[str, np.ndarray], expected: np.ndarray) -> None:
    out = execute(statement, registers)
    assert list(out) == ["d"]
    assert out["d"].dtype == expected.dtype
    np.testing.assert_array_equal(out["d"], expected)


def test_carry_chain_adds_128_bits() -> None:
    random = np.random.default_rng(7)
    words = {f"{name}{i}": random.integers(0, 2**32, 500, dtype=U32) for name in "ab" for i in range(4)}
    out = execute("add.cc.u32 d0, a0, b0; addc.cc.u32 d1, a1, b1; addc.cc.u32 d2, a2, b2; addc.u32 d3, a3, b3;", words)
    for lane in range(500):
        whole = {n: sum(int(words[f"{n}{i}"][lane]) << 32 * i for i in range(4)) for n in "ab"}
        total = sum(int(out[f"d{i}"][lane]) << 32 * i for i in range(4))
        assert total == (whole["a"] + whole["b"]) % 2**128


def test_borrow_chain_subtracts_64_bits() -> None:
    a, b = 0x1_0000_0000, 1
    registers = {"a0": a & 0xFFFFFFFF, "a1": a >> 32, "b0": b, "b1": 0}
    out = execute("sub.cc.u32 d0, a0, b0; subc.u32 d1, a1, b1;", registers, threads=1)
    assert (int(out["d1"][0]) << 32) + int(out["d0"][0]) == a - b


def test_the_multiplication_of_the_manual() -> None:
    """64 x 64 to 128 bits by mad.cc and madc (PTX ISA 8.7, section 9.7.2.6)."""
    program = """
        mul.lo.u32 r0, r4, r6; mul.hi.u32 r1, r4, r6; mad.lo.cc.u32 r1, r5, r6, r1; madc.hi.u32 r2, r5, r6, 0;
        mad.lo.cc.u32 r1, r4, r7, r1; madc.hi.cc.u32 r2, r4, r7, r2; addc.u32 r3, 0, 0;
        mad.lo.cc.u32 r2, r5, r7, r2; madc.hi.u32 r3, r5, r7, r3;
    """
    x, y = 0xFEDCBA9876543210, 0xFFFFFFFFFFFFFFFF
    given = {"r4": x & 0xFFFFFFFF, "r5": x >> 32, "r6": y & 0xFFFFFFFF, "r7": y >> 32}
    out = execute(program, given, threads=1)
    assert sum(int(out[f"r{i}"][0]) << 32 * i for i in range(4)) == x * y


def test_carry_can_be_given() -> None:
    out = execute("addc.u32 d, a, 0;", {"a": u32(1, 1), "CF": np.array([0, 1], U8)})
    np.testing.assert_array_equal(out["d"], [1, 2])


def test_guards_keep_the_old_value() -> None:
    given = {"p": np.array([1, 0], U8), "d": u32(7, 7), "a": u32(1, 1)}
    np.testing.assert_array_equal(execute("@p add.u32 d, a, a;", given)["d"], [2, 7])
    np.testing.assert_array_equal(execute("@!p add.u32 d, a, a;", given)["d"], [7, 2])


def test_results_feed_later_statements() -> None:
    out = execute("add.u32 t, a, 1; mul.lo.u32 d, t, t;", {"a": u32(1, 2)})
    np.testing.assert_array_equal(out["d"], [4, 9])
    assert list(out) == ["t", "d"]


def test_a_result_in_the_sink_is_discarded() -> None:
    out = execute("lop3.or.b32 _|p, a, a, a, 0, 0;", {"a": u32(1)})
    assert list(out) == ["p"]
    assert out["p"].dtype == U8


@pytest.mark.parametrize("results", ["p|q", "p", "p|_", "_|q"])
def test_a_second_predicate_may_be_left_out(results: str) -> None:
    a, b = (np.array(values, np.uint32) for values in ([1, 5], [3, 3]))
    result = execute(f"setp.lt.and.s32 {results}, a, b, !c;", {"a": a, "b": b, "c": np.array([0, 1], np.uint8)})
    expected = {"p": [1, 0], "q": [0, 0]}
    assert {name: values.tolist() for name, values in result.items()} == {
        name: expected[name] for name in "pq" if name in results
    }


def test_model_of_a_target() -> None:
    np.testing.assert_array_equal(execute("rem.u16 d, 7, 0;", target="sm_90", threads=1)["d"], [0xFFFF])


def test_number_of_threads() -> None:
    assert len(execute("not.b32 d, 0;")["d"]) == 32
    assert len(execute("not.b32 d, 0;", threads=5)["d"]) == 5
    assert len(execute("not.b32 d, a;", {"a": np.zeros(0, U32)})["d"]) == 0


@pytest.mark.parametrize(
    ("statement", "registers", "message"),
    [
        ("add.u32 d, a, b;", {"a": u32(1)}, "no value is given for b"),
        ("add.u64 d, a+1, 2;", {"a": 1}, "only registers and constants are run here; add the offset"),
        ("mov.u64 d, v+8;", {"v": 1}, "only registers and constants are run here; add the offset"),
        ("add.u32 d, a, b;", {"a": u32(1), "b": u32(1, 2)}, "different numbers of threads: 1, 2"),
        ("add.u32 d, a, a;", {"a": np.array([1], U64)}, "register a has 64-bit values; the statements use 32 bits"),
        (
            "add.u32 d, a, a;",
            {"a": np.zeros((2, 2), U32)},
            "register a must have one dimension, one element per thread",
        ),
        ("add.u32 d, a, a;", {"a": np.array(["x"])}, r"register a must hold numbers, not <U1 \(use np.uint32\)"),
        ("add.u32 d, a, a;", {"a": np.array([1], object)}, "register a must hold numbers, not object"),
        ("add.u32 d, a, a;", {"a": np.array([1], np.longdouble)}, "register a must hold numbers, not"),
        ("add.u32 d, a, a;", {"a": ["x"]}, "register a: 'x' is not a number"),
        ("add.u32 d, a, a;", {"a": [[1]]}, "is not a number"),
        ("add.u32 d, a, a;", {"a": "1"}, "register a must be a number, a list or a NumPy array, not str"),
        ("add.u32 d, a, a;", {"a": 1.5}, "register a: 1.5 is not a value of .u32"),
        ("add.u32 d, a, a;", {"a": 1, "aa": 2}, "the statements have no register 'aa'; did you mean a"),
        (
            "cvt.s64.s32 d, a;",
            {"a": np.array([1], U8)},
            "register a has 8-bit values; the statements need 32 bits",
        ),
        ("add.u32 d, a, a;", {"a": 2**32}, "4294967296 does not fit in 32 bits"),
        ("add.u32 d, a, a; add.u64 e, a, a;", {"a": u32(1)}, "a has 32 bits and is used here as one with 64 bits"),
        ("add.u32 d, a;", {}, "takes 3 operands"),
        ("add.u33 d, a, a;", {}, "no modifier .u33"),
        ("frob d;", {}, "unknown instruction"),
        ("", {}, "no statement"),
        (
            "tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned [a], [b], 128;",
            {},
            "no executable",
        ),
        ("add.u32 d, 1, 1 / 0;", {}, "zero"),
        ("add.u32 d, v.x, 1;", {}, "vector components"),
        ("add.u32 d 1;", {}, "syntax-error"),
    ],
)
def test_errors(statement: str, registers: dict[str, object], message: str) -> None:
    with pytest.raises(PtxError, match=message):
        execute(statement, registers)


@pytest.mark.parametrize(
    ("statement", "given", "bits"),
    [
        ("add.f32 d, a, 0f00000000;", np.array([1.5, -2.0], np.float32), [0x3FC00000, 0xC0000000]),
        ("add.f32 d, a, 0f00000000;", [1.5, -2.0], [0x3FC00000, 0xC0000000]),
        ("add.f32 d, a, 0f00000000;", np.array([1.5], ">f4"), [0x3FC00000]),
        ("add.s32 d, a, 0;", np.array([-1, 5], np.int32), [0xFFFFFFFF, 5]),
        ("add.s32 d, a, 0;", np.array([0x01020304], ">u4"), [0x01020304]),
        ("add.s32 d, a, 0;", [-1, 5], [0xFFFFFFFF, 5]),
        ("add.f16 d, a, a;", 0.1, [0x3266] * 32),
        ("add.f64 d, a, a;", np.float32(0.5), [0x3FF0000000000000] * 32),
        ("cvt.s64.s32 d, a;", np.array([-3], np.int64), [2**64 - 3]),
    ],
)
def test_registers_accept_arrays_lists_and_numbers(statement: str, given: object, bits: list[int]) -> None:
    assert execute(statement, {"a": given})["d"].tolist() == bits


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"threads": 1.5}, "threads must be an integer, not float"),
        ({"threads": True}, "threads must be an integer, not bool"),
        ({"registers": [1]}, "registers must be a mapping"),
        ({"memory": 5}, "memory must be a mapping"),
        ({"types": "b16"}, "types must be a mapping"),
        ({"steps": "many"}, "steps must be an integer, not str"),
        ({"ptx": 8.7}, "a PTX version is a text"),
        ({"target": 90}, "a target is a name"),
    ],
)
def test_arguments_of_another_kind_are_type_errors(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        execute("add.u32 d, 1, 1;", **arguments)


@pytest.mark.parametrize("threads", [-1, 2**60])
def test_the_number_of_threads_is_bounded(threads: int) -> None:
    with pytest.raises(PtxError, match=f"not {threads}"):
        execute("add.u32 d, 1, 1;", threads=threads)


def test_unavailable_statements_are_rejected() -> None:
    with pytest.raises(PtxError, match="needs PTX 8.0 on sm_90 or later"):
        execute("add.u16x2 d, a, a;", {"a": u32(1)}, target="sm_80")
    with pytest.raises(UnknownTarget):
        execute("add.u32 d, 1, 1;", target="sm_91")


def test_thread_count_must_agree() -> None:
    with pytest.raises(PtxError, match="threads is 4, but registers have 1 elements"):
        execute("not.b32 d, a;", {"a": u32(1)}, threads=4)


def test_values_of_128_bits() -> None:
    low, high = 0x1122334455667788, 0x99AABBCCDDEEFF00
    out = execute("mov.b128 y, {a, b}; mov.b128 {c, d}, y; mov.b128 {_, e, f, _}, y;", {"a": low, "b": high}, threads=3)
    assert integers(out["y"]) == [high << 64 | low] * 3
    assert (integers(out["c"]), integers(out["d"])) == ([low] * 3, [high] * 3)
    assert (integers(out["e"]), integers(out["f"])) == ([low >> 32] * 3, [high & 0xFFFFFFFF] * 3)
    again = execute("mov.b128 z, y;", {"y": out["y"]})
    assert integers(again["z"]) == integers(out["y"])


def test_floating_point_elements_have_the_type_of_the_others() -> None:
    out = execute("mov.b64 d, {a, 1.5};", {"a": 0x3F800000}, threads=1)
    assert integers(out["d"]) == [0x3FC000003F800000]


PERMUTED = {
    "f4e": ["03020100", "04030201", "05040302", "06050403"],
    "b4e": ["05060700", "06070001", "07000102", "00010203"],
    "rc8": ["00000000", "01010101", "02020202", "03030303"],
    "ecl": ["03020100", "03020101", "03020202", "03030303"],
    "ecr": ["00000000", "01010100", "02020100", "03020100"],
    "rc16": ["01000100", "03020302", "01000100", "03020302"],
}


@pytest.mark.parametrize("mode", PERMUTED)
def test_modes_of_prmt_select_the_bytes_of_the_manual(mode: str) -> None:
    selectors = np.array([0, 1, 2, 3, 0xFFFFFFFC, 0xFFFFFFFF], np.uint32)
    out = execute(f"prmt.b32.{mode} d, 0x03020100, 0x07060504, c;", {"c": selectors})
    table = [int(text, 16) for text in PERMUTED[mode]]
    assert out["d"].tolist() == [*table, table[0], table[3]]


def test_prmt_copies_signs() -> None:
    given = {"a": 0x7F80FF01, "b": 0x80000000}
    assert execute("prmt.b32 d, a, b, 0x0123;", given, threads=1)["d"].tolist() == [0x01FF807F]
    assert execute("prmt.b32 d, a, b, 0xfa98;", given, threads=1)["d"].tolist() == [0xFFFFFF00]
    assert execute("prmt.b32 d, a, b, 0x54327;", given, threads=1)["d"].tolist() == [0x007F8080]


@pytest.mark.parametrize(
    ("statement", "given", "dtype", "value"),
    [
        ("add.f32 d, a, 0f3f000000;", [1.0], np.float32, 1.5),
        ("add.f64 d, a, 0d3fe0000000000000;", [1.0], np.float64, 1.5),
        ("add.f16 d, a, a;", [0.75], np.float16, 1.5),
        ("add.bf16 d, a, a;", [0.75], np.float32, 1.5),
        ("sub.s32 d, a, 5;", [3], np.int32, -2),
        ("sub.u32 d, a, 5;", [3], np.uint32, 2**32 - 2),
        ("not.b16 d, a;", [0], np.uint16, 0xFFFF),
    ],
)
def test_results_as_numbers(statement: str, given: list[float], dtype: type, value: float) -> None:
    out = execute(statement, {"a": given}, numbers=True)["d"]
    assert (out.dtype, out.tolist()) == (dtype, [value])
