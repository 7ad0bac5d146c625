/* The search field answers as one types, in the order of `ptxisa search`: names, keywords, then words. */

const MOST_HITS = 12;
const SMALL = new Set(
  "a an and are as at be by can do does for from get how i in is it my of on or ptx that the there this to use what when which who why with instruction intrinsic".split(" "),
);

/* Words are compared without the endings of plurals and verbs. */
const stem = (word) => word.replace(/(?:ing|ed|es|s|e)$/, "") || word;
const stems = (text) => text.toLowerCase().split(/[^a-z0-9_]+/).filter(Boolean).map(stem);
const phrase = (text) => stems(text).join(" ");
const plain = (text) => text.toLowerCase().replace(/^[.%]/, "");

/* An opcode with modifiers finds the forms that have all of them, or at least the instruction. */
function opcodeScore(words, title, modifiers) {
  if (title === words[0]) return 85;
  if (!modifiers.length || words[0] !== modifiers[0]) return 0;
  return words.slice(1).every((word) => modifiers.includes(word)) ? 75 : 0;
}

/* Words are the names and keywords of a record, the usual one first, then a sentence, with " · " between them. */
function wordScore(query, title, words) {
  const known = words.toLowerCase().split(" · ");
  const named = known.slice(0, -1);
  const name = plain(title);
  if (name === plain(query)) return 100;
  if (named.includes(query)) return named.indexOf(query) < 2 ? 95 : 90;
  const asked = phrase(query);
  const place = named.map(phrase).indexOf(asked);
  if (asked && place >= 0) return place < 2 ? 95 : 90;
  if (name.startsWith(plain(query))) return 50;
  if (named.some((word) => word.startsWith(query))) return 40;
  const parts = stems(query);
  const telling = parts.filter((part) => !SMALL.has(part));
  const wanted = telling.length ? telling : parts;
  const has = new Set(stems(`${name} ${known.join(" ")}`));
  if (wanted.length && wanted.every((part) => has.has(part))) return 30;
  const all = [...has].join(" ");
  return wanted.length && wanted.every((part) => all.includes(part)) ? 20 : 0;
}

function find(text) {
  const query = text
    .trim()
    .toLowerCase()
    .replace(/^@!?%?\w+\s+/, "")
    .replace(/[;(<?].*$/, "")
    .replace(/^(%\w+|threadidx|blockidx|blockdim|griddim)\.[xyzw]$/, "$1");
  if (!query) return [];
  const parts = query.split(/\s+/)[0].split(".").filter(Boolean);
  const scored = PTX_INDEX.map(([title, kind, url, words, modifiers, rank]) => {
    const score = Math.max(wordScore(query, title, words), parts.length > 1 ? opcodeScore(parts, title, modifiers) : 0);
    return { title, kind, url, words, score: score && score * 10 - rank };
  });
  return scored.filter((one) => one.score > 0).sort((a, b) => b.score - a.score).slice(0, MOST_HITS);
}

function showHits(list, hits) {
  list.replaceChildren(
    ...hits.map((hit) => {
      const item = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { href: ROOT + hit.url });
      const name = Object.assign(document.createElement("b"), { textContent: hit.title });
      const about = Object.assign(document.createElement("span"), {
        textContent: [hit.kind, hit.words.split(" · ").pop()].filter(Boolean).join(": "),
      });
      link.append(name, about);
      item.append(link);
      return item;
    }),
  );
  list.hidden = !hits.length;
}

document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector(".site-search");
  if (!form) return;
  const input = form.querySelector("input");
  const list = Object.assign(document.createElement("ul"), { className: "site-hits", hidden: true });
  form.append(list);
  const links = () => [...list.querySelectorAll("a")];
  input.addEventListener("focus", () => loadData("ptx-index.js"));
  input.addEventListener("input", () => loadData("ptx-index.js").then(() => showHits(list, find(input.value))));
  form.addEventListener("submit", (event) => {
    if (!links().length) return;
    event.preventDefault();
    links()[0].click();
  });
  form.addEventListener("keydown", (event) => {
    const place = links().indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") list.hidden = true;
    if (!step || list.hidden) return;
    event.preventDefault();
    (links()[place + step] || input).focus();
  });
  document.addEventListener("click", (event) => {
    if (!form.contains(event.target)) list.hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(input|textarea)$/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      input.focus();
    }
  });
});
