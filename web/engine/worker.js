// The Worker's end of the engine: one question at a time, answered by WebAssembly.
import { Engine, initSync } from "./fifteen.js";
import { keepTable, keptTables, readTable } from "./kept.js";

/** Milliseconds of the first runs of a search, after which it can be withdrawn; a longer search is ended with its Worker. */
const SLICES = [15, 250];
const DEFECT = "the search failed; this is a defect of the program, please report it";

/** @type {Engine} */
let engine;
/** @type {WebAssembly.Memory} */
let memory;
/** Bytes of memory once the tables are there. */
let tables = 0;
/** @type {Promise<void>} */
let ready = Promise.resolve();
/** The digests of the kept tables that are in use, and of those whose bytes were checked. */
const used = new Set();
const checked = new Set();
const cancelled = new Set();

onmessage = (/** @type {MessageEvent<WorkerOrder>} */ { data }) => {
  if ("module" in data) ready = begin(data);
  else if ("cancel" in data) cancelled.add(data.cancel);
  else ask(data);
};

/** @param {WorkerStart} message */
async function begin(message) {
  ({ memory } = initSync({ module: message.module }));
  if (message.build) return buildTable(message.build);
  message.checked?.forEach((digest) => checked.add(digest));
  engine = new Engine(message.engines);
}

/**
 * The message of what was thrown.
 * @param {unknown} error
 */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Tells the page something.
 * @param {WorkerMessage} message
 */
const post = (message) => postMessage(message);

/** Uses the tables that are kept and not in use yet: other Workers may have built some. */
async function useKept() {
  const fresh = (await keptTables()).filter(({ digest }) => !used.has(digest));
  for (const { name, digest } of fresh) {
    used.add(digest);
    const bytes = await readTable(name, digest, checked.has(digest));
    try {
      if (bytes) engine.addTable(bytes, false);
      post({ table: digest });
    } catch {
      // A table of another version, say; what is needed is built again.
    }
  }
  if (fresh.length > 0) tables = memory.buffer.byteLength;
}

/** Keeps the tables that the engine has built. */
async function keepBuilt() {
  for (const [name, bytes] of engine.builtTables()) used.add(await keepTable(name, bytes));
}

/**
 * Reads a question and opens its heuristic. One Worker at a time: the others then find its tables.
 * @param {string} path
 * @param {string} body
 */
async function open(path, body) {
  const work = async () => {
    await useKept();
    engine.begin(path, body);
    await keepBuilt();
  };
  await (navigator.locks ? navigator.locks.request("fifteen-tables", work) : work());
}

/** @param {WorkerQuestion} question */
async function ask({ id, path, body }) {
  await ready;
  /**
   * @param {string} name
   * @param {string} data
   */
  const send = (name, data) => post({ id, name, data });
  const done = () => post({ id, done: true, bytes: memory.buffer.byteLength - tables });
  try {
    if (!path.startsWith("/api/") || path === "/api/options") {
      await useKept();
      send("result", engine.answer(path, body));
      return done();
    }
    await open(path, body);
    if (cancelled.delete(id)) return done();
    send("started", "{}");
    for (const slice of SLICES) {
      if (engine.run(slice, send)) return done();
      await turn();
      if (cancelled.delete(id)) return done();
    }
    post({ id, long: true });
    engine.run(undefined, send);
    // A comparison opens its heuristics one after another.
    await keepBuilt();
    done();
  } catch (error) {
    const defect = error instanceof WebAssembly.RuntimeError;
    post({ id, failure: defect ? DEFECT : messageOf(error), defect });
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

/** @param {TableBuild} build */
async function buildTable({ size, partition, index }) {
  /**
   * @param {number} found
   * @param {number} all
   */
  self.tableProgress = (found, all) => post({ progress: [found, all] });
  try {
    const bytes = Engine.buildTable(size, partition, index);
    const kept = await keepTable(Engine.tableNames(size, partition)[index], bytes);
    postMessage(
      kept ? { built: true } : { failure: "The browser does not keep tables: it needs an address with https." },
    );
  } catch (error) {
    const defect = error instanceof WebAssembly.RuntimeError;
    post({
      failure: defect ? "The table could not be built: the browser gave too little memory." : messageOf(error),
    });
  }
}
