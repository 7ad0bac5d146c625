/* The explorer: every form and record by group with its state at the chosen place; two places side by side. */

const WORDS = { yes: "yes", some: "partly", no: "no" };

function element(name, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

/* Places to show: the chosen one, and another to compare it with. */
function placesOf(choice) {
  const first = { name: nameOf(choice.target, choice.ptx), ...placeOf(choice.target, choice.ptx) };
  if (!choice.with && !choice.withptx) return [first];
  return [first, { name: nameOf(choice.with, choice.withptx), ...placeOf(choice.with, choice.withptx) }];
}

const nameOf = (target, ptx) => [target || "any target", ptx ? `PTX ${ptx}` : "newest PTX"].join(", ");

function rowOf(subject, places, link) {
  const [title, , , address, shares, named] = subject;
  const states = places.map((place) => stateOf(shares, place));
  const about = named.filter((one) => new Set(places.map((place) => met(one.slice(1), place))).size > 1 || states.includes("some"));
  const cells = states.map((state) => element("td", { className: state, textContent: WORDS[state] }));
  const conditions = about.map(([words, ptx, expression]) => {
    const there = places.map((place) => (met([ptx, expression], place) ? "yes" : "no"));
    const name = `${words}: PTX ${PTX_PLACES.versions[ptx]}, ${PTX_PLACES.expressions[expression][0]}`;
    return { row: element("tr", { className: "condition" }, element("td", { textContent: name }), ...there.map((state) => element("td", { className: state, textContent: WORDS[state] }))), there };
  });
  const head = element("th", { scope: "row" }, element("a", { href: link(address), textContent: title }));
  return { states, text: title.toLowerCase(), rows: [element("tr", {}, head, ...cells), ...conditions.map((one) => one.row)] };
}

function wanted(row, show, words) {
  const differs = new Set(row.states).size > 1;
  const some = row.states.some((state) => state !== "no");
  return (show === "all" || (show === "there" && some) || (show === "differs" && differs) || (show === "missing" && row.states.includes("no"))) && words.every((word) => row.text.includes(word));
}

function groupsOf(places, show, words, link) {
  const groups = new Map();
  for (const subject of PTX_PLACES.subjects) {
    const row = rowOf(subject, places, link);
    if (wanted(row, show, words)) groups.set(subject[1], [...(groups.get(subject[1]) || []), row]);
  }
  return groups;
}

function tableOf(group, rows, places) {
  const heads = ["Form or record", ...places.map((place) => place.name)].map((text) => element("th", { scope: "col", textContent: text }));
  const table = element("table", { className: "explorer-table" }, element("caption", { textContent: `${group} (${rows.length})` }));
  table.append(element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows.flatMap((row) => row.rows)));
  return element("div", { className: "explorer-scroll", tabIndex: 0, role: "region", ariaLabel: group }, table);
}

const SHOWN = [["there", "available"], ["differs", "different"], ["missing", "not available"], ["all", "all"]];

function buildExplorer(box) {
  const withTarget = selectOf("Target to compare with", "compare with target…");
  const withPtx = selectOf("PTX version to compare with", "any PTX");
  const show = element("select", { ariaLabel: "What to show" }, ...SHOWN.map(([value, text]) => new Option(text, value)));
  const filter = element("input", { type: "search", placeholder: "cvt f16x2", ariaLabel: "Filter by opcode" });
  const count = element("p", { className: "explorer-count", role: "status" });
  const result = element("div");
  const choiceTarget = selectOf("Target of the explorer", "any target");
  const choicePtx = selectOf("PTX version of the explorer", "any PTX");
  box.replaceChildren(element("form", { className: "explorer-form" }, choiceTarget, choicePtx, withTarget, withPtx, show, filter), count, result);
  for (const [select, first] of [[choiceTarget, "any target"], [withTarget, "compare with target…"]]) options(select, first, PTX_PLACES.targets.map(([name]) => name));
  for (const select of [choicePtx, withPtx]) options(select, "any PTX", [...PTX_PLACES.versions].reverse());
  const draw = () => {
    const choice = readChoice();
    [choiceTarget.value, choicePtx.value, withTarget.value, withPtx.value] = ["target", "ptx", "with", "withptx"].map((key) => choice[key] || "");
    const places = placesOf(choice);
    show.value = choice.show || (places.length > 1 ? "differs" : "there");
    const words = filter.value.toLowerCase().split(/[\s.,]+/).filter(Boolean);
    const link = (address) => ROOT + address.replace(/(#.*)?$/, (anchor) => writeChoice({ target: choice.target, ptx: choice.ptx, at: anchor.slice(1) }) || anchor);
    const groups = groupsOf(places, show.value, words, link);
    const total = [...groups.values()].reduce((sum, rows) => sum + rows.length, 0);
    count.textContent = `${total} of ${PTX_PLACES.subjects.length} forms and records: ${SHOWN.find(([value]) => value === show.value)[1]}`;
    result.replaceChildren(...[...groups].map(([group, rows]) => tableOf(group, rows, places)));
  };
  const choose = () => {
    const choice = { target: choiceTarget.value, ptx: choicePtx.value, with: withTarget.value, withptx: withPtx.value, show: show.value };
    if (!choice.with && !choice.withptx && choice.show === "differs") choice.show = "there";
    if (choice.with && !readChoice().with) choice.show = "differs";
    location.hash = writeChoice(choice);
  };
  for (const field of [choiceTarget, choicePtx, withTarget, withPtx, show]) field.addEventListener("change", choose);
  filter.addEventListener("input", draw);
  box.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("hashchange", draw);
  draw();
}

document.addEventListener("DOMContentLoaded", () => {
  const box = document.querySelector("#places");
  if (box) loadData("ptx-places.js").then(() => buildExplorer(box));
});
