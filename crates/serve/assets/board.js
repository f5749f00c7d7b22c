// The board of the tab Puzzle: draws a position; pointer.js turns mouse and finger into moves, keys.js the keys.
import { calm, el, say, svg } from "./dom.js";
import { place as placePicture } from "./picture.js";
import { listen } from "./pointer.js";
import { STEPS, WORDS, nameOf, slide } from "./tiles.js";

/** Draws in `host`, and the goal small in `mini`; calls `onMove(letters)` for what the player does. */
export function createBoard(host, mini, onMove) {
  const tray = el("div", { class: "tray", tabIndex: 0, role: "group", "aria-roledescription": "sliding puzzle" });
  const last = el("i", { class: "last" }); // what a picture lacks until the board is solved
  const target = el("i", { class: "target", hidden: true });
  const arrow = svg("svg", { class: "arrow", "aria-hidden": "true" });
  host.append(tray);
  let shown = null;
  let goal = null;
  let picture = null; // { url, aspect }
  let tiles = new Map(); // by label

  listen(tray, { shown: () => shown, tile: (label) => tiles.get(label) }, (letters, cell) => {
    tray.focus({ preventScroll: true });
    if (letters) onMove(letters);
    else if (shown.cells[cell]) refuse(shown.cells[cell]);
  });

  /** Shows that a tile cannot move. */
  function refuse(label) {
    const { classList } = tiles.get(label);
    classList.add("refused");
    setTimeout(() => classList.remove("refused"), 300);
    say(`${label} cannot move`);
  }

  function rebuild(p) {
    tiles = new Map(p.cells.filter((label) => label !== 0).map((label) => [label, makeTile(label)]));
    tray.replaceChildren(last, ...tiles.values(), target, arrow);
    arrow.setAttribute("viewBox", `0 0 ${p.width} ${p.height}`);
    for (const node of [host.closest("section"), tray]) {
      node.style.setProperty("--w", p.width);
      node.style.setProperty("--h", p.height);
    }
  }

  function makeTile(label) {
    const face = el("span", {}, el("b", {}, String(label)));
    const props = { type: "button", class: "tile", tabIndex: -1, id: `tile-${label}`, "data-label": label };
    return el("button", props, face);
  }

  /** @type {(cell: number) => [number, number]} */
  const middle = (cell) => [(cell % shown.width) + 0.5, Math.floor(cell / shown.width) + 0.5];

  /** Puts a part of the board into a cell. */
  function aim(node, cell) {
    node.style.setProperty("--x", cell % shown.width);
    node.style.setProperty("--y", Math.floor(cell / shown.width));
  }

  function place(label, cell) {
    const tile = tiles.get(label);
    aim(tile, cell);
    const moves = slide(shown, cell);
    const home = goal.cells[cell] === label;
    tile.classList.toggle("movable", moves !== "");
    tile.classList.toggle("home", home);
    const state = `${home ? ", in place" : ""}${moves ? `, moves ${WORDS[moves[0]]}` : ""}`;
    tile.setAttribute("aria-label", `${label}, ${nameOf(cell, shown)}${state}`);
  }

  function drawPicture() {
    tray.classList.toggle("picture", picture !== null);
    if (!shown) return;
    for (const [label, tile] of tiles) placePicture(tile.firstChild, picture, goal.cells.indexOf(label), shown);
    placePicture(last, picture, goal.cells.indexOf(0), shown);
    aim(last, goal.cells.indexOf(0));
    drawMini(mini, goal, picture);
  }

  return {
    /** Shows a position; tiles glide to their cells in `ms`. */
    show(p, goalPosition, ms = 140) {
      const fresh = !shown || shown.width !== p.width || shown.height !== p.height;
      const otherGoal = goal !== goalPosition;
      shown = p;
      goal = goalPosition;
      if (fresh) rebuild(p);
      if (fresh || otherGoal) drawPicture();
      tray.style.setProperty("--slide", `${fresh ? 0 : ms}ms`);
      p.cells.forEach((label, cell) => label !== 0 && place(label, cell));
      // Read row by row; tiles that moved in the document would not glide.
      const order = p.cells.filter((label) => label !== 0).map((label) => tiles.get(label).id);
      tray.setAttribute("aria-owns", order.join(" "));
      const blank = p.cells.indexOf(0);
      const text = `Board, ${p.width} by ${p.height}, blank in ${nameOf(blank, p)}. Arrow keys move tiles into it.`;
      tray.setAttribute("aria-label", text);
    },
    /** Marks the tile in `cell`, and those that slide `along`; and `to` as the place that it goes to, with an arrow. */
    mark([cell, to, ...along]) {
      const marked = [cell, ...along].map((one) => tiles.get(shown.cells[one]));
      for (const tile of tiles.values()) tile.classList.toggle("marked", marked.includes(tile));
      target.hidden = to === undefined;
      if (to !== undefined) aim(target, to);
      const isFar = to !== undefined && to !== cell;
      arrow.classList.toggle("long", isFar && ![1, shown.width].includes(Math.abs(to - cell)));
      arrow.replaceChildren(
        ...(isFar ? [svg("path", { d: arrowOf(middle(cell), middle(to), shown.cells[to] === 0) })] : []),
      );
    },
    /** Puts a picture on the tiles, or takes it off. */
    setPicture(value) {
      picture = value;
      drawPicture();
    },
    /** Shows that no tile can move in the direction of a letter. */
    nudge(letter) {
      if (calm()) return;
      const [x, y] = STEPS[letter].map((step) => step * 4);
      tray.animate([{}, { transform: `translate(${x}px, ${y}px)` }, {}], { duration: 160, id: "nudge" });
    },
    celebrate: (on) => tray.classList.toggle("solved", on),
    /** Leads to the board. */
    focus() {
      tray.focus({ preventScroll: true });
      host.scrollIntoView({ block: "nearest" });
    },
  };
}

/**
 * Returns the outline of an arrow from one cell to another, in units of cells. The arrow begins next to the middle of its
 * first cell. If a tile lies on the last cell, the arrow ends next to the number of that tile, so that it stays readable.
 */
function arrowOf([x, y], [toX, toY], isFree) {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  const at = (along, across) =>
    `${(x + dx * along - dy * across).toFixed(3)} ${(y + dy * along + dx * across).toFixed(3)}`;
  const tip = length - (isFree ? 0.04 : 0.36);
  const [begin, neck] = [0.34, tip - (isFree ? 0.28 : 0.2)];
  const points = [
    at(begin, 0.07),
    at(neck, 0.07),
    at(neck, 0.2),
    at(tip, 0),
    at(neck, -0.2),
    at(neck, -0.07),
    at(begin, -0.07),
  ];
  return `M${points.join("L")}Z`;
}

/** Draws a small still board, as for the goal. */
export function drawMini(host, p, picture = null) {
  host.style.setProperty("--w", p.width);
  const cell = (label) => (label === 0 ? el("span", { class: "blank" }) : el("span", {}, String(label)));
  host.replaceChildren(...p.cells.map(cell));
  host.classList.toggle("pictured", picture !== null);
  [...host.children].forEach((face, home) => placePicture(face, picture, home, p));
  const names = p.cells.map((label) => (label === 0 ? "blank" : label)).join(" ");
  host.setAttribute("aria-label", `Goal: ${names}, ${p.width} in a row`);
}
