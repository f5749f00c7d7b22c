// The published block puzzles as levels, their cards, and what this browser keeps of games: results and moves.
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
/** Games that are kept. */
const KEPT = 60;

/**
 * @param {LevelAnswer} answer
 * @returns {Level}
 */
const levelOf = (answer) => {
  const puzzle = puzzleOf(answer);
  return { ...answer, puzzle, text: blockText(puzzle, `## ${answer.name}`) };
};

/**
 * The names of a level in Chinese, of which its title is a translation.
 * @param {Level} level
 */
export const originals = ({ names }) => names.filter((name) => /\p{Script=Han}/u.test(name)).join(", ");

/**
 * Of three stars, those for a number of moves: all for the fewest possible, two for a quarter more, else one.
 * @param {number | null} moves
 * @param {number | null | undefined} optimum
 */
export function starsOf(moves, optimum) {
  if (moves === null) return 0;
  if (optimum === undefined || optimum === null) return 1;
  return moves <= optimum ? 3 : moves <= 1.25 * optimum ? 2 : 1;
}

/**
 * Shows stars in a part of the page.
 * @param {HTMLElement} node
 * @param {number} stars
 */
export function drawStars(node, stars) {
  node.textContent = starText(stars);
  node.ariaLabel = `${stars} of 3 stars`;
}

/** @param {number} stars */
export const starText = (stars) => "★★★☆☆☆".slice(3 - stars, 6 - stars);

/** The fewest moves by hand, by the name or the text of a puzzle, and by metric. */
const results = () => recall(SOLVED, /** @type {Record<string, Record<string, number>>} */ ({}));
/** The moves of games, by the name or the text of the puzzle. */
const games = () => recall(GAMES, /** @type {Record<string, Move[]>} */ ({}));

export function createLevels() {
  /** @type {Level[]} */
  let levels = [];

  /**
   * @param {Level} level
   * @param {string} metric
   */
  const fewest = ({ optimum }, metric) => optimum[metric] ?? Infinity;
  /** @param {string} metric */
  const sorted = (metric) => levels.toSorted((a, b) => fewest(a, metric) - fewest(b, metric));
  /**
   * The fewest moves by hand so far in a level of that name, or in the puzzle of that text, or null.
   * @param {string} key
   * @param {string} metric
   * @returns {number | null}
   */
  const mine = (key, metric) => results()[key]?.[metric] ?? null;

  return {
    /** Fetches the levels, once; throws if the server does not answer. */
    load: once(async () => {
      levels = (await json("/api/blocks/levels")).levels.map(levelOf);
    }),
    /** @param {string | null} name */
    find: (name) => levels.find((level) => level.name === name || level.names.some((other) => other === name)) ?? null,
    mine,
    /**
     * The next level with as many moves or more.
     * @param {Level} level
     * @param {string} metric
     */
    next(level, metric) {
      const all = sorted(metric);
      return all[(all.indexOf(level) + 1) % all.length];
    },
    /**
     * Fills `host` with links to the levels and their pictures, those with the fewest moves first.
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
     * How much was solved, in words.
     * @param {string} metric
     */
    progress(metric) {
      /** @type {number[]} */
      const stars = levels.map((level) => starsOf(mine(level.name, metric), level.optimum[metric]));
      const sum = stars.reduce((a, b) => a + b, 0);
      return `${number(stars.filter(Boolean).length)} of ${number(levels.length)} solved, ${plural(sum, "star")}.`;
    },
    /**
     * Remembers a puzzle that was solved by hand.
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
     * Keeps the moves of the game of a level or text.
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
     * The moves of the game that was kept.
     * @param {string} key
     * @returns {Move[]}
     */
    game: (key) => games()[key] ?? [],
  };
}
