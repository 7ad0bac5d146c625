/* Python in a thread of its own, so that the page never waits for it: one request, one answer. */

import { loadPyodide } from "./playground/pyodide.mjs";

let answer;

async function start(name, packages) {
  const folder = new URL("./playground/", import.meta.url);
  const [python, archive] = await Promise.all([
    loadPyodide({ indexURL: folder.href, packageBaseUrl: folder.href, packages }),
    fetch(new URL(name, folder)).then((found) => found.arrayBuffer()),
  ]);
  python.unpackArchive(archive, "zip", { extractDir: "/home/ptxisa" });
  python.runPython("import sys; sys.path.insert(0, '/home/ptxisa')");
  answer = python.pyimport("ptx_playground").answer;
}

addEventListener("message", async ({ data }) => {
  try {
    if (data.package) await start(data.package, data.packages);
    postMessage({ id: data.id, answer: data.request ? JSON.parse(answer(JSON.stringify(data.request))) : null });
  } catch (error) {
    postMessage({ id: data.id, failure: String(error.message || error) });
  }
});
