// Sends questions to the engine. Answers are JSON or a stream of events, and errors become
// sentences for the reader.
//
// Questions go to a server or, in the static site, to Workers in this browser. Only this file knows
// which.
import { isAbort, sentence } from "./dom.js";

/**
 * An error answer of the engine, or a failed connection. The message is for the reader, so sizes
 * are written as 4 × 4, and sentences begin with a capital and end with a full stop.
 */
export class ServerError extends Error {
  /** @param {string} text */
  constructor(text) {
    super(sentence(text.replace(/\b(\d+)x(\d+)\b/g, "$1 × $2")));
  }
}

/**
 * Returns a function `asks` that recognises outdated answers. Call `const isLatest = asks()` before
 * each question. When the answer arrives, `isLatest()` is false if another question was asked in
 * the meantime. To ignore a pending answer, call `asks()` again.
 */
export function latest() {
  let asked = 0;
  return () => {
    const mine = ++asked;
    return () => mine === asked;
  };
}

/**
 * Returns a function that calls `load` once and then returns the same promise again. If `load` has
 * failed, the next call tries again.
 * @template Loaded
 * @param {() => Promise<Loaded>} load
 */
export function once(load) {
  /** @type {Promise<Loaded> | null} */
  let loading = null;
  return () => (loading ??= load().catch((error) => ((loading = null), Promise.reject(error))));
}

/**
 * How questions reach the engine: `worker` if the head of the page says so, as it does in the
 * static site; undefined if a server answers.
 */
const carrier = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=carrier]"))?.content;
const local = carrier === "worker" ? import("./engine.js") : null;

/**
 * Returns a handler for failed requests. If the reader has cancelled the request, the handler
 * throws the error unchanged; any other error is a failed connection, and becomes a `ServerError`
 * with `text`.
 * @param {string} text
 * @returns {(error: unknown) => never}
 */
const failing = (text) => (error) => {
  throw isAbort(error) ? error : new ServerError(text);
};
const broken = failing("The connection broke off. Please try again.");

/**
 * Returns a function that imports code which many visits never need. The first call imports it. If
 * that fails, the function throws an error for the reader, and the next call tries again.
 *
 * Firefox and Safari remember that importing an address has failed, and fail at once when the same
 * address is imported again. Therefore, `load` gets a query that is new at each attempt, and must
 * append it to the addresses of its modules.
 * @template Code
 * @param {(query: string) => Promise<Code>} load
 */
export function lazily(load) {
  let attempt = 0;
  return once(() => {
    attempt += 1;
    const code = load(attempt > 1 ? `?attempt=${attempt}` : "");
    return code.catch(failing("This part of the page did not load. Check your connection."));
  });
}

/**
 * Sends GET, or POST if there is a body, to the server. Returns the response if its status is a
 * success; otherwise throws an error for the reader.
 * @param {string} path
 * @param {unknown} body
 * @param {string} accept
 * @param {AbortSignal} [signal]
 */
async function request(path, body, accept, signal) {
  const asked = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { accept, ...(asked.body && { "content-type": "application/json" }) };
  const response = await fetch(path, { ...asked, headers, signal }).catch(
    failing("The server does not answer. Is fifteen serve still running?"),
  );
  if (response.ok) return response;
  if (response.status === 503) {
    throw new ServerError("The server is busy with other searches. Please try again in a moment.");
  }
  if (response.status === 413) throw new ServerError("That is too long to be read.");
  const answer = await response.json().catch(() => null);
  throw new ServerError(answer?.error ?? `The server answered ${response.status} ${response.statusText}.`);
}

/**
 * Asks the engine a question (GET, or POST if there is a body) and returns the JSON of the answer.
 * @template {keyof Answers} Path
 * @param {Path} path
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<Answers[Path]>}
 */
export async function json(path, body, signal) {
  if (local) return (await local).json(path, body, signal);
  return (await request(path, body, "application/json", signal)).json().catch(broken);
}

/**
 * Asks the engine a question by POST, and calls `on[name](data)` for each event of the answer until
 * the stream ends.
 * @template {keyof Streams} Path
 * @param {Path} path
 * @param {object} body
 * @param {SearchEvents<Path>} on
 * @param {AbortSignal} [signal]
 */
export async function stream(path, body, on, signal) {
  if (local) return (await local).stream(path, body, on, signal);
  const response = await request(path, body, "text/event-stream", signal);
  if (response.body === null) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read().catch(broken);
    if (done) return;
    const blocks = (rest + value).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) dispatch(block, on);
  }
}

/**
 * Calls the handler in `on` for a server-sent event, given the event's text. If the event is named
 * `error`, throws an error for the reader.
 * @param {string} block
 * @param {object} on
 */
function dispatch(block, on) {
  const [, name, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
  if (!name) return; // a comment, which only keeps the connection open
  const value = JSON.parse(data);
  if (name === "error") throw new ServerError(value.error ?? "The server gave up without saying why.");
  Reflect.get(on, name)?.(value);
}
