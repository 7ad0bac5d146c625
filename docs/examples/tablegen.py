"""Write the forms of a target as TableGen records: `python tablegen.py sm_90a 8.7 > PTX.td`."""

import sys
from collections.abc import Iterator

import ptxisa

CLASS = """class PTXForm<string id, string syntax> {
  string Id = id;
  string Syntax = syntax;
  list<string> Outs = [];
  list<string> Ins = [];
  list<string> Opcodes = [];
  bit MayLoad = false;
  bit MayStore = false;
  bit IsConvergent = false;
  bit IsTerminator = false;
  bit HasSideEffects = false;
}
"""
SIDE_EFFECTS = {"asynchronous", "orders_memory", "volatile", "call", "other"}


def records(target: str, ptx: str) -> Iterator[str]:
    """Yield a record for each form."""
    for number, form in enumerate(ptxisa.forms(target, ptx)):
        effects = set(form.effects)
        opcodes = [form.opcode(values) for values in form.variants(target, ptx)]
        outs = [operand.name for operand in form.operands if operand.written and operand.kind != "address"]
        ins = [operand.name for operand in form.operands if operand.name not in outs]
        fields = {
            "Outs": outs,
            "Ins": ins,
            "Opcodes": opcodes,
            "MayLoad": "reads_memory" in effects,
            "MayStore": "writes_memory" in effects,
            "IsConvergent": "convergent" in effects,
            "IsTerminator": "terminator" in effects,
            "HasSideEffects": bool(effects & SIDE_EFFECTS) or bool(form.state),
        }
        body = "".join(
            f"  let {name} = {value};\n" for name, value in zip(fields, map(literal, fields.values()), strict=True)
        )
        syntax = " ".join(form.syntax.split())
        yield f"def F{number} : PTXForm<{literal(form.id)}, {literal(syntax)}> {{\n{body}}}\n"


def literal(value: object) -> str:
    """Return a value of TableGen."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(map(literal, value)) + "]"
    return f'"{value}"'


print(CLASS)
print("\n".join(records(*sys.argv[1:3])))
