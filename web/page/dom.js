// Small helpers for the document: finding and making elements, figures, errors, messages, the spoken line.

/**
 * The element of the page that has that id.
 * @template {keyof Elements} Id
 * @param {Id} id
 */
export const byId = (id) => /** @type {Elements[Id]} */ (document.getElementById(id));

/**
 * The first element in `host` of a selector, which the page has.
 * @template {string} Selector
 * @param {ParentNode} host
 * @param {Selector} selector
 */
export const find = (host, selector) => /** @type {Selected<Selector>} */ (host.querySelector(selector));

/**
 * The closest element around the target of an event that a selector fits, or null.
 * @param {Event} event
 * @param {string} selector
 */
export const around = ({ target }, selector) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;

/**
 * Puts a copy of a `<template>` into `host`; returns the elements.
 * @param {"progress" | "level" | "brush" | "player"} id
 * @param {Element} host
 */
export function clone(id, host) {
  const copy = /** @type {DocumentFragment} */ (byId(id).content.cloneNode(true));
  const parts = /** @type {HTMLElement[]} */ ([...copy.children]);
  host.append(...parts);
  return parts;
}

/**
 * Makes an element; `class` and `aria-…` are attributes, `on…` are listeners, the rest properties.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} name
 * @param {Props} [props]
 * @param {Child[]} children
 */
export function el(name, props = {}, ...children) {
  return fill(document.createElement(name), props, children);
}

/**
 * Makes an SVG element; all props but listeners are attributes.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} name
 * @param {Props} [props]
 * @param {Child[]} children
 */
export function svg(name, props = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), props, children, true);
}

/**
 * @template {Element} Node
 * @param {Node} node
 * @param {Props} props
 * @param {Child[]} children
 */
function fill(node, props, children, attributes = false) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue;
    if (typeof value === "function") node.addEventListener(key.slice(2), (event) => value(event));
    else if (attributes || key === "class" || key === "role" || key.includes("-"))
      node.setAttribute(key, String(value));
    else Object.assign(node, { [key]: value });
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

/**
 * Sets variables of the style of an element: `{ "--w": 4 }`.
 * @param {ElementCSSInlineStyle} node
 * @param {Record<string, string | number>} variables
 */
export function setStyle({ style }, variables) {
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, String(value));
}

const figures = new Intl.NumberFormat("en");

/**
 * A number with its thousands marked, or a dash.
 * @param {number | null | undefined} value
 */
export const number = (value) => (value === null || value === undefined ? "–" : figures.format(value));

/**
 * Seconds in the unit that fits them.
 * @param {number | null | undefined} seconds
 */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 0.0995) return `${(seconds * 1000).toFixed(seconds < 0.00995 ? 1 : 0)} ms`;
  return `${seconds.toFixed(seconds < 9.95 ? 2 : 1)} s`;
}

/**
 * A text as a sentence: with a capital letter, and a full stop at its end.
 * @param {string} text
 */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? "" : "."}`;

/**
 * @param {number} n
 * @param {string} one
 */
export const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

/**
 * The message of what was thrown.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Whether an error says that the reader has cancelled.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/**
 * Shows `text` in a message line, or hides the line if there is none.
 * @param {HTMLElement} node
 * @param {string | null} text
 */
export function show(node, text, kind = "") {
  node.textContent = text ?? "";
  node.className = `message ${kind}`;
  node.hidden = !text;
}

/**
 * Shows `text` in a message line, and has a screen reader say it.
 * @param {HTMLElement} node
 * @param {string} text
 */
export function tell(node, text, kind = "error") {
  show(node, text, kind);
  say(text);
}

/**
 * Writes the properties of parts of the page that differ: `{ id: { property: value } }`; what is typed stays.
 * @param {Parts} parts
 */
export function paint(parts) {
  for (const [id, properties] of Object.entries(parts)) {
    const node = byId(/** @type {keyof Elements} */ (id));
    if (node.matches("input:focus, textarea:focus")) continue;
    for (const [name, value] of Object.entries(properties)) {
      if (Reflect.get(node, name) !== value) Reflect.set(node, name, value);
    }
  }
}

/** Milliseconds for which the spoken line about a move waits for the distance, so that both are said together. */
export const DISTANCE_WAIT = 500;

/**
 * Has a screen reader say `text`.
 * @param {string | null} text
 */
export function say(text) {
  const line = byId("say");
  line.textContent = "";
  requestAnimationFrame(() => (line.textContent = text));
}

/**
 * Has each button do something when it is pressed: `{ id: act }`.
 * @param {{ [Id in keyof Elements]?: () => unknown }} actions
 */
export function onClick(actions) {
  for (const [id, act] of Object.entries(actions)) {
    byId(/** @type {keyof Elements} */ (id)).addEventListener("click", () => act());
  }
}

/**
 * Names what a tab shows; the window has the name of the tab that is open.
 * @param {HTMLElement} section
 */
export function titleTab(section, title = section.dataset.title) {
  section.dataset.title = title;
  if (!section.hidden) document.title = title ? `${title} · fifteen` : "fifteen: sliding puzzles";
}

/**
 * A table of figures: headings, and rows of texts.
 * @param {string[]} head
 * @param {(string | number | null | undefined)[][]} rows
 */
export function tableOf(head, rows) {
  return el(
    "table",
    { class: "figures" },
    el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((value) => el("td", {}, String(value ?? "–")))))),
  );
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
