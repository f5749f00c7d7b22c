// The keys of a tab, wherever the focus is: moves, undo and redo, the player of a solution, help.
import { createDialog } from "./dialogs.js";
import { byId, el } from "./dom.js";
import { keep, recall } from "./storage.js";

export const ARROWS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
const LETTERS = { w: "U", s: "D", a: "L", d: "R" };

/** The keys and what they do, as the help says them. */
const KEYS = [
  ["← ↑ ↓ →", "Slide a tile in that direction; so do W A S D"],
  ["Ctrl Z", "Undo"],
  ["Ctrl Shift Z", "Redo; so does Ctrl Y"],
  ["N", "New board"],
  ["R", "Start again; Undo brings the moves back"],
  ["H", "Hint; again for the next move, and to have it made"],
  ["Space", "Play or pause a solution"],
  [", .", "Step back or on in a solution"],
  ["?", "This help"],
];

/** The dialog that lists the keys. */
export function createHelp() {
  const names = (keys) => keys.split(" ").map((key) => el("kbd", {}, key));
  const row = ([keys, text]) => el("div", {}, el("dt", {}, ...names(keys)), el("dd", {}, text));
  byId("letter-keys").checked = letterKeys();
  byId("letter-keys").addEventListener("change", () => keep("letterKeys", byId("letter-keys").checked));
  return createDialog("help", () => byId("keys").replaceChildren(...KEYS.map(row)));
}

/** True unless the reader has switched off the keys that are a single letter or sign. */
const letterKeys = () => recall("letterKeys", true);

/** The name of the action of a key event, with a letter for a move; null if it has none. */
export function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const name = key.toLowerCase();
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (name === "z") return { name: shiftKey ? "redo" : "undo" };
    return name === "y" && !shiftKey ? { name: "redo" } : null;
  }
  const letter = ARROWS[key] ?? LETTERS[name];
  if (letter) return { name: "move", letter };
  const plain = { n: "fresh", r: "restart", h: "hint", " ": "toggle", ",": "stepBack", ".": "step", "?": "help" }[name];
  return plain ? { name: plain } : null;
}

/** Calls `actions[name](letter)`, if there is one, for the keys that are pressed while `active()`. */
export function listenForKeys(active, actions) {
  let byPointer = false; // the focus came by mouse or finger
  document.addEventListener("pointerdown", () => (byPointer = true), true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") byPointer = false;
    if (event.defaultPrevented || !active() || document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target);
    const isHeld = event.ctrlKey || event.metaKey;
    if (target.closest(isHeld ? "input, textarea" : "input, textarea, select")) return;
    const action = actionOf(event);
    if (!action || !(action.name in actions)) return;
    if (event.key.length === 1 && event.key !== " " && !isHeld && !letterKeys()) return;
    if (event.repeat && !["move", "undo", "redo"].includes(action.name)) return;
    // A button that the keyboard has chosen keeps its space bar.
    if (action.name === "toggle" && !byPointer && target.closest("button, summary, a")) return;
    event.preventDefault();
    actions[action.name](action.letter);
  });
}
