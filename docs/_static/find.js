/* The search field answers as one types: names first, then CUDA C++ names and keywords, then sentences. */

const MOST_HITS = 12;
const KIND_ORDER = ["instruction", "form", "modifier", "type", "special register", "directive"];

/* An opcode with modifiers finds the forms that have all of them, or at least the instruction. */
function opcodeScore(words, title, modifiers) {
  if (title === words[0]) return 30;
  if (!modifiers.length || words[0] !== modifiers[0]) return 0;
  return words.slice(1).every((word) => modifiers.includes(word)) ? 60 : 0;
}

/* Words are names and keywords, then a sentence, with " · " between them. */
function wordScore(query, title, words) {
  const plain = (text) => text.toLowerCase().replace(/^[.%]/, "");
  const name = plain(title);
  const known = words.toLowerCase().split(" · ");
  const named = known.slice(0, -1);
  if (name === plain(query)) return 100;
  if (named.includes(query)) return 80;
  if (name.startsWith(plain(query))) return 50;
  if (named.some((word) => word.startsWith(query))) return 40;
  const parts = query.split(/\s+/);
  if (parts.every((part) => `${name} ${named.join(" ")}`.includes(part))) return 25;
  return parts.every((part) => `${name} ${known.join(" ")}`.includes(part)) ? 20 : 0;
}

function find(text) {
  const query = text.trim().toLowerCase().replace(/;$/, "");
  if (!query) return [];
  const parts = query.split(/\s+/)[0].split(".").filter(Boolean);
  const scored = PTX_INDEX.map(([title, kind, url, words, modifiers]) => {
    const score = Math.max(wordScore(query, title, words), parts.length > 1 ? opcodeScore(parts, title, modifiers) : 0);
    const rank = KIND_ORDER.indexOf(kind);
    return { title, kind, url, words, score: score && score * 10 - (rank < 0 ? KIND_ORDER.length : rank) };
  });
  return scored.filter((one) => one.score > 0).sort((a, b) => b.score - a.score).slice(0, MOST_HITS);
}

function showHits(list, hits) {
  const root = document.documentElement.dataset.content_root || "";
  list.replaceChildren(
    ...hits.map((hit) => {
      const item = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { href: root + hit.url });
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
  if (!form || typeof PTX_INDEX === "undefined") return;
  const input = form.querySelector("input");
  const list = Object.assign(document.createElement("ul"), { className: "site-hits", hidden: true });
  form.append(list);
  const links = () => [...list.querySelectorAll("a")];
  input.addEventListener("input", () => showHits(list, find(input.value)));
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
