// The texts of the message line of the tab Puzzle, and of the buttons beside them.
import { plural } from "./dom.js";

/** The answer to "Why?" if a board cannot be solved. */
const WHY = "Sliding reaches only half of all boards; a swap leads to the others.";
const ORDER = "Slide the tiles into this order";

/**
 * Returns the button with which the reader plays the board of another person's game.
 * @param {PuzzleTab} tab
 * @returns {Act}
 */
export const playIt = (tab) => ["Play it yourself", () => tab.another(() => tab.starts.playShared())];

/**
 * Returns why two tiles are suspected to be swapped, as a part of a sentence.
 * @param {number[]} pair
 */
export const alike = (pair) => (pair.join() === "6,9" ? ", which look alike," : "");

/**
 * Returns the message about a board that cannot be solved, with a button that corrects it.
 * @param {PuzzleTab} tab
 * @param {Game} game
 * @param {boolean} isShort whether there is room for only a few words
 * @returns {Message}
 */
function unsolvableMessage(tab, game, isShort) {
  const pair = tab.starts.swapped(game);
  const suspects = pair.join(" and ");
  /** @type {Act} */
  const swap = [`Swap ${suspects}`, () => tab.another(() => tab.starts.swap(game))];
  /** @type {Act} */
  const blankLast = ["Goal: blank last", () => tab.another(() => tab.starts.useUsualGoal())];
  const doubt = isShort ? `Are ${suspects} swapped?` : `Maybe ${suspects}${alike(pair)} are swapped.`;
  const text = `This can’t be solved. ${doubt}`;
  return { text, kind: "error", acts: [tab.otherGoal ? blankLast : swap, ["Why?", () => tab.showError(WHY, [swap])]] };
}

/**
 * Returns what the message line shows. `isShort` says that there is room for few words only.
 * @param {PuzzleTab} tab
 * @param {Game} game
 * @param {boolean} isShort
 * @returns {Message}
 */
export function messageLine(tab, game, isShort) {
  const { obstacle, notice, pile } = tab;
  if (obstacle !== null && !notice) return unsolvableMessage(tab, game, isShort);
  /** @type {Act[]} */
  const next = [];
  if (pile.length > 0) {
    next.push([`Next of ${pile.length} more`, () => tab.attempt(() => tab.starts.nextOfPile())]);
  }
  /** @type {Act[]} */
  const back = game.canReturn ? [["Back to your result", () => tab.backToResult()]] : [];
  if (notice) return { kind: "", ...notice, acts: [...(notice.acts ?? next), ...back] };
  if (game.isTheirs) {
    return {
      text: theirs(game),
      kind: "rest",
      acts: [["Watch", () => tab.search(({ ways }) => ways.watch())], playIt(tab)],
    };
  }
  if (game.solved) return { text: praise(game), kind: "good", acts: back };
  const text = game.steps > 0 ? `${ORDER}.` : `${ORDER}: tap or swipe${isShort ? "" : ", or use the arrow keys"}.`;
  return { text, kind: "rest", acts: [...next, ...back] };
}

/**
 * Returns the text that announces another person's game.
 * @param {Game} game
 */
export const theirs = ({ solved, count }) =>
  `Somebody else’s game ${solved ? "of" : "after"} ${plural(count, "move")}.`;

/**
 * Returns the message about a board that is solved.
 * @param {Game} game
 */
function praise({ steps, shown, count, best, tried, isHelped }) {
  if (steps === 0) return "The board is in order.";
  if (shown > 0) return "Solved, with moves that were shown to you.";
  return count === best && !tried && !isHelped ? "Perfect!" : "Well done!";
}
