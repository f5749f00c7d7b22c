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
    this.made = []; // { letter, gesture, shown, way }: `way` is what was known before the move
    this.gesture = 0;
    this.way = this.wayFromStart ?? null;
    this.clockStart = null;
    this.clockEnd = null;
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
    return this.solved ? 0 : (this.way?.length ?? null);
  }

  get seconds() {
    return this.clockStart === null ? 0 : ((this.clockEnd ?? performance.now()) - this.clockStart) / 1000;
  }

  /** A shortest way from here. */
  learn(way) {
    this.way = way;
    if (this.count === 0) {
      this.wayFromStart = way;
      this.best = way.length;
    }
  }

  /** Makes moves as one gesture, which `undo` takes back together; returns false if there is no such move. */
  move(letters, shown = false) {
    this.gesture += 1;
    for (const letter of letters) {
      const next = after(this.now, letter);
      if (!next) return false;
      this.made.push({ letter, gesture: this.gesture, shown, way: this.way });
      this.way = this.way?.startsWith(letter) ? this.way.slice(1) : null;
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
    const { letter, way } = this.made.pop();
    this.now = after(this.now, REVERSE[letter]);
    this.way = way ?? (this.count === 0 ? (this.wayFromStart ?? null) : null);
    this.clockEnd = null;
    return letter;
  }

  /** Shows the position after `index` moves of `way`, which begins after the move of number `base`. */
  seek(base, way, index) {
    while (this.count > base + index) this.back();
    while (this.count < base + index) this.move(way[this.count - base], true);
  }
}
