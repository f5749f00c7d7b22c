// The Worker's end of the engine: one question at a time, answered by WebAssembly.
import { Engine, initSync } from "./fifteen.js";
import { keepTable, keptTables, readTable } from "./kept.js";

/** Milliseconds of the first runs of a search, after which it can be withdrawn; a longer search is ended with its Worker. */
const SLICES = [15, 250];
const DEFECT = "the search failed; this is a defect of the program, please report it";

let engine = null;
let memory = null;
let tables = 0;
let ready = null;
const cancelled = new Set();

onmessage = ({ data }) => {
  if (data.module) ready = begin(data);
  else if ("cancel" in data) cancelled.add(data.cancel);
  else ask(data);
};

async function begin({ module, engines, checked, build }) {
  ({ memory } = initSync({ module }));
  if (build) return buildTable(build);
  engine = new Engine(engines);
  for (const { name, digest } of await keptTables()) await useTable(name, digest, checked.includes(digest));
  tables = memory.buffer.byteLength;
}

/** Uses a table that is kept; one that cannot be used is forgotten. */
async function useTable(name, digest, isChecked) {
  const bytes = await readTable(name, digest, isChecked);
  if (!bytes) return;
  try {
    engine.addTable(bytes, false);
    postMessage({ table: digest });
  } catch {
    // A table of another version, say; what is needed is built again.
  }
}

async function ask({ id, path, body }) {
  await ready;
  const send = (name, data) => postMessage({ id, name, data });
  const done = () => postMessage({ id, done: true, bytes: memory.buffer.byteLength - tables });
  try {
    if (!path.startsWith("/api/") || path === "/api/options") {
      send("result", engine.answer(path, body, 0));
      return done();
    }
    engine.begin(path, body);
    for (const [name, bytes] of engine.builtTables()) keepTable(name, bytes);
    send("started", "{}");
    for (const slice of SLICES) {
      if (engine.run(slice, send)) return done();
      await turn();
      if (cancelled.delete(id)) return done();
    }
    postMessage({ id, long: true });
    engine.run(undefined, send);
    done();
  } catch (error) {
    const defect = error instanceof WebAssembly.RuntimeError;
    postMessage({ id, failure: defect ? DEFECT : error.message, defect });
  }
}

/** Lets the messages in that have come meanwhile. */
function turn() {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      setTimeout(resolve);
    };
    port2.postMessage(null);
  });
}

async function buildTable({ size, partition, index }) {
  self.tableProgress = (found, all) => postMessage({ progress: [found, all] });
  try {
    const bytes = Engine.buildTable(size, partition, index);
    const kept = await keepTable(Engine.tableNames(size, partition)[index], bytes);
    postMessage(kept ? { built: true } : { failure: "The browser does not keep tables: it needs an address with https." });
  } catch (error) {
    const defect = error instanceof WebAssembly.RuntimeError;
    postMessage({ failure: defect ? "The table could not be built: the browser gave too little memory." : error.message });
  }
}
