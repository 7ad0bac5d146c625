-- Schema of ptxisa/_generated/isa.sqlite. Nothing is stored twice: a view computes what follows from tables.
-- SQLite keeps the comments inside each statement, and ``ptxisa.query.schema`` reads from them what tables and columns
-- mean: one comment on the first line for the table, and one on the line of each column. Tables named ``stored_…`` hold
-- numbers for texts that many rows repeat; the view without that prefix shows the texts. Small pages leave less space
-- after records that need several pages.
PRAGMA page_size = 1024;
CREATE TABLE shared_text ( -- Texts that rows of other tables repeat.
  id INTEGER PRIMARY KEY,
  text TEXT
);
-- Parts of the forms of an instruction, such as operands, are numbers of their JSON in ``shared_text``. Texts that the
-- tables ``form`` and ``change`` have are null; forms that others name are their numbers.
-- The JSON itself is a number as well: ``shared_text`` is in an order in which long and short texts fill its pages.
CREATE TABLE numbered_record ( -- Every record, its JSON as a number.
  kind TEXT, -- Kind of record, which is also the name of its schema.
  name TEXT, -- Name, unique within its kind but for instructions.
  path TEXT, -- Path in the repository.
  data INTEGER REFERENCES shared_text, -- The record as JSON.
  id INTEGER PRIMARY KEY -- Number by which ``search`` finds it.
);
CREATE VIEW stored ( -- Every record as JSON, without evidence on clauses, which ``evidence`` has.
  kind, -- Kind of record, which is also the name of its schema.
  name, -- Name, unique within its kind but for instructions.
  path, -- Path in the repository.
  data, -- The record as JSON.
  id -- Number by which ``search`` finds it.
) AS
SELECT numbered_record.kind, numbered_record.name, numbered_record.path, whole.text, numbered_record.id
FROM numbered_record CROSS JOIN shared_text AS whole ON whole.id = numbered_record.data;
CREATE VIEW record ( -- Every record, whole.
  kind, -- Kind of record: instruction, type, directive, target …
  name, -- Name, unique within its kind but for instructions.
  path, -- Path in the repository.
  summary, -- One line, or an empty text.
  data, -- The whole record as JSON.
  id -- Number by which ``search`` finds it.
) AS
SELECT kind, name, path, coalesce(json_extract(data, '$.summary'), ''),
       CASE kind
         WHEN 'instruction' THEN json_replace(data, '$.forms', json((
             SELECT json_group_array(json_replace(part.value,
                 '$.syntax', form.syntax, '$.semantics', form.semantics, '$.no_semantics', form.no_semantics,
                 '$.operands', json((SELECT json_group_object(one.key, json(text))
                     FROM json_each(part.value, '$.operands') AS one CROSS JOIN shared_text AS shared
                     WHERE shared.id = one.value)),
                 '$.where', json((SELECT json_group_object(one.key, json(text))
                     FROM json_each(part.value, '$.where') AS one CROSS JOIN shared_text AS shared
                     WHERE shared.id = one.value)),
                 '$.rules', json((SELECT json_group_array(json(text))
                     FROM json_each(part.value, '$.rules') AS one CROSS JOIN shared_text AS shared
                     WHERE shared.id = one.value)),
                 '$.availability', json((SELECT json_group_array(json(text))
                     FROM json_each(part.value, '$.availability') AS one CROSS JOIN shared_text AS shared
                     WHERE shared.id = one.value)),
                 '$.needs', json((SELECT json_group_array(json(text))
                     FROM json_each(part.value, '$.needs') AS one CROSS JOIN shared_text AS shared
                     WHERE shared.id = one.value))))
             FROM json_each(data, '$.forms') AS part CROSS JOIN form
             WHERE form.id = json_extract(part.value, '$.id'))))
         WHEN 'version' THEN json_replace(data, '$.changes', json((
             SELECT json_group_array(json_replace(part.value,
                 '$.summary', change.summary,
                 '$.forms', json((SELECT json_group_array(form.id)
                     FROM json_each(part.value, '$.forms') AS one CROSS JOIN form WHERE form.number = one.value))))
             FROM json_each(data, '$.changes') AS part CROSS JOIN change
             WHERE change.version = stored.name AND change.position = part.key)))
         WHEN 'erratum' THEN json_replace(data, '$.rules', json((
             SELECT json_group_array(json_replace(part.value,
                 '$.forms', json((SELECT json_group_array(form.id)
                     FROM json_each(part.value, '$.forms') AS one CROSS JOIN form WHERE form.number = one.value))))
             FROM json_each(data, '$.rules') AS part)))
         ELSE CASE WHEN json_type(data, '$.clauses') IS NOT 'null' THEN data
                   ELSE json_set(data, '$.clauses', (
                       SELECT json_group_object(form, json(clauses)) FROM (
                           SELECT form, json_group_object(clause, json_object(
                               'floor', floor, 'below_version', below_version, 'below_target', below_target)) AS clauses
                           FROM evidence WHERE source = stored.name GROUP BY form)))
              END
       END,
       id
FROM stored;
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
  record INTEGER REFERENCES numbered_record (id) -- Number of the record.
) WITHOUT ROWID;
CREATE TABLE stored_form (
  id TEXT UNIQUE,
  instruction TEXT REFERENCES instruction,
  position INTEGER,
  syntax TEXT,
  variants INTEGER,
  semantics INTEGER REFERENCES shared_text,
  pseudocode INTEGER REFERENCES shared_text,
  no_semantics INTEGER REFERENCES shared_text,
  number INTEGER PRIMARY KEY
);
CREATE VIEW form ( -- Forms of instructions: one line of syntax with one list of operands each.
  id, -- Stable identity, such as ``add.int.sat``.
  instruction, -- Identity of the instruction.
  position, -- Place among the forms of the instruction, from 0.
  syntax, -- Opcode with its slots in braces, and the operands.
  variants, -- Number of opcodes that the rules allow.
  semantics, -- Executable semantics, if any.
  pseudocode, -- The semantics as pseudocode, if any.
  no_semantics, -- Why there are no semantics, if there are none.
  number -- Place among all forms, from 1.
) AS
SELECT id, instruction, position, syntax, variants, (SELECT text FROM shared_text AS one WHERE one.id = semantics),
       (SELECT text FROM shared_text AS one WHERE one.id = pseudocode),
       (SELECT text FROM shared_text AS one WHERE one.id = no_semantics), number
FROM stored_form;
CREATE TABLE stored_slot (
  form INTEGER REFERENCES stored_form (number),
  position INTEGER,
  name INTEGER REFERENCES shared_text,
  "group" INTEGER REFERENCES shared_text,
  optional INTEGER,
  fused INTEGER,
  "values" INTEGER REFERENCES shared_text,
  PRIMARY KEY (form, name)
) WITHOUT ROWID;
CREATE VIEW slot ( -- Places for modifiers in the syntax of forms.
  form, -- Id of the form.
  position, -- Place in the opcode, from 0.
  name, -- Name of the slot.
  "group", -- Group of its modifiers in ``modifier``, or ``type``.
  optional, -- 1 if the slot may be empty.
  fused, -- 1 if nothing may be written before it.
  "values" -- The values it may have, as a JSON array; ``slot_value`` has one row for each.
) AS
SELECT form.id, stored_slot.position, name_text.text, group_text.text, stored_slot.optional, stored_slot.fused,
       values_text.text
FROM stored_slot
  JOIN form ON form.number = stored_slot.form
  JOIN shared_text AS name_text ON name_text.id = stored_slot.name
  JOIN shared_text AS group_text ON group_text.id = stored_slot."group"
  JOIN shared_text AS values_text ON values_text.id = stored_slot."values";
CREATE VIEW slot_value ( -- Values of the slots of forms, one row each.
  form, -- Id of the form.
  slot, -- Name of the slot.
  position, -- Place of the value in the list of the slot, from 0.
  value -- Modifier or type, without its dot.
) AS
SELECT form, name, key, value FROM slot, json_each(slot."values");
CREATE TABLE stored_operand (
  form INTEGER REFERENCES stored_form (number),
  position INTEGER,
  name INTEGER REFERENCES shared_text,
  access INTEGER REFERENCES shared_text,
  type INTEGER REFERENCES shared_text,
  kind INTEGER REFERENCES shared_text,
  immediate INTEGER REFERENCES shared_text,
  summary INTEGER REFERENCES shared_text,
  PRIMARY KEY (form, name)
) WITHOUT ROWID;
CREATE VIEW operand ( -- Operands of forms.
  form, -- Id of the form.
  position, -- Place in the statement, from 0.
  name, -- Name in the syntax.
  access, -- read, write or readwrite.
  type, -- Type, ``$slot`` for the type in a slot, or cases as JSON.
  kind, -- register, address, label …
  immediate, -- Whether a constant may be written: allowed, forbidden or required.
  summary -- Meaning.
) AS
SELECT form.id, stored_operand.position, name_text.text, access_text.text, type_text.text, kind_text.text,
       immediate_text.text, summary_text.text
FROM stored_operand
  JOIN form ON form.number = stored_operand.form
  JOIN shared_text AS name_text ON name_text.id = stored_operand.name
  JOIN shared_text AS access_text ON access_text.id = stored_operand.access
  JOIN shared_text AS type_text ON type_text.id = stored_operand.type
  JOIN shared_text AS kind_text ON kind_text.id = stored_operand.kind
  JOIN shared_text AS immediate_text ON immediate_text.id = stored_operand.immediate
  JOIN shared_text AS summary_text ON summary_text.id = stored_operand.summary;
CREATE TABLE stored_clause (
  form INTEGER REFERENCES stored_form (number),
  id INTEGER REFERENCES shared_text,
  ptx TEXT REFERENCES version (name),
  target INTEGER REFERENCES shared_text,
  condition INTEGER REFERENCES shared_text,
  role TEXT,
  PRIMARY KEY (form, id)
) WITHOUT ROWID;
CREATE VIEW clause ( -- Where forms are available: one way must be met, and every need that concerns the modifiers.
  form, -- Id of the form.
  id, -- Name of the clause, unique in its form.
  ptx, -- First PTX version.
  target, -- Target expression, which ``inclusion`` resolves.
  condition, -- Modifiers it is about, as JSON; ``clause_value`` has one row for each.
  role -- way or need.
) AS
SELECT form.id, id_text.text, stored_clause.ptx, target_text.text, condition_text.text, stored_clause.role
FROM stored_clause
  JOIN form ON form.number = stored_clause.form
  JOIN shared_text AS id_text ON id_text.id = stored_clause.id
  JOIN shared_text AS target_text ON target_text.id = stored_clause.target
  JOIN shared_text AS condition_text ON condition_text.id = stored_clause.condition;
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
  form TEXT REFERENCES stored_form (id), -- Id of the form.
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
  form TEXT REFERENCES stored_form (id), -- Id of the form.
  position INTEGER, -- Place in the order in which they are tried, from 0.
  function TEXT, -- Mathematical function that is approximated.
  condition TEXT, -- Modifiers it is about, as JSON.
  given TEXT, -- Classes or intervals of operands, as JSON.
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
CREATE TABLE stored_capability_value (
  capability TEXT REFERENCES compute_capability,
  property INTEGER REFERENCES property (number),
  value TEXT,
  source INTEGER REFERENCES shared_text,
  PRIMARY KEY (capability, property, source)
) WITHOUT ROWID;
CREATE VIEW capability_value ( -- Values of properties, once for each source.
  capability, -- Compute capability.
  property, -- Property, which has the unit.
  value, -- The value, as JSON.
  source -- Document and section.
) AS
SELECT stored_capability_value.capability, property.name, stored_capability_value.value, source_text.text
FROM stored_capability_value
  JOIN property ON property.number = stored_capability_value.property
  JOIN shared_text AS source_text ON source_text.id = stored_capability_value.source;
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
CREATE TABLE stored_change_form (
  version TEXT,
  position INTEGER,
  form INTEGER REFERENCES stored_form (number),
  PRIMARY KEY (version, position, form)
) WITHOUT ROWID;
CREATE VIEW change_form ( -- Forms that a change is about.
  version, -- PTX version.
  position, -- Place of the change.
  form -- Id of the form.
) AS
SELECT stored_change_form.version, stored_change_form.position, form.id
FROM stored_change_form
  JOIN form ON form.number = stored_change_form.form;
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
FROM stored WHERE kind = 'erratum';
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
CREATE TABLE stored_finding (
  form INTEGER REFERENCES stored_form (number),
  clause INTEGER REFERENCES shared_text,
  floor INTEGER REFERENCES shared_text,
  below_version INTEGER REFERENCES shared_text,
  below_target INTEGER REFERENCES shared_text,
  sources INTEGER REFERENCES shared_text,
  PRIMARY KEY (form, clause, floor, below_version, below_target)
) WITHOUT ROWID;
CREATE TABLE record_finding ( -- Findings of clauses of other records.
  record TEXT,
  clause INTEGER REFERENCES shared_text,
  floor INTEGER REFERENCES shared_text,
  below_version INTEGER REFERENCES shared_text,
  below_target INTEGER REFERENCES shared_text,
  sources INTEGER REFERENCES shared_text,
  PRIMARY KEY (record, clause, floor, below_version, below_target)
) WITHOUT ROWID;
CREATE VIEW finding ( -- What was found of clauses; most releases agree, so that each finding has several sources.
  form, -- Id of the form.
  clause, -- Id of the clause.
  floor, -- Whether the floor is accepted: verified, refuted or not-run.
  below_version, -- Whether the version before is rejected, or unverifiable.
  below_target, -- Whether targets outside are rejected, or unverifiable.
  sources -- Names of the evidence, as a JSON array.
) AS
SELECT one.form, clause_text.text, floor_text.text, version_text.text, target_text.text, sources_text.text
FROM (
  SELECT form.id AS form, clause, floor, below_version, below_target, sources
  FROM stored_finding JOIN form ON form.number = stored_finding.form
  UNION ALL
  SELECT record, clause, floor, below_version, below_target, sources FROM record_finding
) AS one
  JOIN shared_text AS clause_text ON clause_text.id = one.clause
  JOIN shared_text AS floor_text ON floor_text.id = one.floor
  JOIN shared_text AS version_text ON version_text.id = one.below_version
  JOIN shared_text AS target_text ON target_text.id = one.below_target
  JOIN shared_text AS sources_text ON sources_text.id = one.sources;
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
CREATE TABLE stored_measurement (
  source INTEGER REFERENCES shared_text,
  target INTEGER REFERENCES shared_text,
  device INTEGER REFERENCES shared_text,
  form INTEGER,
  run INTEGER,
  agreed INTEGER,
  unspecified INTEGER
);
CREATE VIEW measurement ( -- Results of GPUs compared with the semantics.
  source, -- Name of the evidence.
  target, -- Target of the GPU.
  device, -- Name of the GPU.
  form, -- Id of the form.
  run, -- Number of results.
  agreed, -- Number of results that agree.
  unspecified -- Number of results that PTX leaves open.
) AS
SELECT source_text.text, target_text.text, device_text.text, form.id, stored_measurement.run, stored_measurement.agreed,
       stored_measurement.unspecified
FROM stored_measurement
  JOIN form ON form.number = stored_measurement.form
  JOIN shared_text AS source_text ON source_text.id = stored_measurement.source
  LEFT JOIN shared_text AS target_text ON target_text.id = stored_measurement.target
  LEFT JOIN shared_text AS device_text ON device_text.id = stored_measurement.device;
CREATE TABLE stored_source (
  record INTEGER REFERENCES numbered_record (id),
  document INTEGER REFERENCES shared_text,
  section TEXT,
  PRIMARY KEY (record, document, section)
) WITHOUT ROWID;
CREATE VIEW source ( -- Sections of documents that records are about.
  record, -- Path of the record.
  document, -- Name of the document.
  section -- Number of the section.
) AS
SELECT numbered_record.path, document_text.text, stored_source.section
FROM stored_source
  JOIN numbered_record ON numbered_record.id = stored_source.record
  JOIN shared_text AS document_text ON document_text.id = stored_source.document;
CREATE VIEW section ( -- Sections of documents.
  document, -- Name of the document.
  number, -- Number of the section.
  position, -- Place in the document, from 0.
  title, -- Title.
  mnemonics, -- Mnemonics that it describes, separated by commas.
  prose -- What it has that no record holds, if anything.
) AS
SELECT stored.name, json_extract(one.value, '$.number'), one.key, json_extract(one.value, '$.title'),
       coalesce((SELECT group_concat(value, ', ') FROM json_each(one.value, '$.mnemonics')), ''),
       json_extract(one.value, '$.prose')
FROM stored, json_each(stored.data, '$.sections') AS one WHERE kind = 'document';
CREATE TABLE nvvm_lowering ( -- PTX that NVVM intrinsics become; intrinsic and opcode are templates over axes.
  family TEXT, -- Family of intrinsics.
  intrinsic TEXT, -- Name of the intrinsic.
  form TEXT REFERENCES stored_form (id), -- Id of the form, if it becomes an instruction.
  opcode TEXT, -- Opcode.
  register TEXT, -- Special register that it reads, or an empty text.
  condition TEXT, -- Values of axes for which that holds, as JSON.
  dialects TEXT, -- Dialects of NVVM IR, separated by spaces.
  cuda TEXT -- CUDA C++ names, separated by spaces.
);
-- The records but evidence, and the diagnostics. Bullets around each keyword let a search ask for whole keywords. The
-- body of a record is each of its words once; only the index of it is stored. It is the first column, since places in
-- that need no number of their column, and most places are in bodies.
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
FROM stored WHERE kind <> 'evidence'
UNION ALL
SELECT id, NULL, 'code', code, meaning, '' FROM diagnostic;
CREATE VIRTUAL TABLE search USING fts5 (body, kind, name, summary, keywords, content = searched, content_rowid = id,
                                        tokenize = "porter unicode61 tokenchars '_•'");
