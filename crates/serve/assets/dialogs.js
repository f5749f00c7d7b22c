// Dialogs of the page: they open modally, and close by their button, by Escape, or by a press beside them.
import { byId, say } from "./dom.js";

/** Prepares the dialog `id`; `onOpen` fills it. Returns its `open` and `close`. */
export function createDialog(id, onOpen = () => {}) {
  const dialog = byId(id);
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  return {
    open() {
      onOpen();
      dialog.showModal();
    },
    close: () => dialog.close(),
  };
}

/** Copies a text, which `button` confirms; where the browser refuses, a dialog shows it, selected. */
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

/** Hands a text to other programs where fingers press `button`, else copies it. */
export async function share(text, button) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copy(text, button);
  try {
    await navigator.share({ text });
  } catch (error) {
    if (error.name !== "AbortError") await copy(text, button);
  }
}

/** Has a button say `text` for a moment. */
function confirmOn(button, text) {
  button.dataset.name ??= button.textContent;
  button.textContent = text;
  say(text);
  clearTimeout(button.timer);
  button.timer = setTimeout(() => (button.textContent = button.dataset.name), 1600);
}
