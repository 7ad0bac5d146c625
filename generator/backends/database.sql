-- Schema of ptxisa/_generated/isa.sqlite.
-- SQLite keeps the comments inside each statement, and ``ptxisa.query.schema`` reads from them what tables and columns
-- mean: one comment on the first line for the table, and one on the line of each column.
CREATE TABLE record ( -- Every record, whole.
  kind TEXT, -- Kind of record: instruction, type, directive, target …
  name TEXT, -- Name, unique within its kind but for instructions.
  path TEXT, -- Path in the repository.
  summary TEXT, -- One line, or an empty text.
  data TEXT, -- The whole record as JSON.
  id INTEGER PRIMARY KEY -- Number by which ``search`` finds it.
);
CREATE INDEX record_name ON record (kind, name);
CREATE TABLE alias ( -- Other names of records: spellings, CUDA C++ names, words, values of enumerations.
  alias TEXT, -- The other name, without a leading dot.
  kind TEXT, -- Kind of the record.
  name TEXT -- Name of the record.
);
CREATE TABLE instruction ( -- Records of instructions.
  identity TEXT PRIMARY KEY, -- Family and name: ``integer-arithmetic/add``.
  name TEXT, -- Name of the record, such as ``add.cc``.
  family TEXT, -- Family of instructions.
  mnemonic TEXT, -- First word of its opcodes, such as ``add``.
  summary TEXT, -- What it does, in one line.
  record INTEGER REFERENCES record (id) -- Number of the record.
) WITHOUT ROWID;
CREATE TABLE form ( -- Forms of instructions: one line of syntax with one list of operands each.
  id TEXT PRIMARY KEY, -- Stable identity, such as ``add.int.sat``.
  instruction TEXT REFERENCES instruction, -- Identity of the instruction.
  position INTEGER, -- Place among the forms of the instruction, from 0.
  summary TEXT, -- What distinguishes the form from the others of the instruction; empty if it is the only one.
  syntax TEXT, -- Opcode with its slots in braces, and the operands.
  variants INTEGER, -- Number of opcodes that the rules allow.
  semantics TEXT, -- Executable semantics, if any.
  pseudocode TEXT, -- The semantics as pseudocode, if any.
  no_semantics TEXT, -- Why there are no semantics, if there are none.
  effects TEXT, -- Effects besides the results, as JSON: ``reads_memory``, ``convergent``, ``terminator`` …
  number INTEGER UNIQUE -- Place among all forms, from 1.
);
CREATE TABLE slot ( -- Places for modifiers in the syntax of forms.
  form TEXT REFERENCES form (id), -- Id of the form.
  position INTEGER, -- Place in the opcode, from 0.
  name TEXT, -- Name of the slot.
  "group" TEXT, -- Group of its modifiers in ``modifier``, or ``type``.
  optional INTEGER, -- 1 if the slot may be empty.
  in_mnemonic INTEGER, -- 1 if assemblers treat it as part of the mnemonic: no other modifier may come before it.
  "default" TEXT, -- The value that applies if the slot is empty, with its dot, or a sentence; empty if unknown.
  "values" TEXT, -- The values it may have, as a JSON array; ``slot_value`` has one row for each.
  PRIMARY KEY (form, name)
) WITHOUT ROWID;
CREATE VIEW slot_value ( -- Values of the slots of forms, one row each.
  form, -- Id of the form.
  slot, -- Name of the slot.
  position, -- Place of the value in the list of the slot, from 0.
  value -- Modifier or type, without its dot.
) AS
SELECT form, name, key, value FROM slot, json_each(slot."values");
CREATE TABLE operand ( -- Operands of forms.
  form TEXT REFERENCES form (id), -- Id of the form.
  position INTEGER, -- Place in the statement, from 0.
  name TEXT, -- Name in the syntax.
  access TEXT, -- read, write or readwrite.
  type TEXT, -- Type, ``$slot`` for the type in a slot, or cases as JSON.
  kind TEXT, -- register, address, label …
  immediate TEXT, -- Whether a constant may be written: allowed, forbidden or required.
  summary TEXT, -- Meaning.
  PRIMARY KEY (form, name)
) WITHOUT ROWID;
CREATE TABLE clause ( -- Where forms are available: one way must be met, and every need that concerns the modifiers.
  form TEXT REFERENCES form (id), -- Id of the form.
  id TEXT, -- Name of the clause, unique in its form.
  ptx TEXT REFERENCES version (name), -- First PTX version.
  target TEXT, -- Target expression, which ``inclusion`` resolves.
  condition TEXT, -- Modifiers it is about, as JSON; ``clause_value`` has one row for each.
  role TEXT, -- way or need.
  PRIMARY KEY (form, id)
) WITHOUT ROWID;
CREATE VIEW clause_value ( -- Conditions of clauses, one row for each value that a slot or operand may have.
  form, -- Id of the form.
  clause, -- Id of the clause.
  slot, -- Slot or operand.
  value -- Value it may have; ``present`` for any value, ``absent`` for none.
) AS
SELECT clause.form, clause.id, part.key,
       CASE one.type WHEN 'true' THEN 'present' WHEN 'false' THEN 'absent' ELSE one.value END
FROM clause, json_each(clause.condition) AS part,
     json_each(CASE part.type WHEN 'array' THEN part.value ELSE json_array(json(part.type)) END) AS one;
CREATE TABLE form_end ( -- Where forms are deprecated or removed.
  form TEXT REFERENCES form (id), -- Id of the form.
  change TEXT, -- deprecated or removed.
  ptx TEXT REFERENCES version (name), -- From this PTX version, if given.
  target TEXT, -- On these targets, if given; ``inclusion`` resolves the expression.
  condition TEXT, -- Modifiers it is about, as JSON.
  note TEXT -- What to write instead.
);
CREATE TABLE inclusion ( -- Which targets each target expression of the records includes.
  expression TEXT, -- ``sm_90+``, ``sm_100f+``, ``sm_90a``, or several with ``|``.
  target TEXT REFERENCES target, -- A target that it includes.
  PRIMARY KEY (expression, target)
) WITHOUT ROWID;
CREATE VIEW place ( -- Every target with every PTX version that knows it.
  target, -- Name of the target.
  ptx, -- Name of the version.
  position -- Place of the version in the order of versions.
) AS
SELECT target.name, version.name, version.position
FROM target JOIN version AS first ON first.name = target.introduced JOIN version ON version.position >= first.position;
CREATE VIEW reached_end ( -- Which deprecations and removals of forms have taken effect at a place.
  target, -- Name of the target.
  ptx, -- PTX version.
  form, -- Id of the form.
  change, -- deprecated or removed.
  condition, -- Modifiers it is about, as JSON; ``{}`` for the whole form.
  note -- What to write instead.
) AS
SELECT place.target, place.ptx, form_end.form, form_end.change, form_end.condition, form_end.note
FROM form_end JOIN place
WHERE (form_end.ptx IS NULL OR place.position >= (SELECT position FROM version WHERE name = form_end.ptx))
  AND (form_end.target IS NULL
       OR EXISTS (SELECT 1 FROM inclusion WHERE expression = form_end.target AND target = place.target));
CREATE VIEW available ( -- Which forms are available on a target at a PTX version, with one row for each way.
  target, -- Name of the target.
  ptx, -- PTX version.
  form, -- Id of the form.
  instruction, -- Identity of the instruction.
  syntax, -- Opcode with its slots in braces, and the operands.
  clause, -- Clause by which it is available.
  condition -- Modifiers for which that holds, as JSON; ``{}`` for all that ``unavailable`` does not name.
) AS
SELECT place.target, place.ptx, form.id, form.instruction, form.syntax, clause.id, clause.condition
FROM place JOIN clause JOIN form ON form.id = clause.form
WHERE clause.role = 'way'
  AND place.position >= (SELECT position FROM version WHERE name = clause.ptx)
  AND EXISTS (SELECT 1 FROM inclusion WHERE expression = clause.target AND target = place.target)
  AND NOT EXISTS (SELECT 1 FROM reached_end AS gone
                  WHERE gone.form = form.id AND gone.target = place.target AND gone.ptx = place.ptx
                    AND gone.change = 'removed' AND gone.condition = '{}');
CREATE VIEW unavailable ( -- Which modifiers of forms a target lacks at a PTX version, though it may have the form.
  target, -- Name of the target.
  ptx, -- PTX version.
  form, -- Id of the form.
  condition, -- Modifiers that are not available, as JSON.
  reason -- First PTX version and targets that they need, or that they are removed.
) AS
SELECT place.target, place.ptx, clause.form, clause.condition, 'needs PTX ' || clause.ptx || ' on ' || clause.target
FROM place JOIN clause
WHERE clause.role = 'need'
  AND (place.position < (SELECT position FROM version WHERE name = clause.ptx)
       OR NOT EXISTS (SELECT 1 FROM inclusion WHERE expression = clause.target AND target = place.target))
UNION ALL
SELECT target, ptx, form, condition, 'removed' FROM reached_end WHERE change = 'removed';
CREATE TABLE promise ( -- What approximations promise; the first that fits decides.
  form TEXT REFERENCES form (id), -- Id of the form.
  position INTEGER, -- Place in the order in which they are tried, from 0.
  function TEXT, -- Mathematical function that is approximated.
  condition TEXT, -- Modifiers it is about, as JSON.
  operands TEXT, -- Classes or intervals of operands, as JSON.
  kind TEXT, -- result, relative, absolute or ulp: what ``value`` is.
  value TEXT, -- The result, or the largest error.
  PRIMARY KEY (form, position)
) WITHOUT ROWID;
CREATE TABLE record_clause ( -- Where records other than instructions are available: any one clause suffices.
  kind TEXT, -- Kind of the record.
  name TEXT, -- Name of the record.
  id TEXT, -- Name of the clause.
  ptx TEXT REFERENCES version (name), -- First PTX version.
  target TEXT, -- Target expression, which ``inclusion`` resolves.
  condition TEXT -- What it is about, as JSON.
);
CREATE TABLE record_end ( -- Where records other than instructions are deprecated or removed.
  kind TEXT, -- Kind of the record.
  name TEXT, -- Name of the record.
  change TEXT, -- deprecated or removed.
  ptx TEXT REFERENCES version (name), -- From this PTX version, if given.
  target TEXT, -- On these targets, if given; ``inclusion`` resolves the expression.
  condition TEXT, -- What it is about, as JSON.
  note TEXT -- What to write instead.
);
CREATE VIEW available_record ( -- Which registers, directives, types, … are available on a target at a PTX version.
  target, -- Name of the target.
  ptx, -- PTX version.
  kind, -- Kind of the record.
  name, -- Name of the record.
  clause, -- Clause by which it is available.
  condition -- What that holds for, as JSON; ``{}`` for the whole.
) AS
SELECT place.target, place.ptx, one.kind, one.name, one.id, one.condition
FROM place JOIN record_clause AS one
WHERE place.position >= (SELECT position FROM version WHERE name = one.ptx)
  AND EXISTS (SELECT 1 FROM inclusion WHERE expression = one.target AND target = place.target)
  AND NOT EXISTS (SELECT 1 FROM record_end AS gone
                  WHERE gone.kind = one.kind AND gone.name = one.name AND gone.change = 'removed' AND gone.condition = '{}'
                    AND (gone.ptx IS NULL OR place.position >= (SELECT position FROM version WHERE name = gone.ptx))
                    AND (gone.target IS NULL
                         OR EXISTS (SELECT 1 FROM inclusion WHERE expression = gone.target AND target = place.target)));
CREATE TABLE type ( -- Data types.
  name TEXT PRIMARY KEY, -- Name, without its dot.
  class TEXT, -- Class of types.
  bits INTEGER, -- Size in bits.
  element TEXT, -- Type of the elements of a packed type.
  elements INTEGER, -- Number of elements; 1 if not packed.
  declarable INTEGER, -- 1 if registers may be declared of it.
  summary TEXT -- Meaning.
);
CREATE TABLE modifier ( -- Values of modifiers.
  "group" TEXT, -- Group, which ``slot`` names.
  value TEXT, -- Modifier, without its dot.
  summary TEXT, -- Meaning.
  repeats INTEGER, -- 1 if it may be written more than once.
  PRIMARY KEY ("group", value)
) WITHOUT ROWID;
CREATE TABLE target ( -- Targets.
  name TEXT PRIMARY KEY, -- Name, such as ``sm_90a``.
  position INTEGER, -- Place in the order of age, from 0.
  variant TEXT, -- base, family (``f``) or accelerated (``a``).
  family TEXT, -- Oldest base target of its family.
  introduced TEXT REFERENCES version (name), -- First PTX version that knows it.
  compute_capability TEXT, -- Compute capability.
  architecture TEXT, -- Name of the architecture.
  renamed TEXT, -- Its later name, or an empty text.
  documented INTEGER, -- 0 if only assemblers know it.
  summary TEXT -- Meaning.
);
CREATE TABLE version ( -- PTX versions.
  name TEXT PRIMARY KEY, -- Name, such as ``8.0``; order by ``position``, not by name.
  position INTEGER, -- Place in the order of versions, from 0.
  cuda TEXT, -- CUDA releases, separated by commas.
  drivers TEXT, -- Driver branches, separated by commas.
  summary TEXT -- What is new.
);
CREATE TABLE version_target ( -- Targets that the manual of a PTX version lists.
  version TEXT REFERENCES version, -- PTX version.
  target TEXT REFERENCES target, -- Name of the target.
  PRIMARY KEY (version, target)
) WITHOUT ROWID;
CREATE TABLE property ( -- Properties of compute capabilities.
  name TEXT UNIQUE, -- Name.
  "group" TEXT, -- Group of properties.
  sort TEXT, -- Sort of value: count, sizes, support, word or words.
  unit TEXT, -- Unit of the value, such as bytes or warps.
  attribute TEXT, -- Attribute of the CUDA driver, if any.
  meaning TEXT, -- Meaning.
  number INTEGER PRIMARY KEY -- Place among all properties, from 1.
);
CREATE TABLE compute_capability ( -- Compute capabilities.
  version TEXT PRIMARY KEY, -- Number, such as ``8.6``.
  position INTEGER, -- Place in their order, from 0.
  architecture TEXT, -- Name of the architecture.
  summary TEXT -- Devices.
);
CREATE TABLE capability_target ( -- Targets of a compute capability.
  capability TEXT REFERENCES compute_capability, -- Compute capability.
  target TEXT REFERENCES target, -- Name of the target.
  PRIMARY KEY (capability, target)
) WITHOUT ROWID;
CREATE TABLE capability_value ( -- Values of properties, once for each source.
  capability TEXT REFERENCES compute_capability, -- Compute capability.
  property TEXT REFERENCES property (name), -- Property, which has the unit.
  value TEXT, -- The value, as JSON.
  source TEXT, -- Document and section.
  PRIMARY KEY (capability, property, source)
) WITHOUT ROWID;
CREATE TABLE toolkit ( -- CUDA releases.
  release TEXT PRIMARY KEY, -- Number, such as ``12.6``.
  position INTEGER, -- Place in the order of releases, from 0.
  ptx TEXT REFERENCES version, -- PTX version of its compilers.
  branch INTEGER, -- Driver branch, 0 if unknown.
  runs_from TEXT -- Oldest branch by minor-version compatibility.
);
CREATE TABLE toolkit_driver ( -- Drivers of each update of a CUDA release.
  release TEXT REFERENCES toolkit, -- CUDA release.
  "update" TEXT, -- GA, or the update.
  linux TEXT, -- Version of the driver for Linux.
  windows TEXT, -- Version of the driver for Windows.
  PRIMARY KEY (release, "update")
) WITHOUT ROWID;
CREATE TABLE toolkit_target ( -- Targets that the ptxas of a CUDA release accepts, as measured.
  release TEXT REFERENCES toolkit, -- CUDA release.
  target TEXT REFERENCES target, -- Name of the target.
  PRIMARY KEY (release, target)
) WITHOUT ROWID;
CREATE TABLE change ( -- Release notes of PTX versions.
  version TEXT REFERENCES version, -- PTX version.
  position INTEGER, -- Place in the notes, from 0.
  change TEXT, -- added, changed, clarified, deprecated or removed.
  summary TEXT, -- What changed.
  pending TEXT, -- What is not recorded yet, if anything.
  unannounced INTEGER, -- 1 if the notes of the manual do not mention it.
  PRIMARY KEY (version, position)
) WITHOUT ROWID;
CREATE TABLE change_form ( -- Forms that a change is about.
  version TEXT, -- PTX version.
  position INTEGER, -- Place of the change.
  form TEXT REFERENCES form (id), -- Id of the form.
  PRIMARY KEY (version, position, form)
) WITHOUT ROWID;
CREATE TABLE change_record ( -- Other records that a change is about.
  version TEXT, -- PTX version.
  position INTEGER, -- Place of the change.
  kind TEXT, -- Kind of the record.
  name TEXT -- Name of the record.
);
CREATE TABLE change_target ( -- Targets that a change is about.
  version TEXT, -- PTX version.
  position INTEGER, -- Place of the change.
  target TEXT REFERENCES target -- Name of the target.
);
CREATE VIEW erratum ( -- Where documents and measurements disagree.
  name, -- Name.
  summary, -- What the difference is.
  document, -- What the document says.
  measured, -- What was measured.
  other, -- What a second document says, if there is one.
  records_follow -- Which of them the records follow.
) AS
SELECT name, json_extract(data, '$.summary'), json_extract(data, '$.document.says'),
       json_extract(data, '$.measured.says'), json_extract(data, '$.other.says'), json_extract(data, '$.records_follow')
FROM record WHERE kind = 'erratum';
CREATE TABLE erratum_about ( -- Records and forms that an erratum is about.
  erratum TEXT, -- Name of the erratum.
  about TEXT, -- Record or form.
  PRIMARY KEY (erratum, about)
) WITHOUT ROWID;
CREATE TABLE rule_code ( -- Diagnostics that report violations of rules of the language.
  rule TEXT, -- Name of the rule.
  code TEXT REFERENCES diagnostic (code) -- Code of the diagnostic.
);
CREATE TABLE diagnostic ( -- Diagnostics of the checker.
  code TEXT UNIQUE, -- Code, such as ``unknown-modifier``.
  meaning TEXT, -- What is wrong.
  wrong TEXT, -- Example that is reported.
  correct TEXT, -- Example that is not.
  id INTEGER PRIMARY KEY -- Number by which ``search`` finds it.
);
CREATE TABLE tool ( -- Assemblers that confirmed clauses.
  source TEXT PRIMARY KEY, -- Name of the evidence.
  tool TEXT, -- Assembler.
  release TEXT -- CUDA release of the assembler.
) WITHOUT ROWID;
CREATE TABLE finding ( -- What was found of clauses; most releases agree, so that each finding has several sources.
  form TEXT, -- Id of the form.
  clause TEXT, -- Id of the clause.
  floor TEXT, -- Whether the floor is accepted: verified, refuted or not-run.
  below_version TEXT, -- Whether the version before is rejected, or unverifiable.
  below_target TEXT, -- Whether targets outside are rejected, or unverifiable.
  sources TEXT, -- Names of the evidence, as a JSON array.
  PRIMARY KEY (form, clause, floor, below_version, below_target)
) WITHOUT ROWID;
CREATE VIEW evidence ( -- Clauses as assemblers confirm them, each at its boundary.
  source, -- Name of the evidence.
  tool, -- Assembler.
  release, -- CUDA release of the assembler.
  form, -- Id of the form.
  clause, -- Id of the clause.
  floor, -- Whether the floor is accepted: verified, refuted or not-run.
  below_version, -- Whether the version before is rejected, or unverifiable.
  below_target -- Whether targets outside are rejected, or unverifiable.
) AS
SELECT tool.source, tool.tool, tool.release, form, clause, floor, below_version, below_target
FROM finding, json_each(finding.sources) AS one JOIN tool ON tool.source = one.value;
CREATE TABLE measurement ( -- Results of GPUs compared with the semantics.
  source TEXT, -- Name of the evidence.
  target TEXT, -- Target of the GPU.
  device TEXT, -- Name of the GPU.
  form TEXT REFERENCES form (id), -- Id of the form.
  run INTEGER, -- Number of results.
  agreed INTEGER, -- Number of results that agree.
  unspecified INTEGER -- Number of results that PTX leaves open.
);
CREATE TABLE source ( -- Sections of documents that records are about.
  record TEXT REFERENCES record (path), -- Path of the record.
  document TEXT, -- Name of the document.
  section TEXT, -- Number of the section.
  PRIMARY KEY (record, document, section)
) WITHOUT ROWID;
CREATE VIEW section ( -- Sections of documents.
  document, -- Name of the document.
  number, -- Number of the section.
  position, -- Place in the document, from 0.
  title, -- Title.
  mnemonics, -- Mnemonics that it describes, separated by commas.
  prose -- What it has that no record holds, if anything.
) AS
SELECT record.name, json_extract(one.value, '$.number'), one.key, json_extract(one.value, '$.title'),
       coalesce((SELECT group_concat(value, ', ') FROM json_each(one.value, '$.mnemonics')), ''),
       json_extract(one.value, '$.prose')
FROM record, json_each(record.data, '$.sections') AS one WHERE kind = 'document';
CREATE TABLE nvvm_lowering ( -- PTX that NVVM intrinsics become; intrinsic and opcode are templates over axes.
  family TEXT, -- Family of intrinsics.
  intrinsic TEXT, -- Name of the intrinsic.
  form TEXT REFERENCES form (id), -- Id of the form, if it becomes an instruction.
  opcode TEXT, -- Opcode.
  register TEXT, -- Special register that it reads, or an empty text.
  condition TEXT, -- Values of axes for which that holds, as JSON.
  dialects TEXT, -- Dialects of NVVM IR, separated by spaces.
  cuda TEXT -- CUDA C++ names, separated by spaces.
);
-- The index has all records but evidence, and the diagnostics. Bullets around each keyword let a search match whole
-- keywords. The body of a record is each of its words once; only the index of it is stored.
CREATE VIEW searched ( -- The texts that ``search`` indexes.
  id, -- Number of the record or diagnostic.
  body, -- Empty: of the other words of a record only the index is stored.
  kind, -- Kind of record, or ``code`` for a diagnostic.
  name, -- Name.
  summary, -- One line.
  keywords -- Keywords and CUDA C++ names, each between bullets.
) AS
SELECT id, NULL, kind, name, coalesce(json_extract(data, '$.summary'), ''),
       replace(replace(replace(
           coalesce(json_extract(data, '$.keywords'), '') || ' ' || coalesce(json_extract(data, '$.cuda'), ''),
           '","', ' • '), '["', '• '), '"]', ' •')
FROM record WHERE kind <> 'evidence'
UNION ALL
SELECT id, NULL, 'code', code, meaning, '' FROM diagnostic;
CREATE VIRTUAL TABLE search USING fts5 (body, kind, name, summary, keywords, content = searched, content_rowid = id,
                                        tokenize = "porter unicode61 tokenchars '_•'");
