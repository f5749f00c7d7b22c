// The settings of an experiment: the form, the question for the engine, and the address that holds them.
import { goalOptions } from "./address.js";
import { byId, el } from "./dom.js";

const USUAL = ["manhattan", "linear-conflict", "6-6-3"];
/** Descriptions of algorithms whose weights can be typed in a terminal, but not on this page. */
const ABOUT = {
  beam: "Breadth first, but of each layer only the 1000 best nodes: a solution without a proof",
  "weighted-astar": "A* with the heuristic multiplied by 2: a solution at most twice as long as a shortest one",
};

/** The size of a typed board, or null if it is not clear. */
function sizeOfTyped(text) {
  const rows = text.trim().split("\n")[0].split("/");
  const widths = rows.map((row) => row.match(/\d+/g)?.length ?? 0);
  return rows.length > 1 && widths.every((width) => width === widths[0]) ? [widths[0], rows.length] : null;
}

/**
 * The size of the boards that are chosen, as [width, height]; null if it is not clear.
 * @param {any} settings
 */
function sizeOfBoards({ from, set, size, boards }) {
  if (from === "typed") return sizeOfTyped(boards);
  if (from === "random") return size.split("x").map(Number);
  return /^korf24/.test(set) ? [5, 5] : [4, 4];
}

/** Whether a heuristic has values for boards of a size; tables of patterns such as 6-6-3 are for as many tiles. */
function fits(name, [width, height]) {
  if (/^\d+(-\d+)+$/.test(name)) {
    const tiles = name.split("-").reduce((sum, part) => sum + Number(part), 0);
    return tiles === width * height - 1;
  }
  return name !== "walking-distance" || width * height <= 16; // its tables would fill the memory
}

/** The form, filled with what the engine offers. */
export function createForm({ heuristics, algorithms, about: abouts, uninformed, limits }) {
  const form = byId("bench");
  const algorithm = byId("algorithm");
  const about = { ...abouts, ...ABOUT };
  const words = (name) => ({ "aria-label": name, "aria-description": about[name] });
  const box = (value) =>
    el("input", { type: "checkbox", name: "heuristic", value, checked: USUAL.includes(value), ...words(value) });
  const named = (name) => el("span", {}, name, el("small", {}, about[name]));
  byId("heuristics").replaceChildren(...heuristics.map((name) => el("label", {}, box(name), named(name))));
  const boxes = form.querySelectorAll("[name=heuristic]");
  // A depth-first search needs a depth, which the form does not have.
  const offered = algorithms.filter((name) => name !== "dfs");
  algorithm.replaceChildren(...offered.map((name) => el("option", { value: name }, name)));
  byId("bench-goal").replaceChildren(...goalOptions());
  byId("bench-n").max = limits.boards;

  const blind = () => uninformed.includes(algorithm.value);
  /** The fields in use: `from` names the source of boards, and the fields of the others are disabled. */
  const settings = () => {
    const { heuristic, ...rest } = Object.fromEntries(
      [...new FormData(form)].map(([name, text]) => [name, String(text).trim()]),
    );
    return rest;
  };
  /** The heuristics to compare, or none for an algorithm that takes none. */
  const chosen = () => new FormData(form).getAll("heuristic");

  /** Shows what the chosen boards and the chosen algorithm need. */
  function adapt() {
    const { from } = settings();
    for (const part of form.querySelectorAll("[data-boards]")) {
      part.hidden = !part.dataset.boards.split(" ").includes(from);
      for (const field of part.querySelectorAll("input, select, textarea")) field.disabled = part.hidden;
    }
    const alone = blind() ? " It takes no heuristic: each board is searched once." : "";
    byId("algorithm-about").textContent = `${about[algorithm.value]}.${alone}`;
    const size = sizeOfBoards(settings());
    for (const field of boxes) {
      const isFit = size === null || fits(field.value, size);
      field.disabled = blind() || !isFit;
      const note = isFit ? "" : `; not for ${size.join(" × ")} boards`;
      field.closest("label").querySelector("small").textContent = about[field.value] + note;
      field.setAttribute("aria-description", about[field.value] + note);
    }
  }

  form.addEventListener("change", adapt);
  form.addEventListener("input", adapt);
  adapt();

  return {
    blind,
    /** The question for `/api/bench`. */
    question() {
      const { from, n, seed, boards, ...rest } = settings();
      const set = from === "random" ? { set: `random:${n}:${seed}` } : {};
      return { ...rest, ...set, boards: boards?.split(/\s*\n\s*/), heuristics: chosen(), mode: "plain" };
    },
    /** The settings as the part of an address after `#`. */
    address: () => `#laboratory&${new URLSearchParams({ ...settings(), heuristics: chosen().join(",") })}`,
    /** Fills the form from the settings of an address; returns those that there are not here. */
    read(hash) {
      const given = new URLSearchParams(hash.slice(1));
      const names = given.get("heuristics")?.split(",").filter(Boolean) ?? [];
      const unknown = names.filter((name) => !heuristics.includes(name)).map((name) => `heuristic '${name}'`);
      if (unknown.length < names.length) for (const field of boxes) field.checked = names.includes(field.value);
      for (const name of ["from", "algorithm", "goal", "set", "n", "seed", "size", "boards"]) {
        if (!given.has(name)) continue;
        const field = form.elements[name];
        const [before, wanted] = [field.value, given.get(name).replaceAll("\r", "")];
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
