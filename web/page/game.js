// One game: a start, a goal, the moves made so far, and the shortest ways that are known. No document, no engine.
import { SINGLE, countOf, movesOf } from "./metric.js";
import { REVERSE, advanced, after, keyOf } from "./tiles.js";

/** Moves that are looked back over for a way that is known. */
const NEAR = 12;

/** @param {Made[]} made */
const lettersOf = (made) => made.map((move) => move.letter).join("");

/** @typedef {{ least: number, most: number }} Bounds of the distance from a position to the goal */

/**
 * The distance, or null while its bounds differ.
 * @param {Bounds} bounds
 */
export const exactly = ({ least, most }) => (least === most ? most : null);

export class Game {
  /** @type {Made[]} */
  made = [];
  /** @type {Gesture[]} */
  undone = []; // gestures that `redo` makes again
  gesture = 0;
  /** @type {number | null} */
  secondsBefore = 0; // until the clock was stopped last, or null where the moves came without their time
  /** @type {number | null} */
  runningSince = null; // when the clock was started, or null while it stands
  isPaused = false; // it ran until `stop`
  /** @type {Won | null} */
  won = null; // the first time that the board was solved by hand

  /**
   * @param {Position} start
   * @param {Position} goal
   * @param {Origin} origin
   */
  constructor(start, goal, origin = {}) {
    this.start = start;
    this.goal = goal;
    this.goalText = origin.goalText ?? "last";
    /** @type {string | null} */
    this.daily = origin.daily ?? null;
    this.unrated = origin.unrated ?? false; // not counted: typed in or shared, or with help, or solved before
    this.helped = origin.helped ?? false; // hints or solutions were looked at
    this.repeated = origin.repeated ?? false; // it was solved before
    this.tried = origin.tried ?? false; // moves were taken back to try others while the distance was in view
    this.watched = false; // the distance is in view
    /** @type {string | null} */
    this.id = origin.id ?? null;
    this.metric = origin.metric ?? SINGLE;
    /** @type {Shared | null} */
    this.shared = origin.shared ?? null;
    this.end = keyOf(goal);
    /** @type {Map<string, { way: string | null, bound: number }>} */
    this.facts = new Map(); // position -> { way, bound }: the best way known, or null, and the moves needed at least
    /** @type {Attempt[]} */
    this.attempts = []; // those that were left by a restart, the last one at the end
    /** @type {Finish | null} */
    this.finish = null; // the latest solution by hand, as `toResult` brings it back
    this.now = start;
    this.key = keyOf(start);
  }

  /** Begins at the start, without moves. */
  begin() {
    this.now = this.start;
    this.key = keyOf(this.now);
    this.made = [];
    this.undone = [];
    this.gesture = 0;
    this.secondsBefore = 0;
    this.runningSince = null;
    this.isPaused = false;
    this.won = null;
  }

  /**
   * Goes back to the start, as one gesture that `undo` takes back.
   * @param {string | null} id
   */
  restart(id) {
    if (this.steps === 0) return;
    this.stop();
    const { now, key, made, undone, gesture, secondsBefore, won, unrated, repeated } = this;
    this.attempts.push({
      now,
      key,
      made,
      undone,
      gesture,
      secondsBefore,
      won,
      unrated,
      repeated,
      id: this.id,
      runningSince: null,
    });
    this.repeated ||= this.won !== null;
    this.tried ||= this.watched && !this.repeated;
    this.unrated ||= this.solved || this.repeated;
    this.id = id;
    this.begin();
  }

  /**
   * Makes moves of an earlier visit, as far as they can be made; returns whether all can. `seconds`: null if unknown.
   * @param {string} letters
   * @param {number} shown
   * @param {number | null} seconds
   */
  resume(letters, shown, seconds) {
    let all = true;
    for (let i = 0; i < letters.length && all; i += 1) all = this.move(letters[i], i < shown);
    [this.secondsBefore, this.runningSince] = [this.steps > 0 ? seconds : 0, null];
    if (this.won) this.won.seconds = seconds ?? 0;
    if (this.finish) this.finish.secondsBefore = this.secondsBefore;
    return all;
  }

  /** Keeps the game as it was solved by hand, whatever is looked at afterwards. */
  keepFinish() {
    const { now, key, made, gesture, secondsBefore, won, id, unrated, helped, repeated, attempts } = this;
    const state = { now, key, gesture, secondsBefore, won, id, unrated, helped, repeated };
    this.finish = { ...state, made: [...made], attempts: [...attempts] };
  }

  /** A result was left: by Undo, by a look at an earlier board, or by another way. */
  get canReturn() {
    if (this.finish === null) return false;
    const isThere = this.solved && this.steps > this.shown;
    return !isThere || this.letters !== lettersOf(this.finish.made);
  }

  /** Goes back to the latest solution by hand. */
  toResult() {
    if (this.finish === null) return;
    const { made, attempts, ...state } = this.finish;
    Object.assign(this, state, {
      made: [...made],
      attempts: [...attempts],
      undone: [],
      runningSince: null,
      isPaused: false,
    });
  }

  /** Looks at a hint or a solution, after which the game does not count. */
  takeHelp() {
    [this.helped, this.unrated] = [true, true];
  }

  /** Hints or solutions were looked at, or moves of this game were shown. */
  get isHelped() {
    return this.helped || this.shown > 0;
  }

  /** Stops the clock, until the next move or `run`. */
  stop() {
    if (this.runningSince === null) return;
    this.secondsBefore = this.seconds;
    [this.runningSince, this.isPaused] = [null, true];
  }

  /** Has a clock run on that was stopped. */
  run() {
    if (this.isPaused && this.won === null) this.runningSince ??= performance.now();
    this.isPaused = false;
  }

  /** True if the time is not known, or is that of another way to the goal. */
  get untimed() {
    return this.secondsBefore === null || (this.solved && this.won !== null && this.won.letters !== this.letters);
  }

  get solved() {
    return this.key === this.end;
  }

  /** Whether the board still shows the game from another player's link. */
  get isTheirs() {
    return this.shared !== null && this.shared.letters === this.letters;
  }

  /**
   * Counts moves another way from now on: what is proven is not true of it.
   * @param {string} metric
   */
  countBy(metric) {
    this.metric = metric;
    this.facts.clear();
  }

  /** Tiles moved by one cell, each counted. */
  get steps() {
    return this.made.length;
  }

  /** Moves made. */
  get count() {
    return this.lengthOf(this.letters);
  }

  get letters() {
    return lettersOf(this.made);
  }

  /** The steps that were hints, or of a solution shown. */
  get shown() {
    return this.made.filter((move) => move.shown).length;
  }

  /**
   * What is known of a position: the best way known, and the moves needed at least.
   * @returns {{ way: string | null, bound: number }}
   */
  about(key = this.key) {
    return this.facts.get(key) ?? { way: null, bound: 0 };
  }

  /** A shortest way from a position, or null while none is proven. */
  proof(key = this.key) {
    if (key === this.end) return "";
    const { way, bound } = this.about(key);
    return way !== null && this.lengthOf(way) <= bound ? way : null;
  }

  /**
   * What is known of the distance to the goal after `at` steps.
   * @returns {Bounds}
   */
  range(at = this.steps) {
    return this.ranges()[at];
  }

  /**
   * What is known of the distance to the goal at the start and after each step. A move changes a distance by at most one,
   * so what is known of one position bounds its neighbours, and through them every other position of the game.
   */
  ranges() {
    const ranges = [...this.made.map((move) => move.from), this.key].map((key) => this.#ownRange(key));
    let end = 0;
    // The positions of each move. Where several tiles slide together, any two of these positions are one move apart.
    const moves = movesOf(this.letters, this.metric).map((move) => ranges.slice(end, (end += move.length) + 1));
    for (const around of [...moves, ...moves.toReversed()]) {
      const least = Math.max(...around.map((range) => range.least)) - 1;
      const most = Math.min(...around.map((range) => range.most)) + 1;
      for (const range of around) {
        range.least = Math.max(range.least, least);
        range.most = Math.min(range.most, most);
      }
    }
    // All ways of single tiles from a position to the goal have an odd length, or all have an even one.
    /** @param {Bounds} bounds */
    const isOdd = ({ least, most }) => this.metric === SINGLE && most < Infinity && (most - least) % 2 !== 0;
    for (const range of ranges) if (isOdd(range)) range.least += 1;
    return ranges;
  }

  /**
   * What is known of the distance of a position, without its neighbours in the game.
   * @param {string} key
   * @returns {Bounds}
   */
  #ownRange(key) {
    if (key === this.end) return { least: 0, most: 0 };
    const { way, bound } = this.about(key);
    return { least: Math.max(1, bound), most: way === null ? Infinity : this.lengthOf(way) };
  }

  /**
   * The length of a shortest solution from a position, or null while it is unknown.
   * @param {string} key
   */
  distance(key = this.key) {
    const way = this.proof(key);
    return way === null ? null : this.lengthOf(way);
  }

  /** The length of a shortest solution from here, or null while it is unknown. */
  get needed() {
    return this.distance();
  }

  /** The length of a shortest solution of the start, or null while it is unknown. */
  get best() {
    return this.distance(keyOf(this.start));
  }

  /** Moves made beyond those that a shortest solution needs, or null while that is unknown. */
  get lost() {
    const way = this.proof();
    return way === null || this.best === null ? null : this.lengthOf(this.letters + way) - this.best;
  }

  /**
   * Number of moves of a way.
   * @param {string} way
   */
  lengthOf(way) {
    return countOf(way, this.metric);
  }

  /** What the last gesture cost beyond the moves that were needed; null while that is unknown, or if it was shown. */
  get lastCost() {
    const last = this.made.at(-1);
    if (!last || last.shown) return null;
    const at = this.made.findIndex((move) => move.gesture === last.gesture);
    const [before, now] = [this.proof(this.made[at].from), this.proof()];
    if (before === null || now === null) return null;
    return this.lengthOf(this.letters + now) - this.lengthOf(this.letters.slice(0, at) + before);
  }

  get seconds() {
    const running = this.runningSince === null ? 0 : (performance.now() - this.runningSince) / 1000;
    return this.won?.seconds ?? (this.secondsBefore ?? 0) + running;
  }

  /**
   * Takes up a way from `from`, proven to be a shortest one or not; it tells as much of every position along it.
   * @param {string} way
   * @param {boolean} [proven]
   * @param {Position} [from]
   */
  learn(way, proven = true, from = this.now) {
    /** @type {Position | null} */
    let position = from;
    let rest = way;
    for (const move of movesOf(way, this.metric)) {
      if (!position) return;
      const [key, length] = [keyOf(position), this.lengthOf(rest)];
      const known = this.about(key);
      const isBetter = known.way === null || proven || length < this.lengthOf(known.way);
      this.facts.set(key, { way: isBetter ? rest : known.way, bound: proven ? length : known.bound });
      for (const letter of move) position = position && after(position, letter);
      rest = rest.slice(move.length);
    }
  }

  /**
   * Takes up that a position needs at least so many moves, which may prove the best way known from it.
   * @param {number} moves
   * @param {Position} [position]
   */
  atLeast(moves, position = this.now) {
    const key = keyOf(position);
    const { way, bound } = this.about(key);
    this.facts.set(key, { way, bound: Math.max(bound, moves) });
    if (way !== null && this.proof(key)) this.learn(way, true, position);
  }

  /** The shortest way from here that goes back over the last moves to a position whose shortest way is known, or null. */
  wayBack() {
    /** @type {string | null} */
    let found = null;
    let back = "";
    for (const { letter, from } of this.made.slice(-NEAR).reverse()) {
      back += REVERSE[letter];
      const way = this.proof(from);
      if (way !== null && (found === null || this.lengthOf(back + way) < this.lengthOf(found))) found = back + way;
    }
    return found;
  }

  /**
   * Makes moves as one gesture, which `undo` takes back together; returns false if there is no such move.
   * @param {string} letters
   * @param {boolean} [shown]
   */
  move(letters, shown = false) {
    if (this.watched && !shown && this.won === null && this.undone.length > 0) this.tried = true;
    this.undone = [];
    return this.#make(letters, shown);
  }

  /**
   * Makes moves as one gesture, without forgetting what was undone; returns false at one that cannot be made.
   * @param {string} letters
   * @param {boolean} shown
   */
  #make(letters, shown) {
    this.gesture += 1;
    for (const letter of letters) {
      const next = letter in REVERSE ? after(this.now, letter) : null;
      if (!next) return false;
      this.made.push({ letter, gesture: this.gesture, shown, from: this.key });
      this.now = next;
      this.key = keyOf(next);
    }
    if (!shown && this.won === null && this.secondsBefore !== null) this.runningSince ??= performance.now();
    if (this.solved && this.won === null && this.steps > this.shown) {
      this.won = { letters: this.letters, seconds: this.seconds };
      this.keepFinish();
    }
    return true;
  }

  /** Takes back the last gesture, or a restart; returns the moves that were taken back or made again, "" if none. */
  undo() {
    const last = this.made.at(-1);
    if (!last) {
      Object.assign(this, this.attempts.pop());
      return this.letters;
    }
    let letters = "";
    while (this.made.at(-1)?.gesture === last.gesture) letters = this.#back() + letters;
    this.undone.push({ letters, shown: last.shown });
    return letters;
  }

  /** Makes the gesture again that was taken back last; returns its moves, "" if there was none. */
  redo() {
    const gesture = this.undone.pop();
    if (!gesture) return "";
    this.#make(gesture.letters, gesture.shown);
    return gesture.letters;
  }

  /** Takes back the last tile that moved; returns its letter, "" if there was none. */
  #back() {
    const last = this.made.pop();
    if (!last) return "";
    this.now = advanced(this.now, REVERSE[last.letter]);
    this.key = last.from;
    return last.letter;
  }

  /**
   * Shows the position after `index` steps of `way`, which begins after the step of number `base`.
   * @param {number} base
   * @param {string} way
   * @param {number} index
   */
  seek(base, way, index) {
    while (this.steps > base + index) this.#back();
    while (this.steps < base + index) this.move(way[this.steps - base], true);
  }
}
