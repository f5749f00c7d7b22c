// A board that is being entered, cell by cell: { width, height, cells, at, last }, where a cell without a number is null,
// `at` is the cell that is chosen, or null, and `last` the number that placed itself, or null. Also the two tiles to look at where a board cannot be solved. Rules alone.

export const emptyEntry = (width, height) => ({
  width,
  height,
  cells: Array(width * height).fill(null),
  at: 0,
  last: null,
});

/** A complete board, of which no cell is chosen: a number that is tapped then changes nothing. */
export const complete = (width, height, cells) => ({ width, height, cells, at: null, last: null });

/** The numbers that are still to be placed; 0 is the blank. */
export const numbersLeft = ({ cells }) => cells.map((_, number) => number).filter((number) => !cells.includes(number));

export const isComplete = ({ cells }) => !cells.includes(null);
export const isEmpty = ({ cells }) => cells.every((number) => number === null);

/** Exchanges the contents of two cells; the second is then chosen. */
export function exchanged(entry, one, two) {
  const cells = [...entry.cells];
  [cells[one], cells[two]] = [cells[two], cells[one]];
  return { ...entry, cells, at: two, last: null };
}

/** Empties a cell, which is then the chosen one. */
export function without(entry, cell) {
  return { ...entry, cells: entry.cells.with(cell, null), at: cell, last: null };
}

/**
 * Puts a number into the chosen cell and chooses the next cell without one. A number that stands elsewhere changes places
 * with what was in the chosen cell. When only one number is left, it is placed too. No cell is chosen then, so that
 * a tap on that number exchanges nothing.
 */
export function withNumber(entry, number) {
  if (entry.at === null) return entry;
  const from = entry.cells.indexOf(number);
  if (from >= 0) return exchanged(entry, from, entry.at);
  const cells = entry.cells.with(entry.at, number);
  const left = numbersLeft({ cells });
  if (left.length === 1) return { ...entry, cells: cells.map((one) => one ?? left[0]), at: null, last: left[0] };
  const next = cells.indexOf(null, entry.at);
  return { ...entry, cells, at: next >= 0 ? next : Math.max(0, cells.indexOf(null)) };
}

/** Reads a text of numbers as a board of the size of `entry`, or as a square board. Returns null for any other text. */
export function entryOf(text, { width, height }) {
  const cells = (text.match(/\d+/g) ?? []).map(Number);
  const side = Math.sqrt(cells.length);
  const size = cells.length === width * height ? [width, height] : side >= 2 && side <= 5 ? [side, side] : [0, 0];
  const isBoard = Number.isInteger(size[0]) && cells.length > 0 && cells.every((_, number) => cells.includes(number));
  return isBoard && size[0] > 0 && !/[^\d\s/,;]/.test(text) ? complete(size[0], size[1], cells) : null;
}

/**
 * The two tiles to look at first on a board that cannot be solved: two that stand in each other's place, as 14 and 15 do
 * on Loyd's board; or 6 and 9, which are easily misread; or the last two of the goal.
 */
export function suspects({ cells }, goal) {
  const partner = (label, cell) => goal.cells[cells.indexOf(goal.cells[cell])] === label;
  const isSwapped = (label, cell) =>
    label !== 0 && goal.cells[cell] !== 0 && goal.cells[cell] !== label && partner(label, cell);
  const pairs = cells.map((label, cell) => (isSwapped(label, cell) ? [label, goal.cells[cell]] : null)).filter(Boolean);
  if (pairs.length === 2) return pairs[0].toSorted((a, b) => a - b); // each pair is found from both of its cells
  if (cells.length > 9) return [6, 9];
  return goal.cells.filter((label) => label !== 0).slice(-2);
}
