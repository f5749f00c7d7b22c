// The two metrics, which are ways to count moves. In the single-tile metric, each tile that moves
// by one cell is a move. In the multi-tile metric, all tiles that slide together are one move. For
// both metrics, a sequence of moves is stored as letters, one for each tile that moves by one cell.
// No function here accesses the document.

export const SINGLE = "single-tile";
export const MULTI = "multi-tile";

/**
 * Splits a sequence of letters into moves as a metric counts them, such as `["RRR", "U"]` in the
 * multi-tile metric.
 * @param {string} way
 * @param {string} metric
 * @returns {string[]}
 */
export const movesOf = (way, metric) => (metric === MULTI ? (way.match(/(.)\1*/g) ?? []) : [...way]);

/**
 * Returns the number of moves in a sequence of letters.
 * @param {string} way
 * @param {string} metric
 */
export const countOf = (way, metric) => movesOf(way, metric).length;

/**
 * Returns a move as text, such as `R3` for three tiles that slide to the right together.
 * @param {string} move
 */
export const textOf = (move) => (move.length > 1 ? `${move[0]}${move.length}` : move);

/**
 * Returns a sequence of moves as text: `R3 U2 L` in the multi-tile metric, or letters alone.
 * @param {string} way
 * @param {string} metric
 */
export const writtenWay = (way, metric) =>
  movesOf(way, metric)
    .map(textOf)
    .join(metric === MULTI ? " " : "");

/**
 * Returns the letters of a solution as the engine writes it, such as `RRRU` for `R3 U`. A number
 * repeats the letter before it.
 * @param {string} text
 */
export const lettersIn = (text) =>
  text.replaceAll(" ", "").replace(/([UDLR])(\d+)/g, (_, letter, times) => letter.repeat(Number(times)));
