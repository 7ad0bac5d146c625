/* Tables of combinations get a field: only rows that have every typed word remain. */

const LEAST_ROWS = 6;

function filterOf(table) {
  const rows = [...table.tBodies[0].rows];
  const box = document.createElement("label");
  box.className = "ptx-filter";
  const input = Object.assign(document.createElement("input"), { type: "search", placeholder: "f16 m16n8k16 sm_90" });
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  box.append("Filter", input, count);
  const apply = () => {
    const words = input.value.toLowerCase().split(/[\s.,]+/).filter(Boolean);
    const shown = rows.filter((row) => {
      const cells = row.textContent.toLowerCase().split(/[\s.,]+/);
      row.hidden = !words.every((word) => cells.some((cell) => cell.startsWith(word)));
      return !row.hidden;
    });
    count.textContent = `${shown.length} of ${rows.length} rows`;
  };
  input.addEventListener("input", apply);
  apply();
  return box;
}

document.addEventListener("DOMContentLoaded", () => {
  for (const table of document.querySelectorAll("table.ptx-combinations")) {
    if (table.tBodies[0].rows.length >= LEAST_ROWS) table.before(filterOf(table));
  }
});
