"""Put the blocks that forms of a record share into each form that names them.

`shared` maps names to blocks, and a block has keys of forms: `where`, `rules`, `operands`, `requirements`. A form
lists the blocks that it `uses`. What is in a block applies as far as the syntax of the form has its slots and
operands (`narrow`). Nothing overrides anything: a name that two of them give is an error, and so is a part of a block
that applies to no form. After this pass there are neither `shared` nor `uses`, only whole forms, and the
length of a vector that follows from a modifier (`vector: len(dim) - 2`) is a list of cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from generator.records.narrow import Narrower
from generator.records.placed import Placed, located, placed, plain, walk
from generator.records.problems import Problem, RecordError, near
from generator.records.yaml_reader import Located, Steps
from ptxisa.isa.versions import order
from ptxisa.syntax.template import Template, TemplateError, parse_template

LENGTH = re.compile(r"len\((?P<slot>\w+)\)(?: (?P<sign>[-+]) (?P<number>[0-9]+))?")
"""Length of a vector: the number in a modifier, such as 2 in `.v2` or `.2d`, plus or minus a constant."""
NAMED = {"where": "slot", "literal_groups": "literal", "defaults": "default of", "operands": "operand"}
"""Keys with a mapping from names; a block gives those that the syntax has."""
LISTS = ("rules", "limits", "availability", "requirements", "deprecated", "removed", "advisories", "state", "models")
"""Keys with a list, to which every block adds: first those of blocks in the order of `uses`, then the form's own."""
CLAUSES = ("availability", "requirements")
"""Lists that are in the order of PTX versions where several blocks add to them."""
ORDER = (
    *(
        "id",
        "summary",
        "syntax",
        "where",
        "literal_groups",
        "defaults",
        "mnemonic_modifiers",
        "combinations",
        "rules",
        "limits",
        "operands",
        "availability",
        "texture_mode",
    ),
    *(
        "requirements",
        "deprecated",
        "removed",
        "advisories",
        "state",
        "associative",
        "effects",
        "semantics",
        "operation",
        "no_semantics",
    ),
    *("models", "contract"),
)


def expand(record: Located) -> Located:
    """Return the record with whole forms; raise `RecordError` with every block that is not used as it should be."""
    forms = record.data.get("forms", ())
    operands = (operand for form in forms for operand in form.get("operands", {}).values())
    if (
        "shared" not in record.data
        and not any("uses" in form for form in forms)
        and not any(isinstance(operand.get("vector"), str) for operand in operands)
    ):
        return record
    return _Expander(record).record()


class _Expander:
    """Expands one record, collecting problems instead of stopping."""

    def __init__(self, original: Located) -> None:
        self.original = original
        self.root = placed(original.data)
        self.blocks: Mapping[str, Placed] = self.root["shared"].value if "shared" in self.root else {}
        self.problems: list[Problem] = []
        self.used: set[Steps] = set()

    def record(self) -> Located:
        forms = Placed([self.form(form) for form in self.root["forms"].value], ("forms",))
        if not self.problems:
            self.problems.extend(self.unused())
        if self.problems:
            raise RecordError(self.problems)
        parts = {key: forms if key == "forms" else part for key, part in self.root.value.items() if key != "shared"}
        return located(self.original, Placed(parts, ()))

    def form(self, form: Placed) -> Placed:
        template = self.template(form["syntax"])
        blocks = [block for name in _items(form.get("uses")) if (block := self.block(name)) is not None]
        if template is None or not blocks:
            return self.with_lengths(
                Placed({key: part for key, part in form.value.items() if key != "uses"}, form.steps)
            )
        return self.with_lengths(_Merger(self, form, template, blocks).merged())

    def with_lengths(self, form: Placed) -> Placed:
        """Replace lengths of vectors that follow from a modifier by cases."""
        operands: dict[str, Placed] = form["operands"].value if "operands" in form else {}
        lengths = {
            name: operand["vector"]
            for name, operand in operands.items()
            if isinstance(plain(operand).get("vector"), str)
        }
        if not lengths:
            return form
        where = plain(form["where"]) if "where" in form else {}
        changed = dict(operands)
        for name, vector in lengths.items():
            match = LENGTH.fullmatch(vector.value)
            if match and match["slot"] not in where and match["slot"] in self.slots():  # A form without the modifier.
                operand = {key: part for key, part in operands[name].value.items() if key != "vector"}
                changed[name] = Placed(operand, operands[name].steps)
                continue
            values = where.get(match["slot"], ()) if match else ()
            values = values.get("values", ()) if isinstance(values, dict) else values
            numbers = [number[0] for value in values if (number := re.search("[0-9]+", value))]
            if match is None or not numbers or len(numbers) < len(values):
                self.problem(vector, f"vector {vector.value!r} needs a slot of the form whose values contain numbers")
                continue
            more = int(f"{match['sign'] or '+'}{match['number'] or 0}")
            cases = [
                {"when": {match["slot"]: [value]}, "is": int(number) + more}
                for value, number in zip(values, numbers, strict=True)
            ]
            optional = f"{{.{{{match['slot']}}}}}" in form["syntax"].value
            length = cases if len(cases) > 1 or optional else cases[0]["is"]
            changed[name] = Placed(
                {**operands[name].value, "vector": placed(length, vector.steps)}, operands[name].steps
            )
        return Placed({**form.value, "operands": Placed(changed, form["operands"].steps)}, form.steps)

    def slots(self) -> set[str]:
        """Return the slots that have values in a form or block of the record."""
        parts = (*self.root["forms"].value, *self.blocks.values())
        return {slot for part in parts if "where" in part for slot in part["where"].value}

    def block(self, name: Placed) -> Placed | None:
        if name.value not in self.blocks:
            self.problem(name, f"unknown shared block {name.value!r}{near(name.value, self.blocks)}")
        return self.blocks.get(name.value)

    def template(self, syntax: Placed) -> Template | None:
        """Return the syntax of a form; the resolving pass reports a malformed one."""
        try:
            return parse_template(syntax.value)
        except TemplateError as error:
            self.problem(syntax, f"syntax, character {error.column}: {error}")
            return None

    def unused(self) -> Iterator[Problem]:
        """Yield a problem for each block that fewer than two forms name, and for each part that applies to no form."""
        forms = self.root["forms"].value
        for name, block in self.blocks.items():
            users = [form["id"].value for form in forms if name in map(plain, _items(form.get("uses")))]
            if len(users) > 1:
                yield from self.unused_parts(name, block)
            else:
                subject = "".join(f"only form {user!r} uses" for user in users) or "no form uses"
                yield self.original.problem(block.steps, f"{subject} shared block {name!r}")

    def unused_parts(self, name: str, block: Placed) -> Iterator[Problem]:
        for _, part in walk(block):
            if part.steps not in self.used and (part.steps[:-1] in self.used or part.steps[:-1] == block.steps):
                path = "/".join(map(str, part.steps[2:]))
                yield self.original.problem(
                    part.steps, f"shared block {name!r}: {path} applies to no form that uses it"
                )

    def problem(self, node: Placed, message: str) -> None:
        self.problems.append(self.original.problem(node.steps, message))


class _Merger:
    """Merges the blocks that a form uses, and then what the form itself has."""

    def __init__(self, expander: _Expander, form: Placed, template: Template, blocks: list[Placed]) -> None:
        self.expander, self.form, self.template, self.blocks = expander, form, template, blocks
        self.parts: dict[str, Placed] = {}

    def merged(self) -> Placed:
        """Return the whole form, its keys in the usual order. Slots come first, since they decide what else applies."""
        for block in self.blocks:
            self.add(block, "where", self.named(block, "where"))
        self.add(self.form, "where", self.form.get("where"))
        where = plain(self.parts["where"]) if "where" in self.parts else {}
        narrower = Narrower(self.template, where, self.expander.used)
        for block in self.blocks:
            for key in block.value:
                if key != "where":
                    self.add(block, key, self.narrowed(block, key, narrower))
        for key, part in self.form.value.items():
            if key not in ("where", "uses"):
                self.add(self.form, key, part)
        self.parts.setdefault("operands", Placed({}, self.form.steps))
        self.sort("where", [modifier.slot for modifier in self.template.modifiers])
        self.sort("operands", self.template.operand_names())
        return Placed({key: self.parts[key] for key in sorted(self.parts, key=ORDER.index)}, self.form.steps)

    def sort(self, key: str, names: Sequence[str]) -> None:
        """Put slots or operands in the order of the syntax; selectors come last."""
        if key in self.parts:
            order = {name: index for index, name in enumerate(names)}
            items = sorted(self.parts[key].value.items(), key=lambda item: order.get(item[0], len(order)))
            self.parts[key] = Placed(dict(items), self.parts[key].steps)

    def narrowed(self, block: Placed, key: str, narrower: Narrower) -> Placed | None:
        part = self.named(block, key) if key in NAMED or key == "mnemonic_modifiers" else block[key]
        return None if part is None else narrower.narrow(part)

    def named(self, block: Placed, key: str) -> Placed | None:
        """Return the parts of a block whose names are in the syntax."""
        if key not in block:
            return None
        part, names = block[key], self.names(key)
        if isinstance(part.value, list):
            kept: object = [item for item in part.value if item.value in names]
        else:
            kept = {name: item for name, item in part.value.items() if name in names}
        if kept and key == "where":
            self.expander.used.update(item.steps for _, item in walk(Placed(kept, part.steps)))
        return Placed(kept, part.steps) if kept else None

    def names(self, key: str) -> set[str | None]:
        """Return the names in the syntax that a key is about."""
        modifiers = self.template.modifiers
        if key == "operands":
            return set(self.template.operand_names())
        if key == "literal_groups":
            return {modifier.literal for modifier in modifiers}
        return {
            *(modifier.slot for modifier in modifiers),
            *(selector.slot for selector in self.template.selectors().values()),
        }

    def add(self, source: Placed, key: str, part: Placed | None) -> None:
        """Add a part of a block or of the form; what is there already is an error."""
        before = self.parts.get(key)
        if part is None:
            return
        if before is None:
            self.parts[key] = part
        elif key in LISTS:
            # Clauses of several sources by their PTX versions; other lists as they come.
            entries = [*before.value, *part.value]
            self.parts[key] = Placed(
                sorted(entries, key=lambda entry: order(entry["ptx"].value)) if key in CLAUSES else entries,
                before.steps,
            )
        elif key in NAMED:
            for name in before.value.keys() & part.value.keys():
                self.clash(before[name], part[name], f"{NAMED[key]} {name!r}")
            self.parts[key] = Placed({**before.value, **part.value}, before.steps)
        else:
            self.clash(before, part, key)

    def clash(self, before: Placed, part: Placed, what: str) -> None:
        """Report a key that is given twice, at its place in the form or at the name of the second block."""
        first = before.steps[1]
        if part.steps[0] == "forms":
            self.expander.problem(part, f"{what} is given by shared block {first!r} as well")
            return
        uses = next(name for name in self.form["uses"].value if name.value == part.steps[1])
        self.expander.problem(uses, f"{what} is given by shared blocks {first!r} and {part.steps[1]!r}")


def _items(node: Placed | None) -> list[Placed]:
    return node.value if node is not None else []
