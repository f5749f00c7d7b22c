// Draws the board of the tab Puzzle. pointer.js turns mouse and finger into moves, and keys.js
// turns keys into moves.
import { calm, el, find, say, setStyle, svg } from "./dom.js";
import { placePicture } from "./picture.js";
import { listenForPointer } from "./pointer.js";
import { STEPS, WORDS, nameOf, slide } from "./tiles.js";

/** @param {number} label */
function makeTile(label) {
  const face = el("span", {}, el("b", {}, String(label)));
  const props = { type: "button", class: "tile", tabIndex: -1, id: `tile-${label}`, "data-label": label };
  return el("button", props, face);
}

/** The board of the tab Puzzle, on which tiles glide from cell to cell. */
export class Board {
  #tray = el("div", { class: "tray", tabIndex: 0, role: "group", "aria-roledescription": "sliding puzzle" });
  // The part of a picture that belongs to the blank's place. It appears when the board is solved.
  #last = el("i", { class: "last" });
  #target = el("i", { class: "target", hidden: true });
  #arrow = svg("svg", { class: "arrow", "aria-hidden": "true" });
  /** @type {Position} */
  #shown = { width: 0, height: 0, cells: [] };
  /** @type {Position} */
  #goal = this.#shown;
  /** @type {Picture | null} */
  #picture = null;
  /** @type {Map<number, HTMLButtonElement>} */
  #tiles = new Map(); // the tiles by their labels

  /**
   * Draws the board in `host`, and a small picture of the goal in `mini`. Calls `onMove(letters)`
   * for each move that the player makes, with one letter for each tile that slides.
   * @param {HTMLElement} host
   * @param {HTMLElement} mini
   * @param {(letters: string) => void} onMove
   */
  constructor(host, mini, onMove) {
    this.host = host;
    this.mini = mini;
    host.append(this.#tray);
    listenForPointer(this.#tray, { shown: () => this.#shown, tile: (label) => this.#tile(label) }, (letters, cell) => {
      this.#tray.focus({ preventScroll: true });
      if (letters) onMove(letters);
      else if (cell !== undefined && this.#shown.cells[cell]) this.#refuse(this.#shown.cells[cell]);
    });
  }

  /** @param {number} label */
  #tile(label) {
    return /** @type {HTMLButtonElement} */ (this.#tiles.get(label));
  }

  /**
   * Shows that a tile cannot move, and has a screen reader say so.
   * @param {number} label
   */
  #refuse(label) {
    const { classList } = this.#tile(label);
    classList.add("refused");
    setTimeout(() => classList.remove("refused"), 300);
    say(`${label} cannot move`);
  }

  /**
   * Creates the tiles for a board of another size.
   * @param {Position} p
   */
  #rebuild({ cells, width, height }) {
    this.#tiles = new Map(cells.filter((label) => label !== 0).map((label) => [label, makeTile(label)]));
    this.#tray.replaceChildren(this.#last, ...this.#tiles.values(), this.#target, this.#arrow);
    this.#arrow.setAttribute("viewBox", `0 0 ${width} ${height}`);
    for (const node of [this.host.closest("section"), this.#tray]) {
      if (node) setStyle(node, { "--w": width, "--h": height });
    }
  }

  /**
   * Returns the middle of a cell, in units of cells.
   * @param {number} cell
   * @returns {Place}
   */
  #middle(cell) {
    const { width } = this.#shown;
    return [(cell % width) + 0.5, Math.floor(cell / width) + 0.5];
  }

  /**
   * Places an element of the board on a cell.
   * @param {HTMLElement} node
   * @param {number} cell
   */
  #aim(node, cell) {
    const { width } = this.#shown;
    setStyle(node, { "--x": cell % width, "--y": Math.floor(cell / width) });
  }

  /**
   * Places a tile on a cell, and describes it for screen readers.
   * @param {number} label
   * @param {number} cell
   */
  #place(label, cell) {
    const tile = this.#tile(label);
    this.#aim(tile, cell);
    const moves = slide(this.#shown, cell);
    const isHome = this.#goal.cells[cell] === label;
    tile.classList.toggle("movable", moves !== "");
    tile.classList.toggle("home", isHome);
    const state = `${isHome ? ", in place" : ""}${moves ? `, moves ${WORDS[moves[0]]}` : ""}`;
    tile.setAttribute("aria-label", `${label}, ${nameOf(cell, this.#shown)}${state}`);
  }

  /** Puts the picture on the tiles and on the small goal. */
  #drawPicture() {
    this.#tray.classList.toggle("picture", this.#picture !== null);
    if (this.#shown.width === 0) return;
    const { cells } = this.#goal;
    for (const [label, tile] of this.#tiles) {
      placePicture(find(tile, "span"), this.#picture, cells.indexOf(label), this.#shown);
    }
    placePicture(this.#last, this.#picture, cells.indexOf(0), this.#shown);
    this.#aim(this.#last, cells.indexOf(0));
    drawMini(this.mini, this.#goal, this.#picture);
  }

  /**
   * Shows a position. Tiles glide to their cells in `ms` milliseconds.
   * @param {Position} p
   * @param {Position} goal
   */
  show(p, goal, ms = 140) {
    const isFresh = this.#shown.width !== p.width || this.#shown.height !== p.height;
    const isOtherGoal = this.#goal !== goal;
    this.#shown = p;
    this.#goal = goal;
    if (isFresh) this.#rebuild(p);
    if (isFresh || isOtherGoal) this.#drawPicture();
    this.#tray.style.setProperty("--slide", `${isFresh ? 0 : ms}ms`);
    p.cells.forEach((label, cell) => label !== 0 && this.#place(label, cell));
    // Screen readers read the tiles in this order, row by row. The elements themselves stay where
    // they are in the document, because a tile that is moved there would not glide.
    const order = p.cells.filter((label) => label !== 0).map((label) => this.#tile(label).id);
    this.#tray.setAttribute("aria-owns", order.join(" "));
    const blank = p.cells.indexOf(0);
    const text = `Board, ${p.width} by ${p.height}, blank in ${nameOf(blank, p)}. Arrow keys move tiles into it.`;
    this.#tray.setAttribute("aria-label", text);
  }

  /**
   * Marks the cells that a hint names. The first of `cells` is the cell of a tile, and the second
   * is the cell to which an arrow leads from there. The others are the cells of more tiles that
   * slide along.
   * @param {number[]} cells
   */
  mark([cell, to, ...along]) {
    const { width, cells } = this.#shown;
    const marked = [cell, ...along].map((one) => this.#tiles.get(cells[one]));
    for (const tile of this.#tiles.values()) tile.classList.toggle("marked", marked.includes(tile));
    this.#target.hidden = to === undefined;
    if (to !== undefined) this.#aim(this.#target, to);
    const isFar = to !== undefined && to !== cell;
    this.#arrow.classList.toggle("far", isFar && ![1, width].includes(Math.abs(to - cell)));
    this.#arrow.replaceChildren();
    if (isFar) this.#arrow.append(svg("path", { d: arrowOf(this.#middle(cell), this.#middle(to), cells[to] === 0) }));
  }

  /**
   * Puts a picture on the tiles, or takes it off if `picture` is null.
   * @param {Picture | null} picture
   */
  setPicture(picture) {
    this.#picture = picture;
    this.#drawPicture();
  }

  /**
   * Nudges the board in the direction of a letter, to show that no tile can move that way.
   * @param {string} letter
   */
  nudge(letter) {
    if (calm()) return;
    const [x, y] = STEPS[letter].map((step) => step * 4);
    this.#tray.animate([{}, { transform: `translate(${x}px, ${y}px)` }, {}], { duration: 160, id: "nudge" });
  }

  /**
   * Shows whether the board is solved.
   * @param {boolean} isOn
   */
  celebrate(isOn) {
    this.#tray.classList.toggle("solved", isOn);
  }

  /** Moves the focus to the board, and scrolls it into view. */
  focus() {
    this.#tray.focus({ preventScroll: true });
    this.host.scrollIntoView({ block: "nearest" });
  }
}

/**
 * Returns the outline of an arrow from one cell to another, in units of cells. The arrow begins
 * next to the middle of its first cell. If a tile lies on the last cell, the arrow ends next to the
 * number of that tile, so that it stays readable.
 * @param {Place} from
 * @param {Place} to
 * @param {boolean} isFree whether the last cell is the blank
 */
function arrowOf([x, y], [toX, toY], isFree) {
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(toX - x) / length, (toY - y) / length];
  /**
   * @param {number} along
   * @param {number} across
   */
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

/**
 * Draws a small board that doesn't move, such as the goal.
 * @param {HTMLElement} host
 * @param {Position} p
 * @param {Picture | null} picture
 */
export function drawMini(host, p, picture = null) {
  setStyle(host, { "--w": p.width });
  /** @param {number} label */
  const cell = (label) => (label === 0 ? el("span", { class: "blank" }) : el("span", {}, String(label)));
  const faces = p.cells.map(cell);
  host.replaceChildren(...faces);
  host.classList.toggle("pictured", picture !== null);
  faces.forEach((face, home) => placePicture(face, picture, home, p));
  const names = p.cells.map((label) => (label === 0 ? "blank" : label)).join(" ");
  host.setAttribute("aria-label", `Goal: ${names}, ${p.width} in a row`);
}
