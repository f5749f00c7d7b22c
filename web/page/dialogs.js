// The page's modal dialogs. Each closes when the reader presses its close button, the Escape key,
// or a point outside the dialog.
import { byId, find, isAbort, say } from "./dom.js";

/**
 * Prepares the dialog `id`. Calls `onOpen` each time before the dialog opens. Returns the functions
 * `open` and `close`.
 * @param {"setup" | "statistics" | "look" | "help"} id
 */
export function createDialog(id, onOpen = () => {}) {
  const dialog = byId(id);
  find(dialog, ".close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target, clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isOutside = x < left || x > right || y < top || y > bottom;
    if (target === dialog && isOutside) dialog.close();
  });
  return {
    open() {
      onOpen();
      dialog.showModal();
    },
    close: () => dialog.close(),
  };
}

/**
 * Copies a text to the clipboard, and shows a confirmation on `button`. If the browser refuses, a
 * dialog shows the text, already selected, so that the reader can copy it.
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
    confirmOn(button, "Copied");
  } catch {
    byId("to-copy").value = text;
    byId("copy").showModal();
    byId("to-copy").select();
  }
}

/**
 * Shares a text: on a touch screen with the sharing menu of the system, otherwise by copying it.
 * @param {string} text
 * @param {HTMLElement} button
 */
export async function share(text, button) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copy(text, button);
  try {
    await navigator.share({ text });
  } catch (error) {
    if (!isAbort(error)) await copy(text, button);
  }
}

/** @type {WeakMap<HTMLElement, { name: string | null, timer?: Timer }>} */
const confirmed = new WeakMap(); // the usual texts of buttons, and the timers that restore them

/**
 * Shows `text` on a button for a moment, and has a screen reader say it.
 * @param {HTMLElement} button
 * @param {string} text
 */
function confirmOn(button, text) {
  const { name, timer } = confirmed.get(button) ?? { name: button.textContent };
  button.textContent = text;
  say(text);
  clearTimeout(timer);
  confirmed.set(button, { name, timer: setTimeout(() => (button.textContent = name), 1600) });
}
