// Describes a finished game: in a few words, in squares, and as a text to share. No function here
// accesses the document.
import { plural, toTenth } from "./dom.js";
import { distances } from "./losses.js";
import { SINGLE } from "./metric.js";
import { sizeOf } from "./tiles.js";

/**
 * Returns a phrase that compares the number of moves with the optimum, such as `the fewest
 * possible` or `6 more than the fewest`. Returns null while the optimum is unknown.
 * @param {{ count: number, best: number | null | undefined, tried?: boolean }} counts
 */
export function verdict({ count, best, tried = false }) {
  if (best === null || best === undefined) return null;
  if (count > best) return `${count - best} more than the fewest`;
  return tried ? "the fewest possible, with moves taken back" : "the fewest possible";
}

/**
 * Returns the end of a sentence, which says what help the player had, such as `, with hints`. It is
 * empty if the player had no help.
 * @param {Game} game
 */
export function helpIn({ shown, isHelped }) {
  if (shown > 0) return `, ${plural(shown, "move")} shown to you`;
  return isHelped ? ", with hints" : "";
}

/** Maximum number of squares in the line that describes a game. */
const SQUARES = 10;

/**
 * Returns a line of squares that describes a game. Each square stands for a part of the game: green
 * if it lost no moves, yellow if it lost one or two, red if it lost more, and white if this is
 * unknown.
 * @param {Game} game
 */
export function squares(game) {
  const ways = distances(game);
  const moves = ways.length - 1;
  return Array.from({ length: Math.min(SQUARES, moves) }, (_, i) => {
    const [from, to] = [i, i + 1].map((part) => Math.round((part * moves) / Math.min(SQUARES, moves)));
    const [before, behind] = [ways[from], ways[to]];
    if (before === null || behind === null) return "⬜";
    const cost = to - from + behind - before;
    return cost === 0 ? "🟩" : cost <= 2 ? "🟨" : "🟥";
  }).join("");
}

/**
 * Returns a text to share about a finished game: a sentence, its squares, and its address, each on
 * a line of its own.
 * @param {Game} game
 * @param {string} address
 */
export function shareText(game, address) {
  const name = game.daily ? `fifteen, board of ${game.daily}` : `fifteen, ${sizeOf(game.start)}`;
  const metric = game.metric === SINGLE ? "" : `, ${game.metric}`;
  const time = game.untimed || game.seconds === 0 ? "" : ` in ${toTenth(game.seconds)}`;
  const beside = verdict(game);
  const help = game.isHelped ? ", with hints" : "";
  const sentence = `${name}${metric}: ${plural(game.count, "move")}${time}${beside ? `, ${beside}` : ""}${help}`;
  return [sentence, squares(game), address].join("\n");
}
