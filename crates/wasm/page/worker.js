// The Worker's end of the engine: one question at a time, answered by WebAssembly.
import { Engine, initSync } from "./fifteen.js";
import { keepTable, keptTables, readTable } from "./kept.js";

/** Milliseconds of the first runs of a search, after which it can be withdrawn; a longer search is ended with its Worker. */
const SLICES = [15, 250];
const DEFECT = "the search failed; this is a defect of the program, please report it";

let engine = null;
let engines = 1;
let memory = null;
/** Bytes of memory once the tables are there. */
let tables = 0;
let ready = null;
/** The digests of the kept tables that are in use, and of those whose bytes were checked. */
const used = new Set();
const checked = new Set();
const cancelled = new Set();
/** The question that the engine has read. */
let begun = null;

onmessage = ({ data }) => {
  if (data.module) ready = begin(data);
  else if ("cancel" in data) cancelled.add(data.cancel);
  else if (data.shared) search(data);
  else if (data.results) lead(data);
  else ask(data);
};

async function begin(message) {
  ({ memory } = initSync({ module: message.module }));
  if (message.build) return buildTable(message.build);
  message.checked.forEach((digest) => checked.add(digest));
  engines = message.engines;
  engine = new Engine(engines);
}

/** Uses the tables that are kept and not in use yet, or those of these names: other Workers may have built some. */
async function useKept(names) {
  const fresh = (await keptTables()).filter(({ name, digest }) => !used.has(digest) && (names?.includes(name) ?? true));
  for (const { name, digest } of fresh) {
    used.add(digest);
    const bytes = await readTable(name, digest, checked.has(digest));
    try {
      if (bytes) engine.addTable(bytes, false);
      postMessage({ table: digest });
    } catch {
      // A table of another version, say; what is needed is built again.
    }
  }
  if (fresh.length > 0) tables = memory.buffer.byteLength;
}

/** Reads a question and opens its heuristic. One Worker at a time: the others then find its tables. */
async function open(id, path, body, names) {
  begun = id;
  const work = async () => {
    await useKept(names);
    engine.begin(path, body);
    for (const [name, bytes] of engine.builtTables()) used.add(await keepTable(name, bytes));
  };
  await (navigator.locks ? navigator.locks.request("fifteen-tables", work) : work());
}

async function ask({ id, path, body }) {
  await ready;
  const send = (name, data) => postMessage({ id, name, data });
  const done = () => postMessage({ id, done: true, bytes: memory.buffer.byteLength - tables });
  try {
    if (!path.startsWith("/api/") || path === "/api/options") {
      await useKept();
      send("result", engine.answer(path, body, 0));
      return done();
    }
    await open(id, path, body);
    if (cancelled.delete(id)) return done();
    send("started", "{}");
    for (const slice of SLICES) {
      if (engine.run(slice, send)) return done();
      await turn();
      if (cancelled.delete(id)) return done();
    }
    const shared = engines > 1 ? engine.sharedHeuristic() : undefined;
    postMessage({ id, long: true, shared });
    if (shared) return lead({ id, results: [], engines: 1 });
    engine.run(undefined, send);
    done();
  } catch (error) {
    fail(id, error);
  }
}

/** Goes on with a search that other Workers share, given results of theirs, until more are missing. */
function lead({ id, results, engines }) {
  try {
    for (const part of results) engine.addResults(part.bound, part.first, part.results);
    const wanted = engine.lead(engines, (name, data) => postMessage({ id, name, data }));
    postMessage(wanted ? { id, wanted } : { id, done: true, bytes: memory.buffer.byteLength - tables });
  } catch (error) {
    fail(id, error);
  }
}

/** Searches some subtrees of a question. A Worker that does not lead reads it first, and opens the same tables, as its first task. */
async function search({ id, path, body, shared, part }) {
  await ready;
  try {
    if (begun !== id) {
      await open(id, path, body, JSON.parse(shared).tables);
      if (engine.sharedHeuristic() !== shared) throw new Error("there are other tables here");
    }
    if (!part) return postMessage({ id, opened: true });
    const began = performance.now();
    const results = engine.part(part.bound, part.last, part.first, part.end);
    postMessage({ id, part, results, took: performance.now() - began }, [results.buffer]);
  } catch (error) {
    begun = null;
    fail(id, error);
  }
}

function fail(id, error) {
  const defect = error instanceof WebAssembly.RuntimeError;
  postMessage({ id, failure: defect ? DEFECT : error.message, defect });
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
