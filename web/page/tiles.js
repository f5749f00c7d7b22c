// The rules of sliding tiles: positions, moves, text. Nothing here draws or asks the engine. A
// position is { width, height, cells }, where 0 among the cells is the blank. A move is the letter
// of the direction in which a tile moves.

/**
 * The step in each direction, as the numbers of columns to the right and rows down.
 * @type {Record<string, Place>}
 */
export const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

/** @type {Record<string, string>} */
export const WORDS = { U: "up", D: "down", L: "left", R: "right" };
/** @type {Record<string, string>} */
export const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };
/** @type {Record<string, string>} */
export const REVERSE = { U: "D", D: "U", L: "R", R: "L" };

/**
 * Returns a position from its cells, row by row, and its size, such as `4x4`.
 * @param {number[]} cells
 * @param {string} size
 * @returns {Position}
 */
export function position(cells, size) {
  const [width, height] = size.split("x").map(Number);
  return { width, height, cells };
}

/** @param {{ width: number, height: number }} p */
export const sizeOf = (p) => `${p.width}x${p.height}`;
/**
 * Returns a text that identifies a position among all positions of the same size.
 * @param {Position} p
 */
export const keyOf = (p) => p.cells.join();
/**
 * Returns a position as text, such as `1 2 / 3 0`.
 * @param {Position} p
 */
export function toText({ width, height, cells }) {
  const rows = Array.from({ length: height }, (_, y) => cells.slice(y * width, (y + 1) * width).join(" "));
  return rows.join(" / ");
}

/**
 * Returns a position in the form for addresses, such as `1-2/3-0`, where no character needs
 * escaping.
 * @param {Position} p
 */
export const toHash = (p) => toText(p).replaceAll(" / ", "/").replaceAll(" ", "-");
/**
 * Returns the text of a position, such as `1 2 / 3 0`, given its form in addresses, such as
 * `1-2/3-0`.
 * @param {string} text
 */
export const fromHash = (text) => text.replaceAll("-", " ").replaceAll("/", " / ");

/**
 * Returns a position as text for a screen reader, row by row.
 * @param {Position} p
 */
export const spoken = (p) => toText(p).replace(/\b0\b/, "blank").replaceAll(" / ", "; ").replace(/(\w) /g, "$1, ");

/**
 * Returns the name of a cell, such as `row 1, column 2`.
 * @param {number} cell
 * @param {{ width: number }} p
 */
export const nameOf = (cell, { width }) => `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;

/**
 * Returns the place to which a path leads.
 * @param {Place} place
 * @param {string} path
 * @returns {Place}
 */
export const along = (place, path) => Array.from(path, (letter) => STEPS[letter]).reduce(add, place);
/**
 * @param {Place} place
 * @param {Place} step
 * @returns {Place}
 */
const add = ([x, y], [dx, dy]) => [x + dx, y + dy];

/**
 * Returns the cell of the tile that would move in the direction `letter`, or null if there is no
 * such tile, because the blank is at the edge.
 * @param {Position} p
 * @param {string} letter
 */
export function mover(p, letter) {
  const [dx, dy] = STEPS[letter];
  const blank = p.cells.indexOf(0);
  const x = (blank % p.width) - dx;
  const y = Math.floor(blank / p.width) - dy;
  return x >= 0 && y >= 0 && x < p.width && y < p.height ? y * p.width + x : null;
}

/**
 * Returns the position after a move, or null if there is no tile to move.
 * @param {Position} p
 * @param {string} letter
 */
export function after(p, letter) {
  const from = mover(p, letter);
  if (from === null) return null;
  const cells = [...p.cells];
  cells[p.cells.indexOf(0)] = cells[from];
  cells[from] = 0;
  return { ...p, cells };
}

/**
 * Returns the position after a move. A move that is not possible changes nothing.
 * @param {Position} p
 * @param {string} letter
 */
export const advanced = (p, letter) => after(p, letter) ?? p;

/**
 * Returns the cells of the tiles that slide in one direction together, beginning with the one
 * beside the blank.
 * @param {Position} p
 * @param {string} move
 */
export function tilesOf(p, move) {
  const cells = [];
  for (const letter of move) {
    const cell = mover(p, letter);
    if (cell === null) break;
    cells.push(cell);
    p = advanced(p, letter);
  }
  return cells;
}

/**
 * Returns the cells to mark on the board, in the order of `Notice.marks`, so that the reader sees
 * which tiles slide in a move. The arrow leads from the tile beside the blank to the blank.
 * @param {Position} p
 * @param {string} move
 */
export function marksOf(p, move) {
  const [first, ...others] = tilesOf(p, move);
  return [first, p.cells.indexOf(0), ...others];
}

/**
 * Returns the letters that slide the tile of `cell`, and all tiles between it and the blank, by one
 * cell. They are "" if the tile is not in line with the blank.
 * @param {Position} p
 * @param {number} cell
 */
export function slide(p, cell) {
  const blank = p.cells.indexOf(0);
  const dx = (blank % p.width) - (cell % p.width);
  const dy = Math.floor(blank / p.width) - Math.floor(cell / p.width);
  if (dx !== 0 && dy !== 0) return "";
  const letter = dx > 0 ? "R" : dx < 0 ? "L" : dy > 0 ? "D" : "U";
  return letter.repeat(Math.abs(dx + dy));
}

/**
 * Returns the cells from the blank to `cell` if both are in one line, or an empty list. The blank's
 * own cell is left out, and `cell` is included.
 * @param {Position} p
 * @param {number} cell
 */
export function line(p, cell) {
  const blank = p.cells.indexOf(0);
  const moves = slide(p, cell);
  if (!moves) return [];
  const step = (cell - blank) / moves.length;
  return Array.from(moves, (_, i) => blank + (i + 1) * step);
}
