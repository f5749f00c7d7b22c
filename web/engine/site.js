// Features that only the static site has: the page opens without a connection, and can build and
// store large tables.
import { addStyle, el, isAbort, messageOf } from "./dom.js";
import { buildTables, refresh } from "./engine.js";
import { keptTables, removeTable } from "./kept.js";

const SIZE = "4x4";
const PARTITION = "7-8";
const BYTES = "196 MB";
const OFFER = ` Large tables (${BYTES}, built once) make hard boards of the 15-puzzle much faster.`;

navigator.serviceWorker?.register("sw.js").catch(() => {}); // without it the page needs a connection

/**
 * Returns a button for the footer, which calls `act`.
 * @param {string} id
 * @param {string} text
 * @param {() => unknown} act
 */
const button = (id, text, act) =>
  el("button", { type: "button", class: "link", id: `tables-${id}`, onclick: act }, text);
const state = el("p", { class: "note", id: "tables-state", role: "status" });
const bar = el("progress", { max: 1, hidden: true, "aria-labelledby": "tables-state" });
const build = button("build", "Build the large tables", buildAll);
const cancel = button("cancel", "Cancel", () => building?.abort());
const remove = button("remove", "Remove the large tables", removeAll);
/** @type {HTMLLinkElement | null} */
const book = document.querySelector("link[rel=help]"); // null if the site has no book
await addStyle("site.css").catch(() => {}); // without it the footer only looks plain
document.body.append(
  el(
    "footer",
    { class: "tables", id: "tables" },
    state,
    bar,
    build,
    cancel,
    remove,
    book && el("a", { href: book.href }, "The book"),
  ),
);

/** @type {string[]} */
let names = [];
/** @type {AbortController | null} */
let building = null;

/**
 * Draws the footer, which says whether the large tables are stored, and offers to build or remove
 * them. `text` replaces the usual sentence.
 * @param {string | null} text
 */
async function draw(text = null) {
  const kept = (await keptTables().catch(() => [])).filter((table) => large(table.name));
  names = kept.map((table) => table.name);
  const complete = kept.length === 2;
  bar.hidden = cancel.hidden = !building;
  build.hidden = complete || !!building || !globalThis.caches;
  remove.hidden = kept.length === 0 || !!building;
  state.textContent =
    text ??
    (complete
      ? `The large tables of the 15-puzzle are in use; they take ${BYTES} of this browser's storage.`
      : `Everything runs in this browser.${globalThis.caches ? OFFER : ""}`);
}

/**
 * Returns whether a table is one of the two large tables, given its file name. The name ends in the
 * numbers of the table's tiles, such as `_1-8.pdb`.
 * @param {string} name
 */
const large = (name) =>
  name.startsWith(`${SIZE}_zero-aware_`) && ["1-8", "9-15"].some((tiles) => name.endsWith(`_${tiles}.pdb`));

async function buildAll() {
  const began = performance.now();
  building = new AbortController();
  await draw("Building the large tables …");
  let text = null;
  try {
    await buildTables(
      SIZE,
      PARTITION,
      (part) => {
        bar.value = part;
        const seconds = (performance.now() - began) / 1000;
        const left = part > 0.05 ? `, about ${Math.ceil((seconds * (1 - part)) / part)} s left` : "";
        state.textContent = `Building the large tables: ${Math.floor(100 * part)}%${left}`;
      },
      building.signal,
    );
  } catch (error) {
    text = isAbort(error) ? "The large tables were not built." : messageOf(error);
  }
  building = null;
  bar.removeAttribute("value");
  await draw(text);
}

async function removeAll() {
  for (const name of names) await removeTable(name);
  refresh();
  await draw();
}

draw();
