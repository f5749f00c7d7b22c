// Takes the place of the server in the static site: passes the page's questions to Workers in this
// browser, and their answers back to the page.
import { ServerError } from "./api.js";
import { messageOf } from "./dom.js";
import init, { Engine } from "./fifteen.js";
import { keptTables } from "./kept.js";

/**
 * Maximum number of searches that run at the same time, each in its own Worker with its own tables.
 */
const MOST = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2));
/**
 * Maximum size of a Worker's memory in bytes, without its tables. A Worker that exceeds it is
 * replaced after its question, because WebAssembly memory never shrinks.
 */
const ROOM = 512 * 2 ** 20;
/** Questions that the page answers itself, because they take only a moment. */
const QUICK = [
  "/api/random",
  "/api/check",
  "/api/blocks/check",
  "/api/blocks/count",
  "/api/blocks/levels",
  "/api/read",
];

const address = new URL("fifteen_bg.wasm", import.meta.url);
const compiled = WebAssembly.compileStreaming(fetch(address)).catch(async () => {
  // Some file servers do not know the type of .wasm files, which `compileStreaming` insists on.
  const response = await fetch(address);
  if (!response.ok) throw new ServerError(`The engine did not load: ${response.status} ${response.statusText}.`);
  return WebAssembly.compile(await response.arrayBuffer());
});
compiled.catch(() => {}); // the first question reports the error
/** The engine in the page itself, which answers the questions in `QUICK`. */
const desk = compiled.then(async (module) => {
  await init({ module_or_path: module });
  return new Engine(MOST);
});
desk.catch(() => {});

/**
 * @typedef {object} Job A question for a Worker.
 * @property {number} id
 * @property {string} path
 * @property {string} body
 * @property {(name: string, data: unknown) => void} on called for each event
 * @property {(error: Error | null) => void} end called once, with the error or null
 * @property {WebAssembly.Module} module
 * @property {boolean} [withdrawn] whether the reader has cancelled the question
 */
/**
 * @typedef {object} EngineWorker
 * @property {Worker} port
 * @property {Job | null} job the question that the Worker is working on
 * @property {boolean} long whether the Worker searches without reading messages
 * @property {boolean} [old] whether to replace the Worker after its current question
 */
/** @typedef {{ found: number, all: number }} TablePart How much of a table is built, in entries. */

/** Digests of the stored tables that were verified since the page was opened. */
const checked = new Set();
/** @type {Job[]} */
const waiting = [];
/** @type {EngineWorker[]} */
let workers = [];
let next = 0;

/**
 * Answers a question with the engine in the page itself.
 * @param {string} path
 * @param {object} [body]
 */
async function quick(path, body) {
  const engine = await desk;
  try {
    return JSON.parse(engine.answer(path, body && JSON.stringify(body)));
  } catch (error) {
    throw new ServerError(messageOf(error));
  }
}

/**
 * Returns the answer to a question; for a search, this is the data of its last event.
 * @template {keyof Answers} Path
 * @param {Path} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answers[Path]>}
 */
export async function json(path, body, signal) {
  if (QUICK.includes(path.split("?")[0])) return quick(path, body);
  /** @type {unknown[]} */
  const events = [];
  await ask(path, body, (_, data) => events.push(data), signal);
  if (events.length === 0) throw new ServerError("The search ended without a result.");
  return /** @type {Answers[Path]} */ (events.at(-1));
}

/**
 * Runs a search, and calls `on[name](data)` for each of its events.
 * @template {keyof Streams} Path
 * @param {Path} path
 * @param {object} body
 * @param {SearchEvents<Path>} on
 * @param {AbortSignal} [signal]
 */
export function stream(path, body, on, signal) {
  return ask(path, body, (name, data) => Reflect.get(on, name)?.(data), signal);
}

/**
 * Passes a question to a Worker as soon as one is idle. Calls `on` for each event of the answer,
 * and returns when the answer ends.
 * @param {string} path
 * @param {object | undefined} body
 * @param {Job["on"]} on
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
async function ask(path, body, on, signal) {
  const module = await compiled.catch((error) => {
    throw error instanceof ServerError
      ? error
      : new ServerError("The engine could not be loaded. Is there a connection?");
  });
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const stop = () => {
      withdraw(job);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", stop, { once: true });
    /** @type {Job["end"]} */
    const end = (error) => {
      signal?.removeEventListener("abort", stop);
      if (error) reject(error);
      else resolve();
    };
    /** @type {Job} */
    const job = { id: next++, path, body: JSON.stringify(body ?? null), on, end, module };
    waiting.push(job);
    assign();
    const ahead = waiting.indexOf(job);
    if (ahead >= 0) on("queued", { ahead });
  });
}

/**
 * Passes waiting questions to idle Workers, and starts new Workers while there are fewer than
 * `MOST`.
 */
function assign() {
  while (waiting.length > 0) {
    let idle = workers.find((worker) => !worker.job);
    if (!idle && workers.length < MOST) idle = start(waiting[0].module);
    if (!idle) return;
    const [job] = waiting.splice(0, 1);
    Object.assign(idle, { job, long: false });
    idle.port.postMessage({ id: job.id, path: job.path, body: job.body });
  }
}

/**
 * Starts a Worker.
 * @param {WebAssembly.Module} module
 */
function start(module) {
  const port = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  /** @type {EngineWorker} */
  const worker = { port, job: null, long: false };
  port.onmessage = ({ data }) => receive(worker, data);
  port.onerror = () =>
    finish(worker, new ServerError("The engine failed; this is a defect of the program, please report it."), true);
  port.postMessage({ module, engines: MOST, checked: [...checked] });
  workers.push(worker);
  return worker;
}

/**
 * Handles a message from a Worker. `WorkerMessage` describes its fields.
 * @param {EngineWorker} worker
 * @param {WorkerMessage} message
 */
function receive(worker, { id, name, data, long, done, failure, defect, bytes, table }) {
  if (table) checked.add(table);
  const { job } = worker;
  if (!job || id !== job.id) return;
  if (long) {
    worker.long = true;
    if (job.withdrawn) replace(worker);
  }
  if (name && !job.withdrawn) {
    const value = JSON.parse(data ?? "null");
    if (name === "error") finish(worker, new ServerError(value.error ?? "The search ended without a reason."));
    else job.on(name, value);
  }
  if (failure) finish(worker, new ServerError(failure), defect);
  if (done) finish(worker, null, bytes !== undefined && bytes > ROOM);
}

/**
 * Ends the current question of a Worker. Replaces the Worker if it is `spoilt`, because it has
 * failed or uses too much memory, or if it was marked as old.
 * @param {EngineWorker} worker
 * @param {Error | null} error
 */
function finish(worker, error, spoilt = false) {
  const { job } = worker;
  worker.job = null;
  if (job && !job.withdrawn) job.end(error);
  if (spoilt || worker.old) replace(worker);
  assign();
}

/**
 * Cancels a question. A Worker in a long search cannot read messages, so it is terminated. Any
 * other Worker gets a message, and stops the search after a moment.
 * @param {Job} job
 */
function withdraw(job) {
  job.withdrawn = true;
  const at = waiting.indexOf(job);
  if (at >= 0) waiting.splice(at, 1);
  const worker = workers.find((one) => one.job === job);
  if (!worker) return;
  if (worker.long) return replace(worker);
  worker.port.postMessage({ cancel: job.id });
}

/**
 * Terminates a Worker. If it was the last one, starts a new one, which is then ready for the next
 * question.
 * @param {EngineWorker} worker
 */
function replace(worker) {
  worker.port.terminate();
  workers = workers.filter((other) => other !== worker);
  compiled.then((module) => workers.length === 0 && start(module)).then(assign);
}

/**
 * Replaces all Workers after the stored tables have changed: idle ones at once, and busy ones after
 * their current question. The new Workers load only the tables that are still stored.
 */
export function refresh() {
  for (const worker of workers) worker.old = true;
  for (const idle of workers.filter((worker) => !worker.job)) replace(idle);
}

/**
 * Builds the tables of a partition that are not stored yet, each in its own Worker, and stores
 * them. Calls `progress` with the share that is done, from 0 to 1.
 * @param {string} size
 * @param {string} partition
 * @param {(share: number) => void} progress
 * @param {AbortSignal} [signal]
 * @returns {Promise<string[]>} the names of the tables
 */
export async function buildTables(size, partition, progress, signal) {
  await desk;
  const names = Engine.tableNames(size, partition);
  const kept = new Set((await keptTables()).map((table) => table.name));
  const parts = names.map((name) => ({ found: 0, all: kept.has(name) ? 0 : 1 }));
  const report = () => {
    const found = parts.reduce((sum, part) => sum + part.found, 0);
    const all = parts.reduce((sum, part) => sum + part.all, 0);
    progress(found / Math.max(1, all));
  };
  const missing = [...names.keys()].filter((index) => !kept.has(names[index]));
  await Promise.all(missing.map((index) => buildTable({ size, partition, index }, parts[index], report, signal)));
  return names;
}

/**
 * Builds and stores one table in a new Worker, and then terminates the Worker. Updates `part` and
 * calls `report` when the build has progressed.
 * @param {TableBuild} build
 * @param {TablePart} part
 * @param {() => void} report
 * @param {AbortSignal} [signal]
 * @returns {Promise<void>}
 */
async function buildTable(build, part, report, signal) {
  const module = await compiled;
  const port = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  try {
    await /** @type {Promise<void>} */ (
      new Promise((resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
        port.onerror = () =>
          reject(new ServerError("The table could not be built: the browser gave too little memory."));
        port.onmessage = ({ data }) => {
          if (data.progress) {
            [part.found, part.all] = data.progress;
            report();
          }
          if (data.failure) reject(new ServerError(data.failure));
          if (data.built) resolve();
        };
        port.postMessage({ module, engines: 1, build });
      })
    );
  } finally {
    port.terminate();
  }
}
