// The published block puzzles as levels, their cards, and what this browser keeps of games: results and moves.
import { json } from "./api.js";
import { puzzleOf, toText } from "./blockmap.js";
import { picture } from "./blockview.js";
import { el, number, plural } from "./dom.js";
import { keep, recall } from "./storage.js";

const SOLVED = "blocks-solved"; // { name: { metric: fewest by hand } }
const GAMES = "blocks-games"; // { name or text: [[piece, path, helped]] }
/** Games that are kept. */
const KEPT = 60;

const levelOf = (answer) => {
  const puzzle = puzzleOf(answer);
  return { ...answer, puzzle, text: toText(puzzle, `## ${answer.name}`) };
};

/** The names of a level in Chinese, of which its title is a translation. */
export const originals = ({ names }) => names.filter((name) => /\p{Script=Han}/u.test(name)).join(", ");

/** Of three stars, those for a number of moves: all for the fewest possible, two for a quarter more, else one. */
export function starsOf(moves, optimum) {
  if (moves === null) return 0;
  if (optimum === undefined) return 1;
  return moves <= optimum ? 3 : moves <= 1.25 * optimum ? 2 : 1;
}

export const starText = (stars) => "★★★☆☆☆".slice(3 - stars, 6 - stars);

export function createLevels() {
  let levels = [];
  let loading = null;

  const fewest = ({ optimum }, metric) => optimum[metric] ?? Infinity;
  const sorted = (metric) => levels.toSorted((a, b) => fewest(a, metric) - fewest(b, metric));
  /** The fewest moves by hand so far, or null. */
  const mine = (level, metric) => recall(SOLVED, {})[level?.name]?.[metric] ?? null;

  return {
    /** Fetches the levels, once; throws if the server does not answer. */
    async load() {
      loading ??= json("/api/blocks/levels");
      try {
        const answer = await loading;
        if (levels.length === 0) levels = answer.levels.map(levelOf);
      } catch (error) {
        loading = null;
        throw error;
      }
    },
    find: (name) => levels.find((level) => level.name === name || level.names.includes(name)) ?? null,
    mine,
    /** The next level with as many moves or more. */
    next(level, metric) {
      const all = sorted(metric);
      return all[(all.indexOf(level) + 1) % all.length];
    },
    /** Links to the levels with their pictures, those with the fewest moves first. */
    cards: (metric, hrefOf) =>
      sorted(metric).map((level) => {
        const stars = starsOf(mine(level, metric), level.optimum[metric]);
        return el(
          "li",
          {},
          el(
            "a",
            { class: "card level", href: hrefOf(level) },
            picture(level.puzzle, level.puzzle.start, { small: true, "aria-hidden": "true" }),
            el("strong", {}, level.title),
            el("span", { class: "note", lang: "zh" }, originals(level)),
            el(
              "span",
              { class: "row spread" },
              el("span", {}, plural(level.optimum[metric], "move")),
              el("span", { class: "stars", role: "img", "aria-label": `${stars} of 3 stars` }, starText(stars)),
            ),
          ),
        );
      }),
    /** How much was solved, in words. */
    progress(metric) {
      const stars = levels.map((level) => starsOf(mine(level, metric), level.optimum[metric]));
      const sum = stars.reduce((a, b) => a + b, 0);
      return `${number(stars.filter(Boolean).length)} of ${number(levels.length)} solved, ${plural(sum, "star")}.`;
    },
    /** Remembers a level that was solved by hand. */
    solved(level, metric, moves) {
      const all = recall(SOLVED, {});
      const of = (all[level.name] ??= {});
      of[metric] = Math.min(moves, of[metric] ?? Infinity);
      keep(SOLVED, all);
    },
    /** Keeps the moves of the game of a level or text. */
    keepGame(key, made) {
      const { [key]: _, ...others } = recall(GAMES, {});
      const entries = Object.entries(others).slice(1 - KEPT);
      if (made.length) entries.push([key, made.map(({ piece, path, helped }) => [piece, path, helped])]);
      keep(GAMES, Object.fromEntries(entries));
    },
    /** The moves of the game that was kept. */
    game: (key) => (recall(GAMES, {})[key] ?? []).map(([piece, path, helped]) => ({ piece, path, helped })),
  };
}
