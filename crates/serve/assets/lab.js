// The tab Laboratory: heuristics side by side on the same boards, with each iteration's nodes as they are counted.
import { writeHash } from "./address.js";
import { json } from "./api.js";
import { copy } from "./dialogs.js";
import { byId, calm, duration, el, number, onClick, paint, plural, say, show, tableOf, tell } from "./dom.js";
import { saveCsv, savePicture } from "./export.js";
import { createForm } from "./labform.js";
import { drawPlot } from "./plot.js";
import { createProgress } from "./progress.js";

/** Fields of an iteration, of a board's record and of the totals that are saved. */
const COUNTS = ["bound", "expanded", "generated"];
const RECORD = ["status", "length", ...COUNTS, "seconds"];
const TOTAL = ["boards", "solved", "expanded", "generated", "seconds"];
const pick = (record, names) => names.map((name) => record[name]);

export async function startLab(options) {
  const progress = createProgress(byId("bench-progress"));
  // The last experiment: { names: of the lines, algorithm, iterations, records, totals, notes }. Iterations and records
  // are events: `board`, its `number` in its set, and `heuristic`, the line that they belong to.
  let run = null;
  let chosen = null; // the board that the reader has chosen, else the newest is shown
  let frame = 0;
  let form = null;

  /** Fills the form; if the server does not answer, that is tried again when the tab is shown or used. */
  async function prepare(asked) {
    try {
      form ??= createForm(await asked);
      read();
    } catch (error) {
      fail(error.message);
    }
    return form !== null;
  }

  /** Takes the settings of the address, and says which of them there are not. */
  function read() {
    const unknown = form.read(location.hash);
    if (unknown.length > 0) fail(`The link asks for something that is not offered here: ${unknown.join(", ")}.`);
    else show(byId("bench-error"), null);
  }

  function fail(text) {
    tell(byId("bench-error"), text);
    byId("bench-error").scrollIntoView({ block: "nearest" });
  }

  byId("run").disabled = false; // a click before this would be lost
  byId("bench").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (form || (await prepare(json("/api/options")))) compare(form.address(), showResults);
  });

  /** Runs the comparison of the form, whose settings the address keeps; `done` is called once it has ended well. */
  async function compare(address, done = () => {}) {
    const question = form.question();
    const { algorithm, heuristics } = question;
    if (heuristics.length === 0 && !form.blind()) return fail("Choose at least one heuristic.");
    const names = form.blind() ? [algorithm] : heuristics;
    const next = { names, algorithm, iterations: [], records: [], totals: [], notes: [] };
    if (location.hash.startsWith("#laboratory")) writeHash(address);
    show(byId("bench-error"), null);
    state("");
    summarize("");
    byId("run").disabled = true;
    // The results before stay until there are new ones: a question that is refused costs nothing.
    const begin = () => {
      if (run !== next) [run, chosen] = [next, null];
    };
    const take = (list) => (entry) => {
      begin();
      list.push(entry);
      later();
    };
    await progress.run("/api/bench", question, {
      note: ({ text }) => next.notes.push(text),
      iteration: take(next.iterations),
      record: take(next.records),
      done: ({ records }) => (begin(), finish(records), done()),
    });
    byId("run").disabled = false;
  }

  const state = (text) => (byId("bench-state").textContent = text);
  const summarize = (text) => (byId("bench-summary").textContent = text);

  /** Scrolls to the results, unless they are in view already or the visitor has opened another tab in the meantime. */
  function showResults() {
    const isInView = (id) => {
      const { top, bottom } = byId(id).getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    if (!isInView("run") || isInView("plot-title")) return;
    byId("bench-results").scrollIntoView({ block: "start", behavior: calm() ? "auto" : "smooth" });
  }

  /** The outcome in a few words, for beside the button. */
  function summary() {
    const { names, records, totals } = run;
    const count = records.filter((entry) => entry.record.status === "solved").length;
    const solved = `${number(count)} of ${number(records.length)} solved`;
    const isAll = totals.every((total) => total.solved === total.boards && total.generated !== null);
    if (totals.length < 2 || !isAll) return `${solved}.`;
    const least = Math.min(...totals.map((total) => total.generated.sum));
    return `${solved}; fewest nodes: ${names[totals.findIndex((total) => total.generated.sum === least)]}.`;
  }

  /** Many events may come in one frame; one drawing serves them all. */
  function later() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(draw);
  }

  /** Board and line of an iteration or a record, as they are named. */
  const place = ({ board, number: name, heuristic }) => [name ?? board + 1, run.names[heuristic]];
  /** What the lines of the tables are. */
  const line = () => (run.names.length === 1 && run.names[0] === run.algorithm ? "Algorithm" : "Heuristic");
  /** A sum of nodes, marked if boards were given up. */
  const atLeast = ({ sum, is_bound: isBound }) => `${isBound ? "> " : ""}${number(sum)}`;
  const fill = (id, ...table) => byId(id).replaceChildren(tableOf(...table));

  function draw() {
    const { names, iterations, records, totals } = run;
    paint({
      "bench-results": { hidden: false },
      "bench-empty": { hidden: true },
      "totals-card": { hidden: totals.length === 0 },
    });
    const boards = new Map([...iterations, ...records].map((entry) => [entry.board, place(entry)[0]]));
    const board = chosen ?? Math.max(0, ...boards.keys());
    const choice = byId("bench-board");
    const named = [...boards].map(([value, name]) => el("option", { value }, String(name)));
    if (choice.options.length !== boards.size) choice.replaceChildren(...named);
    choice.value = board;
    byId("board-choice").hidden = boards.size < 2;
    const shown = iterations.filter((entry) => entry.board === board);
    const counts = names.map((_, i) => shown.filter((entry) => entry.heuristic === i));
    const series = names.map((name, i) => ({ name, points: counts[i] }));
    drawPlot(byId("plot"), series);
    const bounds = [...new Set(counts.flat().map((count) => count.bound))].sort((a, b) => a - b);
    // An algorithm without iterations has no bounds to show.
    byId("save-plot").disabled = byId("save-bounds").disabled = bounds.length === 0;
    const generated = (bound) => counts.map((list) => number(list.find((count) => count.bound === bound)?.generated));
    const ofBound = (bound) => [bound, ...generated(bound)];
    fill("bounds", ["Bound", ...names], bounds.map(ofBound));
    if (bounds.length === 0) byId("bounds").textContent = `${run.algorithm} has no iterations.`;
    const ofRecord = (entry) => {
      const { status, length, generated: nodes, seconds } = entry.record;
      return [...place(entry), status === "solved" ? length : status, number(nodes), duration(seconds)];
    };
    fill("records", ["Board", line(), "Moves", "Generated", "Time"], records.map(ofRecord));
    const ofTotal = ({ solved, boards: all, expanded, generated: nodes, seconds }, i) => {
      return [names[i], `${solved} of ${all}`, atLeast(expanded), atLeast(nodes), duration(seconds)];
    };
    fill("totals", [line(), "Solved", "Expanded", "Generated", "Time"], totals.map(ofTotal));
  }

  function finish(records) {
    run.totals = records;
    draw();
    state(["Done.", ...run.notes.filter((text) => /shut down|stopped/.test(text))].join(" "));
    summarize(summary());
    say(`Done: ${plural(run.records.length, "search", "searches")}.`);
  }

  const kind = () => line().toLowerCase();
  onClick({
    "save-bounds": () => {
      const rows = run.iterations.map((entry) => [...place(entry), ...pick(entry, COUNTS)]);
      saveCsv("iterations.csv", ["board", kind(), ...COUNTS], rows);
    },
    "save-records": () => {
      const rows = run.records.map((entry) => [...place(entry), ...pick(entry.record, RECORD)]);
      saveCsv("boards.csv", ["board", kind(), ...RECORD], rows);
    },
    "save-totals": () => {
      const rows = run.totals.map((record, i) => [run.names[i], ...pick(record, TOTAL).map((one) => one.sum ?? one)]);
      saveCsv("totals.csv", [kind(), ...TOTAL], rows);
    },
    "save-plot": () => {
      const [picture, legend] = byId("plot").children;
      savePicture("nodes.svg", picture, legend.children);
    },
    "bench-link": ({ target }) => {
      if (!form) return;
      writeHash(form.address());
      copy(location.href, target);
    },
  });
  byId("bench-board").addEventListener("change", () => {
    chosen = Number(byId("bench-board").value);
    draw();
  });
  addEventListener("resize", () => run && !byId("bench-results").hidden && later());
  // What there is to see at first is the usual comparison, of a moment.
  if ((await prepare(options)) && location.hash === "#laboratory") compare(location.hash);
  return {
    shown: () => form || prepare(json("/api/options")),
    navigated: () => form && read(),
  };
}
