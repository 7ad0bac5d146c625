/* The search field and the page of results. The algorithm and the index are those of `ptxisa search`: see
   ptxisa/query/search.py, whose functions have the same names. */

const MOST_HITS = 12;
const MOST_RESULTS = 60;
const KINDS = [
  ["instruction"],
  ["special_register", "directive"],
  ["state_space", "type", "attribute", "pragma"],
  ["target", "version", "toolkit", "compute_capability", "descriptor"],
  ["page", "term"],
  ["modifier"],
  [],
  ["code", "assembler_message"],
  ["question", "rule", "target_note", "document"],
  ["erratum", "measurement"],
];
const STEP = 0.03;
const SMALL = new Set(
  ("a an and are as at be by can do does emit for from get how i in is it its may me my need of on one or ptx should " +
    "that the there this to use using what when where which who why will with instruction intrinsic equivalent vs versus " +
    "am has have sm support supports supported make makes made only would want you").split(" "),
);
const ENDINGS =
  "izations ization ations ation ating ated ates ate ings ing ions ion ers er ied ies ed es ly al s e y".split(" ");
const SHORTEST_STEM = 3;
const LONGEST = 24;
const CODE = /[%.]?[A-Za-z_$][\w$]*(?:(?:::|\.)\w+)*/g;
const LOOKS_LIKE_CODE = /^[%.]|::|\.\w|_\w|[a-z][A-Z]/;
const QUOTED = /"\w+"/;
const MESSAGE = /(?:\w+\W+){2}.*'[^']*\w'|'[^']*\w'(?:\W+\w+){2}/s;
const GUARD = /^\s*@!?[%\w]+\s+/;
const ELEMENT = /\.[xyzw]$/;
const QUALIFIED = /^(?:\w+::)+\w+$/;
const WORD = /\d+(?:[.:]\d+)+|[^\W_]\w*|_+\w+/g;
const NAMESPACES = /\b(?:(?:arch|cg|cooperative_groups|cuda|cute|cutlass|detail|nvcuda|ptx|std)::)+/gi;
const TEMPLATE_ARGUMENTS = /(?<=\w)<[\w, :]*>/g;
const CAPITALS = /(?<=[a-z0-9])(?=[A-Z][a-z])/g;
const SHAPE = /(\d+)x(\d+)x(\d+)/g;
const [LONGEST_NAME, SHORTEST_PREFIX] = [100, 7];
const ASIDE = 0.15;
const RARE = 3.5;
const WHOLE = 1.9;
const [NAMED, OPCODE, SYNONYM, PREFIX, ABBREVIATED] = [3.0, 2.0, 0.7, 0.8, 0.5];

const own = (table, key) => (Object.hasOwn(table, key) ? table[key] : undefined);
const rank = (kind) => {
  const place = KINDS.findIndex((group) => group.includes(kind));
  return place < 0 ? KINDS.findIndex((group) => !group.length) : place;
};

function stem(word) {
  let found = word.toLowerCase();
  if (/[\d_]/.test(found)) return found;
  const ending = ENDINGS.find(
    (one) => found.endsWith(one) && found.length - one.length >= SHORTEST_STEM && !found.endsWith("ss"),
  );
  if (ending) found = found.slice(0, -ending.length);
  return found.length > SHORTEST_STEM && found.at(-1) === found.at(-2) ? found.slice(0, -1) : found;
}

const wordsOf = (text) => text.toLowerCase().match(WORD) || [];
const stems = (text) => wordsOf(text).map(stem);

function queryWords(index, text) {
  const known = (word) => own(index.words, stem(word));
  const tokens = text.replace(NAMESPACES, "").replace(TEMPLATE_ARGUMENTS, "").match(WORD) || [];
  const every = tokens
    .flatMap((token) => (known(token) ? [token] : token.replace(CAPITALS, " ").split(" ")))
    .map((word) => word.toLowerCase());
  const telling = every.filter((word) => !SMALL.has(word));
  const words = telling.length ? telling : every;
  return words
    .slice(0, LONGEST)
    .flatMap((word) => (known(word) ? [word] : word.split("_").filter(Boolean)))
    .filter((part) => !SMALL.has(part) || words.length === 1)
    .map((part) => corrected(index, stem(part.replace(SHAPE, "m$1n$2k$3"))))
    .slice(0, LONGEST);
}

/* The known stem that an unknown one is a misspelling of, the most frequent if there are several. */
function corrected(index, word) {
  const every = Object.keys(index.words);
  if (own(index.words, word) || word.length <= SHORTEST_STEM || every.some((known) => known.startsWith(word)))
    return word;
  const frequent = (a, b) => index.words[a][0] - index.words[b][0] || (a < b ? -1 : 1);
  return every.filter((known) => oneEdit(word, known)).sort(frequent)[0] ?? word;
}

function* spans(length, longest = 6) {
  for (let start = 0; start < length; start++)
    for (let end = start + 1; end <= Math.min(length, start + longest); end++) yield [start, end];
}

function oneEdit(word, other) {
  if (Math.abs(word.length - other.length) > 1 || word[0] !== other[0]) return false;
  let same = 0;
  while (same < word.length && same < other.length && word[same] === other[same]) same++;
  const [rest, remaining] = [word.slice(same), other.slice(same)];
  const swapped =
    rest.slice(0, 2) === [...remaining.slice(0, 2)].reverse().join("") && rest.slice(2) === remaining.slice(2);
  return (
    swapped || rest.slice(1) === remaining || rest === remaining.slice(1) || rest.slice(1) === remaining.slice(1)
  );
}

const most = (map, key, value) => map.set(key, Math.max(map.get(key) || 0, value));
const add = (map, key, value) => map.set(key, (map.get(key) || 0) + value);

function weightsOf(index, word) {
  const [, groups] = own(index.words, word) || [0, []];
  return new Map(groups.flatMap(([weight, numbers]) => numbers.map((number) => [number, weight])));
}

function matches(index, word) {
  const [rarity] = own(index.words, word) || [0];
  const shortest = rarity ? SHORTEST_STEM + 1 : SHORTEST_STEM - 1;
  const every = Object.keys(index.words);
  const longer = word.length >= shortest ? every.filter((known) => known.startsWith(word)) : [];
  const factor = rarity ? ABBREVIATED : PREFIX;
  const found = weightsOf(index, word);
  for (const known of longer)
    if (known !== word) for (const [number, weight] of weightsOf(index, known)) most(found, number, factor * weight);
  return [rarity || Math.max(1, ...longer.map((known) => index.words[known][0])), found];
}

function named(index, name) {
  const bare = name.toLowerCase().slice(0, LONGEST_NAME);
  const call = bare.split("(")[0].split("<")[0].trim();
  const first = /^[%.@]/.test(call) ? call.split(" ")[0] : "";
  const last = QUALIFIED.test(call) ? call.split("::").at(-1) : "";
  for (const candidate of [bare, call, last, call.replace(ELEMENT, ""), first])
    for (const spelling of [candidate, /^[%.]/.test(candidate) ? candidate.replace(/^[.%]+/, "") : ""])
      if (spelling && own(index.names, spelling)) return index.names[spelling];
  for (let end = bare.length; end >= SHORTEST_PREFIX; end--) {
    const family = own(index.names, `${bare.slice(0, end)}*`);
    if (family) return family;
  }
  return [];
}

/* The results with the longest legal prefix of an opcode, each with its form that has the longest. */
function formsOf(index, opcode) {
  const [mnemonic, ...modifiers] = opcode.toLowerCase().split(".");
  const begins = (allowed, one) => allowed.includes(one) || allowed.some((other) => other.startsWith(`${one}::`));
  const above = (a, b) => a.map((one, at) => one - b[at]).find((difference) => difference) > 0;
  const found = new Map();
  for (const [number, form, allowed] of own(index.opcodes, mnemonic) || []) {
    const place = modifiers.findIndex((one) => !begins(allowed, one));
    const lacking = index.results[number][1].split(".").slice(1).filter((part) => !modifiers.includes(part)).length;
    const exact = modifiers.filter((one) => allowed.includes(one)).length;
    const length = [place < 0 ? modifiers.length : place, exact, -lacking];
    if (!found.has(number) || above(length, found.get(number)[0])) found.set(number, [length, form]);
  }
  const best = [...found.values()].reduce((a, [b]) => (above(b, a) ? b : a), [0, 0, -99]);
  return [...found].filter(([, [length]]) => !above(best, length)).map(([number, [, form]]) => [number, form]);
}

function byCode(index, text) {
  const found = [];
  const forms = new Map();
  const whole = text.trim().replace(/;+$/, "").trim();
  for (const number of named(index, whole)) found.push([number, NAMED]);
  const words = queryWords(index, text).length;
  const groups = (text.toLowerCase().match(/[a-z]+/g) || []).filter((word) => KINDS.some((group) => group.includes(word)));
  const statement = text.trimEnd().endsWith(";") || GUARD.test(text);
  const quoted = text.match(QUOTED);
  if (quoted) for (const number of named(index, quoted[0])) found.push([number, NAMED + 1]);
  if (MESSAGE.test(text.slice(0, 300))) return [found, forms];
  const tokens = text.replace(GUARD, "").slice(0, 2000).match(CODE) || [];
  for (const [position, token] of tokens.entries()) {
    const isOpcode = (statement && position === 0) || token.replace(/^\.+/, "").includes(".");
    const rare = (own(index.words, token.toLowerCase()) || [0])[0] > RARE;
    const numbers = (rare || LOOKS_LIKE_CODE.test(token)) && token !== whole ? named(index, token) : [];
    for (const number of numbers)
      if (!groups.length || groups.includes(index.results[number][0])) found.push([number, NAMED / Math.max(1, words)]);
    const legal = isOpcode && !numbers.length ? formsOf(index, token) : [];
    for (const [number, form] of legal) {
      found.push([number, OPCODE]);
      forms.set(number, form);
    }
    if (legal.length) break;
  }
  return [found, forms];
}

function byWords(index, text) {
  const words = queryWords(index, text);
  if (!words.length) return [new Map(), new Map()];
  const best = words.map((word) => matches(index, word));
  const synonyms = (phrase) => own(index.synonyms, phrase) || [];
  for (const [start, end] of spans(words.length))
    for (const other of synonyms(words.slice(start, end).join(" "))) {
      const weights = other.split(" ").map((word) => weightsOf(index, word));
      for (const number of weights[0].keys()) {
        if (!weights.every((pairs) => pairs.has(number))) continue;
        const weight = SYNONYM * Math.min(...weights.map((pairs) => pairs.get(number)));
        for (let place = start; place < end; place++) most(best[place][1], number, weight);
      }
    }
  const total = best.reduce((sum, [rarity]) => sum + rarity, 0);
  const covered = new Map();
  const sums = new Map();
  for (const [rarity, found] of best)
    for (const [number, weight] of found) {
      add(covered, number, rarity * (weight > ASIDE ? 1 : 0.5));
      add(sums, number, rarity * weight);
    }
  const share = (number) => (covered.get(number) || 0) / total;
  const scores = new Map([...sums].map(([number, sum]) => [number, (sum / total) * share(number) ** 2]));
  for (const [start, end] of spans(words.length)) {
    const part = (end - start) / words.length;
    const phrase = words.slice(start, end).join(" ");
    const bonus = new Map();
    for (const [other, factor] of [[phrase, 1], ...synonyms(phrase).map((one) => [one, SYNONYM])])
      for (const [number, weight] of own(index.phrases, other) || []) most(bonus, number, factor * weight * part ** 2);
    for (const [number, amount] of bonus) add(scores, number, amount * share(number) ** 2);
  }
  const every = stems(text).slice(0, LONGEST).map((word) => (SMALL.has(word) ? word : corrected(index, word)));
  for (const [start, end] of spans(every.length)) {
    const part = (end - start) / every.length;
    if (part < 1 && end === start + 1) continue;
    for (const [number, weight] of own(index.phrases, every.slice(start, end).join(" ")) || [])
      most(scores, number, weight * WHOLE * part * (part < 1 ? share(number) : 1));
  }
  return [scores, new Map([...covered.keys()].map((number) => [number, share(number)]))];
}

/* Numbers of results with their scores, best first, and the forms that an opcode in the text means. */
function scored(index, text) {
  const [scores, covered] = byWords(index, text);
  const [code, forms] = byCode(index, text);
  for (const [number, score] of code)
    add(scores, number, score * (score >= OPCODE ? 1 : covered.has(number) ? covered.get(number) : 0.1));
  const round = (score) => Math.round(score * 1e6);
  return [
    [...scores]
      .map(([number, score]) => [number, score * (1 - STEP * rank(index.results[number][0]))])
      .sort((a, b) => round(b[1]) - round(a[1]) || a[0] - b[0]),
    forms,
  ];
}

/* Results for a query: what to show, and the address relative to the root of the site. */
function find(index, text, limit = MOST_HITS) {
  if (!text.trim()) return [];
  const [numbers, forms] = scored(index, text);
  const known = new Set();
  return numbers
    .map(([number]) => {
      const [kind, name, summary, , title] = index.results[number];
      const url = (forms.has(number) && index.forms?.[forms.get(number)]) || index.urls?.[number] || "";
      return { kind, name, title, summary, url };
    })
    .filter(({ kind, name, summary, url }) => {
      const key = index.urls ? url : `${kind} ${name} ${summary}`;
      if (!key || known.has(key)) return false;
      return known.add(key);
    })
    .slice(0, limit);
}

const LABELS = { code: "diagnostic", version: "PTX version", toolkit: "CUDA release", page: "guide", question: "cookbook" };

function hitLink(hit) {
  const link = Object.assign(document.createElement("a"), { href: ROOT + hit.url });
  const name = Object.assign(document.createElement("b"), { textContent: hit.title });
  const label = LABELS[hit.kind] || hit.kind.replaceAll("_", " ").replace("nvvm", "NVVM");
  const about = Object.assign(document.createElement("span"), { textContent: `${label}: ${hit.summary}` });
  link.append(name, about);
  return link;
}

function showHits(list, hits, text) {
  const items = hits.map((hit) => {
    const item = document.createElement("li");
    item.append(hitLink(hit));
    return item;
  });
  if (items.length) {
    const all = document.createElement("li");
    all.className = "site-all";
    all.append(
      Object.assign(document.createElement("a"), {
        href: `${ROOT}search.html?q=${encodeURIComponent(text)}`,
        textContent: "All results",
      }),
    );
    items.push(all);
  }
  list.replaceChildren(...items);
  list.hidden = !items.length;
}

function showResults(place, text) {
  const hits = find(PTX_INDEX, text, MOST_RESULTS);
  const list = document.createElement("ol");
  list.append(
    ...hits.map((hit) => {
      const item = document.createElement("li");
      item.append(hitLink(hit));
      return item;
    }),
  );
  const count = document.createElement("p");
  const most = hits.length === MOST_RESULTS ? "The best " : "";
  count.textContent = hits.length
    ? `${most}${hits.length} result${hits.length === 1 ? "" : "s"} for “${text}”`
    : `Nothing found for “${text}”. Try fewer or other words, or the opcode.`;
  place.replaceChildren(count, list);
}

/* Hits below a field as one types; arrows move through them, and Enter opens the page of results. */
function offerHits(form) {
  const input = form.querySelector("input");
  const list = Object.assign(document.createElement("ul"), { className: "site-hits", hidden: true });
  form.append(list);
  const links = () => [...list.querySelectorAll("a")];
  input.addEventListener("focus", () => loadData("ptx-index.js"));
  input.addEventListener("input", () =>
    loadData("ptx-index.js").then(() => showHits(list, find(PTX_INDEX, input.value), input.value)),
  );
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
}

document.addEventListener("DOMContentLoaded", () => {
  const forms = [...document.querySelectorAll(".site-search")];
  const results = document.querySelector("#search-results");
  const asked = new URLSearchParams(location.search).get("q");
  if (results && asked) {
    for (const form of forms) form.querySelector("input").value = asked;
    loadData("ptx-index.js").then(() => showResults(results, asked));
  }
  forms.forEach(offerHits);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !/^(input|textarea|select)$/i.test(document.activeElement.tagName)) {
      event.preventDefault();
      (document.querySelector("main .site-search input") ?? document.querySelector(".site-search input"))?.focus();
    }
  });
});
