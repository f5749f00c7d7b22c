// The tab Blocks: levels to choose from, the game of a puzzle, and the drawing; the address holds what is seen.
// All but the drawing is in one state, which `render` shows.
import { writeHash } from "./address.js";
import { ServerError, json, latest, stream } from "./api.js";
import { createBlockGame } from "./blockgame.js";
import { takeHand } from "./blockhand.js";
import { exitOf, pieces, shownRules, toText } from "./blockmap.js";
import { createBlockView, goalWords, picture, signOf } from "./blockview.js";
import { copy } from "./dialogs.js";
import { byId, number, onClick, paint, plural, say, show, titleTab } from "./dom.js";
import { createDrawing } from "./drawing.js";
import { listenForKeys } from "./keys.js";
import { createLevels, drawStars, originals, starText, starsOf } from "./levels.js";
import { MULTI, movesOf } from "./metric.js";
import { createPlayer } from "./player.js";
import { createProgress, unsolved } from "./progress.js";
import { createMoves } from "./strip.js";
import { ARROWS, WORDS } from "./tiles.js";
import { verdict } from "./times.js";

const WAYS = { horizontal: "left and right", vertical: "up and down" };
const METRICS = ["unit", "straight", "any-path"];
/** Seconds of the search for the fewest moves of a puzzle that is not a level. */
const SECONDS = 10;

/** A path in words, such as `left 2, down`. */
const words = (path) =>
  movesOf(path, MULTI)
    .map((run) => WORDS[run[0]] + (run.length > 1 ? ` ${run.length}` : ""))
    .join(", ");

/** A path as it is written, such as `←2↓`. */
const arrows = (path) =>
  movesOf(path, MULTI)
    .map((run) => ARROWS[run[0]] + (run.length > 1 ? run.length : ""))
    .join("");

/** How pieces move in this puzzle, and what counts as the goal, in words. */
function rules(puzzle) {
  const list = (names) => {
    const signs = names.map(signOf);
    return signs.length > 1 ? `${signs.slice(0, -1).join(", ")} and ${signs.at(-1)}` : signs.join("");
  };
  const { gates, locks, groups } = shownRules(puzzle);
  const cells = (gate) => `Hatched cells${gates.length > 1 ? ` “${gate}”` : ""}`;
  const exit = exitOf(puzzle);
  return [
    ...(exit ? [`Bring ${signOf(exit.piece)} to the exit, where the arrow leads out.`] : []),
    puzzle.rush ? "Drag a piece along its arrow: pieces move only lengthwise." : "Drag a piece along any free path.",
    ...gates.map(([gate, names]) => `${cells(gate)} let only ${list(names)} in.`),
    ...(puzzle.rush ? [] : locks.map(([axis, names]) => `${list(names)} can move only ${WAYS[axis]}.`)),
    ...(puzzle.byShape ? ["Letters don’t matter: any piece of the right shape may fill a place of the goal."] : []),
    ...groups.map((names) => `${list(names)} may stand in each other’s place in the goal.`),
  ].join(" ");
}

export function startBlocks() {
  const section = byId("blocks");
  const state = {
    view: "levels", // or "play", "draw"
    metric: "any-path",
    puzzle: null,
    text: "",
    level: null, // that of the puzzle, if it is one
    game: null,
    counts: {}, // of the moves made, by metric, as the engine counts them
    optimum: {}, // by metric, as far as it is known
    way: null, // { map, metric, moves }: a shortest solution from a position
    hint: null, // the move that was named
    run: null, // { moves, at }: a solution in the player
    message: null, // [text, kind]
    isOffline: false,
  };
  const asksCounts = latest(); // of the moves made
  const reads = latest(); // of the address
  let address = ""; // as it was read or written last; the reader may have gone to another since
  const levels = createLevels();
  const view = createBlockView(byId("blocks-board"));
  const progress = createProgress(byId("blocks-progress"));
  const player = createPlayer(byId("blocks-player"), seek, () => say("The goal is reached."));
  const moves = createMoves(byId("blocks-moves"), (index) => player.go(index));
  const drawing = createDrawing(() => {
    if (state.view !== "draw" || location.hash !== address) return;
    writeAddress();
    update({ message: null });
  });
  let learning = null; // ends the search for the fewest moves of a puzzle
  const isSeen = (name) => !section.hidden && state.view === name;
  takeHand(byId("blocks-board"), view, {
    active: () => isSeen("play") && !document.querySelector("dialog[open]"),
    game: () => state.game,
    chosen: () => state.game.made.at(-1)?.piece ?? pieces(state.puzzle.goal).keys().next().value ?? "",
    begin: closeSolution,
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
    if (run) moves.at(run.at);
  }

  /** The name under which this browser keeps games and results of the puzzle. */
  const keyNow = () => state.level?.name ?? state.text;

  /** Changes the state, and shows it. */
  function update(change, ms, path) {
    Object.assign(state, change);
    render(ms, path);
  }

  const inform = (text, kind = "") => {
    update({ message: [text, kind] });
    say(text);
  };

  /** Begins the game of a puzzle, or goes on with it. */
  function play(puzzle, text, level) {
    clear();
    let game = createBlockGame(puzzle);
    if (!game.replay(levels.game(level?.name ?? text))) game = createBlockGame(puzzle);
    const optimum = { ...level?.optimum };
    Object.assign(state, { view: "play", puzzle, text, level, game, optimum, counts: {}, way: null });
    view.draw(puzzle);
    byId("blocks-rules").textContent = rules(puzzle);
    byId("blocks-goal").replaceChildren(picture(puzzle, puzzle.goal, { small: true, "aria-label": goalWords(puzzle) }));
    moved();
    learnFewest();
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

  /** Finds the fewest moves of a puzzle that is not a level, or that it has no solution, while it is played. */
  async function learnFewest() {
    const { level, metric, text, optimum } = state;
    if (level || optimum[metric] !== undefined) return;
    learning?.abort();
    const mine = (learning = new AbortController());
    /** @type {any} */
    let record = null;
    const question = { puzzle: text, metric, time_limit: SECONDS };
    await stream("/api/blocks", question, { result: (value) => (record = value) }, mine.signal).catch(() => {});
    if (mine.signal.aborted || optimum !== state.optimum) return;
    optimum[metric] ??= record?.status === "solved" ? record.length : null;
    if (record && !["solved", "limit"].includes(record.status)) return inform(unsolved(record), "error");
    render();
    if (state.game.solved() && !state.run) won();
  }

  /** Ends a search, and takes away what was found and said. */
  function clear() {
    learning?.abort();
    closeSolution();
    progress.clear();
    Object.assign(state, { message: null, hint: null });
  }

  function closeSolution() {
    player.close();
    state.run = null;
    byId("blocks-moves").hidden = true;
  }

  /** A shortest solution from the position, asked for if it is not known; null if there is none, which is then said. */
  async function shortest() {
    const { game, metric, puzzle, text } = state;
    const map = game.map();
    if (state.way?.map === String(map) && state.way.metric === metric) return state.way;
    const isFresh = game.made.length === 0;
    update({ message: null, hint: null });
    const asked = toText({ ...puzzle, start: map }, text);
    const record = await progress.run("/api/blocks", { puzzle: asked, metric, time_limit: null });
    if (!record || game !== state.game || metric !== state.metric || String(map) !== String(game.map())) return null;
    if (record.status !== "solved") return void inform(unsolved(record), "error");
    if (isFresh) state.optimum[metric] ??= record.length;
    state.way = { map: String(map), metric, moves: record.moves ?? [] };
    return state.way;
  }

  /** Names the next move of a shortest solution; makes it when it was named. */
  async function hint() {
    closeSolution();
    const { hint: named, game } = state;
    if (named) {
      game.move({ ...named, helped: true });
      state.way = { ...state.way, map: String(game.map()), moves: state.way.moves.slice(1) };
      say(`${signOf(named.piece)} ${words(named.path)}`);
      return moved(200, named.path);
    }
    const way = await shortest();
    const next = way?.moves[0];
    if (!next) return;
    update({ hint: next });
    inform(
      `Move ${signOf(next.piece)} ${words(next.path)} (${number(way.moves.length)} to go). Press Hint again to move it.`,
    );
  }

  /** Lists a shortest solution from the position, and has it played. */
  async function solve() {
    closeSolution();
    const way = await shortest();
    if (!way) return;
    const from = state.game.made.length === 0 ? "" : " from here";
    const text = `${plural(way.moves.length, "move")}${from}, the fewest possible.`;
    inform(way.moves.length === 0 ? "The goal is reached already." : text, "good");
    if (way.moves.length === 0) return;
    moves.fill(
      way.moves.map(({ piece, path }, i) => ({
        text: `${signOf(piece)} ${arrows(path)}`,
        name: `${signOf(piece)} ${arrows(path)}: move ${i + 1}, ${words(path)}`,
      })),
    );
    update({ run: { moves: way.moves, at: 0 } });
    byId("blocks-board").scrollIntoView({ block: "nearest" });
    player.load(way.moves.length);
  }

  /** Shows the position after `to` moves of the solution in the player. */
  function seek(to, ms) {
    const { run, game, message } = state;
    const isNear = Math.abs(to - run.at) === 1;
    let path = "";
    while (run.at !== to) {
      if (run.at < to) game.move({ ...run.moves[run.at], helped: true });
      path = run.at < to ? run.moves[run.at].path : game.undo();
      run.at += run.at < to ? 1 : -1;
    }
    moved(isNear ? ms : 0, isNear ? path : "");
    update({ message });
  }

  /** Takes a move back, or makes it again; `act` does so in the game and returns the path. */
  function travel(act) {
    if (!isSeen("play")) return;
    closeSolution();
    moved(120, act(state.game));
  }

  const go = (to) => (location.hash = addressOf(to));
  const undo = () => (isSeen("draw") ? drawing.undo() : travel((game) => game.undo()));
  const redo = () => travel((game) => game.redo());
  onClick({
    "blocks-hint": hint,
    "blocks-solve": solve,
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
    clear();
    update({ metric: event.target.value });
    writeAddress();
    if (state.view === "play") learnFewest();
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
    clear();
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
    hidden: () => player.pause(),
    shown: () => (state.isOffline ? readAddress() : writeAddress()),
    navigated: readAddress,
  };
}
