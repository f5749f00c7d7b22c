// The settings of an experiment: the form, the question for the engine, and the address that holds them.
import { goalOptions } from "./address.js";
import { byId, el } from "./dom.js";

const USUAL = ["manhattan", "linear-conflict", "6-6-3"];
const FIELDS = { set: "bench-set", n: "bench-n", seed: "bench-seed", size: "bench-size", boards: "bench-boards", goal: "bench-goal", algorithm: "algorithm" };
/** The settings that each source of boards uses, besides the algorithm. */
const OF = { set: ["set"], random: ["n", "seed", "size", "goal"], typed: ["boards", "goal"] };

/** The form, filled with what the engine offers. */
export function createForm({ heuristics, algorithms, uninformed = [], limits }) {
  byId("heuristics").replaceChildren(...heuristics.map((name) =>
    el("label", {}, el("input", { type: "checkbox", name: "heuristic", value: name, checked: USUAL.includes(name) }), name)));
  // A depth-first search needs a depth, which the form does not have.
  byId("algorithm").replaceChildren(...algorithms.filter((name) => name !== "dfs").map((name) => el("option", { value: name }, name)));
  byId("bench-goal").replaceChildren(...goalOptions());
  if (limits?.boards) byId("bench-n").max = limits.boards;

  const kind = () => document.querySelector("input[name=boards]:checked").value;
  const blind = () => uninformed.includes(byId("algorithm").value);
  const value = (name) => byId(FIELDS[name]).value.trim();

  /** Shows what the chosen boards and the chosen algorithm need. */
  function adapt() {
    for (const part of document.querySelectorAll("[data-boards]")) part.hidden = part.dataset.boards !== kind();
    byId("bench-goal-field").hidden = kind() === "set";
    byId("uninformed").hidden = !blind();
    byId("uninformed").textContent = `${byId("algorithm").value} takes no heuristic of these: each board is searched once.`;
    for (const box of document.querySelectorAll("input[name=heuristic]")) box.disabled = blind();
  }

  for (const node of [byId("algorithm"), ...document.querySelectorAll("input[name=boards]")]) node.addEventListener("change", adapt);
  adapt();

  return {
    /** The heuristics to compare, or none for an algorithm that takes none. */
    heuristics: () => (blind() ? [] : [...document.querySelectorAll("input[name=heuristic]:checked")].map((box) => box.value)),
    blind,
    /** The question for `/api/bench`. */
    question() {
      const from = kind();
      return {
        boards: from === "typed" ? value("boards").split("\n").map((line) => line.trim()).filter(Boolean) : null,
        set: { set: value("set"), random: `random:${value("n")}:${value("seed")}`, typed: null }[from],
        goal: from === "set" ? null : value("goal"),
        size: from === "random" ? value("size") : null,
        heuristics: this.heuristics(), algorithm: value("algorithm"), mode: "plain", seconds: null,
      };
    },
    /** The settings as the part of an address after `#`. */
    address() {
      const settings = new URLSearchParams({ from: kind(), algorithm: value("algorithm"), heuristics: this.heuristics().join(",") });
      for (const name of OF[kind()]) settings.set(name, value(name));
      return `#laboratory&${settings}`;
    },
    /** Fills the form from an address; false if it holds no settings. */
    read(hash) {
      const settings = new URLSearchParams(hash.slice(1));
      if (!(settings.get("from") in OF)) return false;
      document.querySelector(`input[name=boards][value=${settings.get("from")}]`).checked = true;
      for (const [name, id] of Object.entries(FIELDS)) {
        const field = byId(id);
        const given = settings.get(name);
        if (given !== null && (!field.options || [...field.options].some((option) => option.value === given))) field.value = given;
      }
      const chosen = (settings.get("heuristics") ?? "").split(",").filter(Boolean);
      if (chosen.length > 0) for (const box of document.querySelectorAll("input[name=heuristic]")) box.checked = chosen.includes(box.value);
      adapt();
      return true;
    },
  };
}
