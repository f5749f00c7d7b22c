// Entering a board: a cell is chosen, then its number in the tray; tiles are dragged to exchange them. The keys type
// numbers, and the arrows choose a cell.
import { byId, el } from "./dom.js";
import { emptyEntry, exchanged, isComplete, numbersLeft, withNumber, without } from "./entry.js";
import { ARROWS } from "./keys.js";
import { STEPS, nameOf } from "./tiles.js";

/** Pixels beyond which a press becomes a pull. */
const STILL = 8;

/** Chooses no cell on a complete board, so that the next tap on a number does not exchange two tiles by accident. */
const moved = (entry) => (isComplete(entry) ? { ...entry, at: null } : entry);

const face = (number) => (number === null ? "" : number === 0 ? "blank" : String(number));

/** An editor in #entry and its tray; `onChange(entry)` is called when the reader has changed the board. */
export function createEditor(onChange) {
  const [grid, tray] = ["entry", "entry-tray"].map(byId);
  let entry = emptyEntry(0, 0);
  let reached = 0; // the cell that the keys reach: the one that is chosen, or was last
  let typed = ""; // digits that more may follow
  let isTyping = false; // the last key was a digit, after which a space only ends the number
  let drag = null; // { cell, x, y, isPulled }
  let isDropped = false; // the click that follows belongs to a pull

  function rebuild() {
    grid.style.setProperty("--w", entry.width);
    grid.style.setProperty("--h", entry.height);
    const cell = (_, i) => el("button", { type: "button", "data-cell": i });
    grid.replaceChildren(...entry.cells.map(cell));
    const number = (_, i) => el("button", { type: "button", "data-number": (i + 1) % entry.cells.length });
    tray.replaceChildren(...entry.cells.map(number));
    for (const button of tray.children) button.textContent = face(Number(button.dataset.number));
  }

  function render() {
    reached = Math.min(entry.at ?? reached, entry.cells.length - 1);
    if (grid.children.length !== entry.cells.length || Number(grid.style.getPropertyValue("--w")) !== entry.width)
      rebuild();
    [...grid.children].forEach((button, cell) => {
      const number = entry.cells[cell];
      const isChosen = cell === entry.at;
      button.textContent = isChosen && typed ? typed : face(number);
      button.className = number === null ? "empty" : number === 0 ? "blank" : "";
      button.tabIndex = cell === reached ? 0 : -1;
      button.ariaPressed = String(isChosen);
      button.ariaLabel = `${nameOf(cell, entry)}: ${face(number) || "empty"}`;
    });
    const left = numbersLeft(entry);
    for (const button of tray.children) {
      const isLeft = left.includes(Number(button.dataset.number));
      button.classList.toggle("placed", !isLeft);
      button.ariaLabel = `${button.textContent}${isLeft ? "" : ", placed"}`;
    }
  }

  function change(next) {
    typed = "";
    entry = next;
    render();
    onChange(entry);
  }

  function choose(cell) {
    settle();
    entry = { ...entry, at: cell };
    render();
  }

  /** Takes typed digits as a number, though more might have followed. */
  function settle() {
    if (typed) change(withNumber(entry, Number(typed)));
  }

  function type(digit) {
    if (entry.at === null) return;
    const isNumber = (text) => entry.cells.some((_, number) => String(number) === text);
    if (typed && !isNumber(typed + digit)) settle();
    typed += digit;
    if (!isNumber(typed)) typed = "";
    const mayGoOn = numbersLeft(entry).some((number) => String(number) !== typed && String(number).startsWith(typed));
    if (typed && !mayGoOn) settle();
    render();
    focus();
  }

  function step([dx, dy]) {
    settle();
    const [x, y] = [(reached % entry.width) + dx, Math.floor(reached / entry.width) + dy];
    if (x < 0 || y < 0 || x >= entry.width || y >= entry.height) return;
    choose(y * entry.width + x);
    focus();
  }

  /** Leads the keys to the chosen cell, without moving what is in view. */
  const focus = () => grid.children[reached]?.focus({ preventScroll: true });

  const cellAt = (node) => {
    const button = node?.closest?.("#entry [data-cell]");
    return button ? Number(button.dataset.cell) : null;
  };

  grid.addEventListener("click", ({ target }) => {
    const cell = cellAt(target);
    if (cell === null || isDropped) return;
    if (cell === entry.at && entry.cells[cell] !== null && !typed) change(without(entry, cell));
    else choose(cell);
  });
  tray.addEventListener("click", ({ target }) => {
    const number = target.closest("[data-number]")?.dataset.number;
    if (number === undefined) return;
    settle();
    change(withNumber(entry, Number(number)));
  });

  grid.addEventListener("pointerdown", (event) => {
    const cell = cellAt(event.target);
    [isDropped, isTyping] = [false, false];
    const isTile = event.button === 0 && event.isPrimary && cell !== null && entry.cells[cell] !== null;
    // The tile receives all further pointer events and the click, even if the pointer leaves it.
    if (isTile) grid.children[cell].setPointerCapture(event.pointerId);
    drag = isTile ? { cell, x: event.clientX, y: event.clientY, isPulled: false } : null;
  });
  grid.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    drag.isPulled ||= Math.hypot(dx, dy) > STILL;
    if (!drag.isPulled) return;
    const tile = grid.children[drag.cell];
    tile.classList.add("held");
    tile.style.translate = `${dx}px ${dy}px`;
  });
  /** A tile that is let go changes places with what it lies on; outside the board it goes back into the tray. */
  function drop(event) {
    if (!drag?.isPulled) return void (drag = null);
    const { cell } = drag;
    drag = null;
    isDropped = true;
    grid.children[cell].classList.remove("held");
    grid.children[cell].style.translate = "";
    if (event.type === "pointercancel") return render();
    const node = document.elementFromPoint(event.clientX, event.clientY);
    const to = cellAt(node);
    if (to !== null && to !== cell) change(moved(exchanged(entry, cell, to)));
    else if (to === null && !grid.contains(node)) change(without(entry, cell));
  }
  grid.addEventListener("pointerup", drop);
  grid.addEventListener("pointercancel", drop);

  grid.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const arrow = STEPS[ARROWS[event.key]];
    const [isDigit, isEnd] = [/^\d$/.test(event.key), ["Enter", " "].includes(event.key)];
    if (arrow) step(arrow);
    else if (isDigit) type(event.key);
    else if (["Backspace", "Delete"].includes(event.key)) change(without(entry, reached));
    else if (isTyping && isEnd) settle();
    else return;
    isTyping = isDigit || isEnd;
    focus();
    event.preventDefault();
  });
  grid.addEventListener("focusout", (event) => {
    if (grid.contains(event.relatedTarget)) return;
    settle();
    isTyping = false;
  });

  return {
    get entry() {
      return entry;
    },
    /** Shows a board, complete or not. */
    show(next) {
      typed = "";
      entry = next;
      render();
    },
    focus,
  };
}
