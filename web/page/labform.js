// The settings of an experiment, in three forms: the fields of the page, the question for the
// engine, and the address.
import { goalOptions } from "./address.js";
import { byId, el, find } from "./dom.js";

const USUAL = ["manhattan", "linear-conflict", "6-6-3"];
/**
 * Descriptions of the algorithms that have a parameter. They replace the engine's descriptions,
 * because the parameter can be set in a terminal but not on this page.
 * @type {Record<string, string>}
 */
const ABOUT = {
  beam: "Breadth first, but of each layer only the 1000 best nodes: a solution without a proof",
  "weighted-astar": "A* with the heuristic multiplied by 2: a solution at most twice as long as a shortest one",
};

/**
 * Returns the size of the first typed board as [width, height], or null if the text does not
 * separate its rows with slashes or they differ in length.
 * @param {string} text
 */
function sizeOfTyped(text) {
  const rows = text.trim().split("\n")[0].split("/");
  const widths = rows.map((row) => row.match(/\d+/g)?.length ?? 0);
  return rows.length > 1 && widths.every((width) => width === widths[0]) ? [widths[0], rows.length] : null;
}

/**
 * Returns the size of the chosen boards as [width, height], or null if it is unknown.
 * @param {Record<string, string>} settings
 */
function sizeOfBoards({ from, set, size, boards }) {
  if (from === "typed") return sizeOfTyped(boards);
  if (from === "random") return size.split("x").map(Number);
  return /^korf24/.test(set) ? [5, 5] : [4, 4];
}

/**
 * Returns whether a heuristic can be used for boards of a size. A name such as 6-6-3 stands for
 * tables of patterns with 6, 6 and 3 tiles, so it fits boards with 15 tiles.
 * @param {string} name
 * @param {number[]} size
 */
function fits(name, [width, height]) {
  if (/^\d+(-\d+)+$/.test(name)) {
    const tiles = name.split("-").reduce((sum, part) => sum + Number(part), 0);
    return tiles === width * height - 1;
  }
  // For larger boards, the tables of walking-distance would fill the memory.
  return name !== "walking-distance" || width * height <= 16;
}

/**
 * Returns the fields in a part of the form.
 * @param {ParentNode} part
 * @returns {Iterable<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>}
 */
const fieldsIn = (part) => part.querySelectorAll("input, select, textarea");

/**
 * Fills the form with the options that the engine offers. Returns functions that read and write the
 * form's settings.
 * @param {Options} options
 */
export function createForm({ heuristics, algorithms, about: abouts, uninformed, limits }) {
  const form = byId("bench");
  const algorithm = byId("algorithm");
  const about = { ...abouts, ...ABOUT };
  /** @param {string} name */
  const words = (name) => ({ "aria-label": name, "aria-description": about[name] });
  /** @param {string} value */
  const box = (value) =>
    el("input", { type: "checkbox", name: "heuristic", value, checked: USUAL.includes(value), ...words(value) });
  /** @param {string} name */
  const named = (name) => el("span", {}, name, el("small", {}, about[name]));
  byId("heuristics").replaceChildren(...heuristics.map((name) => el("label", {}, box(name), named(name))));
  const boxes = byId("heuristics").querySelectorAll("input");
  // A depth-first search needs a depth, but the form has no field for it.
  const offered = algorithms.filter((name) => name !== "dfs");
  algorithm.replaceChildren(...offered.map((name) => el("option", { value: name }, name)));
  byId("bench-goal").replaceChildren(...goalOptions());
  byId("bench-n").max = String(limits.boards);

  const blind = () => uninformed.includes(algorithm.value);
  /**
   * Returns the values of the fields in use. `from` says where the boards come from; the fields for
   * other sources are disabled.
   * @returns {Record<string, string>}
   */
  const settings = () => {
    const fields = [...new FormData(form)].filter(([name]) => name !== "heuristic");
    return Object.fromEntries(fields.map(([name, text]) => [name, String(text).trim()]));
  };
  /** Returns the heuristics to compare, or an empty list if the algorithm takes no heuristic. */
  const chosen = () => new FormData(form).getAll("heuristic").map(String);

  /**
   * Shows the fields that the chosen boards need, and disables the heuristics that don't fit the
   * boards or the algorithm.
   */
  function adapt() {
    const { from } = settings();
    for (const part of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll("[data-boards]"))) {
      part.hidden = !part.dataset.boards?.split(" ").includes(from);
      for (const field of fieldsIn(part)) field.disabled = part.hidden;
    }
    const alone = blind() ? " It takes no heuristic: each board is searched once." : "";
    byId("algorithm-about").textContent = `${about[algorithm.value]}.${alone}`;
    const size = sizeOfBoards(settings());
    for (const field of boxes) {
      const isFit = size === null || fits(field.value, size);
      field.disabled = blind() || !isFit;
      const note = isFit ? "" : `; not for ${size.join(" × ")} boards`;
      find(field.parentElement ?? form, "small").textContent = about[field.value] + note;
      field.setAttribute("aria-description", about[field.value] + note);
    }
  }

  form.addEventListener("change", adapt);
  form.addEventListener("input", adapt);
  adapt();

  return {
    blind,
    /** Returns the question for `/api/bench`. */
    question() {
      const { from, n, seed, boards, algorithm: name, ...rest } = settings();
      const set = from === "random" ? { set: `random:${n}:${seed}` } : {};
      const rows = boards?.split(/\s*\n\s*/);
      return { ...rest, ...set, algorithm: name, boards: rows, heuristics: chosen(), mode: "plain" };
    },
    /** Returns the settings as the part of an address from `#` on. */
    address: () => `#laboratory&${new URLSearchParams({ ...settings(), heuristics: chosen().join(",") })}`,
    /**
     * Fills the form from the settings of an address. Returns the settings that the form does not
     * offer.
     * @param {string} hash
     */
    read(hash) {
      const given = new URLSearchParams(hash.slice(1));
      const names = given.get("heuristics")?.split(",").filter(Boolean) ?? [];
      const unknown = names.filter((name) => !heuristics.includes(name)).map((name) => `heuristic '${name}'`);
      if (unknown.length < names.length) for (const field of boxes) field.checked = names.includes(field.value);
      for (const name of ["from", "algorithm", "goal", "set", "n", "seed", "size", "boards"]) {
        const wanted = given.get(name)?.replaceAll("\r", "");
        if (wanted === undefined) continue;
        const field = /** @type {HTMLInputElement | RadioNodeList} */ (form.elements.namedItem(name));
        const before = field.value;
        field.value = wanted;
        if (field.value === wanted) continue;
        field.value = before;
        unknown.push(`${name} '${wanted}'`);
      }
      adapt();
      return unknown;
    },
  };
}
