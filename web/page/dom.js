// Small helpers for the document: finding and making elements, writing numbers and errors, showing
// messages, and having a screen reader say something.

/**
 * Returns the element of the page with an id.
 * @template {keyof Elements} Id
 * @param {Id} id
 */
export const byId = (id) => /** @type {Elements[Id]} */ (document.getElementById(id));

/**
 * Returns the first element in `host` that a selector matches. The caller must know that one
 * exists.
 * @template {string} Selector
 * @param {ParentNode} host
 * @param {Selector} selector
 */
export const find = (host, selector) => /** @type {Selected<Selector>} */ (host.querySelector(selector));

/**
 * Returns the element that matches a selector among the target of an event and the elements around
 * it. Returns the innermost one, or null if none matches.
 * @param {Event} event
 * @param {string} selector
 */
export const around = ({ target }, selector) =>
  target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(selector)) : null;

/**
 * Appends a copy of a `<template>` to `host`. Returns the elements of the copy.
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
 * Creates an element. Among its props, `class`, `role` and names with a hyphen become attributes,
 * functions such as `onclick` become listeners, and the rest become properties.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} name
 * @param {Props} [props]
 * @param {Child[]} children
 */
export function el(name, props = {}, ...children) {
  return fill(document.createElement(name), props, children);
}

/**
 * Creates an SVG element. Functions among its props become listeners, and all other props become
 * attributes.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} name
 * @param {Props} [props]
 * @param {Child[]} children
 */
export function svg(name, props = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), props, children, true);
}

/**
 * Gives an element its props and children, and returns it. Props and children that are null are
 * left out.
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
 * Adds a style sheet to the page. If the sheet fails to load, its link is removed, so that the next
 * call tries again.
 * @param {string} href
 */
export const addStyle = (href) =>
  new Promise((done, failed) => {
    const onerror = () => (link.remove(), failed(new Error(`${href} did not load`)));
    const link = el("link", { rel: "stylesheet", href, onload: done, onerror });
    document.head.append(link);
  });

/**
 * Sets CSS variables of an element, such as `{ "--w": 4 }`.
 * @param {ElementCSSInlineStyle} node
 * @param {Record<string, string | number>} variables
 */
export function setStyle({ style }, variables) {
  for (const [name, value] of Object.entries(variables)) style.setProperty(name, String(value));
}

const figures = new Intl.NumberFormat("en");

/**
 * Returns a number with its thousands separated, or a dash if there is no number.
 * @param {number | null | undefined} value
 */
export const number = (value) => (value === null || value === undefined ? "–" : figures.format(value));

/**
 * Returns a duration as text, in milliseconds if it is short and otherwise in seconds, or a dash if
 * there is no duration.
 * @param {number | null | undefined} seconds
 */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 0.0995) return `${(seconds * 1000).toFixed(seconds < 0.00995 ? 1 : 0)} ms`;
  return `${seconds.toFixed(seconds < 9.95 ? 2 : 1)} s`;
}

/**
 * Returns a time in minutes and seconds, such as 1:07.
 * @param {number} seconds
 */
export function toSecond(seconds) {
  const whole = Math.floor(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Returns a time to a tenth of a second, such as 1:07.4.
 * @param {number} seconds
 */
export function toTenth(seconds) {
  const tenths = Math.floor(seconds * 10 + 1e-6); // rounded down, as the clock is
  return `${toSecond(Math.floor(tenths / 10))}.${tenths % 10}`;
}

/**
 * Turns a text into a sentence: it begins with a capital letter, and ends with a full stop unless
 * it already ends with a punctuation mark.
 * @param {string} text
 */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? "" : "."}`;

/**
 * Returns a number with its noun, such as `1 move` or `2 moves`.
 * @param {number} n
 * @param {string} one
 */
export const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

/**
 * Returns the message of a value that was thrown.
 * @param {unknown} error
 */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Returns whether an error means that the reader has cancelled a request.
 * @param {unknown} error
 */
export const isAbort = (error) => error instanceof Error && error.name === "AbortError";

/**
 * Shows `text` in a message line, or hides the line if there is no text.
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
 * Sets properties of elements, given as `{ id: { property: value } }`, but only those that differ.
 * A field that has the focus is left alone, so that what the reader is typing stays.
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

/**
 * How long the announcement of a move waits for the new distance, in milliseconds, so that a screen
 * reader says both together.
 */
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
 * Connects buttons with functions, given as `{ id: act }`. Pressing a button calls its function.
 * @param {{ [Id in keyof Elements]?: () => unknown }} actions
 */
export function onClick(actions) {
  for (const [id, act] of Object.entries(actions)) {
    byId(/** @type {keyof Elements} */ (id)).addEventListener("click", () => act());
  }
}

/**
 * Sets the title of a tab's contents. If this tab is open, the window gets the title too.
 * @param {HTMLElement} section
 */
export function titleTab(section, title = section.dataset.title) {
  section.dataset.title = title;
  if (!section.hidden) document.title = title ? `${title} · fifteen` : "fifteen: sliding puzzles";
}

/**
 * Returns a table with headings and rows of texts or numbers. A missing value is written as a dash.
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

/** Returns whether the reader prefers less motion. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
