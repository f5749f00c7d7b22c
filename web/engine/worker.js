// Runs the WebAssembly engine in a Worker, and answers the page's questions one at a time.
import { Engine, initSync } from "./fifteen.js";
import { keepTable, keptTables, readTable } from "./kept.js";

/**
 * Durations of the first two parts of a search, in milliseconds. After each part, the Worker reads
 * its messages, so that the page can cancel the search. The third part runs to the end of the
 * search without a break, and can be cancelled only by terminating the Worker.
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
 * `used` contains the digests of the stored tables that this Worker has loaded, `checked` the
 * digests of the tables that were already verified, and `cancelled` the numbers of cancelled
 * questions.
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
 * Handles the first message, which either starts the engine or asks for one table to be built.
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
 * Loads the stored tables that this Worker has not loaded yet. Other Workers may have built some of
 * them in the meantime.
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
      // The engine refuses a table of another version, for example. It builds such a table again
      // when a search needs it.
    }
  }
  if (fresh.length > 0) tables = memory.buffer.byteLength;
}

/** Stores the tables that the engine has built since the last call. */
async function keepBuilt() {
  for (const [name, bytes] of engine.builtTables()) used.add(await keepTable(name, bytes));
}

/**
 * Prepares the search that a question describes, and loads or builds the tables of its heuristic.
 * Only one Worker at a time does this, so that the other Workers then find the new tables and do
 * not build them again.
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
 * Answers a question with messages to the page: the events of the search, then its end or an error.
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
 * Builds and stores a table of a partition. Reports the progress and the outcome to the page.
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
