// The look of the page, kept in this browser: its colours, themes of the tiles, and a picture of one's own on them.
import { createDialog } from "./dialogs.js";
import { byId, find, messageOf, onClick, say, show, tell } from "./dom.js";
import { readPicture } from "./picture.js";
import { keep, recall, setting } from "./storage.js";

const root = document.documentElement;

/**
 * Gives the page a look of its own, or with null the usual one; theme.js takes it up at the next visit.
 * @param {"theme" | "tiles"} name
 * @param {string | null} look
 */
function wear(name, look) {
  if (look === null) delete root.dataset[name];
  else root.dataset[name] = look;
  keep(name, look);
}

/** The button that changes between light and dark colours. */
export function createColours() {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : system.matches);
  const draw = () => byId("theme").setAttribute("aria-pressed", String(isDark()));
  onClick({
    theme: () => {
      // A choice that is the system's is none: the page follows the system again.
      wear("theme", isDark() !== system.matches ? null : isDark() ? "light" : "dark");
      draw();
    },
  });
  system.addEventListener("change", draw);
  draw();
}

/**
 * The dialog "Look"; `board` is the board of the tab Puzzle.
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
   * Takes a file or a sample as the picture; errors are said in the dialog.
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
