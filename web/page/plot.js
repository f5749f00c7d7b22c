// The plot of the laboratory: for each heuristic, a line with markers shows the nodes generated for
// each bound, on a logarithmic axis.
import { el, number, svg } from "./dom.js";

/** @typedef {{ name: string, points: { bound: number, generated: number }[] }} Series */

/**
 * Width and height of the drawing. `NARROW` is for phones, so that letters there are as large as on
 * other screens.
 */
const WIDE = [560, 340];
const NARROW = [350, 300];
const BOX = { left: 68, right: 14, top: 14, bottom: 46 };
/** @type {((x: number, y: number) => SVGElement)[]} */
const MARKERS = [
  (x, y) => svg("circle", { cx: x, cy: y, r: 4.5 }),
  (x, y) => svg("rect", { x: x - 4.2, y: y - 4.2, width: 8.4, height: 8.4 }),
  (x, y) => svg("path", { d: `M${x},${y - 5.5}L${x + 5.2},${y + 4}H${x - 5.2}Z` }),
  (x, y) => svg("path", { d: `M${x},${y - 6}L${x + 6},${y}L${x},${y + 6}L${x - 6},${y}Z` }),
  (x, y) => svg("path", { d: `M${x - 4.5},${y - 4.5}l9,9m0,-9l-9,9`, class: "open" }),
  (x, y) => svg("path", { d: `M${x - 5.5},${y}h11m-5.5,-5.5v11`, class: "open" }),
];

/**
 * Draws the plot of `series` and its legend in `host`, in place of what was there.
 * @param {HTMLElement} host
 * @param {Series[]} series
 */
export function drawPlot(host, series) {
  const points = series.flatMap((one) => one.points);
  if (points.length === 0) return host.replaceChildren();
  const [WIDTH, HEIGHT] = host.clientWidth > 0 && host.clientWidth < 460 ? NARROW : WIDE;
  const bounds = points.map((point) => point.bound);
  let [low, high] = [Math.min(...bounds), Math.max(...bounds)];
  if (low === high) [low, high] = [low - 1, high + 1];
  const decades = Math.max(1, Math.ceil(Math.log10(Math.max(...points.map((point) => point.generated)) + 1)));
  /** @param {number} bound */
  const x = (bound) => BOX.left + ((bound - low) / (high - low)) * (WIDTH - BOX.left - BOX.right - 12) + 6;
  /** @param {number} nodes */
  const y = (nodes) =>
    HEIGHT - BOX.bottom - (Math.log10(Math.max(1, nodes)) / decades) * (HEIGHT - BOX.top - BOX.bottom);

  const label = `Nodes generated for each bound from ${low} to ${high}, logarithmic; the table below has the figures`;
  const node = svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "plot", role: "img", "aria-label": label });
  for (let decade = 0; decade <= decades; decade += Math.ceil(decades / 7)) {
    const at = y(10 ** decade);
    const value = decade < 4 ? number(10 ** decade) : tenTo(decade);
    node.append(
      svg("line", { class: "grid", x1: BOX.left, x2: WIDTH - BOX.right, y1: at, y2: at }),
      svg("text", { x: BOX.left - 8, y: at + 4, "text-anchor": "end" }, value),
    );
  }
  const step = [1, 2, 4, 5, 10, 20, 50].find((size) => (high - low) / size <= (WIDTH - BOX.left) / 48) ?? 100;
  for (let bound = low; bound <= high; bound += step) {
    node.append(svg("text", { x: x(bound), y: HEIGHT - BOX.bottom + 20, "text-anchor": "middle" }, String(bound)));
  }
  const base = HEIGHT - BOX.bottom;
  const upright = `translate(14 ${HEIGHT / 2 - 14}) rotate(-90)`;
  node.append(
    svg("line", { class: "axis", x1: BOX.left, x2: WIDTH - BOX.right, y1: base, y2: base }),
    svg("text", { x: (BOX.left + WIDTH) / 2, y: HEIGHT - 6, "text-anchor": "middle" }, "bound (moves)"),
    svg("text", { transform: upright, "text-anchor": "middle" }, "nodes generated"),
    ...series.map((one, i) =>
      line(
        i,
        one.points.map((point) => [x(point.bound), y(point.generated)]),
      ),
    ),
  );
  host.replaceChildren(node, el("ul", { class: "legend" }, ...series.map(item)));
}

/**
 * Returns the curve of heuristic number `i`: a line through `places`, with markers at the places in
 * `marked`.
 * @param {number} i
 * @param {Place[]} places
 */
function line(i, places, marked = places) {
  const style = i % MARKERS.length;
  const markers = marked.map((place) => MARKERS[style](...place));
  return svg("g", { class: `series line-${style}` }, svg("polyline", { points: places.join(" ") }), ...markers);
}

/**
 * Returns the legend's item for a series: a sample of its line, and its name.
 * @param {Series} series
 * @param {number} i
 */
function item({ name }, i) {
  /** @type {Place[]} */
  const ends = [
    [2, 7],
    [34, 7],
  ];
  const size = { viewBox: "0 0 36 14", width: 36, height: 14, "aria-hidden": "true" };
  return el("li", {}, svg("svg", size, line(i, ends, [[18, 7]])), name);
}

/**
 * Returns a power of ten with a raised exponent, such as 10⁵.
 * @param {number} decade
 */
const tenTo = (decade) => `10${Array.from(String(decade), (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("")}`;
