// Dialogs of the page: they open modally, and close by their button, by Escape, or by a press beside them.
import { byId, el } from "./dom.js";

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

/** Copies a text; where the browser refuses, a dialog shows it, selected. Returns whether it was copied. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = el("textarea", { value: text, rows: 4, readOnly: true, "aria-label": "Text to copy" });
    const done = el("button", { type: "button", onclick: () => dialog.close() }, "Done");
    const dialog = el(
      "dialog",
      { class: "card", "aria-label": "Copy", onclose: () => dialog.remove() },
      el("p", {}, "Copy this text:"),
      field,
      done,
    );
    document.body.append(dialog);
    dialog.showModal();
    field.select();
    return false;
  }
}

/** Hands a text to other programs where fingers press, else copies it. Returns whether it was copied. */
export async function share(text) {
  if (!navigator.share || !matchMedia("(pointer: coarse)").matches) return copy(text);
  try {
    await navigator.share({ text });
    return false;
  } catch (error) {
    return error.name === "AbortError" ? false : copy(text);
  }
}

/** Has a button say `text` for a moment. */
export function confirmOn(button, text) {
  button.dataset.name ??= button.textContent;
  button.textContent = text;
  clearTimeout(button.timer);
  button.timer = setTimeout(() => (button.textContent = button.dataset.name), 1600);
}
