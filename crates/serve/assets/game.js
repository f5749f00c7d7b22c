// One game: a start, a goal, the moves made so far, and what is known of the shortest way on.
import { REVERSE, after, same } from "./tiles.js";

export class Game {
  constructor(start, goal) {
    this.start = start;
    this.goal = goal;
    this.best = null; // the length of a shortest solution of `start`, once known
    this.clear();
  }

  clear() {
    this.now = this.start;
    this.made = []; // { letter, gesture, shown, way, proven }: `way` and `proven` are what was known before the move
    this.gesture = 0;
    this.recall();
    this.clockStart = null;
    this.clockEnd = null;
  }

  /** Takes up what is known of the start. */
  recall() {
    this.way = this.fromStart?.way ?? null; // the best way known from here
    this.proven = this.fromStart?.proven ?? false; // it is a shortest one
  }

  get solved() {
    return same(this.now, this.goal);
  }

  get count() {
    return this.made.length;
  }

  /** How many of the moves were hints, or steps of a solution shown. */
  get shown() {
    return this.made.filter((move) => move.shown).length;
  }

  /** What is still needed at least, or null. */
  get needed() {
    return this.solved ? 0 : this.proven ? this.way.length : null;
  }

  /** Moves of the best way known from here where it is not proven to be a shortest one, or null. */
  get upper() {
    return this.solved || this.proven ? null : (this.way?.length ?? null);
  }

  /** The same from the start. */
  get bestUpper() {
    return this.best === null ? (this.fromStart?.way.length ?? null) : null;
  }

  get seconds() {
    return this.clockStart === null ? 0 : ((this.clockEnd ?? performance.now()) - this.clockStart) / 1000;
  }

  /** A way from here, proven to be a shortest one or not. */
  learn(way, proven = true) {
    [this.way, this.proven] = [way, proven];
    if (this.count === 0) {
      this.fromStart = { way, proven };
      if (proven) this.best = way.length;
    }
  }

  /** Makes moves as one gesture, which `undo` takes back together; returns false if there is no such move. */
  move(letters, shown = false) {
    this.gesture += 1;
    for (const letter of letters) {
      const next = after(this.now, letter);
      if (!next) return false;
      this.made.push({ letter, gesture: this.gesture, shown, way: this.way, proven: this.proven });
      this.way = this.way?.startsWith(letter) ? this.way.slice(1) : null;
      this.proven &&= this.way !== null;
      this.now = next;
    }
    if (!shown) this.clockStart ??= performance.now();
    if (this.solved) this.clockEnd = performance.now();
    return true;
  }

  /** Takes back the last gesture; returns its moves, "" if there was none. */
  undo() {
    const last = this.made.at(-1)?.gesture;
    let letters = "";
    while (this.made.length > 0 && this.made.at(-1).gesture === last) letters += this.back();
    return letters;
  }

  back() {
    const { letter, way, proven } = this.made.pop();
    this.now = after(this.now, REVERSE[letter]);
    [this.way, this.proven] = [way, proven];
    if (this.count === 0 && this.fromStart) this.recall();
    this.clockEnd = null;
    return letter;
  }

  /** Shows the position after `index` moves of `way`, which begins after the move of number `base`. */
  seek(base, way, index) {
    while (this.count > base + index) this.back();
    while (this.count < base + index) this.move(way[this.count - base], true);
  }
}
