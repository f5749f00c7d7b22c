// A running search: its line of state, its iterations or layers as they arrive, and the button that cancels it.
import { ServerError, stream } from "./api.js";
import { el, number, plural, show, tableOf } from "./dom.js";

/** Iterations or layers that are listed. */
const ROWS = 12;

/** A place for searches, one at a time, in `host`; their iterations or layers are listed in `log`, null for nowhere. */
export function createProgress(host, log = host) {
  const state = el("p", { class: "note state" });
  const cancel = el("button", { type: "button", onclick: () => controller?.abort() }, "Cancel");
  const table = el(
    "details",
    { class: "figures-card", hidden: true },
    el("summary", {}, "The search"),
    tableOf([], []),
  );
  const heading = el("div", { class: "row spread", hidden: true }, state, cancel);
  const failure = el("p", { class: "message error", hidden: true, role: "alert" });
  host.append(heading, failure);
  log?.append(table);
  let controller = null;
  let rows = []; // of the table, the newest last

  const tell = (text) => (state.textContent = text);

  function row(names, values) {
    rows = [...rows.slice(1 - ROWS), values.map(number)];
    table.lastChild.replaceWith(tableOf(names, rows));
    table.hidden = false;
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
      heading.hidden = false;
      tell("Asking …");
      cancel.textContent = "Cancel";
      try {
        await stream(
          path,
          body,
          {
            queued: ({ ahead }) =>
              tell(ahead > 0 ? `Waiting: ${plural(ahead, "search", "searches")} ahead` : "Waiting"),
            started: () => tell("Searching …"),
            note: ({ text }) => tell(text),
            level: ({ depth, states }) => row(["Depth", "States"], [depth, states]),
            result: (value) => (record = value),
            ...on,
            iteration: (data) => {
              row(["Bound", "Expanded", "Generated"], [data.bound, data.expanded, data.generated]);
              on.iteration?.(data);
            },
          },
          mine.signal,
        );
        if (!record && !on.done) throw new ServerError("The answer broke off. Please try again.");
      } catch (error) {
        if (mine !== controller) return null; // another search has taken this place
        if (error.name === "AbortError") on.cancelled?.() || show(failure, "Cancelled.", "quiet");
        else if (error instanceof ServerError) show(failure, error.message, "error");
        else show(failure, "The connection broke off. Please try again.", "error");
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
      table.hidden = true;
      rows = [];
      show(failure, null);
    },
  };
}
