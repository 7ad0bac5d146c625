-- Schema of ptxisa/_generated/isa.sqlite. Every record is in `record` with its full data as JSON;
-- the other tables and views hold what queries join over. Nothing is stored twice: a view computes what follows.
CREATE TABLE stored (kind TEXT, name TEXT, path TEXT UNIQUE, data TEXT, id INTEGER PRIMARY KEY);
-- stored: the records, but that evidence on clauses is in `evidence` alone
CREATE VIEW record AS
SELECT kind, name, path, coalesce(json_extract(data, '$.summary'), '') AS summary,
       CASE WHEN json_type(data, '$.clauses') IS NOT 'null' THEN data
            ELSE json_set(data, '$.clauses', (
                SELECT json_group_object(form, json(clauses)) FROM (
                    SELECT form, json_group_object(clause, json_object(
                        'floor', floor, 'below_version', below_version, 'below_target', below_target)) AS clauses
                    FROM evidence WHERE source = stored.name GROUP BY form)))
       END AS data,
       id
FROM stored;
CREATE TABLE alias (alias TEXT, kind TEXT, name TEXT);
CREATE TABLE instruction (identity TEXT PRIMARY KEY, name TEXT, family TEXT, mnemonic TEXT, summary TEXT);
CREATE TABLE form (id TEXT PRIMARY KEY, instruction TEXT REFERENCES instruction, position INTEGER, syntax TEXT,
                   variants INTEGER, semantics TEXT, pseudocode TEXT, no_semantics TEXT);
CREATE TABLE slot (form TEXT REFERENCES form, position INTEGER, name TEXT, "group" TEXT, optional INTEGER, fused INTEGER,
                   "values" TEXT, PRIMARY KEY (form, name)) WITHOUT ROWID; -- values: JSON
CREATE VIEW slot_value AS
SELECT form, name AS slot, key AS position, value FROM slot, json_each(slot."values");
CREATE TABLE operand (form TEXT REFERENCES form, position INTEGER, name TEXT, access TEXT, type TEXT, kind TEXT,
                      immediate TEXT, summary TEXT, PRIMARY KEY (form, name)) WITHOUT ROWID;
CREATE TABLE clause (form TEXT REFERENCES form, id TEXT, ptx TEXT, target TEXT, condition TEXT, role TEXT,
  PRIMARY KEY (form, id)) WITHOUT ROWID; -- role: one "way" of a form must be met, and every "need"
CREATE TABLE promise (form TEXT REFERENCES form, position INTEGER, function TEXT, condition TEXT, given TEXT, kind TEXT,
                      value TEXT, PRIMARY KEY (form, position)) WITHOUT ROWID;
CREATE TABLE record_clause (kind TEXT, name TEXT, id TEXT, ptx TEXT, target TEXT, condition TEXT);
CREATE TABLE record_end (kind TEXT, name TEXT, change TEXT, ptx TEXT, target TEXT, condition TEXT, note TEXT);
CREATE TABLE type (name TEXT PRIMARY KEY, class TEXT, bits INTEGER, element TEXT, elements INTEGER, declarable INTEGER, summary TEXT);
CREATE TABLE modifier ("group" TEXT, value TEXT, summary TEXT, repeats INTEGER, PRIMARY KEY ("group", value)) WITHOUT ROWID;
CREATE TABLE target (name TEXT PRIMARY KEY, position INTEGER, variant TEXT, family TEXT, introduced TEXT, compute_capability TEXT,
                     architecture TEXT, renamed TEXT, documented INTEGER, summary TEXT);
CREATE TABLE version (name TEXT PRIMARY KEY, position INTEGER, cuda TEXT, drivers TEXT, summary TEXT);
CREATE TABLE version_target (version TEXT REFERENCES version, target TEXT REFERENCES target, PRIMARY KEY (version, target)) WITHOUT ROWID;
CREATE TABLE property (name TEXT PRIMARY KEY, "group" TEXT, sort TEXT, unit TEXT, attribute TEXT, meaning TEXT);
CREATE TABLE compute_capability (version TEXT PRIMARY KEY, position INTEGER, architecture TEXT, summary TEXT);
CREATE TABLE capability_target (capability TEXT REFERENCES compute_capability, target TEXT REFERENCES target,
                                PRIMARY KEY (capability, target)) WITHOUT ROWID;
CREATE TABLE capability_value (capability TEXT REFERENCES compute_capability, property TEXT REFERENCES property, value TEXT,
  source TEXT, PRIMARY KEY (capability, property, source)) WITHOUT ROWID; -- value: JSON
CREATE TABLE toolkit (release TEXT PRIMARY KEY, position INTEGER, ptx TEXT REFERENCES version, branch INTEGER, runs_from TEXT);
-- branch: the driver branch, 0 if unknown; runs_from: oldest branch by minor-version compatibility
CREATE TABLE toolkit_driver (release TEXT REFERENCES toolkit, "update" TEXT, linux TEXT, windows TEXT,
                             PRIMARY KEY (release, "update")) WITHOUT ROWID;
CREATE TABLE toolkit_target (release TEXT REFERENCES toolkit, target TEXT REFERENCES target, PRIMARY KEY (release, target)) WITHOUT ROWID;
CREATE TABLE change (version TEXT REFERENCES version, position INTEGER, change TEXT, summary TEXT, pending TEXT,
                     unannounced INTEGER, PRIMARY KEY (version, position)) WITHOUT ROWID;
CREATE TABLE change_form (version TEXT, position INTEGER, form TEXT REFERENCES form,
                          PRIMARY KEY (version, position, form)) WITHOUT ROWID;
CREATE TABLE change_record (version TEXT, position INTEGER, kind TEXT, name TEXT);
CREATE TABLE change_target (version TEXT, position INTEGER, target TEXT REFERENCES target);
CREATE VIEW erratum AS -- other: what a second document says, where there is one
SELECT name, json_extract(data, '$.summary') AS summary, json_extract(data, '$.document.says') AS document,
       json_extract(data, '$.measured.says') AS measured, json_extract(data, '$.other.says') AS other,
       json_extract(data, '$.records_follow') AS records_follow
FROM stored WHERE kind = 'erratum';
CREATE TABLE erratum_about (erratum TEXT, about TEXT, PRIMARY KEY (erratum, about)) WITHOUT ROWID;
CREATE TABLE rule_code (rule TEXT, code TEXT REFERENCES diagnostic (code));
CREATE TABLE diagnostic (code TEXT UNIQUE, meaning TEXT, wrong TEXT, correct TEXT, id INTEGER PRIMARY KEY);
CREATE TABLE tool (source TEXT PRIMARY KEY, tool TEXT, release TEXT) WITHOUT ROWID;
CREATE TABLE finding (form TEXT REFERENCES form, clause TEXT, floor TEXT, below_version TEXT, below_target TEXT, sources TEXT,
                      PRIMARY KEY (form, clause, floor, below_version, below_target)) WITHOUT ROWID;
-- finding: what some tools agree on, with their sources as JSON; most releases of ptxas agree
CREATE VIEW evidence AS
SELECT tool.source, tool, release, form, clause, floor, below_version, below_target
FROM finding, json_each(finding.sources) AS one JOIN tool ON tool.source = one.value;
CREATE TABLE measurement (source TEXT, target TEXT, device TEXT, form TEXT, run INTEGER, agreed INTEGER, unspecified INTEGER);
CREATE TABLE source (record TEXT REFERENCES stored (path), document TEXT, section TEXT,
                     PRIMARY KEY (record, document, section)) WITHOUT ROWID;
CREATE VIEW section AS
SELECT stored.name AS document, json_extract(one.value, '$.number') AS number, one.key AS position,
       json_extract(one.value, '$.title') AS title,
       coalesce((SELECT group_concat(value, ', ') FROM json_each(one.value, '$.mnemonics')), '') AS mnemonics,
       json_extract(one.value, '$.prose') AS prose
FROM stored, json_each(stored.data, '$.sections') AS one WHERE kind = 'document';
-- What NVVM intrinsics become; intrinsic and opcode are templates over the axes of the family.
CREATE TABLE nvvm_lowering (family TEXT, intrinsic TEXT, form TEXT REFERENCES form, opcode TEXT, register TEXT,
                            condition TEXT, dialects TEXT, cuda TEXT);
-- What full-text search looks at: the records but evidence, and the diagnostics. Bullets around each keyword let a
-- search ask for whole keywords. The body of a record is each of its words once; only the index of it is stored.
CREATE VIEW searched AS
SELECT id, kind, name, coalesce(json_extract(data, '$.summary'), '') AS summary,
       replace(replace(replace(
           coalesce(json_extract(data, '$.keywords'), '') || ' ' || coalesce(json_extract(data, '$.cuda'), ''),
           '","', ' • '), '["', '• '), '"]', ' •') AS keywords,
       NULL AS body
FROM stored WHERE kind <> 'evidence'
UNION ALL
SELECT id, 'code', code, meaning, '', NULL FROM diagnostic;
CREATE VIRTUAL TABLE search USING fts5 (kind, name, summary, keywords, body, content = searched, content_rowid = id,
                                        tokenize = "porter unicode61 tokenchars '_•'");
