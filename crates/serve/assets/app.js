// The page's beginning: tabs, colours, and the three parts, each started when it is first seen.
// A part is { shown(), hidden(), navigated() }, all optional: its tab was opened, was left, or its address was changed
// by the reader. The address of a part begins with its name (`#blocks&...`); what follows is the part's own.
// The tab Puzzle has every other address.
import { tabOf } from "./address.js";
import { json } from "./api.js";
import { createColours } from "./look.js";
import { startPuzzle } from "./puzzle.js";
import { createTabs } from "./tabs.js";

const options = json("/api/options");
options.catch(() => {}); // said by whoever needs them

const parts = {
  puzzle: () => startPuzzle(options),
  blocks: async () => (await import("./blocks.js")).startBlocks(),
  laboratory: async () => (await import("./lab.js")).startLab(options),
};
const started = {};
let current = null;

const named = () => tabOf(location.hash, Object.keys(parts));

const tabs = createTabs(document.querySelector("[role=tablist]"), async (name) => {
  const before = current;
  current = name;
  if (before && before !== name) (await started[before])?.hidden?.();
  if (name !== named()) history.pushState(null, "", `#${name}`);
  if (started[name]) return (await started[name])?.shown?.();
  started[name] = parts[name]();
});

addEventListener("hashchange", async () => {
  if (named() !== current) tabs.select(named());
  else (await started[current])?.navigated?.();
});
tabs.select(named());

createColours();
