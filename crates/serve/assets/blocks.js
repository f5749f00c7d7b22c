// The tab Blocks: a puzzle is played by hand, solved by the engine, or drawn; the address holds it.
import { ServerError } from "./api.js";
import { createBlockGame } from "./blockgame.js";
import { shownRules, toText } from "./blockmap.js";
import { createBlockView } from "./blockview.js";
import { takeHand } from "./blockhand.js";
import { byId, el, number, plural, say, show } from "./dom.js";
import { createDrawing } from "./drawing.js";
import { createLevels } from "./levels.js";
import { createPlayer } from "./player.js";
import { createProgress } from "./progress.js";
import { WORDS } from "./tiles.js";

const WAYS = { horizontal: "left and right", vertical: "up and down" };
const METRICS = { unit: "moves of one cell", straight: "moves in one direction", "any-path": "moves along any path" };
const ENDED = "interrupted"; // the reason in a record whose search was ended from outside

/** What gates and locked pieces may do, in words. */
function rules(puzzle) {
  const list = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(""));
  const { gates, locks } = shownRules(puzzle);
  const told = gates.map(([gate, names]) => ` Hatched cells${gates.length > 1 ? ` “${gate}”` : ""} let only ${list(names)} in.`);
  return [...told, ...locks.map(([axis, names]) => ` ${list(names)} can move only ${WAYS[axis]}.`)].join("");
}

export function startBlocks() {
  const view = createBlockView(byId("blocks-board"));
  const progress = createProgress(byId("blocks-progress"));
  const player = createPlayer(byId("blocks-player"), seek, () => say("The goal is reached."));
  const message = byId("blocks-message");
  let puzzle = null;
  let game = null;
  let level = null; // that of the puzzle, if it is one
  let optimum = {}; // by metric, as far as it is known
  let helped = false; // moves of a solution were shown
  let solution = []; // { piece, path }, from the position at which it was asked for
  let reading = false; // the address is being read, and stays as it is
  let at = 0; // how much of it is on the board
  const metric = () => byId("metric").value;
  const count = () => game.count(metric());
  const levels = createLevels(choose);
  const drawing = createDrawing(begin, fault);
  takeHand(byId("blocks-board"), view, { game: () => game, begin: closeSolution, moved });

  /** Begins a game of a puzzle that was chosen, drawn or typed. */
  function begin(next) {
    puzzle = next;
    level = levels.withText(drawing.text);
    optimum = { ...level?.optimum };
    levels.show(level);
    restart();
    writeAddress();
  }

  function restart() {
    closeSolution();
    progress.clear();
    show(message, null);
    game = createBlockGame(puzzle);
    helped = false;
    view.draw(puzzle);
    byId("blocks-rules").textContent = rules(puzzle);
    update();
  }

  function choose(next) {
    drawing.load(next.puzzle, next.text);
  }

  function fault(text) {
    closeSolution();
    progress.clear();
    show(message, text, "error");
  }

  function closeSolution() {
    player.close();
    [solution, at] = [[], 0];
    byId("blocks-moves").hidden = true;
  }

  function update() {
    byId("blocks-count").textContent = number(count());
    byId("blocks-best").textContent = optimum[metric()] === undefined ? "?" : number(optimum[metric()]);
    byId("blocks-mine").textContent = number(levels.mine(level));
    byId("blocks-undo").disabled = byId("blocks-restart").disabled = game.made === 0;
    byId("blocks-redo").disabled = game.undone === 0;
    byId("blocks-next").hidden = !level;
  }

  /** A move by hand has ended. */
  function moved() {
    update();
    show(message, null);
    if (!game.solved()) return;
    const moves = count();
    if (level && !helped) levels.solved(level, moves);
    update();
    const text = `Solved in ${plural(moves, "move")}${beside(moves)}`;
    show(message, text, "good");
    say(text);
  }

  /** A number of moves beside the fewest. */
  function beside(moves) {
    const best = optimum[metric()];
    if (best === undefined) return ".";
    return moves > best ? `, ${number(moves - best)} more than the ${number(best)} that suffice.` : ", the fewest possible.";
  }

  function seek(to, ms) {
    const near = Math.abs(to - at) === 1;
    while (at < to) {
      const move = solution[at++];
      game.move(move);
      view.move(move.piece, move.path, near ? ms : 0);
    }
    while (at > to) {
      const back = game.undo();
      view.move(back.piece, back.path, near ? ms : 0);
      at -= 1;
    }
    helped = true;
    mark();
    update();
  }

  function mark() {
    for (const [i, item] of [...byId("blocks-moves").children].entries()) {
      if (i === at - 1) item.firstElementChild.setAttribute("aria-current", "step");
      else item.firstElementChild.removeAttribute("aria-current");
    }
  }

  function listMoves() {
    byId("blocks-moves").hidden = solution.length === 0;
    byId("blocks-moves").replaceChildren(...solution.map(({ piece, path }, i) => {
      const words = Array.from(path, (letter) => WORDS[letter]).join(", ");
      return el("li", {}, el("button", { type: "button", "aria-label": `${piece} ${path}: move ${i + 1}, ${words}`, onclick: () => player.go(i + 1) }, `${piece} ${path}`));
    }));
  }

  async function solve() {
    // What is typed is drawn first, and what cannot be read is said.
    if (drawing.unread && !(await drawing.settle())) return say(byId("source-error").textContent);
    closeSolution();
    show(message, null);
    const [asked, name, fresh] = [game, metric(), game.made === 0];
    const text = toText({ ...puzzle, start: game.map() }, drawing.text);
    const record = await progress.run("/api/blocks", { puzzle: text, metric: name, seconds: null });
    if (!record || game !== asked || metric() !== name) return;
    if (record.status !== "solved") return tell(unsolved(record), "error");
    if (fresh) optimum[name] ??= record.length;
    solution = record.moves ?? [];
    at = 0;
    const from = fresh ? "" : ` from here, after ${plural(count(), "move")}`;
    tell(record.length === 0 ? "The goal is reached already." : `Solved${from}: ${plural(record.length, "move")} (${METRICS[name]}), the fewest possible. ${number(record.visited)} states visited.`, "good");
    update();
    listMoves();
    player.load(solution.length);
  }

  function unsolved(record) {
    if (record.status !== "limit") return `Unsolvable: ${record.error ?? "every position was seen."}`;
    if (record.error === ENDED) return "The server was stopped, which ended the search.";
    return `Stopped at a limit${record.error ? `: ${record.error}` : "."}`;
  }

  function tell(text, kind) {
    show(message, text, kind);
    say(text);
  }

  function takeBack(move) {
    if (!move) return;
    view.move(move.piece, move.path, 120);
    moved();
  }

  const undo = () => (closeSolution(), takeBack(game.undo()));
  const redo = () => (closeSolution(), takeBack(game.redo()));
  byId("blocks-solve").addEventListener("click", solve);
  byId("blocks-undo").addEventListener("click", undo);
  byId("blocks-redo").addEventListener("click", redo);
  byId("blocks-restart").addEventListener("click", restart);
  byId("blocks-next").addEventListener("click", () => choose(levels.next(level)));
  byId("blocks").addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z" || event.target.closest("input, textarea")) return;
    event.preventDefault();
    if (event.target.closest(".painter")) byId("draw-undo").click();
    else if (event.shiftKey) redo();
    else undo();
  });
  byId("metric").addEventListener("change", () => {
    levels.setMetric(metric());
    progress.clear();
    closeSolution();
    show(message, null);
    update();
    writeAddress();
  });

  function writeAddress() {
    if (reading || !location.hash.startsWith("#blocks")) return;
    const what = new URLSearchParams(level ? { level: level.name } : { puzzle: drawing.text });
    if (metric() !== "any-path") what.set("metric", metric());
    history.replaceState(null, "", `#blocks&${what}`);
  }

  /** Shows what the address holds. Puzzles other than the first need the server; without it the address stays. */
  async function readAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    if (given.get("metric") in METRICS) byId("metric").value = given.get("metric");
    levels.setMetric(metric());
    const [name, text] = [given.get("level"), given.get("puzzle")];
    reading = true;
    if (!puzzle) choose(levels.find(name) ?? levels.first());
    try {
      await levels.load();
      const chosen = levels.find(name);
      if (chosen && chosen !== level) choose(chosen);
      if (name !== null && !chosen) tell(`There is no puzzle “${name}”; choose one of the list.`, "error");
      const read = text === null || text === drawing.text || await drawing.read(text);
      levels.show(level);
      byId("blocks-retry").hidden = true;
      reading = false;
      if (read) writeAddress();
    } catch (error) {
      reading = false;
      if (!(error instanceof ServerError)) throw error;
      tell(`${error.message} The first puzzle can be played without it.`, "error");
      byId("blocks-retry").hidden = false;
    }
  }

  byId("blocks-retry").addEventListener("click", () => (show(message, null), readAddress()));
  readAddress();
  return {
    hidden: () => player.pause(),
    shown() {
      if (byId("blocks-retry").hidden) writeAddress();
      else readAddress();
    },
    navigated: () => readAddress(),
  };
}
