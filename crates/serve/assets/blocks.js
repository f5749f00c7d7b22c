// The tab Blocks: a puzzle is played by hand, solved by the engine, or drawn; the address holds it.
import { ServerError } from "./api.js";
import { createBlockGame } from "./blockgame.js";
import { takeHand } from "./blockhand.js";
import { shownRules, toText } from "./blockmap.js";
import { createBlockView } from "./blockview.js";
import { byId, number, onClick, plural, say, show, tell } from "./dom.js";
import { createDrawing } from "./drawing.js";
import { listenForKeys } from "./keys.js";
import { createLevels } from "./levels.js";
import { createPlayer } from "./player.js";
import { createProgress } from "./progress.js";
import { createMoves } from "./strip.js";
import { WORDS } from "./tiles.js";

const WAYS = { horizontal: "left and right", vertical: "up and down" };
const METRICS = { unit: "moves of one cell", straight: "moves in one direction", "any-path": "moves along any path" };
const ENDED = "interrupted"; // the reason in a record whose search was ended from outside

/** What gates and locked pieces may do, in words. */
function rules(puzzle) {
  const list = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(""));
  const { gates, locks } = shownRules(puzzle);
  const cells = (gate) => `Hatched cells${gates.length > 1 ? ` “${gate}”` : ""}`;
  const told = gates.map(([gate, names]) => ` ${cells(gate)} let only ${list(names)} in.`);
  return [...told, ...locks.map(([axis, names]) => ` ${list(names)} can move only ${WAYS[axis]}.`)].join("");
}

/** Why a record has no solution. */
function unsolved(record) {
  if (record.status !== "limit") return `Unsolvable: ${record.error ?? "every position was seen."}`;
  if (record.error === ENDED) return "The server was stopped, which ended the search.";
  return `Stopped at a limit${record.error ? `: ${record.error}` : "."}`;
}

export function startBlocks() {
  const view = createBlockView(byId("blocks-board"));
  const progress = createProgress(byId("blocks-progress"));
  const player = createPlayer(byId("blocks-player"), seek, () => say("The goal is reached."));
  const moves = createMoves(byId("blocks-moves"), (index) => player.go(index));
  const message = byId("blocks-message");
  let puzzle = null;
  let game = null;
  let level = null; // that of the puzzle, if it is one
  let optimum = {}; // by metric, as far as it is known
  let helped = false; // moves of a solution were shown
  let solution = []; // { piece, path }, from the position at which it was asked for
  let at = 0; // how much of it is on the board
  let reading = false; // the address is being read, and stays as it is
  const metric = () => byId("metric").value;
  const count = () => game.count(metric());
  const choose = (next) => drawing.load(next.puzzle, next.text);
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
    clear();
    game = createBlockGame(puzzle);
    helped = false;
    view.draw(puzzle);
    byId("blocks-rules").textContent = rules(puzzle);
    update();
  }

  function fault(text) {
    clear();
    show(message, text, "error");
  }

  /** Ends a search, and takes away what was found and said. */
  function clear() {
    closeSolution();
    progress.clear();
    show(message, null);
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
    show(message, null);
    if (game.solved()) {
      if (level && !helped) levels.solved(level, count());
      tell(message, `Solved in ${plural(count(), "move")}${beside(count())}`, "good");
    }
    update();
  }

  /** A number of moves beside the fewest. */
  function beside(made) {
    const best = optimum[metric()];
    if (best === undefined) return ".";
    return made > best ? `, ${number(made - best)} more than the ${number(best)} that suffice.` : ", the fewest possible.";
  }

  /** Shows the position after `to` moves of the solution. */
  function seek(to, ms) {
    const near = Math.abs(to - at) === 1;
    while (at !== to) {
      const move = at < to ? solution[at] : game.undo();
      if (at < to) game.move(move);
      view.move(move.piece, move.path, near ? ms : 0);
      at += at < to ? 1 : -1;
    }
    helped = true;
    moves.at(at);
    update();
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
    if (record.status !== "solved") return tell(message, unsolved(record));
    if (fresh) optimum[name] ??= record.length;
    solution = record.moves ?? [];
    const from = fresh ? "" : ` from here, after ${plural(count(), "move")}`;
    const found = `${plural(record.length, "move")} (${METRICS[name]}), the fewest possible`;
    const states = `${number(record.visited)} states visited.`;
    tell(message, record.length === 0 ? "The goal is reached already." : `Solved${from}: ${found}. ${states}`, "good");
    update();
    byId("blocks-moves").hidden = solution.length === 0;
    moves.fill(solution.map(({ piece, path }, i) => {
      const words = Array.from(path, (letter) => WORDS[letter]).join(", ");
      return { text: `${piece} ${path}`, name: `${piece} ${path}: move ${i + 1}, ${words}` };
    }));
    player.load(solution.length);
  }

  /** Takes a move back, or makes it again; `act` does so in the game and returns what moves. */
  function travel(act) {
    closeSolution();
    const move = act();
    if (!move) return;
    view.move(move.piece, move.path, 120);
    moved();
  }

  const undo = () => travel(() => game.undo());
  const redo = () => travel(() => game.redo());
  onClick({
    "blocks-solve": solve, "blocks-undo": undo, "blocks-redo": redo, "blocks-restart": restart,
    "blocks-next": () => choose(levels.next(level)),
    "blocks-retry": () => (show(message, null), readAddress()),
  });
  listenForKeys(() => !byId("blocks").hidden, {
    undo: () => (document.activeElement.closest(".painter") ? byId("draw-undo").click() : undo()),
    redo,
  });
  byId("metric").addEventListener("change", () => {
    levels.setMetric(metric());
    clear();
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
    let read = false;
    try {
      await levels.load();
      const chosen = levels.find(name);
      if (chosen && chosen !== level) choose(chosen);
      if (name !== null && !chosen) tell(message, `There is no puzzle “${name}”; choose one of the list.`);
      read = text === null || text === drawing.text || await drawing.read(text);
      levels.show(level);
      byId("blocks-retry").hidden = true;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      tell(message, `${error.message} The first puzzle can be played without it.`);
      byId("blocks-retry").hidden = false;
    } finally {
      reading = false;
    }
    if (read) writeAddress();
  }

  readAddress();
  return {
    hidden: () => player.pause(),
    shown: () => (byId("blocks-retry").hidden ? writeAddress() : readAddress()),
    navigated: () => readAddress(),
  };
}
