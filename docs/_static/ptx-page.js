/* What every page needs: the way to the root of the site, data that is loaded when it is wanted, the list of sections. */

const ROOT = document.documentElement.dataset.content_root || "";
const LOADING = {};

/* A script of data, once; a script and no request, so that it works from a disk. */
function loadData(name) {
  LOADING[name] ??= new Promise((done, failed) => {
    const script = Object.assign(document.createElement("script"), { src: `${ROOT}_static/${name}`, onload: done, onerror: failed });
    document.head.append(script);
  });
  return LOADING[name];
}

/* The page of a link, from the root of the site, with its anchor; null for other sites. Links of pictures have a `baseVal`. */
function addressOf(link) {
  const root = new URL(ROOT || ".", location.href.replace(/[?#].*/, "")).href;
  const href = (link.href.baseVal === undefined ? link.href : new URL(link.href.baseVal, document.baseURI).href).replace("#/?", "?");
  return href.startsWith(root) ? href.slice(root.length) : null;
}

/* Each heading and term gets a link to itself. */
function addPermalinks() {
  for (const one of document.querySelectorAll("main section[id] > :is(h1, h2, h3, h4), main dt[id]")) {
    const href = `#${one.id || one.parentElement.id}`;
    one.append(Object.assign(document.createElement("a"), { className: "headerlink", href, title: "Link to this place", textContent: "#" }));
  }
}

/* The layouts of the operands of an instruction: lists of operands, shapes and types, and the picture of what is chosen.
   A list has only what exists with the choices before it, and keeps its choice where it can. */
function chooseLayouts(place) {
  const choices = JSON.parse(place.dataset.choices);
  const [drawing, caption] = ["figure > div", "figcaption"].map((one) => place.querySelector(one));
  const lists = ["Operand", "Shape", "Type"].map((name) => Object.assign(document.createElement("select"), { ariaLabel: name }));
  const chosen = [...choices[0]];
  const fill = () => {
    lists.forEach((list, level) => {
      const left = choices.filter((one) => chosen.slice(0, level).every((value, at) => value === one[at]));
      const values = [...new Set(left.map((one) => one[level]))];
      if (!values.includes(chosen[level])) chosen[level] = values[0];
      list.replaceChildren(...values.map((value) => new Option(value, value, false, value === chosen[level])));
      list.disabled = values.length < 2;
    });
  };
  const show = async () => {
    fill();
    const [operand, shape, type, number] = choices.find((one) => lists.every((list, at) => list.value === one[at]));
    await loadData(place.dataset.name);
    const [picture, note] = PTX_LAYOUTS[number];
    drawing.innerHTML = picture;
    caption.textContent = `${operand}, ${shape} ${type}. ${note}`;
  };
  lists.forEach((list, level) => list.addEventListener("change", () => {
    chosen[level] = list.value;
    show();
  }));
  fill();
  if (choices.length < 2) return;
  const form = Object.assign(document.createElement("p"), { className: "ptx-layouts-choice" });
  form.append(...lists.flatMap((list) => [list, " "]));
  place.prepend(form);
}

/* Other versions of the site, from a list that all of them share: the same page there, or the first page without it. */
async function listVersions(select) {
  const answer = await fetch(select.dataset.list).catch(() => null);
  if (!answer?.ok) return;
  const versions = await answer.json();
  const shown = select.options[0].textContent;
  select.replaceChildren(...Object.entries(versions).map(([name, address]) => new Option(name, address, false, name === shown)));
  select.hidden = false;
  select.addEventListener("change", async () => {
    const page = new URL(addressOf({ href: location.href }) ?? "", new URL(select.value, location.href)).href;
    const found = await fetch(page, { method: "HEAD" }).catch(() => null);
    location.href = found?.ok ? page : select.value;
  });
}

/* A link to an erratum opens its evidence. */
function openErratum() {
  if (location.pathname.includes("/errata/") && location.hash)
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.closest("section")
      ?.querySelector(":scope > .ptx-fold")?.setAttribute("open", "");
}

addEventListener("hashchange", openErratum);
document.addEventListener("DOMContentLoaded", () => {
  openErratum();
  document.querySelectorAll(".site-versions").forEach(listVersions);
  addPermalinks();
  document.querySelectorAll(".ptx-layouts").forEach(chooseLayouts);
  const sections = document.querySelector(".page-toc details");
  if (sections && matchMedia("(min-width: 82.01rem)").matches) sections.open = true;
  for (const wide of document.querySelectorAll("table, pre")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
});
