// The Worker's side of the engine: answers one question at a time by WebAssembly.
import { Engine, initSync } from "./fifteen.js";
import { keepTable, keptTables, readTable } from "./kept.js";

/**
 * Milliseconds of the first two runs of a search. After each, the Worker reads its messages, so the
 * search can be cancelled. After both, the search runs to its end without a break, and can be
 * cancelled only by ending the Worker.
 */
const SLICES = [15, 250];
const DEFECT = "the search failed; this is a defect of the program, please report it";

/** @type {Engine} */
let engine;
/** @type {WebAssembly.Memory} */
let memory;
/** Size of the memory in bytes after the tables were loaded. */
let tables = 0;
/** @type {Promise<void>} */
let ready = Promise.resolve();
/**
 * Digests of the kept tables that are in use. `checked` has those whose bytes were compared with
 * their digests, and `cancelled` the numbers of cancelled questions.
 */
const used = new Set();
const checked = new Set();
const cancelled = new Set();

onmessage = (/** @type {MessageEvent<WorkerOrder>} */ { data }) => {
  if ("module" in data) ready = begin(data);
  else if ("cancel" in data) cancelled.add(data.cancel);
  else ask(data);
};

/**
 * Handles the first message, which starts the engine or orders a table.
 * @param {WorkerStart} message
 */
async function begin(message) {
  ({ memory } = initSync({ module: message.module }));
  if (message.build) return buildTable(message.build);
  message.checked?.forEach((digest) => checked.add(digest));
  engine = new Engine(message.engines);
}

/**
 * Returns the message of a value that was thrown.
 * @param {unknown} error
 */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Sends a message to the page.
 * @param {WorkerMessage} message
 */
const post = (message) => postMessage(message);

/**
 * Loads the kept tables that this Worker doesn't use yet, because other Workers may have built some
 * in the meantime.
 */
async function useKept() {
  const fresh = (await keptTables()).filter(({ digest }) => !used.has(digest));
  for (const { name, digest } of fresh) {
    used.add(digest);
    const bytes = await readTable(name, digest, checked.has(digest));
    try {
      if (bytes) engine.addTable(bytes, false);
      post({ table: digest });
    } catch {
      // A table may fail because it has another version, for example. If it is needed, the engine
      // builds it again.
    }
  }
  if (fresh.length > 0) tables = memory.buffer.byteLength;
}

/** Keeps the tables that the engine has built in the browser's storage. */
async function keepBuilt() {
  for (const [name, bytes] of engine.builtTables()) used.add(await keepTable(name, bytes));
}

/**
 * Reads a question, and loads or builds the tables of its heuristic. Only one Worker does so at a
 * time, so that the others then find the tables that it has built.
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

/**
 * Answers a question by messages to the page: its events, and then its end or an error.
 * @param {WorkerQuestion} question
 */
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
    // A comparison loads its heuristics one after another, so it may have built more tables.
    await keepBuilt();
    done();
  } catch (error) {
    const defect = error instanceof WebAssembly.RuntimeError;
    post({ id, failure: defect ? DEFECT : messageOf(error), defect });
  }
}

/** Waits until the messages that have arrived in the meantime are handled. */
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

/**
 * Builds a table of a partition and keeps it. Tells the page about progress and outcome.
 * @param {TableBuild} build
 */
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
