// The tab Laboratory: heuristics side by side on the same boards, with each iteration's nodes as they are counted.
import { json } from "./api.js";
import { copy } from "./dialogs.js";
import { byId, duration, el, number, onClick, plural, say, show, tableOf, tell } from "./dom.js";
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
  // The last experiment: { names: of the lines, algorithm, numbers: of the boards in their set,
  // counts: [board][line] -> iterations, records, totals, notes }.
  let run = null;
  let chosen = null; // the board that the reader has chosen, else the newest is shown
  let drawing = false;
  let form = null;

  /** Fills the form; if the server does not answer, that is tried again when the tab is shown or used. */
  async function prepare(asked) {
    try {
      form ??= createForm(await asked);
      show(byId("bench-error"), null);
      form.read(location.hash);
    } catch (error) {
      fail(error.message);
    }
    return form !== null;
  }

  function fail(text) {
    tell(byId("bench-error"), text);
    byId("bench-error").scrollIntoView({ block: "nearest" });
  }

  byId("run").disabled = false; // a click before this would be lost
  byId("bench").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!form && !(await prepare(json("/api/options")))) return;
    const heuristics = form.heuristics();
    if (heuristics.length === 0 && !form.blind()) return fail("Choose at least one heuristic.");
    const question = form.question();
    const names = form.blind() ? [question.algorithm] : heuristics;
    run = { names, algorithm: question.algorithm, numbers: [], counts: [], records: [], totals: [], notes: [] };
    chosen = null;
    history.replaceState(null, "", form.address());
    show(byId("bench-error"), null);
    clear();
    byId("run").disabled = true;
    await progress.run("/api/bench", question, {
      note: ({ text }) => run.notes.push(text),
      iteration: ({ board, heuristic, number: name, ...counts }) => (
        cell(board, heuristic, name).push(counts),
        later()
      ),
      record: (entry) => (cell(entry.board, entry.heuristic, entry.number), run.records.push(entry), later()),
      done: ({ records }) => finish(records),
    });
    byId("run").disabled = false;
  });

  /** The iterations of a line on a board, whose number in its set is `name`. */
  function cell(board, line, name) {
    run.numbers[board] = name ?? board + 1;
    run.counts[board] ??= run.names.map(() => []);
    return run.counts[board][line];
  }

  const state = (text) => (byId("bench-state").textContent = text);

  function clear() {
    state("");
    byId("bench-results").hidden = true;
    byId("totals-card").hidden = true;
    byId("bench-empty").hidden = false;
    for (const id of ["bench-board", "plot", "bounds", "records", "totals"]) byId(id).replaceChildren();
  }

  /** Many events may come in one frame; one drawing serves them all. */
  function later() {
    if (drawing) return;
    drawing = true;
    requestAnimationFrame(() => {
      drawing = false;
      draw();
    });
  }

  function draw() {
    byId("bench-results").hidden = false;
    byId("bench-empty").hidden = true;
    const choice = byId("bench-board");
    for (let i = choice.children.length; i < run.counts.length; i += 1) {
      choice.append(el("option", { value: i }, String(run.numbers[i] ?? i + 1)));
    }
    byId("board-choice").hidden = run.counts.length < 2;
    const board = chosen ?? Math.max(0, run.counts.length - 1);
    choice.value = board;
    const counts = run.counts[board] ?? run.names.map(() => []);
    const series = run.names.map((name, i) => ({ name, points: counts[i] }));
    drawPlot(byId("plot"), series);
    const bounds = [...new Set(counts.flat().map((count) => count.bound))].sort((a, b) => a - b);
    // An algorithm without iterations has no bounds to show.
    byId("save-plot").disabled = byId("save-bounds").disabled = bounds.length === 0;
    const none = el("p", { class: "note" }, `${run.algorithm} has no iterations.`);
    const generated = (bound) => counts.map((list) => number(list.find((count) => count.bound === bound)?.generated));
    const rows = bounds.map((bound) => [bound, ...generated(bound)]);
    byId("bounds").replaceChildren(rows.length === 0 ? none : tableOf(["Bound", ...run.names], rows));
    const result = ({ status, length, generated, seconds }) => [
      status === "solved" ? length : status,
      number(generated),
      duration(seconds),
    ];
    const row = ({ board: at, heuristic, record }) => [run.numbers[at], run.names[heuristic], ...result(record)];
    const head = ["Board", line(), "Moves", "Generated", "Time"];
    byId("records").replaceChildren(tableOf(head, run.records.map(row)));
  }

  /** What the lines of the tables are. */
  const line = () => (run.names.length === 1 && run.names[0] === run.algorithm ? "Algorithm" : "Heuristic");

  /** A sum of nodes, marked if boards were given up. */
  const atLeast = ({ sum, is_bound: isBound }) => `${isBound ? "> " : ""}${number(sum)}`;

  function finish(records) {
    run.totals = records;
    draw();
    byId("totals-card").hidden = false;
    const sums = ({ expanded, generated }) => [expanded, generated].map(atLeast);
    const row = (record, i) => [
      run.names[i],
      `${record.solved} of ${record.boards}`,
      ...sums(record),
      duration(record.seconds),
    ];
    byId("totals").replaceChildren(tableOf([line(), "Solved", "Expanded", "Generated", "Time"], records.map(row)));
    state(["Done.", ...run.notes.filter((text) => /shut down|stopped/.test(text))].join(" "));
    say(`Done: ${plural(run.records.length, "search", "searches")}.`);
  }

  const kind = () => line().toLowerCase();
  onClick({
    "save-bounds": () => {
      const rowsOf = (list, board, i) =>
        list.map((count) => [run.numbers[board], run.names[i], ...pick(count, COUNTS)]);
      const rows = run.counts.flatMap((lines, board) => lines.flatMap((list, i) => rowsOf(list, board, i)));
      saveCsv("iterations.csv", ["board", kind(), ...COUNTS], rows);
    },
    "save-records": () => {
      const row = ({ board, heuristic, record }) => [run.numbers[board], run.names[heuristic], ...pick(record, RECORD)];
      saveCsv("boards.csv", ["board", kind(), ...RECORD], run.records.map(row));
    },
    "save-totals": () => {
      const sums = ({ expanded, generated }) => ({ expanded: expanded.sum, generated: generated.sum });
      saveCsv(
        "totals.csv",
        [kind(), ...TOTAL],
        run.totals.map((record, i) => [run.names[i], ...pick({ ...record, ...sums(record) }, TOTAL)]),
      );
    },
    "save-plot": () => {
      const [picture, legend] = byId("plot").children;
      savePicture("nodes.svg", picture, legend.children);
    },
    "bench-link": ({ target }) => {
      if (!form) return;
      history.replaceState(null, "", form.address());
      copy(location.href, target);
    },
  });
  byId("bench-board").addEventListener("change", () => {
    chosen = Number(byId("bench-board").value);
    draw();
  });
  addEventListener("resize", () => run && !byId("bench-results").hidden && later());
  await prepare(options);
  return {
    shown: () => form || prepare(json("/api/options")),
    navigated: () => form?.read(location.hash),
  };
}
