// The tab Blocks: a puzzle as a drawing and as text, kept in step; its solution, run through on the board.
import { json } from "./api.js";
import { mapOf, mapsOf, pieces, toText } from "./blockmap.js";
import { createBlockView, createPainter, hue, nameOf } from "./blockview.js";
import { byId, el, number, plural, say, show } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { createPlayer } from "./player.js";
import { createProgress } from "./progress.js";
import { REVERSE, WORDS } from "./tiles.js";

const BRUSHES = ["*", ..."ABCDEFGHIJKL", ".", "#", " "];
const METRICS = { unit: "moves of one cell", straight: "moves in one direction", "any-path": "moves along any path" };

export function startBlocks() {
  const view = createBlockView(byId("blocks-board"));
  const progress = createProgress(byId("blocks-progress"));
  const player = createPlayer(byId("blocks-player"), seek, () => say("The goal is reached."));
  const source = byId("source");
  let maps = null;
  let brush = "A";
  let solution = []; // { piece, path }
  let at = 0;
  let asked = 0; // the number of the latest text sent to be checked
  let timer = null;
  const drawStart = createPainter(byId("start-map"), "Start map", () => brush, (x, y, c) => paint("start", x, y, c));
  const drawGoal = createPainter(byId("goal-map"), "Goal map", () => brush, (x, y, c) => paint("goal", x, y, c));

  /** Draws the maps, and forgets a solution of others. */
  function redraw() {
    progress.clear();
    player.close();
    [solution, at] = [[], 0];
    byId("blocks-moves").hidden = true;
    show(byId("blocks-message"), null);
    view.draw(maps);
    drawStart(maps.start);
    drawGoal(maps.goal);
    byId("columns").value = maps.start[0].length;
    byId("rows").value = maps.start.length;
  }

  function paint(which, x, y, character) {
    const map = maps[which];
    if (map[y][x] === character) return;
    map[y][x] = character;
    const fixed = (c) => c === "#" || c === " ";
    if (which === "start") {
      const other = maps.goal[y][x];
      if (fixed(character)) maps.goal[y][x] = character;
      else if (fixed(other)) maps.goal[y][x] = ".";
    }
    drawn();
  }

  function drawn() {
    redraw();
    source.value = toText(maps, source.value);
    check(false);
  }

  /** Has the server read the text; with `draw` its maps become the drawing. */
  async function check(draw) {
    const mine = ++asked;
    try {
      const puzzle = await json("/api/blocks/check", { puzzle: source.value });
      if (mine !== asked) return;
      show(byId("source-error"), null);
      if (!draw) return;
      maps = mapsOf(puzzle);
      redraw();
    } catch (error) {
      if (mine === asked) show(byId("source-error"), error.message, "error");
    }
  }

  function seek(to, ms) {
    const near = Math.abs(to - at) === 1;
    while (at < to) view.move(solution[at].piece, solution[at++].path, near ? ms : 0);
    while (at > to) {
      const { piece, path } = solution[--at];
      view.move(piece, Array.from(path, (letter) => REVERSE[letter]).reverse(), near ? ms : 0);
    }
    for (const [i, item] of [...byId("blocks-moves").children].entries()) {
      const button = item.firstElementChild;
      if (i === at - 1) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  byId("blocks-solve").addEventListener("click", async () => {
    await check(true); // what is typed is drawn, and what cannot be read is said beside the text
    if (!byId("source-error").hidden) return say(byId("source-error").textContent);
    const metric = byId("metric").value;
    const record = await progress.run("/api/blocks", { puzzle: source.value, metric, seconds: null });
    if (!record) return;
    if (record.status !== "solved") {
      const text = record.status === "limit" ? `Stopped at a limit of this server${record.error ? `: ${record.error}` : "."}` : `Unsolvable: ${record.error ?? "every position was seen."}`;
      show(byId("blocks-message"), text, "error");
      return say(text);
    }
    const text = `Solved: ${plural(record.length, "move")} (${METRICS[metric]}), the fewest possible. ${number(record.visited)} states visited.`;
    show(byId("blocks-message"), text, "good");
    say(text);
    [solution, at] = [record.moves ?? [], 0];
    listMoves();
    player.load(solution.length);
  });

  function listMoves() {
    byId("blocks-moves").hidden = solution.length === 0;
    byId("blocks-moves").replaceChildren(...solution.map(({ piece, path }, i) => {
      const words = Array.from(path, (letter) => WORDS[letter]).join(", ");
      return el("li", {}, el("button", { type: "button", "aria-label": `${piece} ${path}: move ${i + 1}, ${words}`, onclick: () => player.go(i + 1) }, `${piece} ${path}`));
    }));
  }

  function resize() {
    const [width, height] = ["columns", "rows"].map((id) => Math.min(16, Math.max(1, byId(id).valueAsNumber || 1)));
    const grow = (map) => mapOf(map, width, height).map((row, y) => row.map((c, x) => (map[y]?.[x] === undefined ? "." : c)));
    maps = { start: grow(maps.start), goal: grow(maps.goal) };
    drawn();
  }

  byId("example").append(...EXAMPLES.map(({ name }, i) => el("option", { value: i }, name)));
  byId("example").addEventListener("change", () => {
    source.value = EXAMPLES[byId("example").value].text;
    check(true);
  });
  byId("metric").addEventListener("change", () => maps && redraw());
  source.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => check(true), 200);
  });
  byId("columns").addEventListener("change", resize);
  byId("rows").addEventListener("change", resize);
  byId("clear").addEventListener("click", () => {
    const empty = () => maps.start.map((row) => row.map((c) => (pieces([[c]]).size ? "." : c)));
    maps = { start: empty(), goal: empty() };
    drawn();
  });
  byId("palette").append(...BRUSHES.map((character) => el("label", { title: nameOf(character) },
    el("input", { type: "radio", name: "brush", class: "visually-hidden", checked: character === brush, "aria-label": nameOf(character), onchange: () => (brush = character) }),
    el("span", { class: { ".": "empty", "#": "wall", " ": "outside" }[character] ?? `piece hue-${hue(character)}` }, "#. ".includes(character) ? "" : character))));
  source.value = EXAMPLES[0].text;
  check(true);
  return { hidden: () => player.pause() };
}
