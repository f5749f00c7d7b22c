// The outline of a piece: from its cells to an SVG path with rounded corners, a little smaller than the cells.

/** `cells` are [x, y]; lengths are in cells. */
export function outline(cells, inset = 0.05, radius = 0.16) {
  return loops(cells)
    .map((loop) => rounded(shrunk(loop, inset), radius))
    .join("");
}

/** The boundary as closed loops of corners, the inside at the right hand. */
function loops(cells) {
  const inside = new Set(cells.map(String));
  const edges = new Map(); // from a corner to those that follow it
  const edge = (from, to) => edges.set(String(from), [...(edges.get(String(from)) ?? []), to]);
  for (const [x, y] of cells) {
    if (!inside.has(`${x},${y - 1}`)) edge([x, y], [x + 1, y]);
    if (!inside.has(`${x + 1},${y}`)) edge([x + 1, y], [x + 1, y + 1]);
    if (!inside.has(`${x},${y + 1}`)) edge([x + 1, y + 1], [x, y + 1]);
    if (!inside.has(`${x - 1},${y}`)) edge([x, y + 1], [x, y]);
  }
  const found = [];
  while (edges.size > 0) found.push(straightened(follow(edges)));
  return found;
}

function follow(edges) {
  const start = edges.keys().next().value;
  let at = start.split(",").map(Number);
  let heading = null;
  const loop = [];
  do {
    const ways = edges.get(String(at));
    // Where two cells touch at a corner alone, the right turn stays with the same cell.
    const turn = ([x, y]) => (heading ? heading[0] * (y - at[1]) - heading[1] * (x - at[0]) : 0);
    ways.sort((a, b) => turn(b) - turn(a));
    const next = ways.shift();
    if (ways.length === 0) edges.delete(String(at));
    loop.push(at);
    heading = [next[0] - at[0], next[1] - at[1]];
    at = next;
  } while (String(at) !== start);
  return loop;
}

function straightened(loop) {
  return loop.filter(([x, y], i) => {
    const [before, next] = [loop.at(i - 1), loop[(i + 1) % loop.length]];
    return !((before[0] === x && x === next[0]) || (before[1] === y && y === next[1]));
  });
}

/** Every corner moved inwards along both its edges. */
function shrunk(loop, inset) {
  return loop.map(([x, y], i) => {
    const [before, next] = [loop.at(i - 1), loop[(i + 1) % loop.length]];
    const [a, b] = [unit(before, [x, y]), unit([x, y], next)];
    return [x - (a[1] + b[1]) * inset, y + (a[0] + b[0]) * inset];
  });
}

const unit = (from, to) => [Math.sign(to[0] - from[0]), Math.sign(to[1] - from[1])];

function rounded(loop, radius) {
  const parts = loop.map(([x, y], i) => {
    const [a, b] = [unit(loop.at(i - 1), [x, y]), unit([x, y], loop[(i + 1) % loop.length])];
    const [from, to] = [
      [x - a[0] * radius, y - a[1] * radius],
      [x + b[0] * radius, y + b[1] * radius],
    ];
    return `${i === 0 ? "M" : "L"}${from.map(short)}Q${short(x)},${short(y)} ${to.map(short)}`;
  });
  return `${parts.join("")}Z`;
}

const short = (value) => Number(value.toFixed(3));
