"""Rename a register, and shift instead of multiplying by a power of two: `python strengthen.py old.ptx new.ptx`."""

import sys
from pathlib import Path

import ptxisa
from ptxisa.syntax.tree import Instruction, Integer, Name
from ptxisa.syntax.visitor import Transformer


class Rename(Transformer):
    def __init__(self, old: str, new: str) -> None:
        self.old, self.new = old, new

    def visit_Name(self, node: Name) -> Name:
        return node._replace(text=self.new) if node.text == self.old else node


class Strengthen(Transformer):
    def visit_Instruction(self, node: Instruction) -> Instruction:
        factor = node.operands[-1] if node.operands else None
        if node.opcode.text not in ("mul.lo.s32", "mul.lo.u32") or not isinstance(factor, Integer):
            return node
        if factor.value.bit_count() != 1:
            return node
        bits = factor._replace(value=factor.value.bit_length() - 1, text=str(factor.value.bit_length() - 1))
        shift = node.opcode._replace(mnemonic="shl", modifiers=("b32",))
        return node._replace(opcode=shift, operands=(*node.operands[:-1], bits))


text = Path(sys.argv[1]).read_text()
Path(sys.argv[2]).write_text(ptxisa.rewrite(text, Rename("%r2", "%offset"), Strengthen()))
