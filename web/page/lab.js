// The tab Laboratory: compares heuristics on the same boards, and shows the nodes of each iteration
// as soon as they are counted.
import { writeHash } from "./address.js";
import { json } from "./api.js";
import { copy } from "./dialogs.js";
import {
  byId,
  calm,
  duration,
  el,
  messageOf,
  number,
  onClick,
  paint,
  plural,
  say,
  show,
  tableOf,
  tell,
} from "./dom.js";
import { saveCsv, savePicture } from "./export.js";
import { createForm } from "./labform.js";
import { drawPlot } from "./plot.js";
import { createProgress } from "./progress.js";

/**
 * The fields of an iteration that are saved as CSV. `RECORD` lists the fields of a board's record,
 * and `TOTAL` lists the fields of the totals.
 */
const COUNTS = ["bound", "expanded", "generated"];
const RECORD = ["status", "length", ...COUNTS, "seconds"];
const TOTAL = ["boards", "solved", "expanded", "generated", "seconds"];
/**
 * Returns the values of some fields of a record.
 * @param {object} record
 * @param {string[]} names
 * @returns {unknown[]}
 */
const pick = (record, names) => names.map((name) => Reflect.get(record, name));

/** @typedef {ReturnType<typeof createForm>} Form */
/**
 * @typedef {object} Run An experiment.
 * @property {string[]} names what is compared: heuristics, or the algorithm if it takes none
 * @property {string} algorithm
 * @property {BenchIteration[]} iterations
 * @property {BenchBoard[]} records
 * @property {BenchmarkRecord[]} totals
 * @property {string[]} notes
 */

/**
 * Starts the tab. Returns the functions that app.js calls when the tab is shown again or its
 * address changes.
 * @param {Promise<Options>} options
 */
export async function startLab(options) {
  const lab = new Laboratory();
  lab.listen();
  // At the first visit, the tab shows the usual comparison, which takes only a moment.
  const form = await lab.prepare(options);
  if (form && location.hash === "#laboratory") lab.compare(form, location.hash);
  return {
    shown: () => lab.form || lab.prepare(json("/api/options")),
    navigated: () => lab.form && lab.read(lab.form),
  };
}

class Laboratory {
  /** @type {Form | null} */
  form = null;
  #progress = createProgress(byId("bench-progress"));
  /** @type {Run | null} */
  #run = null; // the experiment whose results are shown
  /** @type {number | null} */
  #chosen = null; // the board chosen for the plot; null for the newest one
  #frame = 0;

  /** Connects the form, the buttons and the list of boards with their actions. */
  listen() {
    byId("run").disabled = false; // enabled only now, because an earlier click would be lost
    byId("bench").addEventListener("submit", async (event) => {
      event.preventDefault();
      const form = this.form ?? (await this.prepare(json("/api/options")));
      if (form) this.compare(form, form.address(), true);
    });
    onClick({
      "save-bounds": () => this.#run && saveBounds(this.#run),
      "save-records": () => this.#run && saveRecords(this.#run),
      "save-totals": () => this.#run && saveTotals(this.#run),
      "save-plot": () => {
        const [picture, legend] = byId("plot").children;
        savePicture("nodes.svg", /** @type {SVGSVGElement} */ (picture), legend.children);
      },
      "bench-link": () => {
        if (!this.form) return;
        writeHash(this.form.address());
        copy(location.href, byId("bench-link"));
      },
    });
    byId("bench-board").addEventListener("change", () => {
      this.#chosen = Number(byId("bench-board").value);
      if (this.#run) draw(this.#run, this.#chosen);
    });
    addEventListener("resize", () => this.#run && !byId("bench-results").hidden && this.#drawSoon(this.#run));
  }

  /**
   * Creates the form with the options that the engine offers. If the engine does not answer, the
   * page asks again when the tab is shown or used.
   * @param {Promise<Options>} asked
   */
  async prepare(asked) {
    try {
      this.form ??= createForm(await asked);
      this.read(this.form);
    } catch (error) {
      fail(messageOf(error));
    }
    return this.form;
  }

  /**
   * Fills the form from the settings in the address, and says which of these settings the page does
   * not offer.
   * @param {Form} form
   */
  read(form) {
    const unknown = form.read(location.hash);
    if (unknown.length > 0) fail(`The link asks for something that is not offered here: ${unknown.join(", ")}.`);
    else show(byId("bench-error"), null);
  }

  /**
   * Runs the comparison that the form describes, and keeps its settings in the address. Scrolls to
   * the outcome if the reader has asked for the comparison (`isAsked`).
   * @param {Form} form
   * @param {string} address
   */
  async compare(form, address, isAsked = false) {
    const question = form.question();
    const { algorithm, heuristics } = question;
    if (heuristics.length === 0 && !form.blind()) return fail("Choose at least one heuristic.");
    const names = form.blind() ? [algorithm] : heuristics;
    /** @type {Run} */
    const next = { names, algorithm, iterations: [], records: [], totals: [], notes: [] };
    if (location.hash.startsWith("#laboratory")) writeHash(address);
    show(byId("bench-error"), null);
    byId("bench-state").textContent = "";
    byId("bench-summary").textContent = "";
    byId("run").disabled = true;
    // The earlier results stay until new ones arrive, so that they are not lost if the engine
    // refuses the question.
    const begin = () => {
      if (this.#run !== next) [this.#run, this.#chosen] = [next, null];
    };
    await this.#progress.run("/api/bench", question, {
      note: ({ text }) => next.notes.push(text),
      iteration: (entry) => {
        begin();
        next.iterations.push(entry);
        this.#drawSoon(next);
      },
      record: (entry) => {
        begin();
        next.records.push(entry);
        this.#drawSoon(next);
      },
      done: ({ records }) => {
        begin();
        next.totals = records;
        this.#finish(next);
        if (isAsked) showResults();
      },
    });
    byId("run").disabled = false;
    // If there are no totals, a message below the button says why, and may be out of view.
    const isDone = next.totals.length > 0;
    if (isAsked && !isDone) byId("bench-progress").scrollIntoView({ block: "nearest" });
  }

  /**
   * Draws an experiment in the next frame. Many events may arrive within a frame, and one drawing
   * is enough for all of them.
   * @param {Run} run
   */
  #drawSoon(run) {
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => draw(run, this.#chosen));
  }

  /**
   * Shows the final results of an experiment.
   * @param {Run} run
   */
  #finish(run) {
    draw(run, this.#chosen);
    const ends = run.notes.filter((text) => /shut down|stopped/.test(text));
    byId("bench-state").textContent = ["Done.", ...ends].join(" ");
    byId("bench-summary").textContent = summary(run);
    say(`Done: ${plural(run.records.length, "search", "searches")}.`);
  }
}

/**
 * Shows an error below the form, and scrolls to it.
 * @param {string} text
 */
function fail(text) {
  tell(byId("bench-error"), text);
  byId("bench-error").scrollIntoView({ block: "nearest" });
}

/**
 * Scrolls to the results, unless they are in view already or the visitor has opened another tab in
 * the meantime.
 */
function showResults() {
  /** @param {"run" | "plot-title"} id */
  const isInView = (id) => {
    const { top, bottom } = byId(id).getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  };
  if (!isInView("run") || isInView("plot-title")) return;
  byId("bench-results").scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
}

/**
 * Returns the outcome of an experiment in a few words, which are shown beside the button.
 * @param {Run} run
 */
function summary({ names, records, totals }) {
  const count = records.filter((entry) => entry.record.status === "solved").length;
  const solved = `${number(count)} of ${number(records.length)} solved`;
  const isAll = totals.every((total) => total.solved === total.boards);
  if (totals.length < 2 || !isAll) return `${solved}.`;
  const sums = totals.map((total) => total.generated.sum);
  return `${solved}; fewest nodes: ${names[sums.indexOf(Math.min(...sums))]}.`;
}

/**
 * Returns the board's number and the name of the heuristic or algorithm to which a result belongs.
 * @param {Run} run
 * @param {BenchPlace} entry
 * @returns {[board: number, line: string]}
 */
const place = ({ names }, { board, number: name, heuristic }) => [name ?? board + 1, names[heuristic]];

/**
 * Returns the heading of the column that names what is compared: `Heuristic`, or `Algorithm` if the
 * algorithm takes no heuristic.
 * @param {Run} run
 */
const line = ({ names, algorithm }) => (names.length === 1 && names[0] === algorithm ? "Algorithm" : "Heuristic");

/**
 * Returns a sum of nodes as text. If some boards were given up, marks it as a lower bound, such as
 * `> 1,000`.
 * @param {CountSummary} summary
 */
const atLeast = ({ sum, is_bound: isBound }) => `${isBound ? "> " : ""}${number(sum)}`;

/**
 * Fills the list of boards for the plot. Returns the board that the plot shows.
 * @param {Run} run
 * @param {number | null} chosen
 */
function drawChoice(run, chosen) {
  const boards = new Map([...run.iterations, ...run.records].map((entry) => [entry.board, place(run, entry)[0]]));
  const board = chosen ?? Math.max(0, ...boards.keys());
  const choice = byId("bench-board");
  const named = [...boards].map(([value, name]) => el("option", { value }, String(name)));
  if (choice.options.length !== boards.size) choice.replaceChildren(...named);
  choice.value = String(board);
  byId("board-choice").hidden = boards.size < 2;
  return board;
}

/**
 * Draws the results of an experiment so far. The plot shows the nodes of the chosen board, or of
 * the newest.
 * @param {Run} run
 * @param {number | null} chosen
 */
function draw(run, chosen) {
  const { names, iterations, records, totals } = run;
  paint({
    "bench-results": { hidden: false },
    "bench-empty": { hidden: true },
    "totals-card": { hidden: totals.length === 0 },
  });
  const board = drawChoice(run, chosen);
  const shown = iterations.filter((entry) => entry.board === board);
  const counts = names.map((_, i) => shown.filter((entry) => entry.heuristic === i));
  drawPlot(
    byId("plot"),
    names.map((name, i) => ({ name, points: counts[i] })),
  );
  const bounds = [...new Set(shown.map((count) => count.bound))].sort((a, b) => a - b);
  // An algorithm without iterations has no bounds to show.
  byId("save-plot").disabled = byId("save-bounds").disabled = bounds.length === 0;
  /** @param {number} bound */
  const generated = (bound) => counts.map((list) => number(list.find((count) => count.bound === bound)?.generated));
  const ofBounds = bounds.map((bound) => [bound, ...generated(bound)]);
  byId("bounds").replaceChildren(tableOf(["Bound", ...names], ofBounds));
  if (bounds.length === 0) byId("bounds").textContent = `${run.algorithm} has no iterations.`;
  const ofRecords = records.map((entry) => {
    const { status, length, generated: nodes, seconds } = entry.record;
    return [...place(run, entry), status === "solved" ? length : status, number(nodes), duration(seconds)];
  });
  byId("records").replaceChildren(tableOf(["Board", line(run), "Moves", "Generated", "Time"], ofRecords));
  const ofTotals = totals.map(({ solved, boards: all, expanded, generated: nodes, seconds }, i) => {
    return [names[i], `${solved} of ${all}`, atLeast(expanded), atLeast(nodes), duration(seconds)];
  });
  byId("totals").replaceChildren(tableOf([line(run), "Solved", "Expanded", "Generated", "Time"], ofTotals));
}

/**
 * Saves the iterations of all boards as CSV.
 * @param {Run} run
 */
function saveBounds(run) {
  const rows = run.iterations.map((entry) => [...place(run, entry), ...pick(entry, COUNTS)]);
  saveCsv("iterations.csv", ["board", line(run).toLowerCase(), ...COUNTS], rows);
}

/**
 * Saves the record of each board as CSV.
 * @param {Run} run
 */
function saveRecords(run) {
  const rows = run.records.map((entry) => [...place(run, entry), ...pick(entry.record, RECORD)]);
  saveCsv("boards.csv", ["board", line(run).toLowerCase(), ...RECORD], rows);
}

/**
 * Saves the totals of each heuristic, or of the algorithm, as CSV.
 * @param {Run} run
 */
function saveTotals(run) {
  const rows = run.totals.map(({ boards, solved, expanded, generated, seconds }, i) => {
    return [run.names[i], boards, solved, expanded.sum, generated.sum, seconds];
  });
  saveCsv("totals.csv", [line(run).toLowerCase(), ...TOTAL], rows);
}
