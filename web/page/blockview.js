// Draws block puzzles: small pictures of their maps, and the board, on which pieces move and the
// goal is marked.
import { exitOf, locks, pieces, signOf } from "./blockmap.js";
import { AXES, corner, goalWords, sizeWords } from "./blockwords.js";
import { calm, setStyle, svg } from "./dom.js";
import { outline } from "./shapes.js";
import { STEPS, along } from "./tiles.js";

/** @typedef {{ node: SVGElement, cells: Place[], place: Place, way: string }} Group */

/** @typedef {import("./blockmap.js").Puzzle} Puzzle */

/**
 * Maximum number of pieces in a goal that is marked on the board. A goal with more pieces is shown
 * only in the small picture of the goal.
 */
const MARKED = 4;

/**
 * Gives a node the colour of a piece. The colour depends only on the piece's character, so it stays
 * the same while other pieces are drawn.
 * @template {ElementCSSInlineStyle} N
 * @param {N} node
 * @param {string} character
 */
export function tint(node, character) {
  setStyle(node, { "--angle": character === "*" ? 30 : (Number(character.codePointAt(0)) * 137.5) % 360 });
  return node;
}

/**
 * Returns the picture of a map with its walls, gates and pieces. The pieces have letters unless the
 * picture is `small`.
 * @param {Puzzle} puzzle
 * @param {string[][]} map
 * @param {{ small?: boolean, [attribute: string]: unknown }} look
 */
export function picture(puzzle, map, { small = false, ...more } = {}) {
  const { goal, floor, gates } = puzzle;
  const locked = locks(puzzle);
  const [width, height] = [map[0].length, map.length];
  const ground = svg("g", { class: "floor" });
  /**
   * @param {string[][]} rows
   * @param {(character: string, x: number, y: number) => void} act
   */
  const each = (rows, act) => rows.forEach((row, y) => row.forEach((character, x) => act(character, x, y)));
  each(map, (character, x, y) => {
    if (character === " ") return;
    const kind = character === "#" ? "wall" : "empty";
    ground.append(svg("rect", { x: x - 0.01, y: y - 0.01, width: 1.02, height: 1.02, class: kind }));
  });
  each(floor, (character, x, y) => {
    const admitted = gates.get(character);
    if (admitted) ground.append(tint(svg("path", { class: "gate", d: hatching(x, y) }), admitted[0] ?? "*"));
  });
  const aims = pieces(goal);
  const layer = svg("g");
  for (const [character, cells] of pieces(map)) {
    const isAim = aims.has(character) && aims.size <= MARKED;
    const look = { class: isAim ? "piece aim" : "piece", "data-piece": character };
    const sign = signOf(character) + (AXES[locked.get(character) ?? ""]?.sign ?? "");
    const node = svg("g", look, svg("path", { d: outline(cells) }), small ? null : letter(sign, cells));
    layer.append(tint(node, character));
  }
  const exit = exitOf(puzzle);
  if (exit) ground.append(frame(width, height), ...wayOut(exit));
  // The margins leave room for the stroke of the frame and, on the side of an exit, for its arrow.
  const [left, up, right, down] = ["L", "U", "R", "D"].map((way) => (way === exit?.way ? 0.5 : 0.1));
  const size = [left + width + right, up + height + down];
  const viewBox = `${-left} ${-up} ${size[0]} ${size[1]}`;
  const node = svg("svg", { viewBox, class: "blocks", role: "img", ...more }, ground, layer);
  setStyle(node, { "--w": size[0], "--h": size[1] });
  return node;
}

/**
 * Creates the board in `host`, which shows one puzzle at a time.
 * @param {HTMLElement} host
 */
export function createBlockView(host) {
  /**
   * The pieces on the board, by their characters. `way` is a phrase about the axis to which a piece
   * is locked, such as `, moves left and right`, or empty.
   * @type {Map<string, Group>}
   */
  let groups = new Map();

  return {
    /**
     * Draws the start of a puzzle, with its gates and the cells of the goal marked.
     * @param {Puzzle} puzzle
     */
    draw(puzzle) {
      const [width, height] = [puzzle.start[0].length, puzzle.start.length];
      const [all, locked] = [pieces(puzzle.start), locks(puzzle)];
      const label = `${width} by ${height} cells with the pieces ${[...all.keys()].join(", ")}. ${goalWords(puzzle)}`;
      const drawn = picture(puzzle, puzzle.start, { role: "group", "aria-label": `Block puzzle of ${label}` });
      groups = new Map();
      for (const [character, cells] of all) {
        const node = /** @type {SVGElement} */ (drawn.querySelector(`[data-piece="${CSS.escape(character)}"]`));
        node.setAttribute("role", "button");
        node.setAttribute("tabindex", "0");
        const axis = locked.get(character);
        groups.set(character, { node, cells, place: [0, 0], way: axis ? `, moves ${AXES[axis].words}` : "" });
      }
      const aims = [...pieces(puzzle.goal)];
      /** @param {[string, Place[]]} piece */
      const target = ([character, cells]) =>
        tint(
          svg(
            "g",
            { class: "target" },
            svg("path", { d: outline(cells, 0.1, 0.14) }),
            puzzle.byShape ? null : sign(character, cells),
          ),
          character,
        );
      if (aims.length <= MARKED && !exitOf(puzzle))
        drawn.append(svg("g", { "aria-hidden": "true" }, ...aims.map(target)));
      host.replaceChildren(drawn);
      this.show([], 0);
    },
    /**
     * Moves pieces in `ms` milliseconds. `places` lists how far each piece is from its start, as
     * `[piece, [columns, rows]]`. A piece that moves alone follows `path`.
     * @param {[string, Place][]} places
     * @param {number} ms
     * @param {string} [path]
     */
    show(places, ms, path = "") {
      for (const [character, place] of places) {
        const group = groups.get(character);
        if (!group) continue;
        const from = group.place;
        if (String(from) === String(place)) continue;
        group.place = place;
        const between = Array.from(path.slice(0, -1), (_, i) => along(from, path.slice(0, i + 1)));
        const frames = [from, ...between, place];
        for (const running of group.node.getAnimations()) running.cancel();
        group.node.style.transform = translate(place).transform;
        if (ms > 0 && !calm()) group.node.animate(frames.map(translate), { duration: ms, easing: "ease-in-out" });
      }
      for (const [character, { node, cells, place, way }] of groups) {
        const label = `piece ${signOf(character)}, ${sizeWords(cells)}, from ${corner(cells, place)}${way}`;
        node.setAttribute("aria-label", label);
      }
    },
    /**
     * Marks the piece that a hint names, and no other piece.
     * @param {string | undefined} character
     */
    mark(character) {
      for (const [name, { node }] of groups) node.classList.toggle("marked", name === character);
    },
    /**
     * Shakes a piece that cannot move.
     * @param {string} character
     */
    shake(character) {
      const node = groups.get(character)?.node;
      if (!node || calm()) return;
      const frames = [0, 0.06, -0.06, 0.04, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
      node.animate(frames, { duration: 240, composite: "add", id: "shake" });
    },
    /** @param {string} character */
    focus: (character) => groups.get(character)?.node.focus({ preventScroll: true }),
    /** @param {string} character */
    has: (character) => groups.has(character),
    /**
     * Returns the point of the board at which an event happened, in units of cells.
     * @param {MouseEvent} event
     */
    cells(event) {
      const matrix = /** @type {SVGSVGElement} */ (host.firstElementChild).getScreenCTM()?.inverse();
      return new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    },
  };
}

/** @param {Place} place */
const translate = ([x, y]) => ({ transform: `translate(${x}px, ${y}px)` });

/**
 * Returns the frame around a board.
 * @param {number} width
 * @param {number} height
 */
const frame = (width, height) =>
  svg("rect", { x: -0.05, y: -0.05, width: width + 0.1, height: height + 0.1, class: "frame" });

/**
 * Returns the gap in the frame where a piece leaves the board, and the arrow that leads out.
 * @param {import("./blockmap.js").Exit} exit
 */
function wayOut({ piece, way, cells }) {
  const [dx, dy] = STEPS[way];
  const gap = cells.map(([x, y]) =>
    svg("rect", { x: x + dx * 0.11, y: y + dy * 0.11, width: 1, height: 1, class: "empty" }),
  );
  /** @param {0 | 1} i */
  const middle = (i) => cells.reduce((sum, cell) => sum + cell[i], 0) / cells.length + 0.5;
  const [x, y] = [middle(0) + dx * 0.78, middle(1) + dy * 0.78];
  /**
   * @param {number} out
   * @param {number} aside
   */
  const point = (out, aside) => `${x + dx * out + dy * aside} ${y + dy * out + dx * aside}`;
  const arrow = svg("path", { class: "exit", d: `M${point(-0.18, -0.24)}L${point(0.2, 0)}L${point(-0.18, 0.24)}Z` });
  return [...gap, tint(arrow, piece)];
}

/**
 * Returns the path of three diagonal strokes across a cell, which continue in the cells beside it.
 * @param {number} x
 * @param {number} y
 */
const hatching = (x, y) => `M${x} ${y + 0.5}l.5-.5M${x} ${y + 1}l1-1M${x + 0.5} ${y + 1}l.5-.5`;

/**
 * Returns the sign on a piece, as an SVG element. If the piece is straight or has four cells, the
 * sign is in the middle of the piece. Otherwise, it is in the middle of the cell nearest to that
 * point.
 * @param {string} sign
 * @param {Place[]} cells
 */
function letter(sign, cells) {
  /** @param {0 | 1} i */
  const mean = (i) => cells.reduce((sum, cell) => sum + cell[i], 0) / cells.length;
  const [mx, my] = [mean(0), mean(1)];
  const straight = [0, 1].some((i) => cells.every((cell) => cell[i] === cells[0][i])) || cells.length === 4;
  /** @param {Place} place */
  const far = ([x, y]) => Math.hypot(x - mx, y - my);
  const near = [...cells].sort((a, b) => far(a) - far(b))[0];
  const [x, y] = straight ? [mx, my] : near;
  return svg("text", { x: x + 0.5, y: y + 0.52, "text-anchor": "middle", "dominant-baseline": "central" }, sign);
}

/**
 * Returns the small sign that marks the place of a piece in the goal, in a corner of its first
 * cell.
 * @param {string} character
 * @param {Place[]} cells
 */
const sign = (character, [[x, y]]) => svg("text", { x: x + 0.2, y: y + 0.36 }, signOf(character));
