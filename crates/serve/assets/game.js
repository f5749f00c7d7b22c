// One game: a start, a goal, the moves made so far, and the shortest ways that are known. No document, no engine.
import { SINGLE, countOf, movesOf } from "./metric.js";
import { REVERSE, after, keyOf, same } from "./tiles.js";

/** Moves that are looked back over for a way that is known. */
const NEAR = 12;

const lettersOf = (made) => made.map((move) => move.letter).join("");

export class Game {
  /**
   * `origin`: { goalText, daily, unrated, tried, id, metric }: the goal in words, the day of a daily board, true for a
   * game that does not count in statistics, true where moves were taken back to try others while the distance was in
   * view, its name in the statistics, the way to count moves.
   */
  constructor(start, goal, origin = {}) {
    this.start = start;
    this.goal = goal;
    this.goalText = origin.goalText ?? "last";
    this.daily = origin.daily ?? null;
    // The board was typed in or shared, or help was taken, or it was solved before.
    this.unrated = origin.unrated ?? false;
    this.tried = origin.tried ?? false;
    this.watched = false; // the distance is in view
    this.id = origin.id ?? null;
    this.metric = origin.metric ?? SINGLE;
    this.proofs = new Map(); // position -> a shortest way from it
    this.ways = new Map(); // position -> the best way known, which need not be a shortest one
    this.attempts = []; // those that were left by a restart, the last one at the end
    this.begin();
  }

  /** Begins at the start, without moves. */
  begin() {
    this.now = this.start;
    this.key = keyOf(this.now);
    this.made = []; // { letter, gesture, shown, from }: `from` is the key of the position before the move
    this.undone = []; // gestures that `redo` makes again
    this.gesture = 0;
    this.before = 0; // seconds until the clock was stopped last, or null where the moves came without their time
    this.since = null; // when the clock was started
    this.stopped = false; // it ran until `stop`
    this.won = null; // { letters, seconds } of the first time that the board was solved by hand
  }

  /** Goes back to the start, as one gesture that `undo` takes back. */
  restart(id) {
    if (this.steps === 0) return;
    this.stop();
    const { now, key, made, undone, gesture, before, won, unrated } = this;
    this.attempts.push({ now, key, made, undone, gesture, before, won, unrated, id: this.id, since: null });
    this.tried ||= this.watched;
    this.unrated ||= this.solved;
    this.id = id;
    this.begin();
  }

  /** Makes moves of an earlier visit, as far as they can be made; returns whether all can. `seconds`: null if unknown. */
  resume(letters, shown, seconds) {
    let all = true;
    for (let i = 0; i < letters.length && all; i += 1) all = this.move(letters[i], i < shown);
    [this.before, this.since] = [this.steps > 0 ? seconds : 0, null];
    if (this.won) this.won.seconds = seconds ?? 0;
    return all;
  }

  /** Stops the clock, until the next move or `run`. */
  stop() {
    if (this.since === null) return;
    this.before = this.seconds;
    [this.since, this.stopped] = [null, true];
  }

  /** Has a clock run on that was stopped. */
  run() {
    if (this.stopped && this.won === null) this.since ??= performance.now();
    this.stopped = false;
  }

  /** True if the time is not known, or is that of another way to the goal. */
  get untimed() {
    return this.before === null || (this.solved && this.won !== null && this.won.letters !== this.letters);
  }

  get solved() {
    return same(this.now, this.goal);
  }

  /** Counts moves another way from now on: what is proven is not true of it. */
  countBy(metric) {
    this.metric = metric;
    this.proofs.clear();
    this.ways.clear();
  }

  /** Tiles moved by one cell, each counted. */
  get steps() {
    return this.made.length;
  }

  /** Moves made. */
  get count() {
    return countOf(this.letters, this.metric);
  }

  get letters() {
    return lettersOf(this.made);
  }

  /** Moves that were hints, or of a solution shown. */
  get shownCount() {
    return countOf(lettersOf(this.made.filter((move) => move.shown)), this.metric);
  }

  /** The steps that were hints, or of a solution shown. */
  get shown() {
    return this.made.filter((move) => move.shown).length;
  }

  /** The best way known from here, or null. */
  get way() {
    return this.proofs.get(this.key) ?? this.ways.get(this.key) ?? null;
  }

  /** True if `way` is a shortest one. */
  get proven() {
    return this.proofs.has(this.key);
  }

  /** The length of a shortest solution from here, or null while it is unknown. */
  get needed() {
    return this.solved ? 0 : this.lengthOf(this.proofs.get(this.key));
  }

  /** The moves of the best way known from here where it is not proven to be a shortest one, or null. */
  get upper() {
    return this.solved || this.proven ? null : this.lengthOf(this.ways.get(this.key));
  }

  /** The length of a shortest solution of the start, or null while it is unknown. */
  get best() {
    return same(this.start, this.goal) ? 0 : this.lengthOf(this.proofs.get(keyOf(this.start)));
  }

  /** Moves made beyond those that a shortest solution needs, or null while that is unknown. */
  get lost() {
    if (this.needed === null || this.best === null) return null;
    return countOf(this.letters + (this.proofs.get(this.key) ?? ""), this.metric) - this.best;
  }

  /** Moves of a way, null where there is none. */
  lengthOf(way) {
    return way === undefined ? null : countOf(way, this.metric);
  }

  /** What the last gesture cost beyond the moves that were needed; null while that is unknown, or if it was shown. */
  get lastCost() {
    const last = this.made.at(-1);
    if (!last || last.shown || this.needed === null) return null;
    const at = this.made.findIndex((move) => move.gesture === last.gesture);
    const way = this.proofs.get(this.made[at].from);
    if (way === undefined) return null;
    const whole = this.letters + (this.proofs.get(this.key) ?? "");
    return this.lengthOf(whole) - this.lengthOf(this.letters.slice(0, at) + way);
  }

  get seconds() {
    const running = this.since === null ? 0 : (performance.now() - this.since) / 1000;
    return this.won?.seconds ?? this.before + running;
  }

  /** Takes up a way from `from`, proven to be a shortest one or not; it tells as much of every position along it. */
  learn(way, proven = true, from = this.now) {
    let [position, rest] = [from, way];
    for (const move of movesOf(way, this.metric)) {
      if (!position) return;
      const key = keyOf(position);
      if (proven) this.proofs.set(key, rest);
      else if (this.lengthOf(rest) < (this.lengthOf(this.ways.get(key)) ?? Infinity)) this.ways.set(key, rest);
      for (const letter of move) position &&= after(position, letter);
      rest = rest.slice(move.length);
    }
  }

  /** The shortest way from here that goes back over the last moves to a position whose shortest way is known, or null. */
  wayBack() {
    let [found, back] = [null, ""];
    for (const { letter, from } of this.made.slice(-NEAR).reverse()) {
      back += REVERSE[letter];
      if (!this.proofs.has(from)) continue;
      const way = back + this.proofs.get(from);
      if (found === null || this.lengthOf(way) < this.lengthOf(found)) found = way;
    }
    return found;
  }

  /** Makes moves as one gesture, which `undo` takes back together; returns false if there is no such move. */
  move(letters, shown = false) {
    if (this.watched && !shown && this.won === null && this.undone.length > 0) this.tried = true;
    this.undone = [];
    return this.apply(letters, shown);
  }

  apply(letters, shown) {
    this.gesture += 1;
    for (const letter of letters) {
      const next = letter in REVERSE ? after(this.now, letter) : null;
      if (!next) return false;
      this.made.push({ letter, gesture: this.gesture, shown, from: this.key });
      this.now = next;
      this.key = keyOf(next);
    }
    if (!shown && this.won === null && this.before !== null) this.since ??= performance.now();
    if (this.solved && this.won === null && this.steps > this.shown) {
      this.won = { letters: this.letters, seconds: this.seconds };
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
    while (this.made.at(-1)?.gesture === last.gesture) letters = this.back() + letters;
    this.undone.push({ letters, shown: last.shown });
    return letters;
  }

  /** Makes the gesture again that was taken back last; returns its moves, "" if there was none. */
  redo() {
    const gesture = this.undone.pop();
    if (!gesture) return "";
    this.apply(gesture.letters, gesture.shown);
    return gesture.letters;
  }

  back() {
    const { letter, from } = this.made.pop();
    this.now = after(this.now, REVERSE[letter]);
    this.key = from;
    return letter;
  }

  /** Shows the position after `index` steps of `way`, which begins after the step of number `base`. */
  seek(base, way, index) {
    while (this.steps > base + index) this.back();
    while (this.steps < base + index) this.move(way[this.steps - base], true);
  }
}
