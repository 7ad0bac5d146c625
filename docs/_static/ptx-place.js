/* Availability for a chosen target and PTX version. The address carries the choice (#/?target=sm_90&ptx=8.0), links
   keep it, and what is not there is greyed: links, rows of floors, columns and rows of tables of targets. */

const STATES = { yes: "available", some: "partly available", no: "not available" };

/* The choice in an address: target, ptx, an anchor `at`, and for comparisons `with` and `withptx`. */
function readChoice(hash = location.hash) {
  return hash.startsWith("#/?") ? Object.fromEntries(new URLSearchParams(hash.slice(3))) : {};
}

function writeChoice(choice) {
  const kept = Object.entries(choice).filter(([, value]) => value);
  return kept.length ? `#/?${new URLSearchParams(kept)}` : "";
}

const chosen = (choice) => Boolean(choice.target || choice.ptx);

/* A place is a target and a version by number; without a target any will do, without a version the newest. */
function placeOf(target, ptx) {
  const { targets, versions } = PTX_PLACES;
  const number = targets.findIndex(([name]) => name === target);
  const at = versions.indexOf(ptx);
  return { target: number, ptx: at < 0 ? versions.length - 1 : at };
}

const admits = (expression, target) => target < 0 || PTX_PLACES.expressions[expression][1].includes(target);
const met = ([ptx, expression], place) => ptx <= place.ptx && admits(expression, place.target);
const ended = ([ptx, expression], place) =>
  ptx <= place.ptx && (expression < 0 || (place.target >= 0 && admits(expression, place.target)));

function shareIsThere(number, place) {
  const [clauses, needs, removed] = PTX_PLACES.shares[number];
  return !removed.some((end) => ended(end, place)) && needs.every((one) => met(one, place)) && clauses.some((one) => met(one, place));
}

const targetExists = (place) => place.target < 0 || PTX_PLACES.targets[place.target][1] <= place.ptx;

/* yes, some or no, for the shares of one subject or of many. */
function stateOf(shares, place) {
  if (!targetExists(place)) return "no";
  const there = shares.filter((number) => shareIsThere(number, place)).length;
  return there === 0 ? "no" : there === shares.length ? "yes" : "some";
}

/* Shares by address: of forms and records, and of pages of instructions with all of their forms. */
let byAddress;
function sharesByAddress() {
  if (byAddress) return byAddress;
  byAddress = new Map();
  for (const [, , page, address, shares] of PTX_PLACES.subjects) {
    byAddress.set(address, shares);
    if (page !== address) byAddress.set(page, [...(byAddress.get(page) || []), ...shares]);
  }
  return byAddress;
}

function expressionState(text, place) {
  const found = PTX_PLACES.expressions.find(([known]) => known === text.trim().replaceAll(" or ", " | "));
  return found && place.target >= 0 ? found[1].includes(place.target) : true;
}

/* The floor that a row states; null where it states none. */
function rowIsThere(row, place) {
  const floor = /(\d+\.\d+)/.exec(row.cells[1]?.textContent || "");
  if (!floor) return null;
  return PTX_PLACES.versions.indexOf(floor[1]) <= place.ptx && expressionState(row.cells[2].textContent, place);
}

function mark(element, state) {
  element.classList.remove("place-no", "place-some");
  if (state === "no" || state === "some") element.classList.add(`place-${state}`);
  if (element.tagName !== "A") return;
  element.dataset.meaning ??= element.title;
  element.title = [STATES[state], element.dataset.meaning].filter(Boolean).join(". ");
}

function linkState(link, place) {
  const address = addressOf(link);
  if (address === null) return "";
  const version = /_generated\/versions\/(\d+\.\d+)\.html/.exec(address);
  if (version) return PTX_PLACES.versions.indexOf(version[1]) > place.ptx ? "no" : "";
  const shares = sharesByAddress().get(address.replace(/\?[^#]*/, ""));
  return shares ? stateOf(shares, place) : "";
}

function markPage(choice) {
  const place = placeOf(choice.target, choice.ptx);
  const active = chosen(choice);
  for (const link of document.querySelectorAll(".site-nav a, .column a:not(.headerlink)")) {
    const own = link.closest(".ptx-floors, .site-explorer");
    if (!own) mark(link, active ? linkState(link, place) : "");
  }
  for (const row of document.querySelectorAll(".ptx-floors tbody tr, .ptx-forms tbody tr")) {
    const link = row.closest(".ptx-forms") && row.querySelector("a");
    const there = link ? linkState(link, place) : rowIsThere(row, place) === false ? "no" : "yes";
    mark(row, active ? there : "");
  }
  for (const fold of document.querySelectorAll("details.ptx-fold")) {
    const rows = [...fold.querySelectorAll(".ptx-forms tbody tr")];
    fold.classList.toggle("place-no", rows.length > 0 && rows.every((row) => row.classList.contains("place-no")));
  }
  markMatrices(choice, place, active);
  markHeading(active, place);
}

/* The column of the version and the row of the target in tables of targets by versions. */
function markMatrices(choice, place, active) {
  for (const table of document.querySelectorAll("table.ptx-matrix")) {
    const heads = [...table.rows[0].cells].slice(1).map((cell) => PTX_PLACES.versions.indexOf(cell.textContent.trim()));
    const column = heads.filter((version) => version >= 0 && version <= place.ptx).length;
    for (const row of table.tBodies[0].rows) {
      const [first, last] = row.cells[0].textContent.split(/ … |, /).map((name) => PTX_PLACES.targets.findIndex(([one]) => one === name.trim()));
      const here = active && choice.target && first >= 0 && place.target >= first && place.target <= (last ?? first);
      [...row.cells].forEach((cell, index) => cell.classList.toggle("place-here", Boolean(here && column > 0 && index === column)));
    }
  }
}

/* A page of one instruction or record says what holds of it. */
function markHeading(active, place) {
  const heading = document.querySelector("main h1");
  const address = addressOf({ href: location.href.replace(/#.*/, "") });
  const shares = address === null ? null : sharesByAddress().get(address);
  heading?.querySelector(".place-says")?.remove();
  if (!active || !shares || !heading) return;
  const state = stateOf(shares, place);
  heading.append(Object.assign(document.createElement("span"), { className: `place-says ${state}`, textContent: STATES[state] }));
}

function options(select, first, names) {
  select.replaceChildren(new Option(first, ""), ...names.map((name) => new Option(name, name)));
}

function selectOf(label, first) {
  const select = document.createElement("select");
  select.setAttribute("aria-label", label);
  options(select, first, []);
  return select;
}

/* The two fields in the head of each page. */
function buildControl(form) {
  const target = selectOf("Target", "any target");
  const ptx = selectOf("PTX version", "any PTX");
  form.append(target, ptx);
  form.hidden = false;
  const fill = () =>
    loadData("ptx-places.js").then(() => {
      if (target.options.length > 1) return;
      options(target, "any target", PTX_PLACES.targets.map(([name]) => name));
      options(ptx, "any PTX", [...PTX_PLACES.versions].reverse());
      show();
    });
  const show = () => {
    const choice = readChoice();
    target.value = choice.target || "";
    ptx.value = choice.ptx || "";
    form.classList.toggle("is-chosen", chosen(choice));
    markPage(choice);
    document.dispatchEvent(new CustomEvent("ptx-place", { detail: choice }));
  };
  const choose = () => {
    const choice = { ...readChoice(), target: target.value, ptx: ptx.value };
    location.hash = writeChoice(choice) || "#/";
  };
  form.addEventListener("change", choose);
  for (const name of ["pointerenter", "focusin"]) form.addEventListener(name, fill, { once: true });
  addEventListener("hashchange", () => fill().then(show));
  if (chosen(readChoice()) || document.querySelector("#places")) fill();
}

/* Links within the site keep the choice; an anchor goes into `at`. */
function keepChoice(event) {
  const link = event.target.closest?.("a[href]");
  const choice = readChoice();
  if (!link || !chosen(choice) || link.getAttribute("href").startsWith("#/") || addressOf(link) === null) return;
  const url = new URL(link.getAttribute("href"), document.baseURI);
  if (!url.pathname.endsWith(".html") && !url.pathname.endsWith("/")) return;
  const own = url.hash.startsWith("#/?") ? readChoice(url.hash) : { at: decodeURIComponent(url.hash.slice(1)) };
  url.hash = writeChoice({ target: choice.target, ptx: choice.ptx, ...own });
  link.setAttribute("href", url.href);
}

function goToAnchor() {
  const { at } = readChoice();
  const place = at && document.getElementById(at);
  if (!place) return;
  place.scrollIntoView();
  place.closest("details")?.setAttribute("open", "");
}

document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector(".site-place");
  if (form) buildControl(form);
  for (const name of ["click", "auxclick", "contextmenu"]) document.addEventListener(name, keepChoice, true);
  addEventListener("hashchange", goToAnchor);
  goToAnchor();
});
