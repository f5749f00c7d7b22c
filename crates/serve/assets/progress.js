// A running search: its line of state, its iterations or layers as they arrive, and the button that cancels it.
import { ServerError, stream } from "./api.js";
import { clone, number, plural, show, tableOf } from "./dom.js";

/** Iterations or layers that are listed. */
const ROWS = 12;

export const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;

/** Why a record has no solution, for the reader. */
export function unsolved({ status, bound, error }) {
  if (status !== "limit") return sentence(`Unsolvable: ${error ?? "every position was seen"}`);
  if (error === "interrupted") return "The server was stopped, which ended the search.";
  const least = bound > 0 ? `at least ${plural(bound, "move")} are needed: ` : "";
  return sentence(`${least}${error ?? "stopped at a limit"}`);
}

/** A place for searches, one at a time, in `host`; their iterations or layers are listed in `log`, null for nowhere. */
export function createProgress(host, log = null) {
  const [heading, failure] = clone("progress", host);
  const [state, cancel] = heading.children;
  cancel.addEventListener("click", () => controller?.abort());
  let controller = null;
  let rows = []; // of the table, the newest last

  const tell = (text) => (state.textContent = text);

  function row(names, values) {
    rows = [...rows.slice(1 - ROWS), values.map(number)];
    log?.lastElementChild.replaceWith(tableOf(names, rows));
    if (log) log.hidden = false;
  }

  return {
    /**
     * Runs a search and returns its record, or null if it was cancelled or failed (which is then said here).
     * `on` has handlers for further events, or for iterations beside their row, and `cancelled`, which returns true
     * if it has said so itself.
     */
    async run(path, body, on = {}) {
      this.clear();
      const mine = (controller = new AbortController());
      let record = null;
      const handlers = {
        queued: ({ ahead }) => tell(ahead > 0 ? `Waiting: ${plural(ahead, "search", "searches")} ahead` : "Waiting"),
        started: () => tell("Searching …"),
        note: ({ text }) => tell(text),
        level: ({ depth, states }) => row(["Depth", "States"], [depth, states]),
        result: (value) => (record = value),
        ...on,
        iteration: (data) => {
          row(["Bound", "Expanded", "Generated"], [data.bound, data.expanded, data.generated]);
          on.iteration?.(data);
        },
      };
      heading.hidden = false;
      tell("Asking …");
      cancel.textContent = "Cancel";
      try {
        await stream(path, body, handlers, mine.signal);
        if (!record && !on.done) throw new ServerError("The answer broke off. Please try again.");
      } catch (error) {
        if (mine !== controller) return null; // another search has taken this place
        if (error.name === "AbortError") on.cancelled?.() || show(failure, "Cancelled.", "quiet");
        else show(failure, error.message, "error");
      }
      if (mine !== controller) return null;
      heading.hidden = true;
      controller = null;
      return record;
    },
    /** Names the button that ends the search. */
    name: (text) => (cancel.textContent = text),
    /** Ends what runs, and empties the place. */
    clear() {
      const old = controller;
      controller = null;
      old?.abort();
      heading.hidden = true;
      if (log) log.hidden = true;
      rows = [];
      show(failure, null);
    },
  };
}
