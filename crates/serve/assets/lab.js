// The tab Laboratory: heuristics side by side on the same boards, with each iteration's nodes as they are counted.
import { ServerError, stream } from "./api.js";
import { byId, duration, el, number, plural, say, show } from "./dom.js";
import { drawPlot } from "./plot.js";

const USUAL = ["manhattan", "linear-conflict", "6-6-3"];

export async function startLab(options) {
  let controller = null;
  let run = null; // { heuristics, counts: [board][heuristic] -> iterations, records }
  let chosen = null; // the board that the reader has chosen, else the newest is shown
  let drawing = false;

  try {
    const { heuristics, algorithms, limits } = await options;
    byId("heuristics").append(...heuristics.map((name) => el("label", {}, el("input", { type: "checkbox", name: "heuristic", value: name, checked: USUAL.includes(name) }), name)));
    byId("algorithm").append(...algorithms.map((name) => el("option", { value: name }, name)));
    if (limits?.boards) byId("bench-n").max = limits.boards;
  } catch (error) {
    fail(error);
  }

  function fail(error) {
    const text = error instanceof ServerError ? error.message : "The connection broke off. Please try again.";
    show(byId("bench-error"), text, "error");
    say(text);
  }

  const kind = () => document.querySelector("input[name=boards]:checked").value;
  const typed = () => byId("bench-boards").value.split("\n").map((line) => line.trim()).filter(Boolean);

  function request(heuristics) {
    const from = kind();
    const set = { set: byId("bench-set").value.trim(), random: `random:${byId("bench-n").value}:${byId("bench-seed").value}`, typed: null }[from];
    return {
      boards: from === "typed" ? typed() : null, set, goal: byId("bench-goal").value || null, size: from === "random" ? byId("bench-size").value : null,
      heuristics, algorithm: byId("algorithm").value, mode: "plain", seconds: null,
    };
  }

  byId("bench").addEventListener("submit", async (event) => {
    event.preventDefault();
    const heuristics = [...document.querySelectorAll("input[name=heuristic]:checked")].map((box) => box.value);
    if (heuristics.length === 0) return fail(new ServerError("Choose at least one heuristic."));
    controller?.abort();
    const mine = (controller = new AbortController());
    [run, chosen] = [{ heuristics, counts: [], records: [] }, null];
    show(byId("bench-error"), null);
    clear();
    busy(true, "Asking …");
    try {
      await stream("/api/bench", request(heuristics), {
        queued: ({ ahead }) => state(ahead > 0 ? `Waiting: ${plural(ahead, "search", "searches")} ahead` : "Waiting"),
        started: () => state("Running …"),
        note: ({ text }) => state(text),
        iteration: ({ board, heuristic, ...counts }) => (cell(board, heuristic).push(counts), later()),
        record: (entry) => (run.records.push(entry), later()),
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

  function cell(board, heuristic) {
    run.counts[board] ??= run.heuristics.map(() => []);
    return run.counts[board][heuristic];
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
    while (choice.children.length < run.counts.length) choice.append(el("option", { value: choice.children.length }, String(choice.children.length + 1)));
    byId("board-choice").hidden = run.counts.length < 2;
    const board = chosen ?? Math.max(0, run.counts.length - 1);
    choice.value = board;
    const counts = run.counts[board] ?? run.heuristics.map(() => []);
    drawPlot(byId("plot"), run.heuristics.map((name, i) => ({ name, points: counts[i] })));
    const bounds = [...new Set(counts.flat().map((count) => count.bound))].sort((a, b) => a - b);
    table(byId("bounds"), ["Bound", ...run.heuristics], bounds.map((bound) => [bound, ...counts.map((list) => number(list.find((count) => count.bound === bound)?.generated))]));
    table(byId("records"), ["Board", "Heuristic", "Moves", "Generated", "Time"], run.records.map(({ board: at, heuristic, record }) =>
      [at + 1, run.heuristics[heuristic], record.status === "solved" ? record.length : record.status, number(record.generated), duration(record.seconds)]));
  }

  function finish(records) {
    draw();
    byId("totals-card").hidden = false;
    table(byId("totals"), ["Heuristic", "Solved", "Expanded", "Generated", "Time"], records.map((record) =>
      [record.heuristic, `${record.solved} of ${record.boards}`, number(record.expanded_sum), number(record.generated_sum), duration(record.seconds)]));
    state("Done.");
    say(`Done: ${plural(run.records.length, "search", "searches")}.`);
  }

  function table(host, head, rows) {
    host.replaceChildren(el("table", { class: "figures" },
      el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((value) => el("td", {}, String(value))))))));
  }

  byId("bench-cancel").addEventListener("click", () => controller?.abort());
  byId("bench-board").addEventListener("change", () => {
    chosen = Number(byId("bench-board").value);
    draw();
  });
  for (const radio of document.querySelectorAll("input[name=boards]")) {
    radio.addEventListener("change", () => {
      for (const part of document.querySelectorAll("[data-boards]")) part.hidden = part.dataset.boards !== kind();
    });
  }
  return {};
}
