"""Plan of the corpus: the compiler, the source and the target of each module."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tools.corpus.toolchains import CUDA


class Job(NamedTuple):
    """One module to make: `maker` is a compiler, `toolchain` where it is, `source` a file or a kernel of it."""

    maker: str
    toolchain: str
    source: str
    target: str
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """Name of the module, without `.ptx`."""
        release = self.toolchain.rpartition("-")[2]
        options = "-".join(option.strip("-").replace("=", "-").replace(" ", "-") for option in self.options)
        words = [f"{self.maker}-{release}", self.source.replace(".", "-"), self.target, options]
        return ".".join(word for word in words if word)


class Source(NamedTuple):
    """A CUDA source: which releases compile it, for which targets, and whether -G is possible with all of them."""

    name: str
    since: str = "11.7"
    until: str = "99"
    least: int = 0
    only: tuple[str, ...] = ()
    debug: bool = True


def _names(numbers: str) -> list[str]:
    return [f"sm_{number}" for number in numbers.split()]


BLACKWELL = ("sm_100a", "sm_100f", "sm_103a", "sm_103f")

SOURCES = (
    Source("algorithms"),
    Source("asynchronous", least=80),
    Source("atomics"),
    Source("blocks", since="12.9"),
    Source("calls"),
    Source("control"),
    Source("cooperative", since="11.8"),
    Source("eight_bits", since="11.8"),
    Source("floats"),
    Source("half"),
    Source("inline_matrices", least=75),
    Source("integers"),
    Source("launch"),
    Source("matrices", least=70),
    Source("memory"),
    Source("standard", since="12.3", least=70, debug=False),
    Source("system_calls"),
    Source("tensor_memory", since="12.8", only=BLACKWELL),
    Source("textures"),
    Source("variables"),
    Source("warp"),
)

_OLD = _names("50 52 53 60 61 62 70 72 75 80 86 87")
_ADA = [*_OLD, "sm_89", "sm_90"]
_HOPPER = [*_ADA, "sm_90a"]
_TURING = [name for name in _HOPPER if int(name.strip("sma_")) >= 75]
_FIRST_BLACKWELL = _names("100 100a 101 101a 120 120a")
_FAMILIES = _names("100f 101f 103 103a 103f 120f 121 121a 121f")
_NEWEST = [*_TURING, *_names("88 100 100a 100f 103 103a 103f 110 110a 110f 120 120a 120f 121 121a 121f")]

# Options that change what a module holds, taken in turn: most modules are made with none.
OPTIONS: Sequence[tuple[str, ...]] = (
    (),
    ("-lineinfo",),
    (),
    ("--use_fast_math",),
    (),
    ("-G",),
    (),
    ("-rdc=true",),
)


def targets_of(release: str) -> list[str]:
    """Targets that a CUDA release compiles for, in the order of their numbers."""
    order = _number(release)
    if order >= (13, 0):
        return _NEWEST
    if order >= (12, 9):
        return [*_HOPPER, *_FIRST_BLACKWELL, *_FAMILIES]
    if order >= (12, 8):
        return [*_HOPPER, *_FIRST_BLACKWELL]
    if order >= (12, 0):
        return _HOPPER
    return ["sm_35", "sm_37", *(_ADA if order >= (11, 8) else _OLD)]


def _number(release: str) -> tuple[int, ...]:
    return tuple(int(part) for part in release.split("."))


def jobs() -> list[Job]:
    """Return every module of the corpus; each name once."""
    compiled = [*_nvrtc(), *_wrappers(), *_nvcc(), *_cutlass(), *_nvvm(), *_llvm(), *_zig(), *_python()]
    every = [*compiled, *_cutile(), *_cute(), *_libraries()]
    return list({job.name: job for job in every}.values())


def _nvrtc() -> Iterator[Job]:
    """Yield each CUDA source with each release; targets and options rotate, so that they mix."""
    for turn, release in enumerate(CUDA):
        for place, source in enumerate(SOURCES):
            possible = _possible(source, release)
            if possible:
                target = possible[(5 * turn + 3 * place) % len(possible)]
                options = OPTIONS[(turn + 3 * place) % len(OPTIONS)]
                usable = options if source.debug or options != ("-G",) else ()
                yield Job("nvrtc", f"cuda-{release}", f"{source.name}.cu", target, usable)


def _possible(source: Source, release: str) -> list[str]:
    if not _number(source.since) <= _number(release) <= _number(source.until):
        return []
    return [
        name
        for name in targets_of(release)
        if (name in source.only if source.only else int(name.strip("smaf_")) >= source.least)
    ]


# The beginnings of the names of headers in libcu++ that wrap PTX, by the release that has them first.
WRAPPED = {
    "12.9": """
        barrier_cluster cp_async_bulk cp_async_mbarrier fence get_sreg getctarank mbarrier_arrive
        mbarrier_expect_tx mbarrier_init mbarrier_test_wait mbarrier_try_wait multimem_ld_reduce multimem_red
        multimem_st red_async st_async st_bulk tcgen05_alloc tcgen05_commit tcgen05_cp tcgen05_fence tcgen05_ld
        tcgen05_mma_ws tcgen05_shift tcgen05_st tcgen05_wait tensormap_replace clusterlaunchcontrol""",
    "13.0": "cp_reduce_async_bulk bfind bmsk exit ld prmt shl shr st trap",
    "13.4": """
        elect_sync fabric_submit fabric_try_get fabric_try_pullred fabric_try_put fabric_try_red mbarrier_check_layout
        mbarrier_complete_tx mbarrier_inval mbarrier_pending_count prefetch setmaxnreg ldmatrix stmatrix""",
}
_WRAPPED_TARGETS = ("sm_90a", "sm_100a", "sm_100f", "sm_103a", "sm_120a", "sm_90", "sm_100")


def _wrappers() -> Iterator[Job]:
    """Each group of wrappers with a few releases, for targets in turn; many groups exist for some targets only."""
    for turn, release in enumerate(("12.9", "13.0", "13.5")):
        stems = [stem for since, some in WRAPPED.items() if _number(since) <= _number(release) for stem in some.split()]
        for place, stem in enumerate(stems):
            yield Job("wrappers", f"cuda-{release}", stem, _wrapped_target(stem, 2 * turn + place))


def _wrapped_target(stem: str, turn: int) -> str:
    """Return a target that has what the wrappers wrap."""
    if stem.startswith(("tcgen05", "tensormap", "fabric")):
        return "sm_100a"
    if stem.startswith(("st_bulk", "clusterlaunchcontrol", "setmaxnreg", "ldmatrix", "stmatrix")):
        return ("sm_100a", "sm_120a")[turn % 2]
    return _WRAPPED_TARGETS[turn % len(_WRAPPED_TARGETS)]


def _nvcc() -> Iterator[Job]:
    """Yield modules that need the compiler driver: launches from kernels, managed memory, lambdas, cub."""
    several = ("system_calls", "variables", "lambdas", "textures", "calls")
    for turn, release in enumerate(("13.0", "13.2", "13.5")):
        for place, name in enumerate(several):
            target = _NEWEST[(7 * turn + 3 * place) % len(_NEWEST)]
            for options in ((), ("-G",), ("-lineinfo", "-rdc=true")):
                yield Job("nvcc", f"cuda-{release}", f"{name}.cu", target, options)
        yield Job("nvcc", f"cuda-{release}", "dynamic.cu", _NEWEST[5 * turn + 2], ("-rdc=true",))
    for place, key in enumerate(("int", "float", "unsigned char", "double", "long long", "short")):
        for part in (0, 1, 2):
            options = (f"-DUSED_KEY={key}", f"-DUSED_PART={part}")
            yield Job("nvcc", "cuda-13.0", "devices.cu", _NEWEST[(place + 5 * part) % len(_NEWEST)], options)


def _cutlass() -> Iterator[Job]:
    for kind, target in ((70, "sm_75"), (75, "sm_75"), (80, "sm_80"), (90, "sm_90a"), (91, "sm_90a"), (100, "sm_100a")):
        yield Job("cutlass", "cuda-13.0", "gemm.cu", target, (f"-DKIND={kind}",))
    for target in ("sm_75", "sm_80", "sm_90"):
        yield Job("cutlass", "cuda-13.0", "atoms-warp", target)
    yield Job("cutlass", "cuda-13.0", "atoms-warpgroup", "sm_90a")


def _nvvm() -> Iterator[Job]:
    for release, target in (
        ("12.9", "sm_75"),
        ("12.9", "sm_120"),
        ("13.0", "sm_80"),
        ("13.0", "sm_103"),
        ("13.4", "sm_86"),
    ):
        yield Job("nvvm", f"cuda-{release}", "libdevice", target)
    for release in ("12.9", "13.0"):
        for target in ("sm_100", "sm_100a", "sm_120"):
            for options in ((), ("-opt=0",)):
                yield Job("nvvm", f"cuda-{release}", "functions.ll", target, options)


def _llvm() -> Iterator[Job]:
    """PTX versions as LLVM names them, each with a target."""
    for toolchain in ("llvm-20", "llvm-22"):
        for target, ptx in (
            ("sm_50", "60"), ("sm_52", "63"), ("sm_60", "65"), ("sm_70", "70"), ("sm_75", "72"), ("sm_80", "75"),
            ("sm_86", "78"), ("sm_90", "80"), ("sm_90a", "83"), ("sm_100", "86"), ("sm_120a", "87"),
        ):  # fmt: skip
            for level in ("0", "3"):
                yield Job("llvm", toolchain, "functions.ll", target, (ptx, level))


def _zig() -> Iterator[Job]:
    """C through the clang in Zig, and Zig itself; neither names a PTX version, so old targets give old ones."""
    for target in ("sm_50", "sm_60", "sm_70", "sm_80", "sm_90", "sm_100"):
        for level in ("-O0", "-O2"):
            yield Job("zig", "zig-0.17", "clang_kernels.c", target, (level, "-g0"))
        for mode in ("Debug", "ReleaseSafe", "ReleaseFast"):
            yield Job("zig", "zig-0.17", "zig_kernels.zig", target, (f"-O{mode}",))


TRITON = (
    "add", "add-half", "softmax", "matmul-half", "matmul-brain", "matmul-single", "layer_norm", "attention",
    "atomics", "scan", "random", "casts", "reductions", "branches",
)  # fmt: skip
NUMBA = (
    "saxpy", "saxpy-double", "matmul", "functions", "functions-single", "atomics", "warps", "local_memory",
    "strides", "complexes", "bytes", "raises", "constants",
)  # fmt: skip


def _python() -> Iterator[Job]:
    """Compilers for kernels in Python."""
    for turn, toolchain in enumerate(("triton-3.0", "triton-3.4", "triton-3.9")):
        targets = ("sm_75", "sm_80", "sm_89", "sm_90", *(() if toolchain == "triton-3.0" else ("sm_100", "sm_120")))
        for place, kernel in enumerate(TRITON):
            for step in (0, 2):
                target = targets[(turn + place + step) % len(targets)]
                if (kernel, target) != ("matmul-brain", "sm_75"):  # has no bfloat16
                    yield Job("triton", toolchain, kernel, target)
    for turn, release in enumerate(("12.4", "12.8", "13.0")):
        targets = ("sm_75", "sm_80", "sm_86", "sm_90")
        for place, kernel in enumerate(NUMBA):
            options = (release, "debug") if (turn + place) % 5 == 4 else (release,)
            yield Job("numba", "numba-0.68", kernel, targets[(turn + place) % len(targets)], options)
    for target in ("sm_75", "sm_86", "sm_90", "sm_100"):
        yield Job("warp", "warp-1.19", "warp_kernels.py", target)


CUTILE = (
    "add", "add-half", "softmax", "matmul-half", "matmul-brain", "matmul-single", "gathers", "atomics", "functions",
    "scans", "says",
)  # fmt: skip


def _cutile() -> Iterator[Job]:
    """Tile kernels in Python, always with line information; each kernel for two targets of five."""
    targets = ("sm_80", "sm_90", "sm_100", "sm_107", "sm_120")
    for place, kernel in enumerate(CUTILE):
        for step in (0, 2):
            yield Job("cutile", "cutile-1.7", kernel, targets[(place + step) % len(targets)])


CUTE = ("scale", "functions", "reduction", "staged", "product", "loads", "clusters", "bulk", "packed", "says")


def _cute() -> Iterator[Job]:
    """CuTe kernels in Python; each for two targets that have what it uses."""
    for place, kernel in enumerate(CUTE):
        least = {"clusters": 90, "bulk": 90, "packed": 100}.get(kernel, 80)
        targets = [name for name in ("sm_80", "sm_90a", "sm_100a", "sm_120a") if int(name.strip("sma_")) >= least]
        for step in (0, 1):
            yield Job("cute", "cute-4.8", kernel, targets[(place + step) % len(targets)])


# Libraries as they are shipped, with the target and the numbers of a few of their modules.
LIBRARIES: Sequence[tuple[str, str, str, str]] = (
    ("nccl-2.32", "libnccl.so.2", "sm_120", "2 22 28 29 38 43"),
    ("curand-10.4", "libcurand.so.10", "sm_75", "28"),
    ("curand-10.4", "libcurand.so.10", "sm_100", "16"),
    ("cusparse-12.9", "libcusparse.so.12", "sm_120", "7 39 104 115 120 132"),
    ("dali-2.4", "libdali_operators.so", "sm_120", "9 18 33 40 106 129"),
    ("dali-2.4", "libdali.so", "sm_120", "1 3"),
    ("nvshmem-3.8", "libnvshmem_device.a", "sm_120", "1 3"),
    ("xla-0.12", "xla_cuda_plugin.so", "sm_120", "1 8 10 42 48"),
    ("xgboost-3.2", "libxgboost.so", "sm_120", "5 9 44"),
    ("ctranslate2-4.8", "libctranslate2-a7a60d30.so.4.8.5", "sm_86", "7 14 29 31"),
    ("cublas-13.10", "libcublas.so.13", "sm_120", "35 79 98"),
    ("cublas-13.10", "libcublasLt.so.13", "sm_120", "53 82 269"),
    ("cusolver-12.4", "libcusolver.so.12", "sm_120", "14 34 139"),
    ("npp-13.2", "libnppif.so.13", "sm_121", "53 61"),
    ("npp-13.2", "libnpps.so.13", "sm_121", "1 20 24"),
)


def _libraries() -> Iterator[Job]:
    for toolchain, library, target, numbers in LIBRARIES:
        for number in numbers.split():
            yield Job("library", toolchain, library, target, (number,))
