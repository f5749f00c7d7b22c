// Dialogs of the page: they open modally, and close by their button, by Escape, or by a press beside them.
import { byId, find, isAbort, say } from "./dom.js";

/**
 * Prepares the dialog `id`; `onOpen` fills it. Returns its `open` and `close`.
 * @param {"setup" | "statistics" | "look" | "help"} id
 */
export function createDialog(id, onOpen = () => {}) {
  const dialog = byId(id);
  find(dialog, ".close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return {
    open() {
      onOpen();
      dialog.showModal();
    },
    close: () => dialog.close(),
  };
}

/**
 * Copies a text, which `button` confirms; where the browser refuses, a dialog shows it, selected.
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
 * Hands a text to other programs where fingers press `button`, else copies it.
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
const confirmed = new WeakMap(); // the own texts of buttons, and the timers that bring them back

/**
 * Has a button say `text` for a moment.
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
