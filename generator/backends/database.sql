-- Schema of ptxisa/_generated/isa.sqlite. Every record is in `record` with its full data as JSON;
-- the other tables hold what queries join over.
CREATE TABLE record (kind TEXT, name TEXT, path TEXT PRIMARY KEY, summary TEXT, data TEXT);
CREATE TABLE alias (alias TEXT, kind TEXT, name TEXT);
CREATE TABLE instruction (identity TEXT PRIMARY KEY, name TEXT, family TEXT, mnemonic TEXT, summary TEXT);
CREATE TABLE form (id TEXT PRIMARY KEY, instruction TEXT REFERENCES instruction, position INTEGER, syntax TEXT,
                   variants INTEGER, semantics TEXT, pseudocode TEXT, no_semantics TEXT);
CREATE TABLE slot (form TEXT REFERENCES form, position INTEGER, name TEXT, "group" TEXT, optional INTEGER, fused INTEGER,
                   PRIMARY KEY (form, name));
CREATE TABLE slot_value (form TEXT REFERENCES form, slot TEXT, position INTEGER, value TEXT, PRIMARY KEY (form, slot, value));
CREATE TABLE operand (form TEXT REFERENCES form, position INTEGER, name TEXT, access TEXT, type TEXT, kind TEXT,
                      immediate TEXT, summary TEXT, PRIMARY KEY (form, name));
CREATE TABLE clause (form TEXT REFERENCES form, id TEXT, ptx TEXT, target TEXT, condition TEXT, role TEXT,
  PRIMARY KEY (form, id)); -- role: one "way" of a form must be met, and every "need"
CREATE TABLE promise (form TEXT REFERENCES form, position INTEGER, function TEXT, condition TEXT, given TEXT, kind TEXT,
                      value TEXT, PRIMARY KEY (form, position));
CREATE TABLE record_clause (kind TEXT, name TEXT, id TEXT, ptx TEXT, target TEXT, condition TEXT);
CREATE TABLE record_end (kind TEXT, name TEXT, change TEXT, ptx TEXT, target TEXT, condition TEXT, note TEXT);
CREATE TABLE type (name TEXT PRIMARY KEY, class TEXT, bits INTEGER, element TEXT, elements INTEGER, declarable INTEGER, summary TEXT);
CREATE TABLE modifier ("group" TEXT, value TEXT, summary TEXT, repeats INTEGER, PRIMARY KEY ("group", value));
CREATE TABLE target (name TEXT PRIMARY KEY, position INTEGER, variant TEXT, family TEXT, introduced TEXT, compute_capability TEXT,
                     architecture TEXT, renamed TEXT, documented INTEGER, summary TEXT);
CREATE TABLE version (name TEXT PRIMARY KEY, position INTEGER, cuda TEXT, drivers TEXT, summary TEXT);
CREATE TABLE version_target (version TEXT REFERENCES version, target TEXT REFERENCES target, PRIMARY KEY (version, target));
CREATE TABLE property (name TEXT PRIMARY KEY, "group" TEXT, sort TEXT, unit TEXT, attribute TEXT, meaning TEXT);
CREATE TABLE compute_capability (version TEXT PRIMARY KEY, position INTEGER, architecture TEXT, summary TEXT);
CREATE TABLE capability_target (capability TEXT REFERENCES compute_capability, target TEXT REFERENCES target,
                                PRIMARY KEY (capability, target));
CREATE TABLE capability_value (capability TEXT REFERENCES compute_capability, property TEXT REFERENCES property, value TEXT,
  source TEXT, PRIMARY KEY (capability, property, source)); -- value: JSON
CREATE TABLE toolkit (release TEXT PRIMARY KEY, position INTEGER, ptx TEXT REFERENCES version, branch INTEGER, runs_from TEXT);
-- branch: the driver branch, 0 if unknown; runs_from: oldest branch by minor-version compatibility
CREATE TABLE toolkit_driver (release TEXT REFERENCES toolkit, "update" TEXT, linux TEXT, windows TEXT,
                             PRIMARY KEY (release, "update"));
CREATE TABLE toolkit_target (release TEXT REFERENCES toolkit, target TEXT REFERENCES target, PRIMARY KEY (release, target));
CREATE TABLE change (version TEXT REFERENCES version, position INTEGER, change TEXT, summary TEXT, pending TEXT,
                     unannounced INTEGER, PRIMARY KEY (version, position));
CREATE TABLE change_form (version TEXT, position INTEGER, form TEXT REFERENCES form);
CREATE TABLE change_record (version TEXT, position INTEGER, kind TEXT, name TEXT);
CREATE TABLE change_target (version TEXT, position INTEGER, target TEXT REFERENCES target);
CREATE TABLE erratum (name TEXT PRIMARY KEY, summary TEXT, document TEXT, measured TEXT, other TEXT, records_follow TEXT);
-- other: what a second document says, where there is one
CREATE TABLE erratum_about (erratum TEXT REFERENCES erratum, about TEXT);
CREATE TABLE rule_code (rule TEXT, code TEXT REFERENCES diagnostic);
CREATE TABLE diagnostic (code TEXT PRIMARY KEY, meaning TEXT, wrong TEXT, correct TEXT);
CREATE TABLE evidence (source TEXT, tool TEXT, release TEXT, form TEXT, clause TEXT, floor TEXT, below_version TEXT,
                       below_target TEXT);
CREATE TABLE measurement (source TEXT, target TEXT, device TEXT, form TEXT, run INTEGER, agreed INTEGER, unspecified INTEGER);
CREATE TABLE source (record TEXT REFERENCES record, document TEXT, section TEXT);
CREATE TABLE section (document TEXT, number TEXT, position INTEGER, title TEXT, mnemonics TEXT, prose TEXT,
                      PRIMARY KEY (document, number));
CREATE VIRTUAL TABLE search USING fts5 (kind, name, summary, keywords, body, tokenize = "unicode61 tokenchars '_.'");
