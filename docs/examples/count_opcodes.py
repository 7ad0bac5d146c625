"""Count the opcodes of a PTX file: `python count_opcodes.py kernel.ptx`."""

import sys
from collections import Counter
from pathlib import Path

import ptxisa
from ptxisa.syntax.tree import Instruction
from ptxisa.syntax.visitor import Visitor


class Opcodes(Visitor):
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()

    def visit_Instruction(self, node: Instruction) -> None:
        self.counts[node.opcode.text] += 1


opcodes = Opcodes()
opcodes.visit(ptxisa.parse(Path(sys.argv[1]).read_bytes()))
for opcode, count in opcodes.counts.most_common():
    print(count, opcode)
