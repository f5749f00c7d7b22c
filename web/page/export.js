// Saves what the laboratory shows as files: tables as CSV, and the plot as an SVG that needs no
// style sheet.
import { el, find, svg } from "./dom.js";

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "font-size", "font-family", "text-anchor"];
/** Height of a line of the legend, in units of the picture. */
const LINE = 22;

/**
 * Saves rows of values as a CSV file. Missing values are empty fields.
 * @param {string} name
 * @param {string[]} head
 * @param {unknown[][]} rows
 */
export function saveCsv(name, head, rows) {
  /** @param {string} text */
  const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  /** @param {unknown} value */
  const field = (value) => quoted(String(value ?? ""));
  save(name, "text/csv;charset=utf-8", [head, ...rows].map((row) => `${row.map(field).join(",")}\r\n`).join(""));
}

/**
 * Saves a picture as an SVG file that contains its colours. Below the picture is the `legend`,
 * whose items have a mark and a name.
 * @param {string} name
 * @param {SVGSVGElement} picture
 * @param {HTMLCollection} legend
 */
export function savePicture(name, picture, legend) {
  const { width, height } = picture.viewBox.baseVal;
  const { backgroundColor, color } = getComputedStyle(document.body);
  const whole = height + LINE * legend.length + 6;
  const names = [...legend].map((item, i) =>
    svg(
      "g",
      { transform: `translate(68 ${height + LINE * i})` },
      styled(find(item, ".series")),
      svg("text", { x: 46, y: 12, "font-size": 12.5, "font-family": "sans-serif", fill: color }, item.textContent),
    ),
  );
  const copy = svg(
    "svg",
    { width, height: whole, viewBox: `0 0 ${width} ${whole}` },
    svg("rect", { width, height: whole, fill: backgroundColor }),
    ...styled(picture).childNodes,
    ...names,
  );
  save(name, "image/svg+xml", new XMLSerializer().serializeToString(copy));
}

/**
 * Returns a copy of a node, with the styles that the node has on the page as attributes.
 * @param {Element} node
 */
function styled(node) {
  const copy = /** @type {Element} */ (node.cloneNode(true));
  const [from, to] = [node, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  from.forEach((one, i) => {
    const style = getComputedStyle(one);
    for (const name of STYLES) if (style.getPropertyValue(name)) to[i].setAttribute(name, style.getPropertyValue(name));
  });
  return copy;
}

/**
 * Lets the browser save a text as a file.
 * @param {string} name
 * @param {string} type
 * @param {string} text
 */
function save(name, type, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
