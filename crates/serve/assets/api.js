// The engine: requests for JSON and streams of events, and its errors as plain sentences.
//
// Questions are carried to a server, or in the static site to Workers of this browser. Only this file knows which.

/** An answer that is no success; its message is for the reader. */
export class ServerError extends Error {}

/** The static site names its carrier in the head of the page. */
const carrier = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=carrier]"))?.content;
// @ts-ignore: the static site adds this file.
const local = carrier === "worker" ? import("./engine.js") : null;

async function request(path, body, accept, signal) {
  let response;
  try {
    response = await fetch(path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? { accept } : { accept, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ServerError("The server does not answer. Is fifteen serve still running?");
  }
  if (response.ok) return response;
  if (response.status === 503) {
    throw new ServerError("The server is busy with other searches. Please try again in a moment.");
  }
  const answer = await response.json().catch(() => null);
  throw new ServerError(answer?.error ?? `The server answered ${response.status} ${response.statusText}.`);
}

/** GET, or POST where there is a body; returns the JSON of the answer. */
export async function json(path, body, signal) {
  if (local) return (await local).json(path, body, signal);
  return (await request(path, body, "application/json", signal)).json();
}

/** POST; calls `on[name](data)` for each event until the stream ends. */
export async function stream(path, body, on, signal) {
  if (local) return (await local).stream(path, body, on, signal);
  const response = await request(path, body, "text/event-stream", signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value).replaceAll("\r\n", "\n").split("\n\n");
    rest = blocks.pop();
    for (const block of blocks) dispatch(block, on);
  }
}

function dispatch(block, on) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event:")) name = line.slice(6).trim();
    else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  if (data.length === 0) return; // a comment that keeps the connection open
  const value = JSON.parse(data.join("\n"));
  if (name === "error") throw new ServerError(value.error ?? "The server gave up without saying why.");
  on[name]?.(value);
}
