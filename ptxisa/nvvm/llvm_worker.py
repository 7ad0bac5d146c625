"""Process in which LLVM reads modules: some invalid modules end the process that reads them.

Each line of standard input is a list of modules as JSON. A line of standard output for each module is a pair: what the
parser reported and what the verifier reported, empty texts without errors.
"""

import json
import sys

import llvmlite.binding as llvm


def read(text: str) -> list[str]:
    """Parse and verify a module."""
    try:
        # In a new context, messages have the names of types in the text, and not of earlier modules: `%pair.1`.
        module = llvm.parse_assembly(text, llvm.create_context())
    except RuntimeError as error:
        return [str(error), ""]
    try:
        module.verify()
    except RuntimeError as error:
        return ["", str(error)]
    return ["", ""]


def main() -> None:
    """Answer until standard input ends."""
    version = ".".join(map(str, llvm.llvm_version_info))
    print(json.dumps(version), flush=True)
    for line in sys.stdin:
        for text in json.loads(line):
            print(json.dumps(read(text)), flush=True)


if __name__ == "__main__":
    main()
