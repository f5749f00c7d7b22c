// The look of the board: themes of the tiles, and a picture of one's own on them, kept in this browser.
import { createDialog } from "./dialogs.js";
import { byId, say, show } from "./dom.js";
import { readPicture } from "./picture.js";
import { keep, recall } from "./storage.js";

/** `board` is the board of the tab. */
export function createLook(board) {
  const dialog = createDialog("look", () => show(byId("picture-error"), null));
  const root = document.documentElement;

  function setTheme(name) {
    if (name === "ivory") delete root.dataset.tiles;
    else root.dataset.tiles = name;
    keep("tiles", name === "ivory" ? null : name);
  }

  function setPicture(picture) {
    board.setPicture(picture);
    byId("picture-remove").disabled = picture === null;
    byId("picture-numbers").disabled = picture === null;
  }

  /** Takes a file as the picture; errors are said in the dialog. */
  async function take(file) {
    show(byId("picture-error"), null);
    try {
      const picture = await readPicture(file);
      setPicture(picture);
      if (keep("picture", picture)) say("The picture is on the tiles.");
      else show(byId("picture-error"), "The browser has no room for the picture; it lasts until the page is left.", "error");
    } catch (error) {
      show(byId("picture-error"), error.message, "error");
      byId("look").open || dialog.open();
      say(error.message);
    }
  }

  for (const radio of document.querySelectorAll("input[name=tiles]")) {
    radio.checked = radio.value === (root.dataset.tiles ?? "ivory");
    radio.addEventListener("change", () => setTheme(radio.value));
  }
  byId("picture-choose").addEventListener("click", () => byId("picture-file").click());
  byId("picture-file").addEventListener("change", () => {
    const [file] = byId("picture-file").files;
    if (file) take(file);
    byId("picture-file").value = "";
  });
  byId("picture-remove").addEventListener("click", () => {
    setPicture(null);
    keep("picture", null);
  });
  const drawNumbers = () => (byId("board").classList.toggle("unnumbered", !byId("picture-numbers").checked), keep("numbers", byId("picture-numbers").checked));
  byId("picture-numbers").checked = recall("numbers", true);
  byId("picture-numbers").addEventListener("change", drawNumbers);
  drawNumbers();
  const kept = recall("picture", null);
  setPicture(typeof kept?.url === "string" && kept.url.startsWith("data:image/jpeg;base64,") && kept.aspect > 0 ? kept : null);
  return { open: () => dialog.open(), take };
}
