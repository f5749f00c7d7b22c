// The keys of a tab, wherever the focus is: moves, undo and redo, the player of a solution, help.
import { createDialog } from "./dialogs.js";
import { recall, setting } from "./storage.js";

/** @typedef {{ name: string, letter?: string }} Action */

/**
 * The direction that each arrow key stands for.
 * @type {Record<string, string>}
 */
export const ARROW_KEYS = { ArrowUp: "U", ArrowDown: "D", ArrowLeft: "L", ArrowRight: "R" };
/** Parts of the page that take keys themselves. */
const FIELDS = "input:not([type=checkbox]), textarea";
/** @type {Record<string, string>} */
const LETTERS = { w: "U", s: "D", a: "L", d: "R" };

/** @type {Record<string, string>} */
const PLAIN = { n: "fresh", r: "restart", h: "hint", " ": "toggle", ",": "stepBack", ".": "step", "?": "help" };

/** The dialog that lists the keys. */
export function createHelp() {
  setting("letter-keys", "letterKeys", true);
  return createDialog("help");
}

/** True unless the reader has switched off the keys that are a single letter or sign. */
export const letterKeys = () => recall("letterKeys", true);

/**
 * The name of the action of a key event, with a letter for a move; null if it has none.
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
 * Calls `actions[name](letter)`, if there is one, for the keys that are pressed while `active()`.
 * @param {() => boolean} active
 * @param {Record<string, (letter: string) => unknown>} actions
 */
export function listenForKeys(active, actions) {
  let byPointer = false; // the focus came by mouse or finger
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
    // A button that the keyboard has chosen keeps its space bar.
    if (action.name === "toggle" && !byPointer && target.closest("button, summary, a, input")) return;
    event.preventDefault();
    actions[action.name](action.letter ?? "");
  });
}
