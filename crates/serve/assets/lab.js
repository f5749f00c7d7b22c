// The tab Laboratory: heuristics side by side on the same boards, with each iteration's nodes as they are counted.
import { ServerError, json, stream } from "./api.js";
import { byId, duration, el, number, plural, say, show } from "./dom.js";
import { csv, save, standalone } from "./export.js";
import { createForm } from "./labform.js";
import { drawPlot } from "./plot.js";

const CSV = "text/csv;charset=utf-8";

export async function startLab(options) {
  let controller = null;
  // { names: of the lines, algorithm, numbers: of the boards in their set, counts: [board][line] -> iterations, records, totals }
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
      fail(error);
    }
    return form !== null;
  }

  function fail(error) {
    const text = error instanceof ServerError ? error.message : "The connection broke off. Please try again.";
    show(byId("bench-error"), text, "error");
    byId("bench-error").scrollIntoView({ block: "nearest" });
    say(text);
  }

  byId("run").disabled = false; // a click before this would be lost
  byId("bench").addEventListener("submit", async (event) => {
    event.preventDefault();
    if (!form && !(await prepare(json("/api/options")))) return;
    const heuristics = form.heuristics();
    if (heuristics.length === 0 && !form.blind()) return fail(new ServerError("Choose at least one heuristic."));
    controller?.abort();
    const mine = (controller = new AbortController());
    const question = form.question();
    const names = form.blind() ? [question.algorithm] : heuristics;
    [run, chosen] = [{ names, algorithm: question.algorithm, numbers: [], counts: [], records: [], totals: [], notes: [] }, null];
    history.replaceState(null, "", form.address());
    show(byId("bench-error"), null);
    clear();
    busy(true, "Asking …");
    try {
      await stream("/api/bench", question, {
        queued: ({ ahead }) => state(ahead > 0 ? `Waiting: ${plural(ahead, "search", "searches")} ahead` : "Waiting"),
        started: () => state("Running …"),
        note: ({ text }) => (run.notes.push(text), state(text)),
        iteration: ({ board, heuristic, number: name, ...counts }) => (cell(board, heuristic, name).push(counts), later()),
        record: (entry) => (cell(entry.board, entry.heuristic, entry.number), run.records.push(entry), later()),
        done: ({ records }) => finish(records),
      }, mine.signal);
    } catch (error) {
      if (mine !== controller) return;
      if (error.name === "AbortError") state("Cancelled.");
      else {
        state("");
        fail(error);
      }
    }
    if (mine === controller) busy(false);
  });

  /** The iterations of a line on a board, whose number in its set is `name`. */
  function cell(board, line, name) {
    run.numbers[board] = name ?? board + 1;
    run.counts[board] ??= run.names.map(() => []);
    return run.counts[board][line];
  }

  const state = (text) => (byId("bench-state").textContent = text);

  function busy(on, text) {
    byId("run").disabled = on;
    byId("bench-cancel").hidden = !on;
    if (text) state(text);
  }

  function clear() {
    byId("bench-results").hidden = true;
    byId("totals-card").hidden = true;
    byId("bench-empty").hidden = false;
    byId("bench-board").replaceChildren();
    for (const id of ["plot", "bounds", "records", "totals"]) byId(id).replaceChildren();
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
    for (let i = choice.children.length; i < run.counts.length; i += 1) choice.append(el("option", { value: i }, String(run.numbers[i] ?? i + 1)));
    byId("board-choice").hidden = run.counts.length < 2;
    const board = chosen ?? Math.max(0, run.counts.length - 1);
    choice.value = board;
    const counts = run.counts[board] ?? run.names.map(() => []);
    drawPlot(byId("plot"), run.names.map((name, i) => ({ name, points: counts[i] })));
    // An algorithm without iterations has no bounds to show.
    byId("save-plot").disabled = byId("save-bounds").disabled = counts.flat().length === 0;
    const bounds = [...new Set(counts.flat().map((count) => count.bound))].sort((a, b) => a - b);
    if (bounds.length > 0) table(byId("bounds"), ["Bound", ...run.names], bounds.map((bound) => [bound, ...counts.map((list) => number(list.find((count) => count.bound === bound)?.generated))]));
    else byId("bounds").replaceChildren(el("p", { class: "note" }, `${run.algorithm} has no iterations.`));
    table(byId("records"), ["Board", line(), "Moves", "Generated", "Time"], run.records.map(({ board: at, heuristic, record }) =>
      [run.numbers[at], run.names[heuristic], record.status === "solved" ? record.length : record.status, number(record.generated), duration(record.seconds)]));
  }

  /** What the lines of the tables are. */
  const line = () => (run.names.length === 1 && run.names[0] === run.algorithm ? "Algorithm" : "Heuristic");

  function finish(records) {
    run.totals = records;
    draw();
    byId("totals-card").hidden = false;
    table(byId("totals"), [line(), "Solved", "Expanded", "Generated", "Time"], records.map((record, i) =>
      [run.names[i], `${record.solved} of ${record.boards}`, number(record.expanded_sum), number(record.generated_sum), duration(record.seconds)]));
    const ended = run.notes.filter((text) => /shut down|stopped/.test(text));
    state(["Done.", ...ended].join(" "));
    say(`Done: ${plural(run.records.length, "search", "searches")}.`);
  }

  function table(host, head, rows) {
    host.replaceChildren(el("table", { class: "figures" },
      el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((value) => el("td", {}, String(value ?? "–"))))))));
  }

  const kind = () => line().toLowerCase();
  byId("save-plot").addEventListener("click", () => {
    const samples = [...byId("plot").querySelectorAll(".legend .series")];
    save("nodes.svg", "image/svg+xml", standalone(byId("plot").querySelector("svg.plot"), run.names.map((name, i) => ({ name, node: samples[i] }))));
  });
  byId("save-bounds").addEventListener("click", () => save("iterations.csv", CSV, csv(["board", kind(), "bound", "expanded", "generated"],
    run.counts.flatMap((lines, board) => lines.flatMap((list, i) => list.map((count) => [run.numbers[board], run.names[i], count.bound, count.expanded, count.generated]))))));
  byId("save-records").addEventListener("click", () => save("boards.csv", CSV, csv(["board", kind(), "status", "length", "bound", "expanded", "generated", "seconds"],
    run.records.map(({ board, heuristic, record }) => [run.numbers[board], run.names[heuristic], record.status, record.length, record.bound, record.expanded, record.generated, record.seconds]))));
  byId("save-totals").addEventListener("click", () => save("totals.csv", CSV, csv([kind(), "boards", "solved", "expanded", "generated", "seconds"],
    run.totals.map((record, i) => [run.names[i], record.boards, record.solved, record.expanded_sum, record.generated_sum, record.seconds]))));
  byId("bench-link").addEventListener("click", async () => {
    if (!form) return;
    history.replaceState(null, "", form.address());
    try {
      await navigator.clipboard.writeText(location.href);
      state("The link is copied: it holds these settings.");
    } catch {
      state("The address of this page now holds these settings: copy it.");
    }
  });
  byId("bench-cancel").addEventListener("click", () => controller?.abort());
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
