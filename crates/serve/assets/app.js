// The page's beginning: tabs, colours, and the three parts, each started when it is first seen.
// A part is { shown(), hidden(), navigated() }, all optional: its tab was opened, was left, or its address was changed
// by the reader. The address of a part begins with its name (`#blocks&...`); what follows is the part's own.
// The tab Puzzle has every other address.
import { tabOf } from "./address.js";
import { json } from "./api.js";
import { byId, el } from "./dom.js";
import { createColours } from "./look.js";
import { startPuzzle } from "./puzzle.js";

const options = json("/api/options");
options.catch(() => {}); // said by whoever needs them

/** The code of a part and its style, which few visits need. */
async function load(name) {
  const style = (done) =>
    document.head.append(el("link", { rel: "stylesheet", href: `${name}.css`, onload: done, onerror: done }));
  const [code] = await Promise.all([import(`./${name}.js`), new Promise(style)]);
  return code;
}

const parts = {
  puzzle: () => startPuzzle(options),
  blocks: async () => (await load("blocks")).startBlocks(),
  laboratory: async () => (await load("lab")).startLab(options),
};
const started = {};
let current = null;
const names = Object.keys(parts);
const tabs = names.map((name) => byId(`tab-${name}`));
const named = () => tabOf(location.hash, names);

/** Opens the tab of a part; only this one is in the order of the Tab key. */
async function open(name) {
  names.forEach((other, i) => {
    tabs[i].ariaSelected = String(other === name);
    tabs[i].tabIndex = other === name ? 0 : -1;
    byId(other).hidden = other !== name;
  });
  const before = current;
  current = name;
  if (before && before !== name) (await started[before])?.hidden?.();
  if (name !== named()) history.pushState(null, "", `#${name}`);
  if (started[name]) return (await started[name])?.shown?.();
  started[name] = parts[name]();
}

tabs.forEach((tab, at) => {
  tab.onclick = () => open(names[at]);
  // After the ARIA pattern, arrow keys move among tabs.
  tab.onkeydown = (event) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const next = (to + names.length) % names.length;
    tabs[next].focus();
    open(names[next]);
  };
});
addEventListener("hashchange", async () => {
  if (named() !== current) open(named());
  else (await started[current])?.navigated?.();
});
open(named());

createColours();
