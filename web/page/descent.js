// The chart of a finished game: a line of the distances to the goal after each move, with a dot for
// each move that led no nearer.
import { plural, svg } from "./dom.js";

/** @typedef {ReturnType<typeof import("./losses.js").losses>[number]} Loss */

const [WIDTH, HEIGHT] = [360, 80];

/**
 * Returns the chart of the distances before each move and after the last. Each move that led no
 * nearer to the goal has a dot. Pressing the dot calls `look(number)` to show the board before that
 * move.
 * @param {(number | null)[]} distances
 * @param {Loss[]} lost
 * @param {(number: number) => void} look
 */
export function descent(distances, lost, look) {
  const most = Math.max(1, ...distances.filter((distance) => distance !== null));
  const moves = distances.length - 1;
  /** @param {number} i */
  const x = (i) => (4 + (i / Math.max(1, moves)) * (WIDTH - 8)).toFixed(1);
  /** @param {number} distance */
  const y = (distance) => (HEIGHT - 6 - (distance / most) * (HEIGHT - 12)).toFixed(1);
  /** @type {string[][]} */
  const runs = [[]]; // a new polyline begins after each unknown distance
  distances.forEach((distance, i) => {
    if (distance === null) runs.push([]);
    else runs[runs.length - 1].push(`${x(i)},${y(distance)}`);
  });
  const needed = `${distances[0] ?? "unknown"} at the start, 0 after ${plural(moves, "move")}`;
  const label = `Moves still needed: ${needed}; ${plural(lost.length, "move")} led no nearer to the goal`;
  return svg(
    "svg",
    { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "group", "aria-label": label, class: "descent" },
    svg("line", { x1: 4, x2: WIDTH - 4, y1: HEIGHT - 6, y2: HEIGHT - 6 }),
    ...runs.filter((run) => run.length > 1).map((run) => svg("polyline", { points: run.join(" ") })),
    ...lost.map((loss) => dot(loss, { cx: x(loss.number), cy: y(Number(distances[loss.number])) }, look)),
  );
}

/**
 * Returns the dot of a move. It works like a button: a click, Enter or the space bar presses it.
 * @param {Loss} loss
 * @param {{ cx: string, cy: string }} middle
 * @param {(number: number) => void} look
 */
function dot({ number, tile, word, cost }, middle, look) {
  const name = `Move ${number}, ${tile} ${word}, cost ${cost}: show the board before it`;
  /** @param {KeyboardEvent} event */
  const press = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    look(number);
  };
  const button = { role: "button", tabindex: 0, "aria-label": name, onclick: () => look(number), onkeydown: press };
  // An invisible target that is large enough for a finger.
  const area = svg("circle", { ...middle, r: 11, class: "area" });
  return svg("g", { class: "dot", ...button }, svg("title", {}, name), area, svg("circle", { ...middle, r: 3.6 }));
}
