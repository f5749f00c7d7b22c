// The page's entry point: tabs, colours, and the three parts Puzzle, Blocks and Laboratory. Each
// part is started when its tab is first opened.
//
// A part is an object whose members are all optional: `shown()` is called when its tab is opened
// again, `hidden()` when its tab is left, and `navigated()` when the reader has opened an address
// of the part; `ready` is a promise that is fulfilled once the part has begun. The address of a
// part begins with its name, as in `#blocks&...`, and the part itself reads the rest. All other
// addresses belong to the tab Puzzle.
import { tabOf, takeAddress, writeHash } from "./address.js";
import { ServerError, json, lazily } from "./api.js";
import { addStyle, byId, find, onClick, say, titleTab } from "./dom.js";
import { createColours } from "./look.js";
import { loadHelp, startPuzzle } from "./puzzle.js";

const options = json("/api/options");
options.catch(() => {}); // each tab that needs the options reports the error itself

/**
 * @typedef {object} Part
 * @property {() => unknown} [shown]
 * @property {() => unknown} [hidden]
 * @property {() => unknown} [navigated]
 * @property {Promise<unknown>} [ready]
 */
/** @typedef {keyof parts} PartName */

/** Imports the code and the styles of the tab Blocks, which many visits never open. */
const loadBlocks = lazily(async (query) => {
  /** @type {[typeof import("./blocks.js"), unknown]} */
  const [code] = await Promise.all([import(`./blocks.js${query}`), addStyle("blocks.css")]);
  return code;
});
/** Imports the code and the styles of the tab Laboratory, which many visits never open. */
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
 * Shows the tab of a part. Of all tabs, the Tab key reaches only this one; the arrow keys move
 * between the tabs.
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
 * Opens the tab of a part, and starts the part if it was not started before. If the current address
 * belongs to another part, writes the part's own address as a new entry of the browser's history.
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
    if (isNew) return; // a new part has read the address when it started
    if (isLink) part.navigated?.();
    else part.shown?.();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    delete started[name]; // so that the next visit of the tab tries again
    if (name === current) fail(name, error.message);
  }
}

/**
 * Tells a part that its tab was left. If the part is still being loaded, waits for it; if loading
 * fails, there is nothing to do.
 * @param {PartName} name
 */
async function leave(name) {
  const part = await Promise.resolve(started[name]).catch(() => null);
  part?.hidden?.();
}

/**
 * Shows why a part could not be loaded, in place of this part.
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

/** Fetches the code that later clicks need, so that these clicks work even without a connection. */
function fetchRest() {
  // A click on a part that did not load tries again, and shows the error.
  for (const loading of [loadHelp(), loadBlocks(), loadLab()]) loading.catch(() => {});
}
tabs.forEach((tab, at) => {
  tab.onclick = () => open(names[at]);
  // Arrow keys, Home and End move among the tabs, as the ARIA pattern for tabs recommends.
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

// The rest is fetched only after the first board is shown, so that it does not compete with that
// board for the connection.
const whenIdle = window.requestIdleCallback ?? ((act) => setTimeout(act, 1000));
Promise.allSettled([options, Promise.resolve(started.puzzle).then((part) => part?.ready)]).then(() =>
  whenIdle(fetchRest),
);
