// Writes block puzzles as texts in the format that the command reads: rules, then the maps side by
// side. No function here accesses the document.
import { isPiece, shownRules, withGates } from "./blockmap.js";

/** @typedef {import("./blockmap.js").Puzzle} Puzzle */

/**
 * Matches a line that states a rule, such as `equal: BC`. These lines are always written anew from
 * the drawing.
 */
const RULE = /^\s*(pieces|goal|equal|rush|gate|horizontal|vertical)\s*:/;
/**
 * Matches the line above the maps that names them, such as `start    goal`. A comment may follow.
 */
const HEADING = /^\s*start(\s+goal)?(\s+floor)?\s*(\s#.*)?$/;

/**
 * Returns the text of a puzzle. Keeps the lines of its earlier text `before` that are neither maps
 * nor rules, such as the puzzle's name and source.
 * @param {Puzzle} puzzle
 * @param {string} before
 */
export function blockText(puzzle, before) {
  return [...otherLines(before), ...ruleLines(puzzle), ...mapLines(puzzle)].join("\n") + "\n";
}

/**
 * Returns the lines of a text that are neither maps nor rules. Adds a name if the text has none.
 * @param {string} text
 */
function otherLines(text) {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const at = lines.findIndex((line) => HEADING.test(line));
  const end = at < 0 ? at : lines.findIndex((line, i) => i > at && !line.trim());
  const around = [...lines.slice(0, at < 0 ? lines.length : at), ...(end < 0 ? [] : lines.slice(end))];
  const others = around.filter((line) => /^\s*(#|[^\s:][^:]*:)/.test(line) && !RULE.test(line));
  return others.some((line) => /^##( |\s*$)/.test(line)) ? others : ["## Drawn", ...others];
}

/**
 * Returns the lines of the maps, side by side below their names. The floor is written only if a
 * piece of the start hides a gate.
 * @param {Puzzle} puzzle
 */
function mapLines({ start, goal, floor, gates }) {
  const isHidden = start.some((row, y) => row.some((character, x) => isPiece(character) && gates.has(floor[y][x])));
  const maps = [withGates(start, floor), withGates(goal, floor), ...(isHidden ? [floor] : [])];
  const gap = Math.max(9, start[0].length + 4);
  /** @param {string[]} part */
  const padded = (part) => [...part, ...Array(gap - part.length).fill(" ")].join("");
  /** @param {string[][]} parts */
  const line = (parts) => parts.map(padded).join("").trimEnd();
  const names = ["start", "goal", "floor"].slice(0, maps.length).map((name) => Array.from(name));
  // A row without any cell of the board would be an empty line, which ends the maps. Such a row
  // gets a wall in the goal, which may have walls outside the board.
  const rows = start.map((_, y) => line(maps.map((map) => map[y])) || `${" ".repeat(gap)}#`);
  return [line(names), ...rows];
}

/**
 * Returns the lines of the rules. Pieces and gates that are not in the drawing are left out.
 * @param {Puzzle} puzzle
 */
function ruleLines(puzzle) {
  const lines = [...(puzzle.rush ? ["pieces: rush-hour"] : []), ...(puzzle.byShape ? ["goal: by-shape"] : [])];
  const { groups, gates, locks: locked } = shownRules(puzzle);
  if (groups.length) lines.push(`equal: ${groups.map((names) => names.join("")).join(" ")}`);
  lines.push(...gates.map(([gate, names]) => `gate: ${gate} for ${names.join("")}`));
  return [...lines, ...locked.map(([axis, names]) => `${axis}: ${names.join("")}`)];
}
