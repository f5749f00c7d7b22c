// Changes a board that the reader enters cell by cell, and finds the two tiles to check if it
// cannot be solved. No function here accesses the document.

/**
 * Returns an empty board with the first cell chosen.
 * @param {number} width
 * @param {number} height
 * @returns {Entry}
 */
export const emptyEntry = (width, height) => ({
  width,
  height,
  cells: Array(width * height).fill(null),
  at: 0,
  last: null,
});

/**
 * Returns a complete board with no cell chosen, so that a tap on a number changes nothing.
 * @param {number} width
 * @param {number} height
 * @param {number[]} cells
 * @returns {Entry}
 */
export const complete = (width, height, cells) => ({ width, height, cells, at: null, last: null });

/**
 * Returns the numbers that are still to be placed. The blank is 0.
 * @param {{ cells: (number | null)[] }} entry
 */
export const numbersLeft = ({ cells }) => cells.map((_, number) => number).filter((number) => !cells.includes(number));

/** @param {{ cells: (number | null)[] }} entry */
export const isComplete = ({ cells }) => !cells.includes(null);
/** @param {Entry} entry */
export const isEmpty = ({ cells }) => cells.every((number) => number === null);

/**
 * Returns the board with the contents of two cells exchanged. The second cell is then chosen.
 * @param {Entry} entry
 * @param {number} one
 * @param {number} two
 * @returns {Entry}
 */
export function exchanged(entry, one, two) {
  const cells = [...entry.cells];
  [cells[one], cells[two]] = [cells[two], cells[one]];
  return { ...entry, cells, at: two, last: null };
}

/**
 * Returns the board with a cell emptied and chosen.
 * @param {Entry} entry
 * @param {number} cell
 * @returns {Entry}
 */
export function without(entry, cell) {
  return { ...entry, cells: entry.cells.with(cell, null), at: cell, last: null };
}

/**
 * Returns the board with a number in the chosen cell. The next empty cell is then chosen. If the
 * number stood in another cell, it changes places with the contents of the chosen cell. If a new
 * number leaves only one, that one is placed too. In a complete board, no cell is chosen, so that a
 * tap on a number exchanges nothing.
 * @param {Entry} entry
 * @param {number} number
 * @returns {Entry}
 */
export function withNumber(entry, number) {
  if (entry.at === null) return entry;
  const from = entry.cells.indexOf(number);
  const cells = from >= 0 ? exchanged(entry, from, entry.at).cells : entry.cells.with(entry.at, number);
  const left = numbersLeft({ cells });
  const [next, first] = [cells.indexOf(null, entry.at), cells.indexOf(null)];
  if (from >= 0 && left.length <= 1) return { ...entry, cells, at: first >= 0 ? first : null, last: null };
  if (left.length === 1) return { ...entry, cells: cells.map((one) => one ?? left[0]), at: null, last: left[0] };
  return { ...entry, cells, at: next >= 0 ? next : first, last: null };
}

/**
 * Reads a text of numbers as a board of the size of `entry`, or as a square board. Returns null for
 * any other text.
 * @param {string} text
 * @param {{ width: number, height: number }} size
 */
export function entryOf(text, { width, height }) {
  const cells = (text.match(/\d+/g) ?? []).map(Number);
  const side = Math.sqrt(cells.length);
  const size = cells.length === width * height ? [width, height] : side >= 2 && side <= 5 ? [side, side] : [0, 0];
  const isBoard = Number.isInteger(size[0]) && cells.length > 0 && cells.every((_, number) => cells.includes(number));
  return isBoard && size[0] > 0 && !/[^\d\s/,;]/.test(text) ? complete(size[0], size[1], cells) : null;
}

/**
 * Returns the two tiles to check first on a board that cannot be solved. If exactly two tiles stand
 * in each other's place, as 14 and 15 do on Loyd's board, it is these two. Otherwise it is 6 and 9,
 * which are easily misread, or on small boards the last two tiles of the goal.
 * @param {{ cells: number[] }} board
 * @param {Position} goal
 */
export function suspects({ cells }, goal) {
  /**
   * @param {number} label
   * @param {number} cell
   */
  const partner = (label, cell) => goal.cells[cells.indexOf(goal.cells[cell])] === label;
  /**
   * @param {number} label
   * @param {number} cell
   */
  const isSwapped = (label, cell) =>
    label !== 0 && goal.cells[cell] !== 0 && goal.cells[cell] !== label && partner(label, cell);
  const found = cells.filter(isSwapped);
  // A swapped pair is found twice, once by each of its tiles.
  if (found.length === 2) return found.toSorted((a, b) => a - b);
  if (cells.length > 9) return [6, 9];
  return goal.cells.filter((label) => label !== 0).slice(-2);
}
