"""Process in which LLVM reads modules: some invalid modules end the process that reads them.

Each line of standard input is a list of modules as JSON. A line of standard output for each module has three texts:
what the parser reported, what the verifier reported, and what LLVM printed about debug metadata; each is
empty without errors.
"""

import json
import os
import sys
import tempfile
from typing import IO

import llvmlite.binding as llvm


def read(text: str, printed: IO[bytes]) -> list[str]:
    """Parse and verify a module; LLVM prints to the file `printed`."""
    printed.seek(0)
    printed.truncate()
    try:
        # In a new context, messages have the names of types in the text, and not of earlier modules: `%pair.1`.
        module = llvm.parse_assembly(text, llvm.create_context())
    except RuntimeError as error:
        return [str(error), "", ""]
    printed.seek(0)
    messages = printed.read().decode("utf-8", "replace")
    try:
        module.verify()
    except RuntimeError as error:
        return ["", str(error), messages]
    return ["", "", messages]


def main() -> None:
    """Answer until standard input ends."""
    printed = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process runs
    os.dup2(printed.fileno(), 2)
    version = ".".join(map(str, llvm.llvm_version_info))
    print(json.dumps(version), flush=True)
    for line in sys.stdin:
        for text in json.loads(line):
            print(json.dumps(read(text, printed)), flush=True)


if __name__ == "__main__":
    main()
