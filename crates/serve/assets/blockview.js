// The picture of a block puzzle: the position with its joined pieces, walls and goals, and pieces that move.
import { pieces } from "./blockmap.js";
import { calm, svg } from "./dom.js";
import { outline } from "./shapes.js";
import { STEPS } from "./tiles.js";

const HUES = 12;
const ARROWS = { horizontal: "↔", vertical: "↕" };

/** The number of a piece's colour: by its letter, so that it does not change while others are drawn. */
export const hue = (character) => (character === "*" ? 0 : 1 + ((character.codePointAt(0) * 5) % (HUES - 1)));

/** A view of one puzzle in `host`. */
export function createBlockView(host) {
  let groups = new Map(); // by character: { node, x, y, cells }

  return {
    /** Draws the start, with gates and the cells of the goal marked. */
    draw({ start, goal, floor, gates, axes }) {
      const [width, height] = [start[0].length, start.length];
      const board = svg("g", { class: "floor", "aria-hidden": "true" });
      start.forEach((row, y) => row.forEach((character, x) => {
        if (character === " ") return;
        const kind = character === "#" ? "wall" : "empty";
        board.append(svg("rect", { x: x - 0.01, y: y - 0.01, width: 1.02, height: 1.02, class: kind }));
      }));
      floor.forEach((row, y) => row.forEach((character, x) => {
        const admitted = gates.get(character);
        if (admitted) board.append(svg("path", { class: `gate hue-${hue(admitted[0] ?? "*")}`, d: hatching(x, y) }));
      }));
      groups = new Map();
      const layer = svg("g");
      for (const [character, cells] of pieces(start)) {
        const look = { class: `piece hue-${hue(character)}`, "data-piece": character, role: "button", tabindex: 0 };
        const sign = (character === "*" ? "★" : character) + (ARROWS[axes.get(character)] ?? "");
        const node = svg("g", look, svg("path", { d: outline(cells) }), letter(sign, cells));
        groups.set(character, { node, x: 0, y: 0, cells });
        name(character);
        layer.append(node);
      }
      const goals = svg("g", { "aria-hidden": "true" }, ...[...pieces(goal)].map(([character, cells]) =>
        svg("path", { class: `target hue-${hue(character)}`, d: outline(cells, 0.1, 0.14) })));
      const names = [...groups.keys()].join(", ") || "none";
      const label = `Block puzzle of ${width} by ${height} cells with the pieces ${names}`;
      const viewBox = `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`;
      const picture = { viewBox, class: "blocks", role: "group", "aria-label": label };
      host.replaceChildren(svg("svg", picture, board, layer, goals));
      host.style.setProperty("--w", width);
      host.style.setProperty("--h", height);
    },
    /** Moves a piece, given by its character, along a path in `ms`. */
    move(character, path, ms) {
      const piece = groups.get(character);
      if (!piece) return;
      const frames = [place(piece)];
      for (const letter of path) {
        piece.x += STEPS[letter][0];
        piece.y += STEPS[letter][1];
        frames.push(place(piece));
      }
      for (const running of piece.node.getAnimations()) running.cancel();
      piece.node.style.transform = frames.at(-1).transform;
      if (ms > 0 && !calm()) piece.node.animate(frames, { duration: ms, easing: "ease-in-out" });
      name(character);
    },
    /** Shakes a piece that cannot move. */
    shake(character) {
      const node = groups.get(character)?.node;
      if (!node || calm()) return;
      const frames = [0, 0.06, -0.06, 0.04, 0].map((x) => ({ transform: `translate(${x}px, 0)` }));
      node.animate(frames, { duration: 240, composite: "add", id: "shake" });
    },
    focus: (character) => groups.get(character)?.node.focus(),
    has: (character) => groups.has(character),
    /** A point of the window in cells. */
    cells(event) {
      const picture = host.firstElementChild;
      return new DOMPoint(event.clientX, event.clientY).matrixTransform(picture.getScreenCTM().inverse());
    },
  };

  /** Names a piece by where it is. */
  function name(character) {
    const { node, x, y, cells } = groups.get(character);
    const first = (i) => Math.min(...cells.map((cell) => cell[i])) + 1;
    node.setAttribute("aria-label", `piece ${character}, from row ${first(1) + y}, column ${first(0) + x}`);
  }

}

const place = ({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` });

/** Three strokes across a cell, which go on in the cells beside it. */
const hatching = (x, y) => `M${x} ${y + 0.5}l.5-.5M${x} ${y + 1}l1-1M${x + 0.5} ${y + 1}l.5-.5`;

/** The sign of a piece, in the middle of the cell nearest to its own middle. */
function letter(sign, cells) {
  const mean = (i) => cells.reduce((sum, cell) => sum + cell[i], 0) / cells.length;
  const [mx, my] = [mean(0), mean(1)];
  const straight = [0, 1].some((i) => cells.every((cell) => cell[i] === cells[0][i])) || cells.length === 4;
  const far = ([x, y]) => Math.hypot(x - mx, y - my);
  const near = [...cells].sort((a, b) => far(a) - far(b))[0];
  const [x, y] = straight ? [mx, my] : near;
  return svg("text", { x: x + 0.5, y: y + 0.52, "text-anchor": "middle", "dominant-baseline": "central" }, sign);
}
