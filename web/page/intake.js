// Accepts boards and pictures that are pasted or dropped on the page: any text that the command
// reads, or an image.
import { around } from "./dom.js";

/** @typedef {{ text: (text: string) => void, picture: (file: File) => void }} Take */

/**
 * Maximum length of a text that is sent, in bytes of JSON. The engine accepts 64 KiB for the whole
 * question, so this leaves room for its other fields.
 */
const MOST = 64_000;

/**
 * Passes texts and pictures that are pasted or dropped to `take`, while `active()` is true.
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
 * Passes the first file in `data` to `take` or, if there is no file, the text. Returns false if
 * there is neither.
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
 * Returns the beginning of a text, up to the end of the last line that fits into a question, and
 * whether anything was left out.
 * @param {string} text
 * @returns {[text: string, isCut: boolean]}
 */
export function readable(text) {
  /** @param {string} part */
  const bytes = (part) => new TextEncoder().encode(JSON.stringify(part)).length;
  let [end, size] = [0, 0];
  while (end < text.length) {
    const next = text.indexOf("\n", end) + 1 || text.length;
    size += bytes(text.slice(end, next)) - 2; // without the quotes of JSON
    // In JSON, a character takes at most six bytes.
    if (size > MOST) return [text.slice(0, end || MOST / 6), true];
    end = next;
  }
  return [text, false];
}
