// The levels, which are published block puzzles: the cards that show them, and the results and
// moves that this browser stores.
import { json, once } from "./api.js";
import { puzzleOf } from "./blockmap.js";
import { blockText } from "./blocktext.js";
import { picture } from "./blockview.js";
import { clone, find, number, plural } from "./dom.js";
import { keep, recall } from "./storage.js";

/** @typedef {LevelAnswer & { puzzle: import("./blockmap.js").Puzzle, text: string }} Level */

/** @typedef {{ piece: string, path: string, helped?: boolean }} Move */

const SOLVED = "blocks-solved";
const GAMES = "blocks-games";
/** Number of games whose moves are kept. */
const KEPT = 60;

/**
 * Returns the level that an answer of the engine describes, with its puzzle and its text.
 * @param {LevelAnswer} answer
 * @returns {Level}
 */
const levelOf = (answer) => {
  const puzzle = puzzleOf(answer);
  return { ...answer, puzzle, text: blockText(puzzle, `## ${answer.name}`) };
};

/**
 * Returns the Chinese names of a level, or "" if it has no Chinese name. The level's title
 * translates these names.
 * @param {Level} level
 */
export const originals = ({ names }) => names.filter((name) => /\p{Script=Han}/u.test(name)).join(", ");

/**
 * Returns how many of three stars a number of moves earns: three for the fewest possible, two for
 * up to a quarter more, and otherwise one. Returns 0 if `moves` is null, and 1 if the optimum is
 * unknown.
 * @param {number | null} moves
 * @param {number | null | undefined} optimum
 */
export function starsOf(moves, optimum) {
  if (moves === null) return 0;
  if (optimum === undefined || optimum === null) return 1;
  return moves <= optimum ? 3 : moves <= 1.25 * optimum ? 2 : 1;
}

/**
 * Shows a number of stars in an element.
 * @param {HTMLElement} node
 * @param {number} stars
 */
export function drawStars(node, stars) {
  node.textContent = starText(stars);
  node.ariaLabel = `${stars} of 3 stars`;
}

/**
 * Returns `stars` filled stars and then empty ones, three stars in all, such as `★★☆`.
 * @param {number} stars
 */
export const starText = (stars) => "★★★☆☆☆".slice(3 - stars, 6 - stars);

/**
 * Returns the player's fewest moves for each puzzle, by the level's name or the puzzle's text, and
 * then by metric.
 */
const results = () => recall(SOLVED, /** @type {Record<string, Record<string, number>>} */ ({}));
/** Returns the moves of the stored games, by the level's name or the puzzle's text. */
const games = () => recall(GAMES, /** @type {Record<string, Move[]>} */ ({}));

/** Returns functions that load and list the levels, and that keep results and games. */
export function createLevels() {
  /** @type {Level[]} */
  let levels = [];

  /**
   * Returns the fewest moves of a level, or infinity if they are unknown.
   * @param {Level} level
   * @param {string} metric
   */
  const fewest = ({ optimum }, metric) => optimum[metric] ?? Infinity;
  /**
   * Returns the levels, those with the fewest moves first.
   * @param {string} metric
   */
  const sorted = (metric) => levels.toSorted((a, b) => fewest(a, metric) - fewest(b, metric));
  /**
   * Returns the player's fewest moves so far for a puzzle, given the level's name or the puzzle's
   * text. Returns null if the player has not solved it.
   * @param {string} key
   * @param {string} metric
   * @returns {number | null}
   */
  const mine = (key, metric) => results()[key]?.[metric] ?? null;

  return {
    /** Fetches the levels once. Throws an error if the engine does not answer. */
    load: once(async () => {
      levels = (await json("/api/blocks/levels")).levels.map(levelOf);
    }),
    /**
     * Returns the level with this name, or null.
     * @param {string | null} name
     */
    find: (name) => levels.find((level) => level.name === name || level.names.some((other) => other === name)) ?? null,
    mine,
    /**
     * Returns the next level in the list, or the first level after the last one.
     * @param {Level} level
     * @param {string} metric
     */
    next(level, metric) {
      const all = sorted(metric);
      return all[(all.indexOf(level) + 1) % all.length];
    },
    /**
     * Fills `host` with cards of the levels, those with the fewest moves first. Each card is a link
     * with a picture.
     * @param {HTMLElement} host
     * @param {string} metric
     * @param {(level: Level) => string} hrefOf
     */
    list(host, metric, hrefOf) {
      host.replaceChildren();
      for (const level of sorted(metric)) {
        const [item] = clone("level", host);
        const [link, title, stars] = [find(item, "a"), find(item, "strong"), find(item, ".stars")];
        link.href = hrefOf(level);
        link.prepend(picture(level.puzzle, level.puzzle.start, { small: true, "aria-hidden": "true" }));
        title.textContent = level.title;
        find(item, "[lang]").textContent = originals(level);
        find(item, ".moves-needed").textContent = plural(level.optimum[metric], "move");
        drawStars(stars, starsOf(mine(level.name, metric), level.optimum[metric]));
      }
    },
    /**
     * Returns a sentence that says how many levels the player has solved, and how many stars that
     * earned.
     * @param {string} metric
     */
    progress(metric) {
      /** @type {number[]} */
      const stars = levels.map((level) => starsOf(mine(level.name, metric), level.optimum[metric]));
      const sum = stars.reduce((a, b) => a + b, 0);
      return `${number(stars.filter(Boolean).length)} of ${number(levels.length)} solved, ${plural(sum, "star")}.`;
    },
    /**
     * Keeps the number of moves of a puzzle that was solved by hand, if it is the fewest so far.
     * @param {string} key
     * @param {string} metric
     * @param {number} moves
     */
    solved(key, metric, moves) {
      const all = results();
      const of = (all[key] ??= {});
      of[metric] = Math.min(moves, of[metric] ?? Infinity);
      keep(SOLVED, all);
    },
    /**
     * Keeps the moves of the game of a level or text, and forgets the oldest games if there are too
     * many.
     * @param {string} key
     * @param {Move[]} made
     */
    keepGame(key, made) {
      const { [key]: _, ...others } = games();
      const entries = Object.entries(others).slice(1 - KEPT);
      if (made.length) entries.push([key, made]);
      keep(GAMES, Object.fromEntries(entries));
    },
    /**
     * Returns the moves of the stored game of a level or text, or an empty list.
     * @param {string} key
     * @returns {Move[]}
     */
    game: (key) => games()[key] ?? [],
  };
}
