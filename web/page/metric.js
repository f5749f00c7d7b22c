// The two ways to count moves: each tile that moves by one cell is a move, or each line of tiles that slide together.
// Rules alone. A way is kept as letters, one for each tile that moves by one cell.

export const SINGLE = "single-tile";
export const MULTI = "multi-tile";

/**
 * The moves of a way as a metric counts them, each as its letters: `["RRR", "U"]`.
 * @param {string} way
 * @param {string} metric
 * @returns {string[]}
 */
export const movesOf = (way, metric) => (metric === MULTI ? (way.match(/(.)\1*/g) ?? []) : [...way]);

/**
 * Number of moves of a way.
 * @param {string} way
 * @param {string} metric
 */
export const countOf = (way, metric) => movesOf(way, metric).length;

/**
 * A move as it is written: `R3`.
 * @param {string} move
 */
export const textOf = (move) => (move.length > 1 ? `${move[0]}${move.length}` : move);

/**
 * A way as it is written: `R3 U2 L`, or letters alone.
 * @param {string} way
 * @param {string} metric
 */
export const writtenWay = (way, metric) =>
  movesOf(way, metric)
    .map(textOf)
    .join(metric === MULTI ? " " : "");

/**
 * The letters of a way as the engine writes it: a number behind a letter repeats the letter.
 * @param {string} text
 */
export const lettersIn = (text) =>
  text.replaceAll(" ", "").replace(/([UDLR])(\d+)/g, (_, letter, times) => letter.repeat(Number(times)));
