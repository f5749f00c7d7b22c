// Finds the next tile to bring home, as people learn to solve the puzzle: line by line from the
// edges inwards, until a square of four cells is left. The row and the column in which the blank
// ends are left for later. No function here accesses the document.
import { nameOf } from "./tiles.js";

/**
 * Returns the lines (rows, then columns) in the order in which they are filled. Each line has a
 * name and its cells. Adding `behind` to the index of a cell gives its neighbour in the next line
 * inwards.
 * @param {Position} goal
 */
export function lines(goal) {
  const { width, height, cells } = goal;
  const blank = cells.indexOf(0);
  const [column, row] = [blank % width, Math.floor(blank / width)];
  const [xs, ys] = [width, height].map((length) => Array.from({ length }, (_, i) => i));
  const all = [];
  while (ys.length > 2) {
    const y = ys[0] === row ? ys[ys.length - 1] : ys[0];
    ys.splice(ys.indexOf(y), 1);
    all.push({ name: `row ${y + 1}`, cells: xs.map((x) => y * width + x), behind: (ys[0] > y ? 1 : -1) * width });
  }
  while (xs.length > 2) {
    const x = xs[0] === column ? xs[xs.length - 1] : xs[0];
    xs.splice(xs.indexOf(x), 1);
    all.push({ name: `column ${x + 1}`, cells: ys.map((y) => y * width + x), behind: xs[0] > x ? 1 : -1 });
  }
  return all;
}

/**
 * Returns what to do next and why: { tile, to, text }, where `to` is the cell to which the tile
 * goes. Returns null if the board is in order.
 * @param {Position} p
 * @param {Position} goal
 */
export function lesson(p, goal) {
  /** @param {number} cell */
  const isHome = (cell) => p.cells[cell] === goal.cells[cell];
  for (const { name, cells, behind } of lines(goal)) {
    const missing = cells.find((cell) => !isHome(cell));
    if (missing === undefined) continue;
    const tile = goal.cells[missing];
    const [one, two] = cells.slice(-2);
    if (missing !== one && missing !== two) {
      const text = `By hand, fill ${name} tile by tile: bring ${tile} to ${nameOf(missing, p)}.`;
      return { tile, to: missing, text };
    }
    const [first, last] = [goal.cells[one], goal.cells[two]];
    const isReady = p.cells[two] === first;
    const text = `${first} and ${last} end ${name} together: ${first} into the corner, ${last} behind it, then turn both in.`;
    return isReady ? { tile: last, to: two + behind, text } : { tile: first, to: two, text };
  }
  const to = goal.cells.findIndex((tile, cell) => tile !== 0 && !isHome(cell));
  if (to < 0) return null;
  const text = "By hand, only the last square is left: send its three tiles round until they are in order.";
  return { tile: goal.cells[to], to, text };
}
