/** Runs a Python script in the runtime, with a folder as /folder: node python.mjs RUNTIME FOLDER SCRIPT */

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [runtime, folder, script] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(resolve(runtime, "pyodide.mjs")).href);
const python = await loadPyodide({ indexURL: `${resolve(runtime)}/` });
python.FS.mkdirTree("/folder");
python.FS.mount(python.FS.filesystems.NODEFS, { root: resolve(folder) }, "/folder");
try {
  await python.runPythonAsync(readFileSync(script, "utf8"));
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
process.exit(); // whatever still waits for its time
