// Begins the games of the tab Puzzle, and stores them in the address and in this browser.
import { NAMED_GOALS, dayOf, formatGame, parseGame, writeHash } from "./address.js";
import { json, latest } from "./api.js";
import { firstBoard, ofDay, ofLink, randomBoard, readBoards } from "./boards.js";
import { byId, messageOf } from "./dom.js";
import { suspects } from "./entry.js";
import { Game } from "./game.js";
import { keep, recall } from "./storage.js";
import { position, sizeOf, toText } from "./tiles.js";

const SIZES = ["3x3", "4x4", "5x5"];
/**
 * Minimum time between two changes of the address, in milliseconds. Browsers refuse many changes in
 * a short time.
 */
const BETWEEN_ADDRESSES = 250;
/** Number of steps in a new game after which the way back to the last game is no longer offered. */
const LOOKED = 8;
/** Number of daily boards whose moves are kept. */
const DAILIES = 40;

const keptGame = () => recall("game", /** @type {Kept | null} */ (null));
const keptDays = () => recall("dailies", /** @type {Record<string, Visit>} */ ({}));
/**
 * Returns what this browser stores about the game on a day's board: its moves, time and help.
 * @param {string} day
 * @returns {Visit}
 */
const keptDay = (day) => keptDays()[day] ?? {};

/**
 * Stores the game on a day's board. A solved game is never replaced, even if the reader plays the
 * board again or in another tab of the browser.
 * @param {string} day
 * @param {Visit} game
 */
function keepDay(day, game) {
  if (keptDay(day).solved) return;
  const days = Object.entries({ ...keptDays(), [day]: game }).sort();
  keep("dailies", Object.fromEntries(days.slice(-DAILIES)));
}

/**
 * Asks the engine whether a board can be solved.
 * @param {Wanted} wanted
 * @param {string} [goal]
 */
const check = ({ board, size = null }, goal) => json("/api/check", { board, size, goal });

export class Starts {
  #asks = latest(); // ignores boards that arrive after a later request
  /** @type {Timer | undefined} */
  #addressTimer;
  #written = ""; // the address that the tab Puzzle wrote last
  #writtenAt = 0;

  /** @param {PuzzleTab} tab */
  constructor(tab) {
    this.tab = tab;
    for (const leaving of ["pagehide", "beforeunload"]) addEventListener(leaving, () => this.#writeOwn());
  }

  /**
   * Begins a game on a requested board. With `push`, the game becomes a new entry of the browser's
   * history. Returns false if another board was requested in the meantime. Throws an error for the
   * reader if the board cannot be loaded.
   * @param {Wanted | Promise<Wanted>} asked
   */
  async #load(asked, push = true) {
    const { tab } = this;
    const isLatest = this.#asks();
    const wanted = await asked;
    const answer = wanted.checked ?? (await check(wanted, wanted.goal));
    const otherGoal = answer.solvable ? null : await check(wanted, "last");
    if (!isLatest()) return false;
    if (push) this.#writeAddress(); // the last moves belong to the address of the board that is left
    const isLeft = push && tab.game !== null && !tab.game.solved && tab.game.steps > tab.game.shown;
    tab.ways?.close();
    const { pile = [], seed = null, moves = "", shown = 0, seconds = null, gestures, notice = null } = wanted;
    const game = this.#gameOf(wanted, answer);
    tab.game = game;
    tab.obstacle = answer.solvable ? null : answer.reason;
    tab.otherGoal = otherGoal?.solvable ?? false;
    [tab.seed, tab.pile] = [seed, pile];
    const all = game.resume(moves, shown, seconds, gestures);
    const text = "The moves of that address cannot all be made; here is the board after those that can.";
    /** @type {Notice} */
    const back = {
      text: "Your last game is saved.",
      kind: "rest", // the goal is shown too
      acts: [["Back to it", () => history.back()]],
      renew: () => (tab.game && tab.game.steps < LOOKED ? back : null),
    };
    tab.notice = all ? (notice ?? (isLeft ? back : null)) : { text, kind: "error" };
    this.#writeAddress(push);
    tab.begun(game);
    return true;
  }

  /**
   * Returns the game of a requested board, before any moves.
   * @param {Wanted} wanted
   * @param {CheckAnswer} answer
   */
  #gameOf(wanted, answer) {
    const [start, goal] = [answer.board, answer.goal].map((cells) => position(cells, answer.size));
    const { daily, unrated, helped, repeated, tried, shared, id = `${Date.now()}`, metric = this.tab.metric } = wanted;
    const isNamed = wanted.goal !== undefined && NAMED_GOALS.includes(wanted.goal);
    const goalText = isNamed ? wanted.goal : toText(goal);
    const game = new Game(start, goal, { goalText, daily, unrated, helped, repeated, tried, id, metric, shared });
    game.watched = this.tab.distance;
    return game;
  }

  /**
   * Begins with a random board. If its size is one of `SIZES`, the next visit begins with the same
   * size.
   * @param {string} size
   * @param {{ seed?: string | null, goal?: string, push?: boolean, notice?: Notice | null }} options
   */
  async fresh(size, { seed, goal = this.#goalNow(size), push, notice } = {}) {
    const wanted = randomBoard(size, goal, seed).then((random) => ({ ...random, notice }));
    if ((await this.#load(wanted, push)) && SIZES.includes(size)) keep("size", size);
  }

  /**
   * Begins with the first board of a text.
   * @param {string} text
   * @param {string | null} size
   * @param {string} goal
   */
  read(text, size, goal) {
    return this.#load(readBoards(text, size, goal));
  }

  nextOfPile() {
    const [next, ...pile] = this.tab.pile;
    return this.#load({ ...next, goal: next.goal ?? this.#goalNow(next.size ?? ""), unrated: true, pile });
  }

  /** Begins with the current board and the usual goal. */
  useUsualGoal() {
    const { game } = this.tab;
    if (!game) return;
    return this.#load({ board: toText(game.now), size: sizeOf(game.now), goal: "last", unrated: true });
  }

  /**
   * Returns the two tiles to check on a board that cannot be solved. Swapping them makes the board
   * solvable, as swapping any two tiles does.
   * @param {Game} game
   */
  swapped(game) {
    return suspects(game.now, game.goal);
  }

  /**
   * Takes a board that cannot be solved, swaps two of its tiles, and begins with the result.
   * @param {Game} game
   */
  swap(game) {
    const [one, two] = this.swapped(game);
    const cells = game.now.cells.map((label) => (label === one ? two : label === two ? one : label));
    const board = toText({ ...game.now, cells });
    /** @type {Notice} */
    const notice = {
      text: `${one} and ${two} are swapped now. Is this your board?`,
      acts: [["No, enter it", () => this.tab.setup.open()]],
    };
    return this.#load({ board, size: sizeOf(game.now), goal: game.goalText, unrated: true, notice });
  }

  /**
   * Begins with the board of an address. `visit` is what this browser has stored about the game, or
   * null.
   * @param {string} hash
   * @param {Visit | null} visit
   * @param {boolean} push
   */
  async follow(hash, visit, push) {
    const given = parseGame(hash);
    if (given === null) return;
    const { daily, moves, metric } = given;
    const known = visit ? { unrated: true, ...given, ...visit } : ofLink(given);
    if (daily === null) return this.#load(known, push);
    if (visit) return this.#load(ofDay(daily, { moves, metric, ...visit }), push);
    if (moves === "") return this.#load(ofDay(daily, keptDay(daily)), push);
    // Another person's moves on a daily board are shown as a separate game, so that they don't
    // replace the reader's game of that day.
    return this.#load(
      ofDay(daily, known).then((game) => ({ ...game, daily: null })),
      push,
    );
  }

  /** Begins a game on the board that a link has shown, without the moves of the link. */
  async playShared() {
    const { game } = this.tab;
    if (!game) return;
    if (game.shared?.daily) return this.openDaily(game.shared.daily);
    const { start, goalText, metric } = game;
    return this.#load({ board: toText(start), size: sizeOf(start), goal: goalText, metric, unrated: true });
  }

  /**
   * Begins with the board of the address or, if it contains no board, with the board of the last
   * visit or a random one. If the address cannot be opened, says what is wrong with it.
   */
  async readAddress(push = false) {
    const kept = parseGame(location.hash) === null ? keptGame() : null;
    const hash = kept ? kept.hash : location.hash;
    const notice = { text: "Your game goes on where you left it." };
    const visit = kept ? { ...kept.visit, notice } : history.state;
    this.#written = location.hash;
    let trouble = null;
    try {
      if (parseGame(hash)) return await this.follow(hash, visit, push);
    } catch (error) {
      trouble = `The address has no board that can be played. ${messageOf(error)}`;
    }
    await this.#begin(trouble, push);
  }

  /**
   * Begins with a random board. `trouble` says what was wrong with the address, or is null. If
   * something was wrong and a game is shown, that game stays.
   * @param {string | null} trouble
   * @param {boolean} push
   */
  async #begin(trouble, push) {
    const { tab } = this;
    if (trouble && tab.game) return tab.showError(trouble);
    const notice = trouble ? { text: `${trouble} Here is a new one.`, kind: "error" } : null;
    const again = () => this.readAddress(push);
    const size = recall("size", "4x4");
    const isFirst = tab.game === null && size === "4x4";
    const begins = () =>
      isFirst ? this.#load({ ...firstBoard(), notice }, push) : this.fresh(size, { goal: "last", push, notice });
    await tab.attempt(begins, again);
  }

  /** Opens the board of a day as it was left. */
  async openDaily(day = dayOf(new Date())) {
    const { game } = this.tab;
    // Whether the reader has solved this board in another tab of the browser.
    const isSolvedElsewhere = game?.won === null && keptDay(day).solved === true;
    if (game?.daily !== day || isSolvedElsewhere) return this.#load(ofDay(day, keptDay(day)));
    this.tab.inform(`This is the board of ${day}.`);
  }

  sizeNow() {
    return this.tab.game ? sizeOf(this.tab.game.start) : recall("size", "4x4");
  }

  /**
   * Returns the goal of the current game if boards of the given size can have this goal, and
   * otherwise `last`.
   * @param {string} size
   */
  #goalNow(size) {
    const { game } = this.tab;
    return game && (NAMED_GOALS.includes(game.goalText) || sizeOf(game.goal) === size) ? game.goalText : "last";
  }

  /**
   * Writes start, goal and moves into the address, and stores the game. With `push`, the address
   * becomes a new entry of the browser's history; otherwise it replaces the current entry.
   */
  #writeAddress(push = false) {
    clearTimeout(this.#addressTimer);
    const { game, seed } = this.tab;
    if (!game || byId("puzzle").hidden) return;
    const { unrated, helped, repeated, tried, id, shown, gestures, metric, daily, shared, letters: moves } = game;
    const seconds = game.untimed ? null : game.seconds;
    /** @type {Visit} */
    const visit = { unrated, helped, repeated, tried, id, seed, shown, gestures, shared, seconds };
    if (daily) visit.moves = moves; // the address of a daily board has no moves
    const hash = formatGame({ ...game, moves });
    if (writeHash(hash, { state: visit, isNew: push })) {
      [this.#written, this.#writtenAt] = [location.hash, performance.now()];
    }
    const isOpen = game.steps > shown && !game.solved;
    if (isOpen) keep("game", { hash, visit });
    else if (keptGame()?.visit.id === id) keep("game", null);
    if (daily && game.steps > 0) keepDay(daily, { ...visit, metric, solved: game.solved && game.won !== null });
  }

  /** Writes the address, unless the reader has just gone to another one. */
  #writeOwn() {
    if (location.hash === this.#written) this.#writeAddress();
  }

  /** Writes the address as soon as the browser accepts another change of it. */
  writeSoon() {
    clearTimeout(this.#addressTimer);
    const wait = Math.max(0, this.#writtenAt + BETWEEN_ADDRESSES - performance.now());
    this.#addressTimer = setTimeout(() => this.#writeOwn(), wait);
  }

  /**
   * Called when the tab is shown, or the reader has changed the address. Follows the address if it
   * contains another board; otherwise writes the game's own address.
   */
  shown() {
    const isOther = parseGame(location.hash) !== null && location.hash !== this.#written;
    return isOther ? this.readAddress() : this.#writeAddress();
  }
}
