"""Explanations of messages that ptxas 13.0 printed for wrong modules."""

import json
import re
from pathlib import Path

import pytest

import ptxisa
from ptxisa.cli.parsers import COMMANDS
from ptxisa.isa.diagnostics import CATALOGUE
from ptxisa.query.messages import explain, is_message

PRINTED = Path(__file__).with_name("ptxas_messages.txt").read_text(encoding="utf-8").splitlines()
MESSAGES = [
    message
    for (data,) in ptxisa.database().sql("SELECT data FROM record WHERE kind = 'assembler_message'")
    for message in json.loads(data)["messages"]
]


def test_there_are_100_messages_and_200_printed_lines() -> None:
    assert len(MESSAGES) >= 100
    assert len(PRINTED) >= 200


@pytest.mark.parametrize("line", PRINTED)
def test_printed_lines_are_explained(line: str) -> None:
    result = explain(line)
    assert is_message(line)
    assert result is not None
    assert result.means
    assert result.fix
    assert "{1}" not in result.means + result.fix


PASTED = Path(__file__).with_name("pasted_messages.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("line", PASTED)
def test_pasted_lines_of_compilers_linkers_and_drivers_are_explained(line: str) -> None:
    assert explain(line) is not None


def test_messages_of_ptxas_and_llvm_that_differ_in_case_have_their_own_explanations() -> None:
    by_ptxas, by_llvm = explain("Constant expression type mismatch"), explain("constant expression type mismatch")
    assert by_ptxas is not None
    assert by_llvm is not None
    assert by_ptxas.codes == ("constant-type",)
    assert by_llvm.codes == ()


def test_every_command_in_an_explanation_exists() -> None:
    texts = " ".join(f"{message['means']} {message['fix']}" for message in MESSAGES)
    commands = set(re.findall(r"`ptxisa ([a-z-]+)", texts))
    assert len(commands) >= 5
    assert commands <= set(COMMANDS)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda entry: entry["text"])
def test_records_use_their_fields_and_match_their_text(message: dict[str, object]) -> None:
    assert set(message.get("codes", ())) <= set(CATALOGUE)  # type: ignore[call-overload]
    fields = str(message["text"]).count("%s") + str(message["text"]).count("%d")
    used = {n for n in range(1, 9) if f"{{{n}}}" in f"{message['means']}{message['fix']}"}
    assert used <= set(range(1, fields + 1))
    filled = str(message["text"]).replace("%s", "7").replace("%d", "7")
    assert explain(filled) is not None


def test_explanations_leave_out_the_place_and_fill_in_fields() -> None:
    result = explain("ptxas kernel.ptx, line 8; error   : Feature 'wgmma.fence' not supported on .target 'sm_90'")
    assert result is not None
    assert result.message == "Feature 'wgmma.fence' not supported on .target 'sm_90'"
    assert result.means.startswith("sm_90 does not have wgmma.fence.")
    assert result.codes == ("unavailable-target",)


def test_a_field_before_a_final_point_contains_points() -> None:
    result = explain("PTX version 7.0 does not support target 'sm_90'. Minimum required PTX version is 7.8.")
    assert result is not None
    assert result.means.startswith("The target sm_90 needs PTX 7.8 or later")


@pytest.mark.parametrize(
    "place", ["ptxas C:\\my files\\x.ptx, line 8; error   : ", "error: ptxas application ptx input, line 8; "]
)
def test_places_may_have_spaces(place: str) -> None:
    result = explain(f"{place}Arguments mismatch for instruction 'add'")
    assert result is not None
    assert result.message == "Arguments mismatch for instruction 'add'"


@pytest.mark.parametrize("text", ["C7308", "(C7308)", "ptxas fatal   : (C7308)"])
def test_a_number_alone_is_explained_like_its_message(text: str) -> None:
    result = explain(text)
    whole = explain('(C7308) Intrinsic - "intrinsic PREAD offset mismatch: out-of-order or overlapping reads"')
    assert result is not None
    assert whole is not None
    assert result[1:] == whole[1:]
    assert result.message.startswith("(C7308) Intrinsic")


def test_an_unknown_number_is_not_explained() -> None:
    assert explain("C9999") is None


@pytest.mark.parametrize("line", ["", "x" * 100_000, "\ud800", "error: nothing of the kind", "%s" * 1000])
def test_other_text_is_not_explained(line: str) -> None:
    assert explain(line) is None


@pytest.mark.parametrize(
    ("line", "advice"),
    [
        ("the provided PTX was compiled with an unsupported toolchain.", "Update the driver"),
        ("Failed to convert PTX to module: InvalidPtx", "Run `ptxisa check`"),
        ("Instruction 'mma with block scale' not supported on .target 'sm_120'", "sm_120a and sm_120f have it"),
        ("Feature '.cta_group::1' not supported on .target 'sm_120a'", "No target of this chip has it, only sm_100a,"),
        ("Instruction 'wgmma.fence' not supported on .target 'sm_100a'", "sm_100a has tcgen05.mma"),
        ("Feature '.multicast::cluster' not supported on .target 'sm_100'", "sm_100 has it in some forms"),
        ("Instruction 'tcgen05.fence' not supported on .target 'sm_75'", "only sm_100a, sm_100f"),
        (
            "Instruction 'wgmma.mma_async with boolean type' not supported on .target 'sm_90'",
            "sm_90a has it: compile for",
        ),
        ("Feature '.x' not supported on .target 'sm_90'", "Some features need a target with the suffix a or f."),
        ("CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "Update the driver"),
        ("CUDA_ERROR_INVALID_PTX", "CU_JIT_ERROR_LOG_BUFFER"),
        ("CUDA_ERROR_NO_BINARY_FOR_GPU", "Compile for the GPU"),
        ("CUDA error: no kernel image is available for execution on the device", "Compile for the GPU"),
        ("'sm_120' is not a recognized processor for this target (ignoring processor)", "newer LLVM"),
        ("'+ptx86' is not a recognized feature for this target (ignoring feature)", "newer LLVM"),
        ("LLVM ERROR: Cannot select: intrinsic %llvm.nvvm.wgmma.fence.sync.aligned", "newer LLVM"),
        ("ptxas fatal : Value 'sm_70' is not defined for option 'gpu-name'", "older CUDA Toolkit: CUDA 9.0 to 12.9"),
        ("ptxas fatal : Value 'sm_121a' is not defined for option 'gpu-name'", "newer CUDA Toolkit: CUDA 12.9"),
        ("ptxas fatal : Value 'sm_9x' is not defined for option 'gpu-name'", "Check the spelling"),
        ("RuntimeError: CUDA error: an illegal memory access was encountered", "compute-sanitizer"),
        ("RuntimeError: Triton Error [CUDA]: misaligned address", "Align the data"),
        ("nvlink fatal   : Input file 'a.o' newer than toolkit (120 vs 118)", "newer toolkit"),
        ("ptxas died due to signal 11 (Invalid memory reference)", "another release or -O0"),
        ('LLVM ERROR: Undefined external symbol "__nv_expf"', "libdevice"),
        ('LLVM ERROR: Undefined external symbol "memcpy"', "Define memcpy in the module"),
        ("x.cu(12): error: asm operand type size(8) does not match type/size implied by constraint 'r'", "l for 8"),
        ("RuntimeError: PassManager::run failed", "error before this line"),
        ("out of resource: shared memory, Required: 131072, Hardware limit: 101376. Reducing", "num_stages"),
        ("ptxas fatal : Program with .target 'sm_90a' cannot be compiled to future architecture", "Compile for sm_90a"),
        (
            "ERROR : Arch conditional MMA instruction used without targeting sm90a compute capability. Aborting.",
            "suffix",
        ),
        ("Attempting to use SM80_16x8x16_F16F16F16F16_TN without CUTE_ARCH_MMA_SM80_ENABLED", "Compile for an arch"),
        (
            "error : Feature 'f16 arithemetic and compare instructions' requires .target sm_53 or higher",
            ".f32",
        ),
    ],
)
def test_messages_that_users_paste_have_advice(line: str, advice: str) -> None:
    explanation = explain(line)
    assert (explanation.fix if explanation else "").find(advice) >= 0


@pytest.mark.parametrize(
    ("line", "command"),
    [
        (
            "Instruction 'mma with block scale' not supported on .target 'sm_120'",
            "--target sm_120` shows the requirements",
        ),
        (
            "Instruction 'cvt with .e2m1x2' not supported on .target 'sm_120'",
            "`ptxisa available cvt.rn.satfinite.e2m1x2.f32 --target sm_120`",
        ),
        (
            "Feature 'cvt with .e4m3x2/.e5m2x2' requires .target sm_90 or higher",
            "`ptxisa available cvt.rn.satfinite.e4m3x2.f32`",
        ),
        (
            "Instruction 'redux.f32' not supported on .target 'sm_120a'",
            "`ptxisa available redux.sync.min.f32 --target sm_120a`",
        ),
        ("Feature '.bf16' requires .target sm_80 or higher", "`ptxisa available .bf16`"),
        ("Feature '.release' requires .target sm_70 or higher", "`ptxisa search .release`"),
        ("Instruction 'frob it' not supported on .target 'sm_120'", "`ptxisa search 'frob it'`"),
        ("PTX .version 8.0 does not support .target sm_100", "`ptxisa show sm_100`"),
    ],
)
def test_suggested_commands_run_as_printed(line: str, command: str) -> None:
    explanation = explain(line)
    assert explanation is not None
    assert command in explanation.fix


REASONS = [
    "insufficient register resources for the wgmma pipeline",
    "insufficient register resources for the function",
    "non wgmma instructions defining accumulator registers of a wgmma",
    "non wgmma instructions reading accumulator registers of  a wgmma",
    "non wgmma instructions defining input registers of a wgmma",
    "the presence of Extern calls",
    "wgmma pipeline crossing function boundary at a function call",
    "ill formed pipeline stage",
    "program dependence on compiler-inserted WG.DP in divergent path",
]


def test_each_reason_of_wgmma_serialization_has_its_own_advice() -> None:
    start = "Potential Performance Loss: wgmma.mma_async instructions are serialized due to"
    explanations = [explain(f"{start} {reason} in the function 'k'") for reason in REASONS]
    assert len({explanation.fix for explanation in explanations if explanation}) == len(REASONS)
