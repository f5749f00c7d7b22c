// Shows a running search: a line about its state, and the button that cancels it.
import { ServerError, stream } from "./api.js";
import { clone, isAbort, messageOf, number, plural, sentence, show } from "./dom.js";

/** @typedef {{ status: string, error: string | null, bound?: number | null, visited?: number | null }} Outcome */

/**
 * Returns a sentence that says why a record has no solution.
 * @param {Outcome} record
 */
export function unsolved({ status, bound, error, visited }) {
  if (status === "unsolvable") {
    return sentence(`There is no solution: ${visited ? `${plural(visited, "position")} tried` : error}`);
  }
  if (status === "invalid") return sentence(error ?? "this puzzle cannot be searched");
  if (error === "interrupted") return "The server was stopped, which ended the search.";
  const least = bound ? `at least ${plural(bound, "move")} are needed: ` : "";
  return sentence(`${least}${error ?? "stopped at a limit"}`);
}

/**
 * Creates an area in `host` that runs searches one at a time, and shows their progress.
 * @param {HTMLElement} host
 */
export function createProgress(host) {
  const [heading, failure] = clone("progress", host);
  const [state, cancel] = heading.children;
  cancel.addEventListener("click", () => controller?.abort());
  /** @type {AbortController | null} */
  let controller = null;

  /** @param {string} text */
  const tell = (text) => (state.textContent = text);

  return {
    /**
     * Runs a search and returns its record. If it is cancelled or fails, says so and returns null.
     * `on` has handlers for further events. Its function `cancelled` returns true if it has told
     * the reader about the cancellation itself.
     * @template {keyof Streams} Path
     * @param {Path} path
     * @param {object} body
     * @param {SearchEvents<Path> & { cancelled?: () => boolean }} on
     * @returns {Promise<Streams[Path] | null>}
     */
    async run(path, body, on = {}) {
      this.clear();
      const mine = (controller = new AbortController());
      /** @type {Streams[Path][]} */
      const records = [];
      /** @type {SearchEvents<Path>} */
      const handlers = {
        queued: ({ ahead }) => tell(ahead > 0 ? `Waiting: ${plural(ahead, "search", "searches")} ahead` : "Waiting"),
        started: () => tell("Searching …"),
        note: ({ text }) => tell(text),
        level: ({ depth, states }) => tell(`Searching … ${plural(states, "position")} at depth ${number(depth)}`),
        result: (record) => records.push(record),
        ...on,
      };
      heading.hidden = false;
      tell("Asking …");
      cancel.textContent = "Cancel";
      try {
        await stream(path, body, handlers, mine.signal);
        if (records.length === 0 && !on.done) throw new ServerError("The answer broke off. Please try again.");
      } catch (error) {
        if (mine !== controller) return null; // another search has begun in the same place
        if (isAbort(error)) on.cancelled?.() || show(failure, "Cancelled.", "quiet");
        else show(failure, messageOf(error), "error");
      }
      if (mine !== controller) return null;
      heading.hidden = true;
      controller = null;
      return records[0] ?? null;
    },
    /**
     * Sets the label of the button that ends the search.
     * @param {string} text
     */
    name: (text) => (cancel.textContent = text),
    /** Cancels the running search, and empties the area. */
    clear() {
      const old = controller;
      controller = null;
      old?.abort();
      heading.hidden = true;
      show(failure, null);
    },
  };
}
