// The settings of an experiment: the form, the question for the engine, and the address that holds them.
import { byId, el } from "./dom.js";

const USUAL = ["manhattan", "linear-conflict", "6-6-3"];

/** The form, filled with what the engine offers. */
export function createForm({ heuristics, algorithms, uninformed = [], limits }) {
  const form = byId("bench");
  const algorithm = byId("algorithm");
  const box = (name) =>
    el("input", { type: "checkbox", name: "heuristic", value: name, checked: USUAL.includes(name) });
  byId("heuristics").replaceChildren(...heuristics.map((name) => el("label", {}, box(name), name)));
  // A depth-first search needs a depth, which the form does not have.
  const offered = algorithms.filter((name) => name !== "dfs");
  algorithm.replaceChildren(...offered.map((name) => el("option", { value: name }, name)));
  if (limits?.boards) byId("bench-n").max = limits.boards;

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
    byId("uninformed").hidden = !blind();
    byId("uninformed").textContent = `${algorithm.value} takes no heuristic of these: each board is searched once.`;
    for (const box of form.querySelectorAll("[name=heuristic]")) box.disabled = blind();
  }

  const isOffered = ({ options }, value) => !options || [...options].some((option) => option.value === value);

  form.addEventListener("change", adapt);
  adapt();

  return {
    heuristics: chosen,
    blind,
    /** The question for `/api/bench`. */
    question() {
      const { from, set = null, n, seed, boards, goal = null, size = null, algorithm: name } = settings();
      return {
        boards:
          boards
            ?.split("\n")
            .map((line) => line.trim())
            .filter(Boolean) ?? null,
        set: from === "random" ? `random:${n}:${seed}` : set,
        goal,
        size,
        heuristics: chosen(),
        algorithm: name,
        mode: "plain",
        seconds: null,
      };
    },
    /** The settings as the part of an address after `#`. */
    address: () => `#laboratory&${new URLSearchParams({ ...settings(), heuristics: chosen().join(",") })}`,
    /** Fills the form from an address, if it holds settings. */
    read(hash) {
      const given = new URLSearchParams(hash.slice(1));
      if (![...form.elements.from].some(({ value }) => value === given.get("from"))) return;
      const names = given.get("heuristics")?.split(",").filter(Boolean) ?? [];
      for (const field of form.elements) {
        const value = given.get(field.name);
        if (field.name === "heuristic") field.checked = names.length > 0 ? names.includes(field.value) : field.checked;
        else if (field.name === "from") field.checked = field.value === value;
        else if (value !== null && isOffered(field, value)) field.value = value;
      }
      adapt();
    },
  };
}
