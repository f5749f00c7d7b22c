// The rules of sliding tiles: positions, moves, text. Nothing here draws or asks the server.
// A position is { width, height, cells }; a move is the letter of the direction in which a tile moves.

/** The step of each direction, to the right and down. */
export const STEPS = { U: [0, -1], D: [0, 1], L: [-1, 0], R: [1, 0] };

export const WORDS = { U: "up", D: "down", L: "left", R: "right" };
export const ARROWS = { U: "↑", D: "↓", L: "←", R: "→" };
export const REVERSE = { U: "D", D: "U", L: "R", R: "L" };

export function position(cells, size) {
  const [width, height] = size.split("x").map(Number);
  return { width, height, cells };
}

export const sizeOf = (p) => `${p.width}x${p.height}`;
export const keyOf = (p) => p.cells.join();
export function toText({ width, height, cells }) {
  const row = (_, y) => cells.slice(y * width, (y + 1) * width).join(" ");
  return Array.from({ length: height }, row).join(" / ");
}

/** The form in addresses: no character of it needs escaping. */
export const toHash = (p) => toText(p).replaceAll(" / ", "/").replaceAll(" ", "-");
export const fromHash = (text) => text.replaceAll("-", " ").replaceAll("/", " / ");

/** A position as it is said: row by row. */
export const spoken = (p) => toText(p).replace(/\b0\b/, "blank").replaceAll(" / ", "; ").replace(/(\w) /g, "$1, ");

/** The name of a cell of a board, or of the position. */
export const nameOf = (cell, { width }) => `row ${Math.floor(cell / width) + 1}, column ${(cell % width) + 1}`;

/** The place to which steps lead. */
export const along = (place, path) => Array.from(path, (letter) => STEPS[letter]).reduce(add, place);
const add = ([x, y], [dx, dy]) => [x + dx, y + dy];

/** The cell of the tile that `letter` would move, or null at the edge. */
export function mover(p, letter) {
  const [dx, dy] = STEPS[letter];
  const blank = p.cells.indexOf(0);
  const x = (blank % p.width) - dx;
  const y = Math.floor(blank / p.width) - dy;
  return x >= 0 && y >= 0 && x < p.width && y < p.height ? y * p.width + x : null;
}

/** The position after a move, or null if there is no tile to move. */
export function after(p, letter) {
  const from = mover(p, letter);
  if (from === null) return null;
  const cells = [...p.cells];
  cells[p.cells.indexOf(0)] = cells[from];
  cells[from] = 0;
  return { ...p, cells };
}

/** The cells of the tiles that slide in one direction together, the one next to the blank first. */
export function tilesOf(p, move) {
  const cells = [];
  for (const letter of move) {
    cells.push(mover(p, letter));
    p = after(p, letter);
  }
  return cells;
}

/** The moves that slide the tile of `cell`, and all between it and the blank, by one cell: "" if not in line. */
export function slide(p, cell) {
  const blank = p.cells.indexOf(0);
  const dx = (blank % p.width) - (cell % p.width);
  const dy = Math.floor(blank / p.width) - Math.floor(cell / p.width);
  if (dx !== 0 && dy !== 0) return "";
  const letter = dx > 0 ? "R" : dx < 0 ? "L" : dy > 0 ? "D" : "U";
  return letter.repeat(Math.abs(dx + dy));
}

/** The cells between the blank (left out) and `cell` (included), all in one line. */
export function line(p, cell) {
  const blank = p.cells.indexOf(0);
  const moves = slide(p, cell);
  if (!moves) return [];
  const step = (cell - blank) / moves.length;
  return Array.from(moves, (_, i) => blank + (i + 1) * step);
}
