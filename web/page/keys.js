// Keys that work in a tab wherever the focus is: for moves, undo and redo, the player of a
// solution, and help.
import { createDialog } from "./dialogs.js";
import { recall, setting } from "./storage.js";

/** @typedef {{ name: string, letter?: string }} Action */

/**
 * The direction of each arrow key, as the letter of a move.
 * @type {Record<string, string>}
 */
export const ARROW_KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
/** Selector of the fields in which keys type text. */
const FIELDS = "input:not([type=checkbox]), textarea";
/** @type {Record<string, string>} */
const LETTERS = { w: "U", s: "D", a: "L", d: "R" };

/** @type {Record<string, string>} */
const PLAIN = { n: "fresh", r: "restart", h: "hint", " ": "toggle", ",": "stepBack", ".": "step", "?": "help" };

/** Prepares the dialog that lists the keys, and the switch for letter keys in it. */
export function createHelp() {
  setting("letter-keys", "letterKeys", true);
  return createDialog("help");
}

/** Returns whether letters and signs work as keys. The reader can switch them off. */
export const letterKeys = () => recall("letterKeys", true);

/**
 * Returns the action that a key event stands for, with the letter of the direction if it is a move.
 * Returns null for other keys.
 * @param {KeyboardEvent} event
 * @returns {Action | null}
 */
export function actionOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const name = key.toLowerCase();
  if (altKey) return null;
  if (ctrlKey || metaKey) {
    if (name === "z") return { name: shiftKey ? "redo" : "undo" };
    return name === "y" && !shiftKey ? { name: "redo" } : null;
  }
  const letter = ARROW_KEYS[key] ?? LETTERS[name];
  if (letter) return { name: "move", letter };
  return name in PLAIN ? { name: PLAIN[name] } : null;
}

/**
 * Calls `actions[name](letter)` for the keys that are pressed while `active()` is true. Keys
 * without an entry in `actions` do nothing.
 * @param {() => boolean} active
 * @param {Record<string, (letter: string) => unknown>} actions
 */
export function listenForKeys(active, actions) {
  let byPointer = false; // the focus was moved by mouse or finger
  document.addEventListener("pointerdown", () => (byPointer = true), true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Tab") byPointer = false;
    if (event.defaultPrevented || !active() || document.querySelector("dialog[open]")) return;
    const target = /** @type {Element} */ (event.target);
    const isHeld = event.ctrlKey || event.metaKey;
    if (target.closest(isHeld ? FIELDS : `${FIELDS}, select`)) return;
    const action = actionOf(event);
    if (!action || !(action.name in actions)) return;
    if (event.key.length === 1 && event.key !== " " && !isHeld && !letterKeys()) return;
    if (event.repeat && !["move", "undo", "redo"].includes(action.name)) return;
    // If the reader moved the focus to a button with the keyboard, the space bar presses that
    // button.
    if (action.name === "toggle" && !byPointer && target.closest("button, summary, a, input")) return;
    event.preventDefault();
    actions[action.name](action.letter ?? "");
  });
}
