// Boards to begin a game with, asked of the engine: a random one, that of a day, those of a text.
import { dayOf, seedOfDay } from "./address.js";
import { json } from "./api.js";
import { plural } from "./dom.js";

/** A random board, of a new seed unless one is given. */
export async function randomBoard(size, goal, seed = null) {
  const query = new URLSearchParams({ size, n: "1", goal, ...(seed === null ? {} : { seed }) });
  const answer = await json(`/api/random?${query}`);
  return { board: answer.boards[0], size: answer.size, goal, seed: answer.seed };
}

/** The board of a day, the same for all. */
export async function dailyBoard(day) {
  const seed = seedOfDay(day);
  if (seed === null) throw new Error(`“${day}” is not a day; write it as 2026-11-23.`);
  if (day > dayOf(new Date())) throw new Error(`The board of ${day} comes on that day.`);
  return { ...(await randomBoard("4x4", "last", seed)), daily: day };
}

/**
 * The first board of a text in any form that the command reads; the others are its `pile`, counted by a `notice`.
 * `isCut`: the text had more than can be read.
 */
export async function readBoards(text, size, goal, isCut = false) {
  const ask = (wanted) => json("/api/read", { text, size: wanted });
  const answer = await ask(null).catch((error) => ask(size).catch(() => Promise.reject(error)));
  const [first, ...pile] = answer.boards.filter((one) => !one.error);
  const bad = answer.boards.length - pile.length - 1;
  const said = [
    ...(pile.length > 0 ? [`${plural(pile.length + 1, "board")} were read; this is the first.`] : []),
    ...(isCut ? ["The text is too long, and its rest was left out."] : []),
    ...(bad > 0 ? [`${plural(bad, "line")} could not be read.`] : []),
  ].join(" ");
  return { ...first, goal, unrated: true, pile, notice: said ? { text: said, kind: "" } : null };
}
