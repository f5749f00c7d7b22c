// Solve in the tab Puzzle: a search that finds shorter and shorter solutions, until one is proven
// to be a shortest one or the search ends. Each solution is loaded into the player, or offered if
// the reader is already stepping through another one.
import { number, plural, say, sentence } from "./dom.js";
import { unsolved } from "./progress.js";

/** A search for shorter and shorter solutions of one position. */
export class Solving {
  /** @type {string | null} */
  #best = null; // the best solution so far

  /**
   * @param {Ways} ways
   * @param {Game} game
   */
  constructor(ways, game) {
    this.ways = ways;
    this.game = game;
    this.from = game.key;
    this.start = game.now;
    this.base = game.steps; // the number of steps that lead to the start of the solutions
  }

  /** Searches, and shows what is found. */
  async run() {
    if (this.#isProven()) return this.#conclude(null);
    this.#learned();
    const on = { learned: () => this.#learned(), cancelled: () => this.#cancelled() };
    const record = await this.ways.search(this.game, on);
    if (record && this.#isShown()) this.#conclude(record);
  }

  #isShown() {
    return this.game === this.ways.tab.game;
  }

  #isProven() {
    return this.game.proof(this.from) !== null;
  }

  /**
   * Returns what is known of the solutions, in words.
   * @param {string} best
   * @param {boolean} [isSearching]
   */
  #state(best, isSearching = false) {
    const length = this.game.lengthOf(best);
    const from = this.base === 0 ? "" : " from here";
    if (this.#isProven()) return `${plural(length, "move")}${from}, the fewest possible.`;
    const { bound } = this.game.about(this.from);
    const least = bound > 0 ? `; at least ${number(bound)} are needed` : "";
    return `Found ${number(length)}${isSearching ? ". Searching for fewer" : ""}${least}.`;
  }

  /**
   * Loads a solution into the player.
   * @param {string} way
   */
  #load(way) {
    this.ways.offer("", null);
    this.game.seek(this.base, "", 0);
    this.ways.run(this.game, way);
  }

  /**
   * Loads the best solution into the player, or offers it if the reader is in the middle of another
   * one.
   * @param {string} best
   */
  #take(best) {
    const { game, ways } = this;
    const { route } = ways;
    if (route?.way === best) return;
    if (route === null || game.steps === this.base) return this.#load(best);
    const shorter = game.lengthOf(route.way) - game.lengthOf(best);
    if (shorter === 0 && this.#isProven()) game.learn(route.way, true, this.start);
    if (shorter > 0) ways.offer(`Show ${number(game.lengthOf(best))}`, () => this.#load(this.#best ?? best));
  }

  /** Called when the search has found something: a solution, or a better bound. */
  #learned() {
    const { game, ways } = this;
    const { way } = game.about(this.from);
    if (way === null || !this.#isShown()) return;
    const isBetter = this.#best === null || game.lengthOf(way) < game.lengthOf(this.#best);
    this.#best = way;
    if (isBetter) this.#take(way);
    ways.nameStop("Stop here");
    ways.announceInterim(this.#state(way, true));
    if (isBetter) say(ways.tab.notice?.text ?? null);
  }

  /**
   * Says what the search has found when it has ended, or why it has found nothing.
   * @param {BoardRecord | null} record
   */
  #conclude(record) {
    const { way } = this.game.about(this.from);
    this.#best = way;
    if (way === null) return record && this.ways.tab.showError(unsolved(record));
    this.#take(way);
    const why = this.#isProven() ? "" : ` ${sentence(record?.error ?? "stopped at a limit")}`;
    this.ways.announce(this.#state(way) + why);
    say(this.ways.tab.notice?.text ?? null);
  }

  /** Called when the reader has cancelled the search. Returns true if it has told the reader so. */
  #cancelled() {
    if (this.#best === null || !this.#isShown()) return false;
    this.ways.announce(`${this.#state(this.#best)} Stopped here.`);
    return true;
  }
}
