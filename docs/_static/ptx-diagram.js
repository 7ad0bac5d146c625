/* Railroad diagrams. Each is drawn when a reader opens it, from the syntax line above it and the values in the table
   below it; the line stays as the text of the diagram. A node has its width, the heights above (up) and below (down)
   its rail, and draws itself from x on a rail at y. Lengths are pixels. */

const BOX = 26, ARC = 8, GAP = 9, BETWEEN = 6, EDGE = 14, CAPTION = 13, MOST_DRAWN = 5;

function svg(tag, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const rail = (d) => svg("path", { class: "rail", d });
const across = (x, end, y) => (end > x ? [rail(`M${x} ${y}H${end}`)] : []);
/* From one rail to another: a quarter turn, straight, a quarter turn back. */
const down = (x, y, end) => rail(`M${x} ${y}q${ARC} 0 ${ARC} ${ARC}V${end - ARC}q0 ${ARC} ${ARC} ${ARC}`);
const up = (x, y, end) => rail(`M${x} ${y}q${ARC} 0 ${ARC} ${-ARC}V${end + ARC}q0 ${-ARC} ${ARC} ${-ARC}`);

/* What is written: a rounded box for text as it is, a rectangle for what has a name. */
function box({ text, kind, link }, em) {
  const mark = kind === "mark";
  const width = Math.ceil(text.length * em) + (mark ? 12 : 20);
  return { width, up: BOX / 2, down: BOX / 2, draw: (x, y) => [linked(link, kind, [
    svg("rect", { x, y: y - BOX / 2, width, height: BOX, rx: kind === "nv" || kind === "n" ? 3 : BOX / 2 }),
    svg("text", { x: x + width / 2, y: y + 4.5 }, text),
  ])] };
}

function linked(link, kind, inside) {
  if (!link) return svg("g", { class: kind }, ...inside);
  const meaning = link.title;
  const state = [...link.classList].filter((name) => name.startsWith("place-"));
  const label = [link.textContent, meaning].filter(Boolean).join(": ");
  const made = svg("a", { href: link.getAttribute("href"), class: [kind, ...state].join(" "), "aria-label": label }, ...inside);
  if (meaning) made.append(svg("title", {}, meaning));
  return made;
}

function row(items) {
  return {
    width: widthOf(items),
    up: Math.max(...items.map((one) => one.up)),
    down: Math.max(...items.map((one) => one.down)),
    draw: (x, y) => items.flatMap((one, index) => {
      const drawn = [...(index ? across(x - GAP, x, y) : []), ...one.draw(x, y)];
      x += one.width + GAP;
      return drawn;
    }),
  };
}

/* The first on the rail, the others below it. */
function choice(items) {
  const inner = Math.max(...items.map((one) => one.width));
  const step = BOX + BETWEEN;
  const put = (one, x, y) => {
    const start = x + 2 * ARC, left = start + (inner - one.width) / 2;
    return [...across(start, left, y), ...one.draw(left, y), ...across(left + one.width, start + inner, y)];
  };
  const width = inner + 4 * ARC;
  return { width, up: BOX / 2, down: BOX / 2 + step * (items.length - 1), draw: (x, y) => [
    ...across(x, x + 2 * ARC, y), ...across(x + width - 2 * ARC, x + width, y),
    ...items.flatMap((one, index) => [
      ...(index ? [down(x, y, y + index * step), up(x + width - 2 * ARC, y + index * step, y)] : []),
      ...put(one, x, y + index * step),
    ]),
  ] };
}

/* A way around, above the rail. */
function optional(one) {
  const height = one.up + BETWEEN, width = one.width + 4 * ARC;
  return { width, up: height + 1, down: one.down, draw: (x, y) => [
    ...across(x, x + 2 * ARC, y), ...one.draw(x + 2 * ARC, y), ...across(x + width - 2 * ARC, x + width, y),
    up(x, y, y - height), ...across(x + 2 * ARC, x + width - 2 * ARC, y - height), down(x + width - 2 * ARC, y - height, y),
  ] };
}

function captioned(one, text) {
  const wide = Math.max(one.width, text.length * 6.2);
  const left = (wide - one.width) / 2;
  return { width: wide, up: one.up, down: one.down + CAPTION, draw: (x, y) => [
    ...across(x, x + left, y), ...one.draw(x + left, y), ...across(x + left + one.width, x + wide, y),
    svg("text", { class: "caption", x: x + wide / 2, y: y + one.down + CAPTION - 3 }, text),
  ] };
}

/* A slot: its values where they are few, else its name and how many there are. */
function slot(link, em) {
  const cell = document.getElementById(decodeURIComponent(link.hash.slice(1)))?.closest("tr").cells[1];
  const listed = [...(cell?.querySelectorAll(cell.querySelector("ul") ? "li > a:first-child, li > p:first-child > a:first-child" : "a") ?? [])];
  const values = listed.filter((value) => value.textContent.startsWith("."));
  const named = link.textContent.slice(1, -1);
  const kind = (value) => (value.pathname.includes("/types/") ? "kt" : "nd");
  const boxes = values.map((value) => box({ text: value.textContent, kind: kind(value), link: value }, em));
  if (boxes.length === 1) return captioned(boxes[0], named);
  if (boxes.length && boxes.length <= MOST_DRAWN) return captioned(choice(boxes), named);
  const whole = box({ text: `.{${named}}`, kind: "nv", link }, em);
  return values.length ? captioned(whole, `one of ${values.length}`) : whole;
}

/* The class of a token: of the mnemonic its own, of a link that inside it; operands have none. */
const kindOf = (one) => (one.firstElementChild ?? one).className.replace(/ .*|^place.*/, "") || "n";

/* The syntax line as links and single characters. */
const tokensOf = (pre) => [...pre.childNodes].flatMap((node) => (node.tagName ? [node] : [...node.textContent]));

/* Nodes up to the brace that closes; a brace is a way around, or one that is written, as of a vector. */
function sequence(left, em) {
  const items = [];
  let mark = "", vectors = 0;
  const flush = () => {
    for (const text of mark.match(/\.\S+|[^\s.]+/g) ?? []) {
      const kind = text.startsWith(".{") ? "n" : text.startsWith(".") ? "nd" : "mark";
      items.push({ mark: text, ...box({ text, kind }, em) });
    }
    mark = "";
  };
  while (left.length) {
    const one = left.shift();
    const next = left[0]?.textContent ?? left[0];
    if (one === "}" && !vectors) break;
    if (one === "{" && /^[.,|]/.test(next)) {
      flush();
      items.push(optional(row(sequence(left, em))));
    } else if (one === "." && left[0]?.tagName) {
      flush();
      items.push(slot(left.shift(), em));
    } else if (one.tagName) {
      flush();
      items.push(box({ text: one.textContent, kind: kindOf(one), link: one.href && one }, em));
    } else {
      vectors += (one === "{") - (one === "}");
      mark += one;
    }
  }
  flush();
  return items;
}

/* Nodes that stay in one row: brackets with what is inside them, a comma with what is before it. */
function unitsOf(items) {
  const units = [];
  items.forEach((one, index) => {
    const stays = /^[\]),}|.]/.test(one.mark) || /[[({|-]$/.test(items[index - 1]?.mark);
    if (stays) units.at(-1).push(one);
    else units.push([one]);
  });
  return units;
}

const widthOf = (items) => items.reduce((sum, one) => sum + one.width + GAP, -GAP);

/* As many units in a row as fit; one that is too wide is broken. */
function rowsOf(items, width) {
  const rows = [[]];
  const put = (unit) => {
    if (rows.at(-1).length && widthOf([...rows.at(-1), ...unit]) > width) rows.push([]);
    rows.at(-1).push(...unit);
  };
  for (const unit of unitsOf(items)) {
    if (widthOf(unit) > width) unit.forEach((one) => put([one]));
    else put(unit);
  }
  return rows.map(row);
}

/* From the end of a row around to the start of the next. */
function turn(x, y, middle, next) {
  const [right, left] = [`0 ${ARC} ${ARC}`, `0 -${ARC} ${ARC}`];
  return rail(`M${x} ${y}q${ARC} ${right}V${middle - ARC}q0 ${ARC} -${ARC} ${ARC}H${EDGE}q-${ARC} ${left}V${next - ARC}q0 ${ARC} ${ARC} ${ARC}`);
}

function draw(pre, width) {
  const em = emOf(pre);
  const rows = rowsOf(sequence(tokensOf(pre), em), width - 2 * EDGE - 4);
  const parts = [];
  let y = rows[0].up + 2, height = 0;
  rows.forEach((one, index) => {
    const end = EDGE + one.width, bottom = y + one.down, last = index === rows.length - 1;
    if (!index) parts.push(svg("circle", { class: "end", cx: 5, cy: y, r: 4 }), ...across(8, EDGE, y));
    parts.push(...one.draw(EDGE, y));
    if (last) parts.push(...across(end, end + 8, y), svg("circle", { class: "end", cx: end + 9, cy: y, r: 4 }));
    else parts.push(turn(end, y, bottom + ARC, bottom + 2 * ARC + rows[index + 1].up));
    y = bottom + 2 * ARC + (rows[index + 1]?.up ?? 0);
    height = bottom + 3;
  });
  const wide = Math.ceil(Math.max(...rows.map((one) => one.width)) + 2 * EDGE);
  return svg("svg", { viewBox: `0 0 ${wide} ${Math.ceil(height)}`, width: wide, height: Math.ceil(height), role: "group" }, ...parts);
}

/* The width of a character of the diagram. */
function emOf(pre) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `13px ${getComputedStyle(pre).fontFamily}`;
  return context.measureText("0").width;
}

function addDiagram(pre, number) {
  const details = Object.assign(document.createElement("details"), { className: "ptx-diagram" });
  details.append(Object.assign(document.createElement("summary"), { textContent: "Diagram" }));
  const named = (pre.closest("section").querySelector("h2 code") ?? pre.firstElementChild).textContent;
  let drawn = 0;
  const show = () => {
    if (!details.open || !details.clientWidth) return;
    drawn = details.clientWidth;
    const picture = draw(pre, drawn);
    const title = svg("title", { id: `diagram-${number}` }, `Railroad diagram of ${named}`);
    const desc = svg("desc", { id: `diagram-text-${number}` }, pre.textContent);
    picture.prepend(title, desc);
    picture.setAttribute("aria-labelledby", title.id);
    picture.setAttribute("aria-describedby", desc.id);
    details.querySelector("svg")?.remove();
    details.append(picture);
  };
  details.addEventListener("toggle", show);
  document.addEventListener("ptx-place", show);
  new ResizeObserver(() => details.clientWidth !== drawn && show()).observe(details);
  pre.after(details);
}

document.addEventListener("DOMContentLoaded", () => document.querySelectorAll("pre.ptx-syntax").forEach(addDiagram));
