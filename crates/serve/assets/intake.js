// Boards and pictures that are pasted, or dropped on the page: anything that the command reads, or an image.

/** The longest text that is read, in characters; the engine takes 64 KiB. */
const MOST = 60_000;

/** Listens while `active()`; `take` has text(text, isCut) and picture(file). */
export function listenForIntake(active, take) {
  document.addEventListener("paste", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!active() || target.closest?.("input, textarea, select")) return;
    if (receive(event.clipboardData, take)) event.preventDefault();
  });
  document.addEventListener("dragover", (event) => {
    if (!active() || ![...event.dataTransfer.types].some((type) => type === "Files" || type === "text/plain")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (active() && receive(event.dataTransfer, take)) event.preventDefault();
  });
}

/** Takes the first file, or the text; returns false if there is neither. */
function receive(data, take) {
  const [file] = data.files;
  const text = data.getData("text/plain");
  const read = (whole) => take.text(...shortened(whole));
  if (file?.type.startsWith("image/")) take.picture(file);
  else if (file) new Response(file.slice(0, 4 * MOST)).text().then(read);
  else if (text.trim()) read(text);
  return Boolean(file || text.trim());
}

/** The text to the end of the last line that fits, and whether more was left out. */
function shortened(text) {
  if (text.length <= MOST) return [text, false];
  const end = text.lastIndexOf("\n", MOST);
  return [text.slice(0, end > 0 ? end : MOST), true];
}
