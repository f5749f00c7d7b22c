// The part of an address after `#`: the tab, and for the tab Puzzle the start, the goal and the moves made. Also the one
// place where the page writes its address.
import { el } from "./dom.js";
import { MULTI, SINGLE } from "./metric.js";
import { fromHash, toHash } from "./tiles.js";

let known = globalThis.location?.hash; // as the page has read or written it last; its rules are also tested without a page

/** Takes up the address to which the reader has gone. */
export function takeAddress() {
  known = location.hash;
}

/**
 * Writes the address of what is shown, into this entry of the browser's history or a new one. Returns false, without
 * writing, if the reader has gone to another address of which the page has not heard yet: between a click on a link and
 * its event `hashchange`, the browser may deliver answers of the engine, and what they write would replace the link.
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
 * The goals with a name, and what a reader chooses them by.
 * @type {Record<string, string>}
 */
const GOALS = { last: "Blank last", first: "Blank first", spiral: "Spiral" };
export const NAMED_GOALS = Object.keys(GOALS);

/** The named goals as options of a list. */
export const goalOptions = () => Object.entries(GOALS).map(([value, text]) => el("option", { value }, text));

/**
 * The tab that an address names; each tab may put more after `&` or `=`.
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
 * The address of a game.
 * That of a daily board is without moves: people share it by copying the address, and it must open as the reader's own.
 * @param {Addressable} game
 */
export function formatGame({ start, goal, goalText, moves = "", daily = null, metric = SINGLE }) {
  const counted = metric === SINGLE ? "" : `&metric=${metric}`;
  if (daily) return `#daily=${daily}${counted}`;
  const board = `#board=${toHash(start)}&goal=${NAMED_GOALS.includes(goalText) ? goalText : toHash(goal)}`;
  return `${board}${counted}${moves ? `&moves=${moves}` : ""}`;
}

/**
 * What an address says of a game; null if it says nothing.
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
 * The date of a moment in UTC, such as `2026-11-23`: the name of that day's board.
 * @param {Date} moment
 */
export const dayOf = (moment) => moment.toISOString().slice(0, 10);

/**
 * The seed of a day's board, or null if `day` is no date.
 * @param {string} day
 */
export function seedOfDay(day) {
  const at = new Date(`${day}T00:00:00Z`);
  const isDay = !Number.isNaN(at.getTime()) && dayOf(at) === day;
  return isDay ? Number(day.replaceAll("-", "")) : null;
}

/**
 * The address of a board, puzzle or comparison in a text, from its `#` on; null if there is none.
 * @param {string} text
 */
export const linkIn = (text) =>
  text.match(/#(?:board|daily|blocks|laboratory)\b\S*/)?.[0].replace(/[.,;:!?)>"'\]]+$/, "") ?? null;
