// The page's end of the engine: questions go to Workers of this browser, as they would go to a server.
import { ServerError } from "./api.js";
import init, { Engine } from "./fifteen.js";
import { keptTables } from "./kept.js";

/** Searches beside each other; each has a Worker, with tables of its own. */
const MOST = Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2));
/** A Worker whose memory has grown beyond its tables by this many bytes is replaced, since such memory never shrinks. */
const ROOM = 512 * 2 ** 20;
/** Questions that are answered at once, by the page itself. */
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
  // A file server that does not know the type of .wasm files.
  const response = await fetch(address);
  if (!response.ok) throw new ServerError(`The engine did not load: ${response.status} ${response.statusText}.`);
  return WebAssembly.compile(await response.arrayBuffer());
});
compiled.catch(() => {}); // said by whoever asks first
const desk = compiled.then(async (module) => {
  await init({ module_or_path: module });
  return new Engine(MOST);
});
desk.catch(() => {});

/** Tables whose bytes were compared with their digest since the page was opened. */
const checked = new Set();
const waiting = [];
let workers = [];
let next = 0;

async function quick(path, body) {
  const engine = await desk;
  try {
    return JSON.parse(engine.answer(path, body && JSON.stringify(body)));
  } catch (error) {
    throw new ServerError(error.message);
  }
}

/** The answer to a question; for a search, the last of its events. */
export async function json(path, body, signal) {
  if (QUICK.includes(path.split("?")[0])) return quick(path, body);
  let last = null;
  await ask(path, body, (_, data) => (last = data), signal);
  if (last === null) throw new ServerError("The search ended without a result.");
  return last;
}

/** Calls `on[name](data)` for each event of a search, until its end. */
export function stream(path, body, on, signal) {
  return ask(path, body, (name, data) => on[name]?.(data), signal);
}

async function ask(path, body, on, signal) {
  const module = await compiled.catch((error) => {
    throw error instanceof ServerError
      ? error
      : new ServerError("The engine could not be loaded. Is there a connection?");
  });
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const job = { id: next++, path, body: JSON.stringify(body ?? null), on, resolve, reject, module };
    job.withdraw = () => {
      withdraw(job);
      reject(signal.reason);
    };
    signal?.addEventListener("abort", job.withdraw, { once: true });
    job.end = (error) => {
      signal?.removeEventListener("abort", job.withdraw);
      error ? reject(error) : resolve();
    };
    waiting.push(job);
    assign();
    const ahead = waiting.indexOf(job);
    if (ahead >= 0) on("queued", { ahead });
  });
}

/** Gives waiting questions to idle Workers, and starts Workers while there may be more. */
function assign() {
  while (waiting.length > 0) {
    let idle = workers.find((worker) => !worker.job);
    if (!idle && workers.length < MOST) idle = start(waiting[0].module);
    if (!idle) return;
    const job = waiting.shift();
    Object.assign(idle, { job, long: false });
    idle.port.postMessage({ id: job.id, path: job.path, body: job.body });
  }
}

function start(module) {
  const port = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  const worker = { port, job: null, long: false };
  port.onmessage = ({ data }) => receive(worker, data);
  port.onerror = () =>
    finish(worker, new ServerError("The engine failed; this is a defect of the program, please report it."), true);
  port.postMessage({ module, engines: MOST, checked: [...checked] });
  workers.push(worker);
  return worker;
}

function receive(worker, { id, name, data, long, done, failure, defect, bytes, table }) {
  if (table) checked.add(table);
  const { job } = worker;
  if (!job || id !== job.id) return;
  if (long) {
    worker.long = true;
    if (job.withdrawn) replace(worker);
  }
  if (name && !job.withdrawn) {
    const value = JSON.parse(data);
    if (name === "error") finish(worker, new ServerError(value.error ?? "The search ended without a reason."));
    else job.on(name, value);
  }
  if (failure) finish(worker, new ServerError(failure), defect);
  if (done) finish(worker, null, bytes > ROOM);
}

/** Ends the question of a Worker; with `spoilt` the Worker too. */
function finish(worker, error, spoilt = false) {
  const { job } = worker;
  worker.job = null;
  if (job && !job.withdrawn) job.end(error);
  if (spoilt || worker.old) replace(worker);
  assign();
}

/** Takes back a question: a Worker in a long search is ended, another one is told, and soon notices. */
function withdraw(job) {
  job.withdrawn = true;
  const at = waiting.indexOf(job);
  if (at >= 0) waiting.splice(at, 1);
  const worker = workers.find((one) => one.job === job);
  if (!worker) return;
  if (worker.long) return replace(worker);
  worker.port.postMessage({ cancel: job.id });
}

/** Ends a Worker, and has another one ready for the next question. */
function replace(worker) {
  worker.port.terminate();
  workers = workers.filter((other) => other !== worker);
  compiled.then((module) => workers.length === 0 && start(module)).then(assign);
}

/** Replaces all Workers, busy ones after their question: new ones have only the tables that are kept by now. */
export function refresh() {
  for (const worker of workers) worker.old = true;
  for (const idle of workers.filter((worker) => !worker.job)) replace(idle);
}

/**
 * Builds the tables of a partition, each in a Worker of its own, and keeps them; `progress` gets numbers from 0 to 1.
 * @returns the names of the tables
 */
export async function buildTables(size, partition, progress, signal) {
  await desk;
  const names = Engine.tableNames(size, partition);
  const kept = new Set((await keptTables()).map((table) => table.name));
  const parts = names.map((name) => ({ found: 0, all: kept.has(name) ? 0 : 1 }));
  const report = () => {
    const sum = (of) => parts.reduce((before, part) => before + of(part), 0);
    progress(
      sum((part) => part.found) /
        Math.max(
          1,
          sum((part) => part.all),
        ),
    );
  };
  const missing = [...names.keys()].filter((index) => !kept.has(names[index]));
  await Promise.all(missing.map((index) => buildTable({ size, partition, index }, parts[index], report, signal)));
  return names;
}

async function buildTable(build, part, report, signal) {
  const module = await compiled;
  const port = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  try {
    await new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      port.onerror = () => reject(new ServerError("The table could not be built: the browser gave too little memory."));
      port.onmessage = ({ data }) => {
        if (data.progress) {
          [part.found, part.all] = data.progress;
          report();
        }
        if (data.failure) reject(new ServerError(data.failure));
        if (data.built) resolve();
      };
      port.postMessage({ module, engines: 1, build });
    });
  } finally {
    port.terminate();
  }
}
