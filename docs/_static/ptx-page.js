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

/* The page of a link, from the root of the site, with its anchor; null for other sites. */
function addressOf(link) {
  const root = new URL(ROOT || ".", location.href.replace(/[?#].*/, "")).href;
  const href = link.href.replace("#/?", "?");
  return href.startsWith(root) ? href.slice(root.length) : null;
}

document.addEventListener("DOMContentLoaded", () => {
  const sections = document.querySelector(".page-toc details");
  if (sections && matchMedia("(min-width: 82.01rem)").matches) sections.open = true;
  for (const wide of document.querySelectorAll("table, pre")) {
    if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
  }
});
