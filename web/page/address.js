// Reads and writes the part of the page's address after `#`. It names the tab, and for the tab
// Puzzle also the start, the goal and the moves made. Every change of the address that isn't a
// navigation goes through `writeHash`.
import { el } from "./dom.js";
import { MULTI, SINGLE } from "./metric.js";
import { fromHash, toHash } from "./tiles.js";

// The part of the address that the page last read or wrote. Tests of the rules import this file in
// Node, where there is no `location`.
let known = globalThis.location?.hash;

/** Records that the page has read the current address, so that `writeHash` may replace it. */
export function takeAddress() {
  known = location.hash;
}

/**
 * Writes `hash` into the address, as a new entry of the browser's history if `isNew` is set, or
 * else in place of the current entry. Returns false without writing if the reader has just followed
 * a link that the page has not read yet. An answer of the engine can arrive between the click and
 * the event `hashchange`, and writing an address then would lose the link.
 * @param {string} hash
 * @param {{ state?: unknown, isNew?: boolean }} more
 */
export function writeHash(hash, { state = null, isNew = false } = {}) {
  if (location.hash !== known) return false;
  history[isNew ? "pushState" : "replaceState"](state, "", hash);
  takeAddress();
  return true;
}

/**
 * The named goals: their names in addresses and requests, and the labels that a reader sees.
 * @type {Record<string, string>}
 */
const GOALS = { last: "Blank last", first: "Blank first", spiral: "Spiral" };
export const NAMED_GOALS = Object.keys(GOALS);

/** Returns an `<option>` element for each named goal. */
export const goalOptions = () => Object.entries(GOALS).map(([value, text]) => el("option", { value }, text));

/**
 * Returns the tab that an address such as `#blocks&draw=1` names, or `puzzle` if it names none of
 * `names`. The tab itself reads everything after the first `&` or `=`.
 * @template {string} Name
 * @param {string} hash
 * @param {Name[]} names
 * @returns {Name | "puzzle"}
 */
export function tabOf(hash, names) {
  const first = hash.slice(1).split(/[&=]/)[0];
  return names.find((name) => name === first) ?? "puzzle";
}

/**
 * Returns the address of a game. The address of a daily board has no moves, because people share
 * the board by copying the address: those who open it should begin at the start.
 * @param {Addressable} game
 */
export function formatGame({ start, goal, goalText, moves = "", daily = null, metric = SINGLE }) {
  const counted = metric === SINGLE ? "" : `&metric=${metric}`;
  if (daily) return `#daily=${daily}${counted}`;
  const board = `#board=${toHash(start)}&goal=${NAMED_GOALS.includes(goalText) ? goalText : toHash(goal)}`;
  return `${board}${counted}${moves ? `&moves=${moves}` : ""}`;
}

/**
 * Returns the game that an address describes, or null if it describes none.
 * @param {string} hash
 * @returns {Addressed | null}
 */
export function parseGame(hash) {
  const given = new URLSearchParams(hash.slice(1));
  const moves = given.get("moves") ?? "";
  const metric = given.get("metric") === MULTI ? MULTI : SINGLE;
  const [daily, board] = [given.get("daily"), given.get("board")];
  if (daily !== null) return { daily, board: null, goal: "last", moves, metric };
  if (board === null) return null;
  const goal = given.get("goal") || "last";
  const own = NAMED_GOALS.includes(goal) ? goal : fromHash(goal);
  return { daily: null, board: fromHash(board), goal: own, moves, metric };
}

/**
 * Returns the date of a moment in UTC, such as `2026-11-23`. Each daily board is named by its date.
 * @param {Date} moment
 */
export const dayOf = (moment) => moment.toISOString().slice(0, 10);

/**
 * Returns the seed of a day's daily board, such as 20261123 for `2026-11-23`, or null if `day` is
 * not a date.
 * @param {string} day
 */
export function seedOfDay(day) {
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && dayOf(at) === day;
  return isDay ? Number(day.replaceAll("-", "")) : null;
}

/**
 * Returns the first address in a text that leads to a board, a block puzzle or a comparison: the
 * part from `#` on, without punctuation at its end. Returns null if the text contains none.
 * @param {string} text
 */
export const linkIn = (text) =>
  text.match(/#(?:board|daily|blocks|laboratory)\b\S*/)?.[0].replace(/[.,;:!?)>"'\]]+$/, "") ?? null;
