// The tab Puzzle: a game on the board, its position and goal, and the address that holds both.
// Searching for shortest ways is in ways.js.
import { json } from "./api.js";
import { createBoard, drawMini } from "./board.js";
import { byId, number, plural, say, show } from "./dom.js";
import { Game } from "./game.js";
import { WORDS, fromHash, mover, position, sizeOf, toHash, toText } from "./tiles.js";
import { createWays } from "./ways.js";

const NAMED = ["last", "first", "spiral"];
const SOLVED = "1 2 3 4 / 5 6 7 8 / 9 10 11 12 / 13 14 15 0";

export function startPuzzle() {
  const board = createBoard(byId("board"), play);
  let game = null;
  let obstacle = null; // why the start cannot be solved
  let addressTimer = null;
  let latest = 0; // the number of the latest board asked for; older answers are dropped
  const ways = createWays({ game: () => game, redraw, play: (letters) => makeMoves(letters, true), obstacle: () => obstacle });

  /** Asks the server about a board, and begins a game with it; errors appear where they belong. */
  async function load(text, goalText, { adapt = false } = {}) {
    const mine = ++latest;
    const size = sizeIn(text);
    let answer;
    try {
      answer = await json("/api/check", { board: text, size, goal: goalText });
      if (adapt && !answer.solvable) answer = await json("/api/check", { board: exchanged(answer), size: null, goal: goalText });
    } catch (error) {
      if (mine === latest) await blame(text, size, goalText, error);
      return false;
    }
    if (mine !== latest) return false;
    show(byId("text-error"), null);
    show(byId("goal-error"), null);
    begin(answer, goalText);
    return true;
  }

  /** Says an error beside the goal if the board alone is sound, else beside the board. */
  async function blame(text, size, goalText, error) {
    const sound = goalText !== "last" && (await json("/api/check", { board: text, size, goal: "last" }).then(() => true, () => false));
    show(byId("text-error"), sound ? null : error.message, "error");
    show(byId("goal-error"), sound ? error.message : null, "error");
    say(error.message);
  }

  function begin(answer, goalText) {
    ways.close();
    const start = position(answer.board, answer.size);
    game = new Game(start, position(answer.goal, answer.size));
    game.goalText = goalText;
    obstacle = answer.solvable ? null : `No sequence of moves leads from here to the goal: ${answer.reason}.`;
    [byId("width").value, byId("height").value] = answer.size.split("x");
    byId("goal").value = NAMED.includes(goalText) ? goalText : "";
    byId("goal-typed").hidden = NAMED.includes(goalText);
    if (!NAMED.includes(goalText)) byId("goal-text").value = toText(game.goal);
    drawMini(byId("goal-board"), game.goal);
    redraw(0);
    if (obstacle) say(obstacle);
  }

  /** What the player does. */
  function play(letters) {
    if (!letters || !game) return;
    ways.leave();
    const tile = game.now.cells[mover(game.now, letters[0])];
    makeMoves(letters, false);
    say(game.solved ? solvedText() : letters.length === 1 ? `${tile} ${WORDS[letters]}` : `${plural(letters.length, "tile")} ${WORDS[letters[0]]}`);
  }

  function makeMoves(letters, shown) {
    game.move(letters, shown);
    redraw();
  }

  function redraw(ms = 140) {
    board.show(game.now, game.goal, ms);
    board.mark(null);
    const solved = game.solved && game.count > 0;
    board.celebrate(solved);
    byId("count").textContent = number(game.count);
    byId("needed").textContent = figure(game.needed, game.upper);
    byId("best").textContent = figure(game.best, game.bestUpper);
    byId("undo").disabled = byId("restart").disabled = game.count === 0;
    byId("hint").disabled = game.solved || obstacle !== null;
    byId("solve").disabled = byId("all").disabled = game.solved || obstacle !== null;
    if (document.activeElement !== byId("text")) byId("text").value = toText(game.now);
    drawClock();
    show(byId("puzzle-message"), obstacle ?? (solved ? solvedText() : comparison()), obstacle ? "error" : solved ? "good" : "");
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeAddress, 250);
  }

  /** A number of moves that is proven, or one that is enough. */
  function figure(proven, enough) {
    return proven !== null ? number(proven) : enough !== null ? `≤ ${number(enough)}` : "?";
  }

  function comparison() {
    const { count, needed, best } = game;
    if (needed === null || best === null || count === 0) return null;
    const over = count + needed - best;
    const verdict = over === 0 ? "still on a shortest way" : `${number(over)} more than the ${number(best)} that suffice from the start`;
    return `${plural(count, "move")} made and ${number(needed)} to go: ${verdict}.`;
  }

  function solvedText() {
    const { count, shown, best } = game;
    if (shown === count) return `Solved in ${plural(count, "move")}${best === count ? ", the fewest possible" : ""}.`;
    const help = shown > 0 ? `, ${number(shown)} of them shown to you` : "";
    const fewest = best === null ? "" : best === count ? " No shorter way exists." : ` ${number(best)} suffice.`;
    return `Solved in ${plural(count, "move")} and ${clockText()}${help}.${fewest}`;
  }

  function clockText() {
    const seconds = Math.floor(game.seconds);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  function drawClock() {
    if (game && byId("clock").textContent !== clockText()) byId("clock").textContent = clockText();
  }

  function writeAddress() {
    if (!game || byId("puzzle").hidden) return;
    const goal = NAMED.includes(game.goalText) ? game.goalText : toHash(game.goal);
    history.replaceState(null, "", `#board=${toHash(game.now)}&goal=${goal}`);
  }

  /** Begins with the board and goal of the address, if it has any; returns whether it has. */
  function readAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    if (!given.has("board")) return false;
    const goal = given.get("goal") ?? "last";
    load(fromHash(given.get("board")), NAMED.includes(goal) ? goal : fromHash(goal));
    return true;
  }

  byId("undo").addEventListener("click", () => {
    ways.leave();
    const undone = game.undo();
    redraw();
    say(`${plural(undone.length, "move")} taken back`);
  });
  byId("restart").addEventListener("click", () => {
    ways.close();
    game.clear();
    redraw();
    say("Back at the start");
    board.focus();
  });
  byId("scramble").addEventListener("submit", async (event) => {
    event.preventDefault();
    const size = `${byId("width").value}x${byId("height").value}`;
    const seed = byId("seed").value.trim() || String(Math.floor(Math.random() * 1e9));
    try {
      const { boards } = await json(`/api/random?size=${size}&seed=${encodeURIComponent(seed)}&n=1`);
      byId("seed").value = seed;
      const goal = goalFor(size);
      if (await load(toText(position(boards[0], size)), goal, { adapt: goal !== "last" })) board.focus();
    } catch (error) {
      show(byId("text-error"), error.message, "error");
    }
  });
  byId("position").addEventListener("submit", async (event) => {
    event.preventDefault();
    const text = byId("text").value.trim().replaceAll("\n", " / ");
    const goal = goalFor(sizeIn(text));
    if (await load(text, goal)) board.focus();
  });
  byId("text").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    byId("position").requestSubmit();
  });
  byId("goal").addEventListener("change", () => {
    const own = byId("goal").value === "";
    byId("goal-typed").hidden = !own;
    if (own) {
      byId("goal-text").value ||= toText(game.goal);
      byId("goal-text").focus();
    } else if (game) load(toText(game.now), byId("goal").value);
  });
  byId("goal-text").addEventListener("change", () => load(toText(game.now), goalFor(null)));
  addEventListener("hashchange", readAddress);
  setInterval(drawClock, 250);

  /** The goal chosen; a board of the reader's own is of use only at its own size. */
  function goalFor(size) {
    const chosen = byId("goal").value || byId("goal-text").value;
    if (!byId("goal").value && size && game && size !== sizeOf(game.goal)) return "last";
    return chosen;
  }

  /** The size that a flat row of numbers needs, taken from the fields if they fit it. */
  function sizeIn(text) {
    const [width, height] = [byId("width").value, byId("height").value];
    const count = text.trim().split(/[\s,]+/).length;
    return !/[/|;]/.test(text) && count === width * height ? `${width}x${height}` : null;
  }

  /** The board with its first two tiles exchanged: exactly one of the two can be solved. */
  function exchanged({ board: cells, size }) {
    const [a, b] = cells.map((_, cell) => cell).filter((cell) => cells[cell] !== 0);
    const other = [...cells];
    [other[a], other[b]] = [cells[b], cells[a]];
    return toText(position(other, size));
  }

  if (!readAddress()) load(SOLVED, "last");
  return { shown: writeAddress, hidden: () => ways.leave() };
}
