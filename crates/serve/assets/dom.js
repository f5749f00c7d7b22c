// Small helpers for the document: finding and making elements, figures, messages, the spoken line.

/** @returns {any} */
export const byId = (id) => document.getElementById(id);

/** Puts a copy of the `<template>` of that id into `host`; returns the elements. */
export function clone(id, host) {
  const parts = [...byId(id).content.cloneNode(true).children];
  host.append(...parts);
  return parts;
}

/** Makes an element; `class` and `aria-…` are attributes, `on…` are listeners, the rest properties. */
export function el(name, props = {}, ...children) {
  return fill(document.createElement(name), props, children);
}

/** Makes an SVG element; all props but listeners are attributes. */
export function svg(name, props = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", name), props, children, true);
}

function fill(node, props, children, attributes = false) {
  for (const [key, value] of Object.entries(props)) {
    if (value === null || value === undefined) continue;
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (attributes || key === "class" || key === "role" || key.includes("-")) node.setAttribute(key, value);
    else node[key] = value;
  }
  node.append(...children.filter((child) => child !== null));
  return node;
}

const figures = new Intl.NumberFormat("en");

/** A number with its thousands marked, or a dash. */
export const number = (value) => (value === null || value === undefined ? "–" : figures.format(value));

/** Seconds in the unit that fits them. */
export function duration(seconds) {
  if (seconds === null || seconds === undefined) return "–";
  if (seconds < 0.0995) return `${(seconds * 1000).toFixed(seconds < 0.00995 ? 1 : 0)} ms`;
  return `${seconds.toFixed(seconds < 9.95 ? 2 : 1)} s`;
}

/** A text as a sentence: with a capital letter, and a full stop at its end. */
export const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? "" : "."}`;

export const plural = (n, one, many = `${one}s`) => `${number(n)} ${n === 1 ? one : many}`;

/** Shows `text` in a message line, or hides the line if there is none. */
export function show(node, text, kind = "") {
  node.textContent = text ?? "";
  node.className = `message ${kind}`;
  node.hidden = !text;
}

/** Shows `text` in a message line, and has a screen reader say it. */
export function tell(node, text, kind = "error") {
  show(node, text, kind);
  say(text);
}

/** Writes the properties of parts of the page that differ: `{ id: { property: value } }`; what is typed stays. */
export function paint(parts) {
  for (const [id, properties] of Object.entries(parts)) {
    const node = byId(id);
    if (node.matches("input:focus, textarea:focus")) continue;
    for (const [name, value] of Object.entries(properties)) if (node[name] !== value) node[name] = value;
  }
}

/** Has a screen reader say `text`. */
export function say(text) {
  const line = byId("say");
  line.textContent = "";
  requestAnimationFrame(() => (line.textContent = text));
}

/** Has each button do something when it is pressed: `{ id: act }`. */
export function onClick(actions) {
  for (const [id, act] of Object.entries(actions)) byId(id).addEventListener("click", act);
}

/** Names what a tab shows; the window has the name of the tab that is open. */
export function titleTab(section, title = section.dataset.title) {
  section.dataset.title = title;
  if (!section.hidden) document.title = title ? `${title} · fifteen` : "fifteen: sliding puzzles";
}

/** A table of figures: headings, and rows of texts. */
export function tableOf(head, rows) {
  return el(
    "table",
    { class: "figures" },
    el("thead", {}, el("tr", {}, ...head.map((name) => el("th", { scope: "col" }, name)))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((value) => el("td", {}, String(value ?? "–")))))),
  );
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
