// A running search: its line of state, and the button that cancels it.
import { ServerError, stream } from "./api.js";
import { clone, number, plural, sentence, show } from "./dom.js";

/** Why a record has no solution, for the reader. */
export function unsolved({ status, bound, error }) {
  if (status !== "limit") return sentence(`Unsolvable: ${error ?? "every position was seen"}`);
  if (error === "interrupted") return "The server was stopped, which ended the search.";
  const least = bound > 0 ? `at least ${plural(bound, "move")} are needed: ` : "";
  return sentence(`${least}${error ?? "stopped at a limit"}`);
}

/** A place for searches, one at a time, in `host`. */
export function createProgress(host) {
  const [heading, failure] = clone("progress", host);
  const [state, cancel] = heading.children;
  cancel.addEventListener("click", () => controller?.abort());
  let controller = null;

  const tell = (text) => (state.textContent = text);

  return {
    /**
     * Runs a search and returns its record, or null if it was cancelled or failed (which is then said here).
     * `on` has handlers for further events, and `cancelled`, which returns true if it has said so itself.
     */
    async run(path, body, on = {}) {
      this.clear();
      const mine = (controller = new AbortController());
      let record = null;
      const handlers = {
        queued: ({ ahead }) => tell(ahead > 0 ? `Waiting: ${plural(ahead, "search", "searches")} ahead` : "Waiting"),
        started: () => tell("Searching …"),
        note: ({ text }) => tell(text),
        level: ({ depth, states }) => tell(`Searching … ${plural(states, "position")} at depth ${number(depth)}`),
        result: (value) => (record = value),
        ...on,
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
      show(failure, null);
    },
  };
}
