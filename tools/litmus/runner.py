"""Run the kernels of litmus tests on the GPU of this machine: `python -m tools.litmus.runner FOLDER OUT [--seconds N]`.

FOLDER is that of `tools.litmus.kernels`. OUT gets `results.json`: how often each outcome of each test was seen, and
whether the model allows it. A second run adds to the results. Nothing generated is imported, so a machine with a GPU
needs NumPy and its driver alone. The exit status is 1 if a forbidden outcome was seen.
"""

from __future__ import annotations

import argparse
import contextlib
import ctypes
import json
import random
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ptxisa.oracle.gpu.driver import GpuContext, GpuModule, Trapped

CTAS = 128
"""CTAs that test; with the threads of each, a power of two of instances."""
STRIDES = (1, 2, 4, 8, 16)
SCRATCH_BYTES = 64 * 0x10000 + 1024
BINS = 1 << 16
SLICE_SECONDS = 0.06


def launch_words(test: Mapping[str, Any], plan: Mapping[str, Any], pick: random.Random) -> tuple[list[int], int]:
    """Return the words of the parameter of one launch, described in `tools.litmus.kernels`, and its number of CTAs."""
    instances = CTAS * plan["threads"]
    group = {"ctas": instances, "cluster": plan["cluster"] * plan["threads"], "warps": plan["threads"]}
    members = group[test["placement"]]
    near = pick.random() < 0.5
    aligned = test["aligned"]
    stride = pick.choice([stride for stride in STRIDES if stride >= (4 if aligned else 1)])
    if near and stride == STRIDES[-1]:
        # Variables of one instance in one line.
        offsets = [4 * position for position in range(4)]
    else:
        offsets = [position * (instances * stride + 1024) + 4 * pick.randrange(64) for position in range(4)]
    scattered = pick.random() < 0.7
    stressing = pick.choice((0, 0, 32, 128, 256))
    words = [0] * 32
    words[:4] = [CTAS, members - 1, instances - 1, stride]
    words[4] = CTAS if pick.random() < 0.7 else 0
    words[5] = pick.choice((0, 0, 2, 8))
    words[6] = pick.choice((20, 100, 300)) if stressing else 0
    words[7] = pick.randrange(4)
    for role in range(4):
        words[8 + role] = pick.randrange(1, members, 2) if scattered else 1
        words[12 + role] = pick.randrange(members)
        words[16 + role] = pick.randrange(1, instances, 2) if pick.random() < 0.5 else 1
        words[20 + role] = offsets[role]
    return words, CTAS + stressing


class Campaign:
    """Buffers and results of a campaign."""

    def __init__(self, context: GpuContext, folder: Path, results: dict[str, Any], stack: contextlib.ExitStack) -> None:
        self.context, self.folder, self.results = context, folder, results
        self.plan = json.loads((folder / "plan.json").read_text(encoding="utf-8"))
        self.pick = random.Random(time.time_ns())
        self.modules: dict[int, GpuModule] = {}
        instances = CTAS * self.plan["threads"]
        words = 4 * (instances * STRIDES[-1] + 1024) + 1024
        self.memory = stack.enter_context(context.memory(np.zeros(words, np.uint32)))
        self.outputs = stack.enter_context(context.memory(np.zeros(8 * instances, np.uint32)))
        self.scratch = stack.enter_context(context.memory(np.zeros(SCRATCH_BYTES, np.uint8)))

    def slice(self, test: Mapping[str, Any], seconds: float) -> None:
        """Run a test for some time, and add the outcomes to the results."""
        if test["module"] not in self.modules:
            self.modules[test["module"]] = self.context.load((self.folder / f"m{test['module']}.cubin").read_bytes())
        module = self.modules[test["module"]]
        function, count = module.function(test["entry"]), module.function(f"{test['entry']}_count")
        threads = self.plan["threads"]
        entry = self.results.setdefault(test["name"], {"instances": 0, "launches": 0, "outcomes": {}})
        with self.context.memory(np.zeros(BINS, np.uint32)) as histogram:
            launches, end = 0, time.monotonic() + seconds
            while launches < 4 or (time.monotonic() < end and launches < 60000):
                words, ctas = launch_words(test, self.plan, self.pick)
                q = (ctypes.c_uint32 * 32)(*words)
                pointers = (self.memory.pointer, self.outputs.pointer, self.scratch.pointer)
                self.context.run(function, (*pointers, q), ctas, threads)
                self.context.run(count, (*pointers, histogram.pointer, q), CTAS, threads)
                launches += 1
            counts = np.zeros(BINS, np.uint32)
            histogram.read(counts)
        entry["launches"] += launches
        entry["instances"] += int(counts.sum())
        for code in np.flatnonzero(counts):
            key = str(int(code))
            entry["outcomes"][key] = entry["outcomes"].get(key, 0) + int(counts[code])


def judged(test: Mapping[str, Any], result: Mapping[str, Any]) -> dict[str, Any]:
    """Return the observed outcomes that the model forbids, and those that are not sequentially consistent."""
    seen = {int(code): count for code, count in result["outcomes"].items()}
    allowed, sequential = test["allowed"], test["sequential"]
    forbidden = {code: count for code, count in seen.items() if allowed is not None and code not in allowed}
    weak = {code: count for code, count in seen.items() if sequential is not None and code not in sequential}
    open_ = set(allowed or ()) - set(sequential if sequential is not None else allowed or ()) - set(weak)
    return {"forbidden": forbidden, "weak": weak, "allowed_weak_unseen": len(open_)}


def main() -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=300)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    file = arguments.out / "results.json"
    document = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"results": {}, "broken": []}
    started = time.monotonic()
    with GpuContext() as context, contextlib.ExitStack() as stack:
        document["device"] = {"device": context.name(), "driver": context.driver(), "target": context.target()}
        campaign = Campaign(context, arguments.folder, document["results"], stack)
        tests = campaign.plan["tests"]
        number = 0
        while time.monotonic() - started < arguments.seconds:
            for test in tests:
                if time.monotonic() - started >= arguments.seconds:
                    break
                if test["name"] in document["broken"]:
                    continue
                if number and not number % 2:
                    # Every second pass is for tests whose weak outcomes are still unseen.
                    verdict = judged(test, document["results"].get(test["name"], {"outcomes": {}}))
                    if not verdict["allowed_weak_unseen"]:
                        continue
                try:
                    campaign.slice(test, SLICE_SECONDS)
                except Trapped as error:
                    print(f"{test['name']}: {error}", flush=True)
                    document["broken"].append(test["name"])
                    _write(file, document, tests)
                    return 3
            number += 1
            _write(file, document, tests)
            print(f"pass {number}: {time.monotonic() - started:.0f} s", document["summary"], flush=True)
    return 1 if document["summary"]["forbidden"] else 0


def _write(file: Path, document: dict[str, Any], tests: list[Mapping[str, Any]]) -> None:
    """Write the results with a summary of them."""
    verdicts = {
        test["name"]: judged(test, document["results"][test["name"]])
        for test in tests
        if test["name"] in document["results"]
    }
    document["summary"] = {
        "tests": len(verdicts),
        "instances": sum(result["instances"] for result in document["results"].values()),
        "launches": sum(result["launches"] for result in document["results"].values()),
        "forbidden": sorted(name for name, verdict in verdicts.items() if verdict["forbidden"]),
        "weak": sum(bool(verdict["weak"]) for verdict in verdicts.values()),
        "weak outcomes": sum(len(verdict["weak"]) for verdict in verdicts.values()),
    }
    document["verdicts"] = verdicts
    temporary = file.with_suffix(".new")
    temporary.write_text(json.dumps(document), encoding="utf-8")
    temporary.replace(file)


if __name__ == "__main__":
    sys.exit(main())
