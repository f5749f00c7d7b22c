// The page's beginning: tabs, colours, and the three parts, each started when it is first seen.
// A part is { shown(), hidden(), navigated(), ready }, all optional: its tab was opened, was left, or an address of it was
// opened by the reader; `ready` is a promise that ends when it has begun. The address of a part begins with its name
// (`#blocks&...`); what follows is the part's own. The tab Puzzle has every other address.
import { tabOf, takeAddress, writeHash } from "./address.js";
import { ServerError, json, lazily } from "./api.js";
import { byId, el, find, onClick, say, titleTab } from "./dom.js";
import { createColours } from "./look.js";
import { loadHelp, startPuzzle } from "./puzzle.js";

const options = json("/api/options");
options.catch(() => {}); // each tab that needs the options reports the error itself

/**
 * Adds a style sheet to the page. If the sheet fails to load, its link is removed, so that the next call tries again.
 * @param {string} href
 */
const addStyle = (href) =>
  new Promise((done, failed) => {
    const onerror = () => (link.remove(), failed(new Error(`${href} did not load`)));
    const link = el("link", { rel: "stylesheet", href, onload: done, onerror });
    document.head.append(link);
  });

/**
 * @typedef {object} Part
 * @property {() => unknown} [shown]
 * @property {() => unknown} [hidden]
 * @property {() => unknown} [navigated]
 * @property {Promise<unknown>} [ready]
 */
/** @typedef {keyof parts} PartName */

/** The code of the parts that a visit may do without, with their styles. */
const loadBlocks = lazily(async (query) => {
  /** @type {[typeof import("./blocks.js"), unknown]} */
  const [code] = await Promise.all([import(`./blocks.js${query}`), addStyle("blocks.css")]);
  return code;
});
const loadLab = lazily(async (query) => {
  /** @type {[typeof import("./lab.js"), unknown]} */
  const [code] = await Promise.all([import(`./lab.js${query}`), addStyle("lab.css")]);
  return code;
});

const parts = {
  puzzle: () => startPuzzle(options),
  blocks: async () => (await loadBlocks()).startBlocks(),
  laboratory: async () => (await loadLab()).startLab(options),
};
/** @type {{ [Name in PartName]?: Part | Promise<Part> }} */
const started = {};
/** @type {PartName | null} */
let current = null;
let isUnread = false; // the reader has gone to an address that no part has read yet
const names = /** @type {PartName[]} */ (Object.keys(parts));
const tabs = names.map((name) => byId(/** @type {const} */ (`tab-${name}`)));
const named = () => tabOf(location.hash, names);

/**
 * Shows the tab of a part; only this one is in the order of the Tab key.
 * @param {PartName} name
 */
function select(name) {
  names.forEach((other, i) => {
    tabs[i].ariaSelected = String(other === name);
    tabs[i].tabIndex = other === name ? 0 : -1;
    byId(other).hidden = other !== name;
  });
  byId("part-failed").hidden = true;
  titleTab(byId(name));
}

/**
 * Opens the tab of a part.
 * @param {PartName} name
 */
async function open(name) {
  select(name);
  const before = current;
  current = name;
  if (before && before !== name) leave(before);
  if (name !== named()) {
    takeAddress();
    writeHash(`#${name}`, { isNew: true });
    isUnread = false;
  }
  const isNew = !(name in started);
  try {
    const part = await (started[name] ??= parts[name]());
    if (name !== current) return;
    const isLink = isUnread;
    isUnread = false;
    if (isNew) return; // it has read the address when it began
    if (isLink) part.navigated?.();
    else part.shown?.();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    delete started[name]; // the next visit of the tab tries again
    if (name === current) fail(name, error.message);
  }
}

/**
 * Tells a part that its tab was left; one that has not arrived has nothing to do.
 * @param {PartName} name
 */
async function leave(name) {
  const part = await Promise.resolve(started[name]).catch(() => null);
  part?.hidden?.();
}

/**
 * Says in the place of a part why it is not there.
 * @param {PartName} name
 * @param {string} text
 */
function fail(name, text) {
  byId(name).hidden = true;
  byId("part-failed").hidden = false;
  find(byId("part-failed"), "p").textContent = text;
  say(text);
}
onClick({ "part-again": () => open(current ?? named()) });

/** Fetches what later clicks need, so that they need no connection to the files of the page. */
function fetchRest() {
  for (const loading of [loadHelp(), loadBlocks(), loadLab()]) loading.catch(() => {}); // a click tries again, and says so
}
tabs.forEach((tab, at) => {
  tab.onclick = () => open(names[at]);
  // After the ARIA pattern, arrow keys move among tabs.
  tab.onkeydown = (event) => {
    /** @type {Record<string, number>} */
    const places = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 };
    const to = places[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + names.length) % names.length;
    tabs[next].focus();
    open(names[next]);
  };
});
addEventListener("hashchange", () => {
  takeAddress();
  isUnread = true;
  open(named());
});
open(named());

createColours();

// After the first board, which would have to wait for the connection otherwise.
const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 1000));
Promise.allSettled([options, Promise.resolve(started.puzzle).then((part) => part?.ready)]).then(() =>
  whenIdle(fetchRest),
);
