// What begins a game in the tab Puzzle: random and daily boards, the address, texts; and where games are kept: in the
// address, and in this browser.
import { NAMED_GOALS, dayOf, formatGame, parseGame, seedOfDay, writeHash } from "./address.js";
import { json, latest } from "./api.js";
import { byId, plural } from "./dom.js";
import { suspects } from "./entry.js";
import { Game } from "./game.js";
import { readable } from "./intake.js";
import { keep, recall } from "./storage.js";
import { position, sizeOf, toText } from "./tiles.js";

const SIZES = ["3x3", "4x4", "5x5"];
/** Milliseconds between two changes of the address; browsers refuse many in a short time. */
const BETWEEN_ADDRESSES = 250;
/** Daily boards whose moves are kept. */
const DAILIES = 40;

/**
 * `leave()` is called before another game begins, `begun()` when it has.
 * @param {import("./puzzle.js").App} app
 */
export function createStarts(app, { leave, begun }) {
  const asks = latest(); // for boards
  let addressTimer = null;
  let written = null; // the address as this tab wrote it
  let writtenAt = 0;

  /**
   * Begins a game: `asked` is, or promises, what has board (text or numbers), size, goal, moves, daily, unrated, seed,
   * shared (see `ofLink`), checked (see `randomBoard`), and of an earlier visit id, seconds, tried and shown moves. `push` makes it a new entry of
   * the browser's history.
   * Throws an error for the reader; returns false if another board was asked for since.
   */
  async function load(asked, { push = true } = {}) {
    const isLatest = asks();
    const wanted = await asked;
    const ask = (goal) => json("/api/check", { board: wanted.board, size: wanted.size ?? null, goal });
    const answer = wanted.checked ?? (await ask(wanted.goal));
    const otherGoal = answer.solvable ? null : await ask("last");
    if (!isLatest()) return false;
    if (push) writeAddress(); // the last moves belong to the board that is left
    const isLeft = push && app.game !== null && !app.game.solved && app.game.steps > app.game.shown;
    leave();
    const [start, goal] = [answer.board, answer.goal].map((cells) => position(cells, answer.size));
    const { daily, unrated, helped, repeated, tried, shared, moves = "", pile = [], seed = null } = wanted;
    const { id = `${Date.now()}`, metric = app.metric } = wanted;
    const goalText = NAMED_GOALS.includes(wanted.goal) ? wanted.goal : toText(goal);
    app.game = new Game(start, goal, { goalText, daily, unrated, helped, repeated, tried, id, metric, shared });
    app.game.watched = app.distance;
    app.obstacle = answer.solvable ? null : answer.reason;
    app.otherGoal = !answer.solvable && otherGoal.solvable;
    [app.seed, app.pile] = [seed, pile];
    const all = app.game.resume(moves, wanted.shown ?? 0, wanted.seconds ?? null);
    const text = "The moves of that address cannot all be made; here is the board after those that can.";
    const back = { text: "Your last game is saved.", acts: [["Back to it", () => history.back()]] };
    app.notice = all ? (wanted.notice ?? (isLeft ? back : null)) : { text, kind: "error" };
    writeAddress(push);
    begun();
    return true;
  }

  /**
   * Begins with a random board; its size is that of the next visit too.
   * @param {string} size
   * @param {{ seed?: string, goal?: string, push?: boolean, notice?: object }} options
   */
  async function fresh(size, { seed, goal = goalNow(size), push, notice } = {}) {
    const wanted = randomBoard(size, goal, seed).then((random) => ({ ...random, notice }));
    if ((await load(wanted, { push })) && SIZES.includes(size)) keep("size", size);
  }

  const read = (...given) => load(readBoards(...given));

  function nextOfPile() {
    const [next, ...pile] = app.pile;
    return load({ ...next, goal: goalNow(next.size), unrated: true, pile });
  }

  /** Gives the board that is shown another goal; a random board that cannot reach it gives way to another one. */
  async function setGoal(goal) {
    const [board, size] = [toText(app.game.now), sizeOf(app.game.now)];
    const { solvable } = await json("/api/check", { board, size, goal });
    if (solvable || app.seed === null) return load({ board, size, goal, unrated: true });
    const text = "The board before could not reach that order, so this is another one.";
    return fresh(size, { goal, notice: { text } });
  }

  /** The two tiles to look at on a board that cannot be solved; their swap mends it, as that of any two does. */
  const swapped = () => suspects(app.game.now, app.game.goal);

  /** Begins with the board that cannot be solved, two of its tiles swapped. */
  function swap() {
    const { game } = app;
    const [one, two] = swapped();
    const cells = game.now.cells.map((label) => (label === one ? two : label === two ? one : label));
    const board = toText({ ...game.now, cells });
    return load({ board, size: sizeOf(game.now), goal: game.goalText, unrated: true });
  }

  /** Begins with the board of an address; `visit` is what this browser knows of it, if it does. */
  async function follow(hash, visit, push) {
    const given = parseGame(hash);
    const { daily, moves, metric } = given;
    const known = visit ? { unrated: true, ...given, ...visit } : ofLink(given);
    if (daily === null) return load(known, { push });
    if (visit) return load(ofDay(daily, { moves, metric, ...visit }), { push });
    if (moves === "") return load(ofDay(daily, keptDay(daily)), { push });
    // What others did on that day is shown beside the reader's own game, never in its place.
    return load(
      ofDay(daily, known).then((game) => ({ ...game, daily: null })),
      { push },
    );
  }

  /** Begins with the board of the game that a link has shown, without its moves. */
  function playShared() {
    const { start, goalText, metric, shared } = app.game;
    if (shared.daily) return openDaily(shared.daily);
    return load({ board: toText(start), size: sizeOf(start), goal: goalText, metric, unrated: true });
  }

  /** Begins with the board of the address, that of the last visit, or a random one; what is wrong is said. */
  async function readAddress(push = false) {
    const kept = parseGame(location.hash) === null ? recall("game", null) : null;
    const [hash, visit] = kept ? [kept.hash, kept.visit] : [location.hash, history.state];
    written = location.hash;
    let trouble = null;
    try {
      const notice = kept ? { text: "Your game goes on where you left it." } : undefined;
      if (parseGame(hash)) return await follow(hash, kept ? { ...visit, notice } : visit, push);
    } catch ({ message }) {
      trouble = `The address has no board that can be played. ${message}`;
    }
    if (trouble && app.game) return app.tell(trouble);
    const notice = trouble ? { text: `${trouble} Here is a new one.`, kind: "error" } : null;
    const again = () => readAddress(push);
    await app.attempt(() => fresh(recall("size", "4x4"), { goal: "last", push, notice }), again);
  }

  /** What is kept of the board of a day: its moves, time and help. */
  const keptDay = (day) => recall("dailies", {})[day] ?? {};

  /** The board of a day, as it was left. */
  async function openDaily(day = dayOf(new Date())) {
    if (app.game?.daily !== day) return load(ofDay(day, keptDay(day)));
    app.inform(`This is the board of ${day}.`);
  }

  const sizeNow = () => (app.game ? sizeOf(app.game.start) : recall("size", "4x4"));

  /** The goal of the game, where boards of that size can have it. */
  function goalNow(size) {
    const { game } = app;
    return game && (NAMED_GOALS.includes(game.goalText) || sizeOf(game.goal) === size) ? game.goalText : "last";
  }

  /** Writes start, goal and moves into the address, of this entry of the history or of a new one, and keeps the game. */
  function writeAddress(push = false) {
    clearTimeout(addressTimer);
    const { game, seed } = app;
    if (!game || byId("puzzle").hidden) return;
    const { unrated, helped, repeated, tried, id, shown, metric, daily, shared, letters: moves } = game;
    const seconds = game.untimed ? null : game.seconds;
    const visit = { unrated, helped, repeated, tried, id, seed, shown, shared, seconds };
    if (daily) visit.moves = moves; // which its address does not have
    const hash = formatGame({ ...game, moves });
    if (writeHash(hash, { state: visit, isNew: push })) [written, writtenAt] = [location.hash, performance.now()];
    const isOpen = game.steps > shown && !game.solved;
    if (isOpen) keep("game", { hash, visit });
    else if (recall("game", null)?.visit.id === id) keep("game", null);
    if (daily && game.steps > 0) keepDay(daily, { ...visit, metric, solved: game.solved && game.won !== null });
  }

  /** Keeps the game of a day; one that was solved stays, whatever is tried on that board afterwards or in another tab. */
  function keepDay(day, game) {
    if (keptDay(day).solved) return;
    const days = { ...recall("dailies", {}), [day]: game };
    keep("dailies", Object.fromEntries(Object.entries(days).sort().slice(-DAILIES)));
  }

  /** Writes the address, unless the reader has just gone to another one. */
  const writeOwn = () => location.hash === written && writeAddress();

  /** Writes the address once the browser takes another one. */
  function writeSoon() {
    clearTimeout(addressTimer);
    addressTimer = setTimeout(writeOwn, Math.max(0, writtenAt + BETWEEN_ADDRESSES - performance.now()));
  }

  for (const leaving of ["pagehide", "beforeunload"]) addEventListener(leaving, writeOwn);
  const isOther = () => parseGame(location.hash) !== null && location.hash !== written;
  return {
    fresh,
    read,
    setGoal,
    swapped,
    swap,
    nextOfPile,
    openDaily,
    follow,
    playShared,
    sizeNow,
    writeSoon,
    /** The tab is shown, or the reader has changed the address: it is followed, or written. */
    shown: () => (isOther() ? readAddress() : writeAddress()),
    readAddress,
  };
}

/**
 * Returns a random board that can be solved. Its seed is new unless the caller gives one. For the usual goal, the board is
 * made without the engine: `checked` is what the engine would answer to /api/check.
 */
async function randomBoard(size, goal, seed = null) {
  const query = new URLSearchParams({ size, n: "1", goal, ...(seed === null ? {} : { seed }) });
  const answer = await json(`/api/random?${query}`);
  const board = answer.boards[0];
  const inOrder = board.map((_, cell) => (cell + 1) % board.length);
  const checked = goal === "last" ? { solvable: true, board, goal: inOrder, size: answer.size } : null;
  return { board, size: answer.size, goal, seed: answer.seed, checked };
}

/** The game of a link from somebody else; its moves count as shown, since the reader has not made them. */
const ofLink = ({ daily, moves, ...given }) => {
  const shared = moves === "" ? null : { daily, letters: moves };
  return { ...given, moves, shared, shown: moves.length, unrated: true };
};

/** The board of a day, the same for all, with what is known of it. */
async function ofDay(day, known) {
  const seed = seedOfDay(day);
  if (seed === null) throw new Error(`“${day}” is not a day; write it as 2026-11-23.`);
  if (day > dayOf(new Date())) throw new Error(`The board of ${day} comes on that day.`);
  return { ...known, ...(await randomBoard("4x4", "last", seed)), daily: day };
}

/** The first board of a text in any form that the command reads; the others are its `pile`, counted by a `notice`. */
async function readBoards(text, size, goal) {
  // Four numbers without a blank are more likely the first row of a board that is being typed than a 2x2 board.
  if (/^\s*[1-4](\s+[1-4]){3}\s*$/.test(text)) {
    throw new Error(
      "A 2 × 2 board has the numbers 1 to 3, and 0 for the blank. Is this the first row of a larger one?",
    );
  }
  const [beginning, isCut] = readable(text);
  const ask = (wanted) => json("/api/read", { text: beginning, size: wanted });
  const answer = await ask(null).catch((error) => ask(size).catch(() => Promise.reject(error)));
  const [first, ...pile] = answer.boards.filter((one) => !one.error);
  const bad = answer.boards.length - pile.length - 1;
  const said = [
    ...(pile.length > 0 ? [`${plural(pile.length + 1, "board")} were read; this is the first.`] : []),
    ...(isCut || answer.more ? ["The text is too long, and its rest was left out."] : []),
    ...(bad > 0 ? [`${plural(bad, "line")} could not be read.`] : []),
  ].join(" ");
  return { ...first, goal, unrated: true, pile, notice: said ? { text: said } : null };
}
