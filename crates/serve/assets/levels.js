// The published block puzzles as levels, their cards, and what this browser keeps of games: results and moves.
import { json } from "./api.js";
import { puzzleOf, toText } from "./blockmap.js";
import { picture } from "./blockview.js";
import { clone, number, plural } from "./dom.js";
import { keep, once, recall } from "./storage.js";

const SOLVED = "blocks-solved"; // { name or text: { metric: fewest by hand } }
const GAMES = "blocks-games"; // { name or text: moves }
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

/** Shows stars in a part of the page. */
export function drawStars(node, stars) {
  node.textContent = starText(stars);
  node.ariaLabel = `${stars} of 3 stars`;
}

export const starText = (stars) => "★★★☆☆☆".slice(3 - stars, 6 - stars);

export function createLevels() {
  let levels = [];

  const fewest = ({ optimum }, metric) => optimum[metric] ?? Infinity;
  const sorted = (metric) => levels.toSorted((a, b) => fewest(a, metric) - fewest(b, metric));
  /** The fewest moves by hand so far in a level of that name, or in the puzzle of that text, or null. */
  const mine = (key, metric) => recall(SOLVED, {})[key]?.[metric] ?? null;

  return {
    /** Fetches the levels, once; throws if the server does not answer. */
    load: once(async () => {
      levels = (await json("/api/blocks/levels")).levels.map(levelOf);
    }),
    find: (name) => levels.find((level) => level.name === name || level.names.includes(name)) ?? null,
    mine,
    /** The next level with as many moves or more. */
    next(level, metric) {
      const all = sorted(metric);
      return all[(all.indexOf(level) + 1) % all.length];
    },
    /** Fills `host` with links to the levels and their pictures, those with the fewest moves first. */
    list(host, metric, hrefOf) {
      host.replaceChildren();
      for (const level of sorted(metric)) {
        const [item] = clone("level", host);
        const [link, title, names, moves, stars] = item.querySelectorAll("a, strong, [lang], .moves-needed, .stars");
        link.href = hrefOf(level);
        link.prepend(picture(level.puzzle, level.puzzle.start, { small: true, "aria-hidden": "true" }));
        title.textContent = level.title;
        names.textContent = originals(level);
        moves.textContent = plural(level.optimum[metric], "move");
        drawStars(stars, starsOf(mine(level.name, metric), level.optimum[metric]));
      }
    },
    /** How much was solved, in words. */
    progress(metric) {
      /** @type {number[]} */
      const stars = levels.map((level) => starsOf(mine(level.name, metric), level.optimum[metric]));
      const sum = stars.reduce((a, b) => a + b, 0);
      return `${number(stars.filter(Boolean).length)} of ${number(levels.length)} solved, ${plural(sum, "star")}.`;
    },
    /** Remembers a puzzle that was solved by hand. */
    solved(key, metric, moves) {
      const all = recall(SOLVED, {});
      const of = (all[key] ??= {});
      of[metric] = Math.min(moves, of[metric] ?? Infinity);
      keep(SOLVED, all);
    },
    /** Keeps the moves of the game of a level or text. */
    keepGame(key, made) {
      const { [key]: _, ...others } = recall(GAMES, {});
      const entries = Object.entries(others).slice(1 - KEPT);
      if (made.length) entries.push([key, made]);
      keep(GAMES, Object.fromEntries(entries));
    },
    /** The moves of the game that was kept. */
    game: (key) => recall(GAMES, {})[key] ?? [],
  };
}
