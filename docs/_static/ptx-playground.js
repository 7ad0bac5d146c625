/* The playground: an editor for PTX with diagnostics, availability, results and semantics as one types. Python runs in
   a worker; of requests that come while it is busy only the newest is answered. */

const EXAMPLES = {
  "Saturating addition": "add.sat.s32 d, a, b;",
  "128-bit addition": "add.cc.u32 d0, a0, b0;\naddc.cc.u32 d1, a1, b1;\naddc.u32 d2, a2, b2;",
  "Round to FP8": "cvt.rn.satfinite.e4m3x2.f32 d, a, b;",
  "Exchange in a warp": "mov.u32 lane, %laneid;\nshfl.sync.bfly.b32 d, lane, 1, 31, 0xffffffff;",
  "Under a guard": "setp.lt.s32 p, a, b;\n@p mov.b32 d, a;\n@!p mov.b32 d, b;",
  "Matrix product": "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32\n    {d0, d1, d2, d3}, {a0, a1, a2, a3}, {b0, b1}, {c0, c1, c2, c3};",
  "Load and add": "ld.global.v2.u32 {x, y}, [p];\nadd.u32 d, x, y;",
  "Something wrong": ".reg .b32 r<4>;\n.reg .f32 f<2>;\nadd.u32 r1, r2, 1.5;\nmul.u32 r1, r2, r3;\nmov.b32 r9, f1;",
  "A kernel with a race": `.version 8.7
.target sm_90
.address_size 64

// out[i] = in[i] + in[i + 1], through shared memory. bar.sync 0; after the store is missing.
.visible .entry neighbors(.param .u64 in, .param .u64 out)
{
    .reg .pred %p;
    .reg .b32 %tid, %x, %y, %at;
    .reg .b64 %in, %out, %offset;
    .shared .align 4 .b8 tile[128];

    ld.param.u64 %in, [in];
    ld.param.u64 %out, [out];
    mov.u32 %tid, %tid.x;
    mul.wide.u32 %offset, %tid, 4;
    add.s64 %in, %in, %offset;
    add.s64 %out, %out, %offset;
    ld.global.u32 %x, [%in];
    mov.u32 %at, tile;
    mad.lo.u32 %at, %tid, 4, %at;
    st.shared.u32 [%at], %x;
    setp.eq.u32 %p, %tid, 31;
    @%p bra DONE;
    ld.shared.u32 %y, [%at+4];
    add.u32 %x, %x, %y;
    st.global.u32 [%out], %x;
DONE:
    ret;
}
`,
  "A litmus test": `.version 8.7
.target sm_90
.address_size 64
//! thread P0 cta=0
//! thread P1 cta=1
//! question exists (P1:%r1=1 /\\ P1:%r2=0)

.global .u32 data;
.global .u32 flag;

.func P0 ()
{
    st.weak.global.u32 [data], 1;
    st.release.gpu.global.u32 [flag], 1;
    ret;
}

.func P1 ()
{
    .reg .u32 %r<3>;
    ld.relaxed.gpu.global.u32 %r1, [flag];
    ld.weak.global.u32 %r2, [data];
    ret;
}
`,
};
const PAUSE = 120;

/* The worker as a function from requests to promises; a newer request of the same kind replaces one that waits. */
function startPython({ package: name, packages }) {
  const worker = new Worker(`${ROOT}_static/ptx-playground-worker.mjs`, { type: "module" });
  const waiting = new Map();
  let busy = null;
  const next = () => {
    const [kind] = waiting.keys();
    if (busy || !kind) return;
    busy = waiting.get(kind);
    waiting.delete(kind);
    worker.postMessage(busy.message);
  };
  const ask = (kind, message) =>
    new Promise((done, failed) => {
      waiting.get(kind)?.done(null);
      waiting.set(kind, { message, done, failed });
      next();
    });
  worker.addEventListener("message", ({ data }) => {
    const { done, failed } = busy;
    busy = null;
    if (data.failure) failed(new Error(data.failure));
    else done(data.answer);
    next();
  });
  worker.addEventListener("error", () => busy?.failed(new Error("the worker could not be started")));
  return { ready: ask("start", { package: name, packages }), ask: (kind, request) => ask(kind, { request }) };
}

function make(name, attributes = {}, ...children) {
  const { className, textContent, ...others } = attributes;
  const made = document.createElement(name);
  if (className) made.className = className;
  if (textContent !== undefined) made.textContent = textContent;
  for (const [key, value] of Object.entries(others)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const section = (title, ...children) => make("section", {}, make("h2", { textContent: title }), ...children);

function rowsTable(heads, rows, className) {
  const cells = (row) => row.map((cell) => (cell instanceof Node ? (cell.nodeName === "TD" ? cell : make("td", {}, cell)) : make("td", { textContent: cell })));
  const head = make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col", textContent: text }))));
  return make("table", { className, tabindex: "0" }, head, make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells(row)))));
}

/* Offsets of lines and columns; columns count code points, as Python does. */
function offsetsOf(code) {
  const lines = code.split("\n");
  const starts = [];
  lines.reduce((start, line) => (starts.push(start), start + line.length + 1), 0);
  return ([line, column]) => {
    const at = Math.min(line, lines.length) - 1;
    return starts[at] + [...lines[at]].slice(0, column - 1).join("").length;
  };
}

/* The text below the editor, with marks under what diagnostics are about. */
function paint(layer, code, diagnostics) {
  const offset = offsetsOf(code);
  const spans = diagnostics.map((one) => [offset(one.start), Math.max(offset(one.end), offset(one.start) + 1), one.severity]);
  spans.sort((a, b) => a[0] - b[0]);
  const parts = [];
  let done = 0;
  for (const [start, end, severity] of spans) {
    if (start < done) continue;
    parts.push(code.slice(done, start), make("mark", { className: severity, textContent: code.slice(start, end) || " " }));
    done = end;
  }
  layer.replaceChildren(...parts, `${code.slice(done)}\n`);
}

function pageOf(form) {
  const found = PTX_PLACES.subjects.find(([, , , address]) => address.endsWith(`#form-${form}`));
  return found ? ROOT + found[3] : null;
}

function showDiagnostics(list, found, select) {
  const item = (one) => {
    const place = make("button", { type: "button", textContent: `line ${one.start[0]}` });
    place.addEventListener("click", () => select(one));
    const words = [make("b", { className: one.severity, textContent: one.severity }), ` ${one.message}`];
    const link = make("a", { href: `${ROOT}_generated/codes/${one.code}.html`, textContent: one.code });
    const hint = one.hint ? [make("span", { className: "hint", textContent: one.hint })] : [];
    return make("li", {}, place, make("p", {}, ...words, " ", link), ...hint);
  };
  list.replaceChildren(...found.map(item));
}

const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

function summaryOf(found) {
  const count = (severity) => found.filter((one) => one.severity === severity).length;
  const parts = ["error", "warning", "note"].filter(count).map((severity) => counted(count(severity), severity));
  return parts.join(", ") || "Nothing wrong";
}

function showStatements(box, statements) {
  const rows = statements.map((one) => {
    const word = one.available === null ? "unknown" : one.available ? "yes" : "no";
    return [make("code", { textContent: one.opcode }), make("td", { className: word, textContent: word }), one.reason];
  });
  box.replaceChildren(rows.length ? rowsTable(["Opcode", "Available", "Since, or why not"], rows, "playground-there") : nothing("No statement yet."));
}

const nothing = (text) => make("p", { className: "playground-none", textContent: text });

function showSemantics(box, statements) {
  const forms = new Map(statements.flatMap((one) => one.forms.map((form) => [form.id, form])));
  const blocks = [...forms.values()].map((form) => {
    const page = pageOf(form.id);
    const title = page ? make("a", { href: page, textContent: form.id }) : form.id;
    const body = form.semantics ? make("pre", { tabindex: "0", textContent: form.semantics.trimEnd() }) : nothing(form.without || "No formula; the page of the form describes it.");
    return make("div", {}, make("p", { className: "playground-form" }, title, make("span", { textContent: form.syntax })), body);
  });
  box.replaceChildren(...(blocks.length ? blocks : [nothing("No form yet.")]));
}

/* Fields of the registers that are read; they stay while their names and types do, so that typing goes on in them. */
function showInputs(box, inputs, values, changed) {
  const names = inputs.map((one) => `${one.name} ${one.type}`).join();
  if (box.dataset.names !== names) {
    box.dataset.names = names;
    const field = (one) => {
      const input = make("input", { value: one.value, spellcheck: "false", autocapitalize: "off" });
      input.addEventListener("input", () => {
        values[one.name] = input.value;
        changed();
      });
      return make("label", {}, make("code", { textContent: one.name }), make("span", { textContent: `.${one.type}` }), input);
    };
    box.replaceChildren(...inputs.map(field));
  }
}

const MOST_SHOWN = 8;

function showArrays(box, run) {
  const rows = run.arrays.map((one) => [one.name, one.type, make("code", { textContent: one.values })]);
  const parts = [nothing(run.notes.join("; "))];
  if (run.printed) parts.push(make("pre", { className: "playground-memory", tabindex: "0", textContent: run.printed }));
  if (rows.length) parts.push(make("p", { textContent: "Arrays after the run" }), rowsTable(["Parameter", "Array", "Elements"], rows, "playground-arrays"));
  box.replaceChildren(...parts);
}

const VERDICTS = { allowed: "warning", forbidden: "note", undefined: "error", "out-of-model": "error", incomplete: "warning" };

function showLitmus(box, litmus) {
  if (litmus.problem) return box.replaceChildren(nothing(`Not decided: ${litmus.problem}`));
  const verdict = make("p", {}, make("b", { className: VERDICTS[litmus.verdict], textContent: litmus.verdict }), `: ${litmus.question}`);
  const names = [...new Set(litmus.outcomes.flatMap((one) => Object.keys(one)))];
  const rows = litmus.outcomes.map((one) => names.map((name) => `${one[name] ?? ""}`));
  const parts = [verdict, nothing(`${counted(litmus.executions, "execution")} allowed by the memory consistency model`)];
  if (names.length) parts.push(make("p", { textContent: "Outcomes" }), rowsTable(names, rows, "playground-rows"));
  for (const race of litmus.races) parts.push(nothing(`Race: ${race}`));
  const drawn = make("img", { className: "playground-execution", alt: `Execution of the test; verdict: ${litmus.verdict}` });
  drawn.src = `data:image/svg+xml,${encodeURIComponent(litmus.picture)}`;
  box.replaceChildren(...parts, drawn);
}

function showResults(box, run, litmus) {
  if (litmus) return showLitmus(box, litmus);
  if (run.arrays) return showArrays(box, run);
  if (!run.results) return box.replaceChildren(run.problem ? nothing(`Not run: ${run.problem}`) : nothing("Nothing to run."));
  const shown = Math.min(run.threads, MOST_SHOWN);
  const heads = ["Register", ...Array.from({ length: shown }, (_, lane) => `thread ${lane}`)];
  const cell = (one, lane) => {
    const bits = one.bits[lane];
    const td = make("td", { className: "computed" }, make("b", { textContent: one.type.startsWith("b") ? bits : one.values[lane] }));
    if (!one.type.startsWith("b")) td.append(make("small", { textContent: bits }));
    return td;
  };
  const rows = run.results.map((one) => [`${one.name} .${one.type}`, ...Array.from({ length: shown }, (_, lane) => cell(one, lane))]);
  const parts = rows.length ? [rowsTable(heads, rows, "playground-result ptx-result")] : [];
  if (run.threads > shown) parts.push(nothing(`The first ${shown} of ${run.threads} threads.`));
  for (const one of run.memory) parts.push(make("p", { textContent: `${one.space} memory afterwards` }), make("pre", { className: "playground-memory", tabindex: "0", textContent: one.bytes }));
  box.replaceChildren(...parts);
}

/* A query over the records, run when it is asked for. */
function queryBox(python) {
  const input = make("textarea", { rows: "3", "aria-label": "SQL", spellcheck: "false" });
  input.value = "SELECT family, count(*) AS forms FROM instruction JOIN form ON form.instruction = instruction.identity\nGROUP BY family ORDER BY forms DESC";
  const result = make("div", { role: "status" });
  const run = make("button", { type: "submit", textContent: "Run" });
  const form = make("form", { className: "playground-query" }, input, run);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const found = await python.ask("sql", { sql: input.value });
    if (!found) return;
    if (found.problem) return result.replaceChildren(nothing(found.problem));
    const [first] = found.rows;
    const heads = found.columns;
    result.replaceChildren(make("p", { textContent: counted(found.count, "row") }), ...(first ? [rowsTable(heads, found.rows, "playground-rows")] : []));
  });
  return make("details", { className: "playground-sql" }, make("summary", { textContent: "SQL over the records" }), form, result);
}

function chooser(code, changed) {
  const examples = make("select", { "aria-label": "Example" }, new Option("Examples…", ""), ...Object.keys(EXAMPLES).map((name) => new Option(name, name)));
  examples.addEventListener("change", () => {
    if (!examples.value) return;
    code.value = EXAMPLES[examples.value];
    examples.value = "";
    changed();
  });
  return examples;
}

function buildPlayground(box) {
  const python = startPython(PTX_PLAYGROUND);
  const target = selectOf("Target of the playground", "any target");
  const ptx = selectOf("PTX version of the playground", "any PTX");
  options(target, "any target", PTX_PLACES.targets.map(([name]) => name));
  options(ptx, "any PTX", [...PTX_PLACES.versions].reverse());
  const code = make("textarea", { "aria-label": "PTX", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off" });
  const layer = make("pre", { "aria-hidden": "true" });
  const status = make("p", { className: "playground-status", role: "status" });
  const list = make("ol", { className: "playground-list" });
  const [inputs, results, there, semantics] = ["playground-inputs", "playground-results", "", ""].map((className) => make("div", { className }));
  let values = {};
  let painted = [];
  const resize = () => {
    const lines = code.value.split("\n").length;
    code.rows = Math.max(6, Math.min(lines + 1, 30));
  };
  const draw = (found) => {
    painted = found.diagnostics;
    paint(layer, code.value, painted);
    status.textContent = found.litmus ? found.litmus.verdict || "Not a litmus test" : summaryOf(painted);
    status.dataset.state = found.litmus?.problem || painted.some((one) => one.severity === "error") ? "error" : "right";
    showDiagnostics(list, painted, (one) => {
      const offset = offsetsOf(code.value);
      code.focus();
      code.setSelectionRange(offset(one.start), offset(one.end));
    });
    showStatements(there, found.statements);
    showSemantics(semantics, found.statements);
    showInputs(inputs, found.run.inputs || [], values, changed);
    showResults(results, found.run, found.litmus);
    for (const one of [there, semantics]) one.closest("section").hidden = found.module;
  };
  const keep = () => {
    const given = Object.fromEntries(Object.entries(values).map(([name, value]) => [`v.${name}`, value]));
    history.replaceState(null, "", writeChoice({ target: target.value, ptx: ptx.value, code: code.value, ...given }) || "#/");
  };
  const ask = async () => {
    try {
      const asked = code.value;
      const found = await python.ask("code", { code: asked, target: target.value, ptx: ptx.value, values });
      if (found && asked === code.value) draw(found);
    } catch (error) {
      status.textContent = `Python failed: ${error.message}`;
      status.dataset.state = "error";
    }
  };
  let pause;
  const changed = () => {
    keep();
    resize();
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE);
  };
  const typed = () => {
    paint(layer, code.value, []);
    changed();
  };
  const readAddress = () => {
    const choice = readChoice();
    [target.value, ptx.value] = [choice.target || "", choice.ptx || ""];
    code.value = choice.code ?? (code.value || EXAMPLES["Saturating addition"]);
    values = Object.fromEntries(Object.entries(choice).filter(([key]) => key.startsWith("v.")).map(([key, value]) => [key.slice(2), value]));
    delete inputs.dataset.names;
    typed();
  };
  code.addEventListener("input", typed);
  code.addEventListener("scroll", () => ([layer.scrollTop, layer.scrollLeft] = [code.scrollTop, code.scrollLeft]));
  for (const field of [target, ptx]) {
    field.addEventListener("change", () => {
      keep();
      dispatchEvent(new HashChangeEvent("hashchange"));
    });
  }
  addEventListener("hashchange", readAddress);
  const form = make("div", { className: "explorer-form" }, target, ptx, chooser(code, () => { values = {}; typed(); }));
  const editor = make("div", { className: "playground-editor" }, layer, code);
  box.replaceChildren(
    form, editor, status, list,
    section("Result", inputs, results), section("Availability", there), section("Semantics", semantics), queryBox(python),
  );
  status.textContent = "Loading Python …";
  readAddress();
  python.ready.then(() => { status.textContent = "Ready"; }, (error) => { status.textContent = `Python did not start: ${error.message}`; });
}

/* What to do where the playground cannot run. */
function explain(box, text, command) {
  box.replaceChildren(make("p", { className: "playground-absent", role: "status" }, text, " ", make("code", { textContent: command })));
}

document.addEventListener("DOMContentLoaded", async () => {
  const box = document.querySelector("#try-ptx");
  await Promise.all([loadData("ptx-playground-data.js"), loadData("ptx-places.js")]);
  if (!PTX_PLAYGROUND) return explain(box, "This copy of the site has no playground, only this page about it. To build one that has, in a source checkout:", "ptxisa build --docs --playground");
  if (location.protocol === "file:") return explain(box, "Browsers run Python only in pages from a server. This one shows the site:", "ptxisa docs");
  buildPlayground(box);
});
