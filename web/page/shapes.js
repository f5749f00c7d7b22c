// Draws the outlines of pieces: turns their cells into SVG paths with rounded corners, a little
// smaller than the cells.

/**
 * Returns the outline of cells as an SVG path. `inset` is the gap to the edges of the cells, and
 * `radius` is that of the corners, both in units of cells.
 * @param {Place[]} cells
 */
export const outline = (cells, inset = 0.05, radius = 0.16) =>
  loops(cells)
    .map((loop) => `M${loop.map((_, i) => corner(loop, i, inset, radius)).join("")}Z`.replace("ML", "M"))
    .join("");

/**
 * Returns the boundary of cells as closed loops of points. The inside is on the right-hand side.
 * @param {Place[]} cells
 */
function loops(cells) {
  const inside = new Set(cells.map(String));
  const edges = new Map(); // from each point to the points that follow it
  /**
   * @param {Place} from
   * @param {Place} to
   */
  const edge = (from, to) => edges.set(String(from), [...(edges.get(String(from)) ?? []), to]);
  for (const [x, y] of cells) {
    if (!inside.has(`${x},${y - 1}`)) edge([x, y], [x + 1, y]);
    if (!inside.has(`${x + 1},${y}`)) edge([x + 1, y], [x + 1, y + 1]);
    if (!inside.has(`${x},${y + 1}`)) edge([x + 1, y + 1], [x, y + 1]);
    if (!inside.has(`${x - 1},${y}`)) edge([x, y + 1], [x, y]);
  }
  const found = [];
  while (edges.size > 0) found.push(follow(edges));
  return found;
}

/**
 * Removes a closed loop from the edges, and returns its points.
 * @param {Map<string, Place[]>} edges
 */
function follow(edges) {
  const [start] = edges.keys();
  let at = /** @type {Place} */ (start.split(",").map(Number));
  /** @type {Place} */
  let heading = [0, 0];
  /** @type {Place[]} */
  const loop = [];
  do {
    const ways = edges.get(String(at)) ?? [];
    // Where two cells touch only at a corner, the right turn stays with the same cell.
    /** @param {Place} to */
    const turn = (to) => heading[0] * (to[1] - at[1]) - heading[1] * (to[0] - at[0]);
    ways.sort((a, b) => turn(b) - turn(a));
    const next = ways.shift() ?? at;
    if (ways.length === 0) edges.delete(String(at));
    loop.push(at);
    heading = direction(at, next);
    at = next;
  } while (String(at) !== start);
  return loop;
}

/**
 * Returns the step from one point to another.
 * @param {Place} from
 * @param {Place} to
 * @returns {Place}
 */
const direction = (from, to) => [to[0] - from[0], to[1] - from[1]];

/**
 * Returns the rounded corner at a point of a loop, moved inwards by `inset` from both its edges. It
 * is "" on a straight line.
 * @param {Place[]} loop
 * @param {number} i
 * @param {number} inset
 * @param {number} radius
 */
function corner(loop, i, inset, radius) {
  const [before, at, next] = [loop.length - 1, 0, 1].map((by) => loop[(i + by) % loop.length]);
  const [a, b] = [direction(before, at), direction(at, next)];
  if (String(a) === String(b)) return "";
  const middle = [at[0] - (a[1] + b[1]) * inset, at[1] + (a[0] + b[0]) * inset];
  /**
   * @param {Place} way
   * @param {number} by
   */
  const beside = (way, by) => middle.map((value, k) => short(value + way[k] * by));
  return `L${beside(a, -radius)}Q${middle.map(short)} ${beside(b, radius)}`;
}

/**
 * Rounds a length to three decimals, so that paths are short.
 * @param {number} value
 */
const short = (value) => Number(value.toFixed(3));
