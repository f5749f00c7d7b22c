// The look of the page, which this browser keeps: dark or light colours, a theme of the tiles, and
// the reader's own picture on them.
import { createDialog } from "./dialogs.js";
import { byId, find, messageOf, onClick, say, show, tell } from "./dom.js";
import { readPicture } from "./picture.js";
import { keep, recall, setting } from "./storage.js";

const root = document.documentElement;

/**
 * Sets a part of the page's look, or restores the default if `look` is null. theme.js applies the
 * choice at the next visit.
 * @param {"theme" | "tiles"} name
 * @param {string | null} look
 */
function wear(name, look) {
  if (look === null) delete root.dataset[name];
  else root.dataset[name] = look;
  keep(name, look);
}

/** Prepares the button that changes between light and dark colours. */
export function createColours() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const draw = () => byId("theme").setAttribute("aria-pressed", String(isDark()));
  onClick({
    theme: () => {
      // If the reader chooses the colours that the system prefers, no choice is stored, so that the
      // page follows the system again.
      wear("theme", isDark() !== system.matches ? null : isDark() ? "light" : "dark");
      draw();
    },
  });
  system.addEventListener("change", draw);
  draw();
}

/**
 * Prepares the dialog "Look". `board` is the board of the tab Puzzle.
 * @param {import("./board.js").Board} board
 */
export function createLook(board) {
  const dialog = createDialog("look", () => show(byId("picture-error"), null));
  /** @param {Picture | null} picture */
  function setPicture(picture) {
    board.setPicture(picture);
    byId("picture-remove").disabled = picture === null;
    byId("picture-numbers").disabled = picture === null;
  }

  /**
   * Puts a picture on the tiles, from a file or a sample. The dialog shows errors.
   * @param {{ name: string }} file
   * @param {string} url
   */
  async function take({ name }, url) {
    show(byId("picture-error"), null);
    try {
      const picture = await readPicture(url, name);
      setPicture(picture);
      if (keep("picture", picture)) say("The picture is on the tiles.");
      else throw new Error("The browser has no room for the picture; it lasts until the page is left.");
    } catch (error) {
      byId("look").open || dialog.open();
      tell(byId("picture-error"), messageOf(error));
    }
  }

  /** @param {File} file */
  const takeFile = (file) => take(file, URL.createObjectURL(file));

  for (const radio of byId("look").querySelectorAll("input")) {
    if (radio.name !== "tiles") continue;
    radio.checked = radio.value === (root.dataset.tiles ?? "ivory");
    radio.addEventListener("change", () => wear("tiles", radio.value === "ivory" ? null : radio.value));
  }
  for (const sample of byId("samples").querySelectorAll("button")) {
    sample.addEventListener("click", () => take(sample, find(sample, "img").src));
  }
  onClick({
    "picture-choose": () => byId("picture-file").click(),
    "picture-remove": () => {
      setPicture(null);
      keep("picture", null);
    },
  });
  byId("picture-file").addEventListener("change", () => {
    const [file] = byId("picture-file").files ?? [];
    if (file) takeFile(file);
    byId("picture-file").value = "";
  });
  setting("picture-numbers", "numbers", true, (isOn) => byId("board").classList.toggle("unnumbered", !isOn));
  const kept = recall("picture", /** @type {Picture | null} */ (null));
  setPicture(kept?.url?.startsWith?.("data:image/jpeg;base64,") && kept.aspect > 0 ? kept : null);
  return { open: () => dialog.open(), take: takeFile };
}
