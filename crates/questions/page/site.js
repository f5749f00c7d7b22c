// What the page has only as a static site: it opens without a connection, and builds and keeps large tables.
import { buildTables, refresh } from "./engine.js";
import { keptTables, removeTable } from "./kept.js";

const SIZE = "4x4";
const PARTITION = "7-8";
const BYTES = "196 MB";

navigator.serviceWorker?.register("sw.js").catch(() => {}); // without it the page needs a connection

function create(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

const state = create("p", { className: "note", id: "tables-state" });
state.setAttribute("role", "status");
const bar = create("progress", { max: 1, hidden: true });
bar.setAttribute("aria-labelledby", "tables-state");
const build = create("button", { type: "button", className: "link", id: "tables-build", textContent: "Build the large tables" });
const cancel = create("button", { type: "button", className: "link", id: "tables-cancel", textContent: "Cancel", hidden: true });
const remove = create("button", { type: "button", className: "link", id: "tables-remove", textContent: "Remove the large tables", hidden: true });
const panel = create("footer", { className: "tables", id: "tables" }, state, bar, build, cancel, remove);
const book = document.querySelector("link[rel=help]"); // where the site has a book
if (book) panel.append(create("a", { href: book.href, textContent: "The book" }));
document.body.append(panel);

let names = [];
let building = null;

/** Says which tables there are; `text` comes before all else. */
async function draw(text = null) {
  const kept = (await keptTables().catch(() => [])).filter((table) => large(table.name));
  names = kept.map((table) => table.name);
  const complete = kept.length === 2;
  bar.hidden = cancel.hidden = !building;
  build.hidden = complete || !!building || !globalThis.caches;
  remove.hidden = kept.length === 0 || !!building;
  if (text) state.textContent = text;
  else if (complete) state.textContent = `The large tables of the 15-puzzle are in use; they take ${BYTES} of this browser's storage.`;
  else if (!globalThis.caches) state.textContent = "Everything runs in this browser.";
  else state.textContent = `Everything runs in this browser. Large tables (${BYTES}, built once) make hard boards of the 15-puzzle much faster.`;
}

/** The tables of the partition, by the number of tiles in the name of the file. */
const large = (name) => name.startsWith(`${SIZE}_zero-aware_`) && ["1-8", "9-15"].some((tiles) => name.endsWith(`_${tiles}.pdb`));

build.addEventListener("click", async () => {
  const began = performance.now();
  building = new AbortController();
  await draw("Building the large tables …");
  let text = null;
  try {
    await buildTables(SIZE, PARTITION, (part) => {
      bar.value = part;
      const seconds = (performance.now() - began) / 1000;
      const left = part > 0.05 ? `, about ${Math.ceil((seconds * (1 - part)) / part)} s left` : "";
      state.textContent = `Building the large tables: ${Math.floor(100 * part)} %${left}`;
    }, building.signal);
  } catch (error) {
    text = error.name === "AbortError" ? "The large tables were not built." : error.message;
  }
  building = null;
  bar.removeAttribute("value");
  await draw(text);
});
cancel.addEventListener("click", () => building?.abort());
remove.addEventListener("click", async () => {
  for (const name of names) await removeTable(name);
  refresh();
  await draw();
});
draw();
