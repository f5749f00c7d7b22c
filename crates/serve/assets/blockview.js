// Pictures of block puzzles: the position with its joined pieces, walls and goals, and pieces that move.
import { STEPS, pieces } from "./blockmap.js";
import { el, svg } from "./dom.js";
import { outline } from "./shapes.js";

const HUES = 12;

/** The number of a piece's colour: by its letter, so that it does not change while others are drawn. */
export const hue = (character) => (character === "*" ? 0 : 1 + ((character.codePointAt(0) * 5) % (HUES - 1)));

/** A view of one puzzle in `host`. */
export function createBlockView(host) {
  let groups = new Map(); // by character: { node, x, y }

  return {
    /** Draws the start, with the cells of the goal marked. */
    draw({ start, goal }) {
      const [width, height] = [start[0].length, start.length];
      const board = svg("g", { class: "floor" });
      start.forEach((row, y) => row.forEach((character, x) => {
        if (character === " ") return;
        const wall = character === "#";
        board.append(svg("rect", { x: x - 0.01, y: y - 0.01, width: 1.02, height: 1.02, class: wall ? "wall" : "empty" }));
      }));
      groups = new Map();
      const layer = svg("g");
      for (const [character, cells] of pieces(start)) {
        const node = svg("g", { class: `piece hue-${hue(character)}` }, svg("path", { d: outline(cells) }), letter(character, cells));
        groups.set(character, { node, x: 0, y: 0 });
        layer.append(node);
      }
      const goals = svg("g", {}, ...[...pieces(goal)].map(([character, cells]) =>
        svg("path", { class: `target hue-${hue(character)}`, d: outline(cells, 0.1, 0.14) })));
      const names = [...groups.keys()].join(", ");
      host.replaceChildren(svg("svg", { viewBox: `-0.1 -0.1 ${width + 0.2} ${height + 0.2}`, class: "blocks", role: "img",
        "aria-label": `Block puzzle of ${width} by ${height} cells with the pieces ${names || "none"}` }, board, layer, goals));
      host.style.setProperty("--w", width);
      host.style.setProperty("--h", height);
    },
    /** Moves a piece along its path in `ms`. */
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
      if (ms > 0) piece.node.animate(frames, { duration: ms, easing: "ease-in-out" });
    },
    /** Where a piece is, as cells from its start; for tests and for speech. */
    offset: (character) => groups.get(character),
  };

  function place({ x, y }) {
    return { transform: `translate(${x}px, ${y}px)` };
  }
}

/** The letter of a piece, in the middle of the cell nearest to its own middle. */
function letter(character, cells) {
  const mean = (i) => cells.reduce((sum, cell) => sum + cell[i], 0) / cells.length;
  const [mx, my] = [mean(0), mean(1)];
  const straight = cells.every(([x]) => x === cells[0][0]) || cells.every(([, y]) => y === cells[0][1]) || cells.length === 4;
  const near = [...cells].sort((a, b) => Math.hypot(a[0] - mx, a[1] - my) - Math.hypot(b[0] - mx, b[1] - my))[0];
  const [x, y] = straight ? [mx, my] : near;
  return svg("text", { x: x + 0.5, y: y + 0.52, "text-anchor": "middle", "dominant-baseline": "central" }, character === "*" ? "★" : character);
}

const NAMES = { "#": "wall", ".": "empty", " ": "outside" };
export const nameOf = (character) => NAMES[character] ?? `piece ${character}`;

/** A map that is painted cell by cell in `host`; `brush()` is the character to paint, `onPaint(x, y, character)` is told. */
export function createPainter(host, label, brush, onPaint) {
  const grid = el("div", { class: "painter", role: "grid", "aria-label": label });
  host.append(grid);
  let focus = [0, 0];
  const cellAt = (x, y) => grid.children[y]?.children[x];
  const cellOf = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".painter [role=gridcell]");

  function move(x, y) {
    const cell = cellAt(x, y);
    if (!cell) return;
    cellAt(...focus)?.setAttribute("tabindex", -1);
    focus = [x, y];
    cell.tabIndex = 0;
    cell.focus();
  }

  const paint = (cell) => cell && grid.contains(cell) && onPaint(Number(cell.dataset.x), Number(cell.dataset.y), brush());
  grid.addEventListener("pointerdown", (event) => {
    const cell = cellOf(event);
    if (!cell) return;
    event.preventDefault();
    move(Number(cell.dataset.x), Number(cell.dataset.y));
    grid.setPointerCapture(event.pointerId);
    paint(cell);
  });
  grid.addEventListener("pointermove", (event) => event.buttons === 1 && paint(cellOf(event)));
  grid.addEventListener("keydown", (event) => {
    const [x, y] = focus;
    const arrow = STEPS[{ ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" }[event.key]];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) move(x + arrow[0], y + arrow[1]);
    else if (event.key === "Enter") onPaint(x, y, brush());
    else if (event.key === "Delete" || event.key === "Backspace") onPaint(x, y, ".");
    else if (Array.from(event.key).length === 1) onPaint(x, y, event.key);
    else return;
    event.preventDefault();
  });

  return (map) => {
    if (grid.children.length !== map.length || grid.firstElementChild.children.length !== map[0].length) {
      focus = [0, 0];
      grid.style.setProperty("--w", map[0].length);
      grid.replaceChildren(...map.map((row, y) => el("div", { role: "row" }, ...row.map((_, x) => {
        const cell = el("div", { role: "gridcell", tabIndex: x + y === 0 ? 0 : -1 });
        [cell.dataset.x, cell.dataset.y] = [x, y];
        return cell;
      }))));
    }
    map.forEach((row, y) => row.forEach((character, x) => {
      const cell = cellAt(x, y);
      const joined = [["top", map[y - 1]?.[x]], ["left", row[x - 1]]].filter(([, other]) => other === character).map(([side]) => `join-${side}`);
      cell.className = [NAMES[character] ?? `piece hue-${hue(character)}`, ...joined].join(" ");
      cell.textContent = NAMES[character] ? "" : character;
      cell.setAttribute("aria-label", `row ${y + 1}, column ${x + 1}: ${nameOf(character)}`);
    }));
  };
}
