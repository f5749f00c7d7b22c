// The published block puzzles as levels, and what was solved of them in this browser.
import { json } from "./api.js";
import { puzzleOf, toText } from "./blockmap.js";
import { byId, el, number } from "./dom.js";
import { keep, recall } from "./storage.js";

const SOLVED = "blocks-solved"; // { name: { metric: fewest by hand } }

/** The level with which the tab begins, and which needs no server. */
const FIRST = {
  name: "Bring home A",
  start: [" #####", " #.EE#", "##CGG##", "#.DBBF#", "#.DABF#", "##.AA##", " #####"],
  goal: [" #####", " #...#", "##...##", "#..A..#", "#..AA.#", "##...##", " #####"],
  rush_hour: false, by_shape: false, optimum: { unit: 16, straight: 12, "any-path": 8 },
};

/** `onChoose(level)` is called with `{ name, puzzle, text, optimum }`. */
export function createLevels(onChoose) {
  const select = byId("level");
  const levels = [];
  let metric = "any-path";
  let loading = null;

  const add = (answer) => {
    const puzzle = puzzleOf(answer);
    const text = toText(puzzle, `## ${answer.name}`);
    levels.push({ name: answer.name, puzzle, text, optimum: answer.optimum });
    select.append(el("option", { value: levels.length - 1 }));
  };

  /** Names each level with what was solved of it. */
  function label() {
    const solved = recall(SOLVED, {});
    levels.forEach(({ name, optimum }, i) => {
      const mine = solved[name]?.[metric];
      const mark = mine === undefined ? "" : mine === optimum[metric] ? "★ " : "✓ ";
      const score = mine === undefined ? "" : `: ${number(mine)} of ${number(optimum[metric] ?? mine)}`;
      select.options[i].textContent = `${mark}${name}${score}`;
    });
  }

  add(FIRST);
  label();
  select.addEventListener("change", () => onChoose(levels[select.value]));

  return {
    /** Fetches the levels, once; throws if the server does not answer. */
    async load() {
      loading ??= json("/api/blocks/levels");
      try {
        const answer = await loading;
        if (levels.length > 1) return;
        answer.levels.forEach(add);
        label();
      } catch (error) {
        loading = null;
        throw error;
      }
    },
    find: (name) => levels.find((level) => level.name === name) ?? null,
    withText: (text) => levels.find((level) => level.text === text) ?? null,
    first: () => levels[0],
    /** Shows which level is on the board; null for a drawing. */
    show(level) {
      select.querySelector("[data-drawn]")?.remove();
      if (!level) select.append(el("option", { value: -1, "data-drawn": "" }, "Your own drawing"));
      select.value = level ? levels.indexOf(level) : -1;
    },
    next: (level) => levels[(levels.indexOf(level) + 1) % levels.length],
    setMetric(name) {
      metric = name;
      label();
    },
    /** The fewest moves by hand so far, or null. */
    mine: (level) => recall(SOLVED, {})[level?.name]?.[metric] ?? null,
    /** Remembers a level that was solved by hand. */
    solved(level, moves) {
      const all = recall(SOLVED, {});
      const of = (all[level.name] ??= {});
      of[metric] = Math.min(moves, of[metric] ?? Infinity);
      keep(SOLVED, all);
      label();
    },
  };
}
