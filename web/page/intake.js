// Boards and pictures that are pasted, or dropped on the page: anything that the command reads, or an image.
import { around } from "./dom.js";

/** @typedef {{ text: (text: string) => void, picture: (file: File) => void }} Take */

/** The longest text that is sent, in bytes as JSON; the engine takes 64 KiB, of which the rest of the question is a part. */
const MOST = 64_000;

/**
 * Listens while `active()`; `take` has text(text) and picture(file).
 * @param {() => boolean} active
 * @param {Take} take
 */
export function listenForIntake(active, take) {
  document.addEventListener("paste", (event) => {
    if (!active() || around(event, "input, textarea, select")) return;
    if (receive(event.clipboardData, take)) event.preventDefault();
  });
  document.addEventListener("dragover", (event) => {
    if (!active() || ![...(event.dataTransfer?.types ?? [])].some((type) => type === "Files" || type === "text/plain"))
      return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => event.relatedTarget ?? document.body.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (active() && receive(event.dataTransfer, take)) event.preventDefault();
  });
}

/**
 * Takes the first file, or the text; returns false if there is neither.
 * @param {DataTransfer | null} data
 * @param {Take} take
 */
function receive(data, take) {
  if (data === null) return false;
  const [file] = data.files;
  const text = data.getData("text/plain");
  if (file?.type.startsWith("image/")) take.picture(file);
  else if (file) new Response(file.slice(0, 4 * MOST)).text().then(take.text);
  else if (text.trim()) take.text(text);
  return Boolean(file || text.trim());
}

/**
 * A text to the end of the last line that can be sent, and whether more was left out.
 * @param {string} text
 * @returns {[text: string, isCut: boolean]}
 */
export function readable(text) {
  /** @param {string} part */
  const bytes = (part) => new TextEncoder().encode(JSON.stringify(part)).length;
  let [end, size] = [0, 0];
  while (end < text.length) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    size += bytes(text.slice(end, next)) - 2; // without its quotes
    if (size > MOST) return [text.slice(0, end || MOST / 6), true]; // six bytes are the most for a character
    end = next;
  }
  return [text, false];
}
