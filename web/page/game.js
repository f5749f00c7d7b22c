// One game of sliding tiles: a start, a goal, the moves made so far, and what is known about the
// distances to the goal. The code uses neither the document nor the engine.
import { SINGLE, countOf, movesOf } from "./metric.js";
import { REVERSE, advanced, after, keyOf } from "./tiles.js";

/**
 * Maximum number of steps that `wayBack` goes back in its search for a position whose shortest
 * solution is known.
 */
const NEAR = 12;

/**
 * Returns the letters of steps as one string.
 * @param {Made[]} made
 */
const lettersOf = (made) => made.map((move) => move.letter).join("");

/** @typedef {{ least: number, most: number }} Bounds The distance from a position to the goal is at least `least` and at most `most`. */

/**
 * Returns the distance if its two bounds agree, or null while they differ.
 * @param {Bounds} bounds
 */
export const exactly = ({ least, most }) => (least === most ? most : null);

export class Game {
  /** @type {Made[]} */
  made = [];
  /** @type {Gesture[]} */
  undone = []; // undone gestures, which `redo` can repeat; the steps of a gesture were made at once
  gesture = 0;
  /**
   * The seconds that the clock had counted when it was last stopped, or null if the moves of an
   * earlier visit came without their time.
   * @type {number | null}
   */
  secondsBefore = 0;
  /** @type {number | null} */
  runningSince = null; // when the clock was started, or null while it is stopped
  isPaused = false; // the clock ran until `stop`, so that `run` starts it again
  /** @type {Won | null} */
  won = null; // the first solution by hand

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
    // Whether the game is left out of the statistics: the board was typed in, shared or solved
    // before, or the player had help.
    this.unrated = origin.unrated ?? false;
    this.helped = origin.helped ?? false; // hints or solutions were looked at
    this.repeated = origin.repeated ?? false; // the board was solved before
    this.tried = origin.tried ?? false; // moves were taken back to try others while the distance was shown
    this.watched = false; // the distance is shown to the player
    /** @type {string | null} */
    this.id = origin.id ?? null;
    this.metric = origin.metric ?? SINGLE;
    /** @type {Shared | null} */
    this.shared = origin.shared ?? null;
    this.end = keyOf(goal);
    /**
     * What is known about positions, by their keys: `way` is the best known solution, or null, and
     * `bound` is a lower bound on the distance to the goal.
     * @type {Map<string, { way: string | null, bound: number }>}
     */
    this.facts = new Map();
    /** @type {Attempt[]} */
    this.attempts = []; // earlier attempts, each ended by a restart, the latest last
    /** @type {Finish | null} */
    this.finish = null; // the state at the latest solution by hand, for `toResult`
    this.now = start;
    this.key = keyOf(start);
  }

  /** Resets the game to its start, without moves. */
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
   * Goes back to the start and begins a new attempt, named `id`. `undo` returns to the attempt that
   * was left.
   * @param {string | null} id
   */
  restart(id) {
    if (this.steps === 0) return;
    this.stop();
    const { now, key, made, undone, gesture, secondsBefore, won, unrated, helped, repeated } = this;
    this.attempts.push({
      now,
      key,
      made,
      undone,
      gesture,
      secondsBefore,
      won,
      unrated,
      helped,
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
   * Makes the moves of an earlier visit, until one of them is impossible. The first `shown` steps
   * count as made by the page, not by the player. `seconds` is the time that the moves took, or
   * null if it is unknown. `gestures` has the number of steps in each gesture; steps beyond them
   * are gestures of their own. Returns whether all moves were made.
   * @param {string} letters
   * @param {number} shown
   * @param {number | null} seconds
   * @param {number[]} gestures
   */
  resume(letters, shown, seconds, gestures = []) {
    let all = true;
    for (let at = 0, i = 0; at < letters.length && all; i += 1) {
      const length = gestures[i] ?? 1;
      all = this.move(letters.slice(at, at + length), at < shown);
      at += length;
    }
    [this.secondsBefore, this.runningSince] = [this.steps > 0 ? seconds : 0, null];
    if (this.won) this.won.seconds = seconds ?? 0;
    if (this.finish) this.finish.secondsBefore = this.secondsBefore;
    return all;
  }

  /**
   * Keeps the state of a game that was just solved by hand, so that the player can return to it
   * after looking at other positions.
   */
  keepFinish() {
    const { now, key, made, gesture, secondsBefore, won, id, unrated, helped, repeated, attempts } = this;
    const state = { now, key, gesture, secondsBefore, won, id, unrated, helped, repeated };
    this.finish = { ...state, made: [...made], attempts: [...attempts] };
  }

  /**
   * Whether the latest solution by hand is no longer what the board shows, because of Undo, a look
   * at an earlier position, or another solution.
   */
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

  /** Records that the player looks at a hint or a solution. After this, the game does not count. */
  takeHelp() {
    [this.helped, this.unrated] = [true, true];
  }

  /** Whether hints or solutions were looked at, or some of the moves were shown to the player. */
  get isHelped() {
    return this.helped || this.shown > 0;
  }

  /** Stops the clock until the next move or the next call of `run`. */
  stop() {
    if (this.runningSince === null) return;
    this.secondsBefore = this.seconds;
    [this.runningSince, this.isPaused] = [null, true];
  }

  /** Starts the clock again if `stop` has stopped it, unless the board is solved. */
  run() {
    if (this.solved) return;
    if (this.isPaused && this.won === null) this.runningSince ??= performance.now();
    this.isPaused = false;
  }

  /**
   * Whether there is no time to show: it is unknown, or it belongs to an earlier solution with
   * other moves.
   */
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
   * Changes the metric, which is the way to count moves. Everything known so far is forgotten,
   * because it holds for the old metric only.
   * @param {string} metric
   */
  countBy(metric) {
    this.metric = metric;
    this.facts.clear();
  }

  /** Number of steps made. Each step moves one tile by one cell. */
  get steps() {
    return this.made.length;
  }

  /** Number of moves made, as the metric counts them. */
  get count() {
    return this.lengthOf(this.letters);
  }

  get letters() {
    return lettersOf(this.made);
  }

  /** Number of steps in each gesture. */
  get gestures() {
    /** @type {number[]} */
    const lengths = [];
    this.made.forEach(({ gesture }, i) => {
      if (i > 0 && this.made[i - 1].gesture === gesture) lengths[lengths.length - 1] += 1;
      else lengths.push(1);
    });
    return lengths;
  }

  /** Number of steps that the page made for the player, as hints or as parts of a solution. */
  get shown() {
    return this.made.filter((move) => move.shown).length;
  }

  /**
   * Returns what is known about a position: the best known solution, or null, and a lower bound on
   * the distance to the goal.
   * @returns {{ way: string | null, bound: number }}
   */
  about(key = this.key) {
    return this.facts.get(key) ?? { way: null, bound: 0 };
  }

  /** Returns a shortest solution of a position, or null while none is proven. */
  proof(key = this.key) {
    if (key === this.end) return "";
    const { way, bound } = this.about(key);
    return way !== null && this.lengthOf(way) <= bound ? way : null;
  }

  /**
   * Returns bounds of the distance to the goal after `at` steps.
   * @returns {Bounds}
   */
  range(at = this.steps) {
    return this.ranges()[at];
  }

  /**
   * Returns bounds of the distance to the goal at the start and after each step. A move changes the
   * distance by at most one, so the bounds of one position also bound its neighbours, and through
   * them every other position of the game.
   */
  ranges() {
    const ranges = [...this.made.map((move) => move.from), this.key].map((key) => this.#ownRange(key));
    let end = 0;
    // The bounds of the positions that each move passes. Where several tiles slide together, any
    // two of these positions are one move apart.
    const moves = movesOf(this.letters, this.metric).map((move) => ranges.slice(end, (end += move.length) + 1));
    for (const around of [...moves, ...moves.toReversed()]) {
      const least = Math.max(...around.map((range) => range.least)) - 1;
      const most = Math.min(...around.map((range) => range.most)) + 1;
      for (const range of around) {
        range.least = Math.max(range.least, least);
        range.most = Math.min(range.most, most);
      }
    }
    // In the single-tile metric, the solutions of a position are all odd or all even in length, so
    // the bounds differ by an even number.
    /** @param {Bounds} bounds */
    const isOdd = ({ least, most }) => this.metric === SINGLE && most < Infinity && (most - least) % 2 !== 0;
    for (const range of ranges) if (isOdd(range)) range.least += 1;
    return ranges;
  }

  /**
   * Returns the bounds of a position's distance that are known without looking at its neighbours.
   * @param {string} key
   * @returns {Bounds}
   */
  #ownRange(key) {
    if (key === this.end) return { least: 0, most: 0 };
    const { way, bound } = this.about(key);
    return { least: Math.max(1, bound), most: way === null ? Infinity : this.lengthOf(way) };
  }

  /**
   * Returns the length of a shortest solution of a position, or null while it is unknown.
   * @param {string} key
   */
  distance(key = this.key) {
    const way = this.proof(key);
    return way === null ? null : this.lengthOf(way);
  }

  /** The length of a shortest solution of the current position, or null while it is unknown. */
  get needed() {
    return this.distance();
  }

  /** The length of a shortest solution of the start, or null while it is unknown. */
  get best() {
    return this.distance(keyOf(this.start));
  }

  /**
   * The number of moves that the game has lost so far compared with a shortest solution, or null
   * while it is unknown.
   */
  get lost() {
    const way = this.proof();
    return way === null || this.best === null ? null : this.lengthOf(this.letters + way) - this.best;
  }

  /**
   * Returns the number of moves in a sequence of letters, as the metric counts them.
   * @param {string} way
   */
  lengthOf(way) {
    return countOf(way, this.metric);
  }

  /**
   * How many moves the last gesture has lost, which is 0 if it lies on a shortest solution. Null
   * while this is unknown, or if the page made the gesture for the player.
   */
  get lastCost() {
    const at = this.#lastGesture;
    if (at < 0) return null;
    const [before, now] = [this.proof(this.made[at].from), this.proof()];
    if (before === null || now === null) return null;
    return this.lengthOf(this.letters + now) - this.lengthOf(this.letters.slice(0, at) + before);
  }

  /** By how much the last gesture has shortened the distance, or null where `lastCost` is null. */
  get lastGain() {
    const at = this.#lastGesture;
    if (at < 0) return null;
    const [before, now] = [this.distance(this.made[at].from), this.needed];
    return before === null || now === null ? null : before - now;
  }

  /** Index of the first step of the last gesture of the player, or -1 if there is none. */
  get #lastGesture() {
    const last = this.made.at(-1);
    return last && !last.shown ? this.made.findIndex((move) => move.gesture === last.gesture) : -1;
  }

  get seconds() {
    const running = this.runningSince === null ? 0 : (performance.now() - this.runningSince) / 1000;
    return this.won?.seconds ?? (this.secondsBefore ?? 0) + running;
  }

  /**
   * Records a solution of the position `from`, and whether it is proven to be a shortest one. The
   * same then holds for the rest of the solution at each position along it.
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
   * Records that a position needs at least `moves` moves. This may prove that its best known
   * solution is a shortest one.
   * @param {number} moves
   * @param {Position} [position]
   */
  atLeast(moves, position = this.now) {
    const key = keyOf(position);
    const { way, bound } = this.about(key);
    this.facts.set(key, { way, bound: Math.max(bound, moves) });
    if (way !== null && this.proof(key)) this.learn(way, true, position);
  }

  /**
   * Returns a solution that first takes back some of the last steps, to reach a position whose
   * shortest solution is known. Returns the shortest of these solutions, or null if no such
   * position exists.
   */
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
   * Makes moves as one gesture, which `undo` takes back as a whole. Stops and returns false at a
   * move that is impossible. `shown` says that the page makes the moves for the player.
   * @param {string} letters
   * @param {boolean} [shown]
   */
  move(letters, shown = false) {
    if (this.watched && !shown && this.won === null && this.undone.length > 0) this.tried = true;
    this.undone = [];
    return this.#make(letters, shown);
  }

  /**
   * Makes moves as one gesture, like `move`, but keeps the gestures that `redo` can repeat. Stops
   * and returns false at a move that is impossible.
   * @param {string} letters
   * @param {boolean} shown
   */
  #make(letters, shown) {
    this.gesture += 1;
    for (const letter of letters) {
      const next = letter in REVERSE ? after(this.now, letter) : null;
      if (!next) return false;
      const from = this.key;
      this.made.push({ letter, gesture: this.gesture, shown, from });
      this.now = next;
      this.key = keyOf(next);
      // On a large board, whose searches take long, a solution of the position before also gives
      // one of this position: first take the move back.
      const { way } = this.about(from);
      if (way !== null && this.proof(from) === null && this.about().way === null) {
        this.learn(REVERSE[letter] + way, false);
      }
    }
    if (!shown && this.won === null && this.secondsBefore !== null) this.runningSince ??= performance.now();
    if (this.solved && this.won === null && this.steps > this.shown) {
      this.won = { letters: this.letters, seconds: this.seconds };
      this.keepFinish();
    }
    if (this.solved) this.stop();
    return true;
  }

  /**
   * Takes back the last gesture or, at the start, a restart. Returns the letters of the steps that
   * were taken back or made again, or "" if there were none.
   */
  undo() {
    const last = this.made.at(-1);
    if (!last) {
      const { helped, unrated } = this;
      Object.assign(this, this.attempts.pop());
      // Help that the player had since then also helps with an attempt that is not solved yet.
      if (this.won === null) [this.helped, this.unrated] = [this.helped || helped, this.unrated || helped || unrated];
      return this.letters;
    }
    let letters = "";
    while (this.made.at(-1)?.gesture === last.gesture) letters = this.#back() + letters;
    this.undone.push({ letters, shown: last.shown });
    return letters;
  }

  /** Repeats the gesture that was last undone. Returns its letters, or "" if nothing was undone. */
  redo() {
    const gesture = this.undone.pop();
    if (!gesture) return "";
    this.#make(gesture.letters, gesture.shown);
    return gesture.letters;
  }

  /** Takes back the last step. Returns its letter, or "" if there is none. */
  #back() {
    const last = this.made.pop();
    if (!last) return "";
    this.now = advanced(this.now, REVERSE[last.letter]);
    this.key = last.from;
    return last.letter;
  }

  /**
   * Goes to the position after `index` steps of the solution `way`, which begins after the first
   * `base` steps of the game.
   * @param {number} base
   * @param {string} way
   * @param {number} index
   */
  seek(base, way, index) {
    while (this.steps > base + index) this.#back();
    while (this.steps < base + index) this.move(way[this.steps - base], true);
  }
}
