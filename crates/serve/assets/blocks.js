// The tab Blocks: levels to choose from, the game of a puzzle, and the drawing; the address holds what is seen.
// All but the drawing is in one state, which `render` shows. Hints and solutions are in blockways.js.
import { writeHash } from "./address.js";
import { ServerError, json, latest } from "./api.js";
import { createBlockGame } from "./blockgame.js";
import { takeHand } from "./blockhand.js";
import { pieces, toText } from "./blockmap.js";
import { createBlockView, goalWords, picture, signOf } from "./blockview.js";
import { createBlockWays } from "./blockways.js";
import { rules, words } from "./blockwords.js";
import { copy } from "./dialogs.js";
import { byId, number, onClick, paint, plural, say, show, titleTab } from "./dom.js";
import { createDrawing } from "./drawing.js";
import { listenForKeys } from "./keys.js";
import { createLevels, drawStars, originals, starText, starsOf } from "./levels.js";
import { verdict } from "./times.js";

const METRICS = ["unit", "straight", "any-path"];

/** @typedef {{ piece: string, path: string, helped?: boolean }} Move */
/**
 * @typedef {object} State The state of the tab Blocks.
 * @property {"levels" | "play" | "draw"} view
 * @property {string} metric
 * @property {import("./blockmap.js").Puzzle | null} puzzle
 * @property {string} text
 * @property {any} level that of the puzzle, if it is one
 * @property {import("./blockgame.js").BlockGame | null} game
 * @property {Record<string, number>} counts of the moves made, by metric, as the engine counts them
 * @property {Record<string, number | null>} optimum by metric; null where a search did not find it
 * @property {{ map: string, metric: string, moves: Move[] } | null} way a shortest solution from a position
 * @property {Move | null} hint the move that was named
 * @property {{ moves: Move[], at: number } | null} run a solution in the player
 * @property {[text: string, kind: string] | null} message
 * @property {boolean} isOffline
 */

export function startBlocks() {
  const section = byId("blocks");
  /** @type {State} */
  const state = {
    view: "levels",
    metric: "any-path",
    puzzle: null,
    text: "",
    level: null,
    game: null,
    counts: {},
    optimum: {},
    way: null,
    hint: null,
    run: null,
    message: null,
    isOffline: false,
  };
  const asksCounts = latest(); // of the moves made
  const reads = latest(); // of the address
  let address = ""; // as it was read or written last; the reader may have gone to another since
  const levels = createLevels();
  const view = createBlockView(byId("blocks-board"));
  const ways = createBlockWays(state, { update, inform, moved, won });
  const drawing = createDrawing(() => {
    if (state.view !== "draw" || location.hash !== address) return;
    writeAddress();
    update({ message: null });
  });
  const isSeen = (name) => !section.hidden && state.view === name;
  takeHand(byId("blocks-board"), view, {
    active: () => isSeen("play") && !document.querySelector("dialog[open]"),
    game: () => state.game,
    chosen: () => state.game.made.at(-1)?.piece ?? pieces(state.puzzle.goal).keys().next().value ?? "",
    begin: () => ways.close(),
    moved(move) {
      state.game.keep({ ...move, helped: state.hint !== null });
      say(`${signOf(move.piece)} ${words(move.path)}`);
      moved(80);
    },
  });

  function render(ms = 0, path = "") {
    const { view: name, level, game, metric, counts, optimum, run } = state;
    const own = /^##[ \t]*(\S.*)$/m.exec(state.text)?.[1] ?? "A puzzle";
    const title = { levels: "Block puzzles", draw: "Draw a puzzle", play: level?.title ?? own }[name];
    section.dataset.view = name;
    titleTab(section, title);
    show(byId("blocks-message"), ...(state.message ?? [null]));
    paint({
      metric: { value: metric },
      "blocks-title": { textContent: title },
      "blocks-names": { textContent: level && name === "play" ? originals(level) : "" },
      "blocks-stars": { hidden: name !== "play" || !level },
      "blocks-all": { hidden: name === "levels" },
      "blocks-retry": { hidden: !state.isOffline },
      "levels-progress": { textContent: levels.progress(metric) },
    });
    if (name === "levels") levels.list(byId("levels"), metric, (chosen) => addressOf({ level: chosen.name }));
    if (name !== "play") return;
    const isWon = game.solved();
    const mine = levels.mine(keyNow(), metric);
    drawStars(byId("blocks-stars"), starsOf(mine, optimum[metric]));
    paint({
      "blocks-count": { textContent: number(counts[metric]) },
      "blocks-best": { textContent: optimum[metric] === undefined ? "…" : number(optimum[metric]) },
      "blocks-mine": { textContent: number(mine) },
      "blocks-undo": { disabled: !game.canUndo },
      "blocks-redo": { disabled: !game.canRedo },
      "blocks-restart": { disabled: game.made.length === 0 },
      "blocks-hint": { disabled: isWon },
      "blocks-next": { hidden: !level, className: isWon ? "primary" : "" },
      "blocks-moves": { hidden: run === null },
    });
    section.classList.toggle("won", isWon);
    view.show(game.places(), ms, path);
    view.mark(state.hint?.piece);
    if (run) ways.at(run.at);
  }

  /** The name under which this browser keeps games and results of the puzzle. */
  const keyNow = () => state.level?.name ?? state.text;

  /** Changes the state, and shows it. */
  function update(change, ms, path) {
    Object.assign(state, change);
    render(ms, path);
  }

  function inform(text, kind = "") {
    update({ message: [text, kind] });
    say(text);
  }

  /** Begins the game of a puzzle, or goes on with it. */
  function play(puzzle, text, level) {
    ways.clear();
    state.message = null;
    let game = createBlockGame(puzzle);
    if (!game.replay(levels.game(level?.name ?? text))) game = createBlockGame(puzzle);
    const optimum = { ...level?.optimum };
    Object.assign(state, { view: "play", puzzle, text, level, game, optimum, counts: {}, way: null });
    view.draw(puzzle);
    byId("blocks-rules").textContent = rules(puzzle);
    byId("blocks-goal").replaceChildren(picture(puzzle, puzzle.goal, { small: true, "aria-label": goalWords(puzzle) }));
    moved();
    ways.learnFewest();
    const at = document.activeElement;
    const isFree = at === document.body || !at.checkVisibility();
    if (isFree && !matchMedia("(pointer: coarse)").matches) view.focus(pieces(puzzle.goal).keys().next().value);
  }

  /** Shows and keeps the position after a change of it. */
  async function moved(ms, path) {
    const { game } = state;
    const isLatest = asksCounts();
    update({ hint: null, message: null }, ms, path);
    levels.keepGame(keyNow(), game.made);
    const made = game.made.map((move) => ({ piece: move.piece, path: move.path }));
    const answer = await json("/api/blocks/count", { moves: made }).catch(() => ({}));
    if (!isLatest()) return;
    update({ counts: answer });
    if (game.solved() && !state.run) won();
  }

  /** Says that the goal is reached, with how many moves. */
  function won() {
    const { level, metric, game, counts, optimum } = state;
    const helped = game.made.some((move) => move.helped);
    const [made, best] = [counts[metric], optimum[metric]];
    if (made === undefined) return inform("Solved.", "good");
    if (!helped) for (const name of METRICS) levels.solved(keyNow(), name, counts[name]);
    const said = [`Solved in ${plural(made, "move")}`, verdict({ count: made, best })].filter(Boolean).join(", ");
    const help = level ? "; with help, so it isn’t counted" : ", with help";
    const stars = level && !helped ? `${starText(starsOf(made, best))} ` : "";
    inform(`${stars}${said}${helped ? help : ""}.`, "good");
  }

  /** Takes a move back, or makes it again; `act` does so in the game and returns the path. */
  function travel(act) {
    if (!isSeen("play")) return;
    ways.close();
    moved(120, act(state.game));
  }

  const go = (to) => (location.hash = addressOf(to));
  const undo = () => (isSeen("draw") ? drawing.undo() : travel((game) => game.undo()));
  const redo = () => travel((game) => game.redo());
  onClick({
    "blocks-hint": ways.hint,
    "blocks-solve": ways.solve,
    "blocks-undo": undo,
    "blocks-redo": redo,
    "blocks-restart": () => travel((game) => (game.restart(), "")),
    "blocks-next": () => go({ level: levels.next(state.level, state.metric).name }),
    "blocks-change": () => go({ draw: 1, puzzle: toText(state.puzzle, state.level ? "## My puzzle" : state.text) }),
    "blocks-retry": readAddress,
    "draw-play": () => go({ puzzle: drawing.state.text }),
    "blocks-link": ({ target }) => copy(location.href, target),
  });
  listenForKeys(() => !section.hidden, { undo, redo });
  byId("metric").addEventListener("change", (event) => {
    ways.clear();
    state.message = null;
    update({ metric: event.target.value });
    writeAddress();
    if (state.view === "play") ways.learnFewest();
  });

  function addressOf(what) {
    const metric = state.metric === "any-path" ? {} : { metric: state.metric };
    const all = String(new URLSearchParams({ ...what, ...metric }));
    return `#blocks${all && "&"}${all}`;
  }

  function writeAddress() {
    if (!location.hash.startsWith("#blocks")) return;
    const played = state.level ? { level: state.level.name } : { puzzle: state.text };
    const what = { levels: {}, play: played, draw: { draw: 1, puzzle: drawing.state.text } }[state.view];
    if (writeHash(addressOf(what))) address = location.hash;
  }

  /** Shows what the address holds. */
  async function readAddress() {
    const isLatest = reads();
    const isOld = () => !isLatest() || location.hash !== address; // another was opened meanwhile
    address = location.hash;
    const given = new URLSearchParams(address.slice(1));
    const [name, text] = [given.get("level"), given.get("puzzle")];
    const [before, left] = [state.view, state.level];
    if (METRICS.includes(given.get("metric"))) state.metric = given.get("metric");
    ways.clear();
    state.message = null;
    state.isOffline = false;
    try {
      await levels.load();
      if (isOld()) return;
      const level = levels.find(name);
      if (given.has("draw")) openDrawing(text);
      else if (level) play(level.puzzle, level.text, level);
      else if (text !== null) await openText(text, isLatest);
      else update({ view: "levels" });
      if (name !== null && !level) inform(`There is no puzzle “${name}”; choose one of these.`, "error");
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      update({ isOffline: true });
      return inform(error.message, "error");
    }
    if (isOld()) return;
    writeAddress();
    render();
    if (before === state.view) return byId("blocks-title").scrollIntoView({ block: "nearest" });
    scrollTo(0, 0);
    if (state.view === "levels" && left) section.querySelector(`[href="${addressOf({ level: left.name })}"]`)?.focus();
  }

  /** Shows the drawing; without a text it is the one that was left. */
  function openDrawing(text) {
    update({ view: "draw" });
    if (text !== null && text !== drawing.state.text) drawing.read(text);
    else if (!drawing.state.text) drawing.clear();
  }

  /** Begins the game of a text; one that cannot be played is shown as a drawing. */
  async function openText(text, isLatest) {
    if (text !== drawing.state.text || drawing.state.error) await drawing.read(text);
    if (!isLatest()) return;
    if (drawing.state.error === null) return play(drawing.state.puzzle, text, null);
    update({ view: "draw" });
    inform(drawing.state.error, "error");
  }

  readAddress();
  return {
    hidden: ways.pause,
    shown: () => (state.isOffline ? readAddress() : writeAddress()),
    navigated: readAddress,
  };
}
