// Finds where a game lost moves, from the distance to the goal before each move and after the last.
// No function here accesses the document.
import { exactly } from "./game.js";
import { movesOf } from "./metric.js";
import { WORDS, advanced, tilesOf } from "./tiles.js";

/**
 * Returns the positions of a game, from the start to the current one.
 * @param {Game} game
 */
export function positions(game) {
  const all = [game.start];
  for (const move of movesOf(game.letters, game.metric)) all.push([...move].reduce(advanced, all[all.length - 1]));
  return all;
}

/**
 * Returns the distance to the goal before each move and after the last. Distances that are not
 * known are null.
 * @param {Game} game
 */
export function distances(game) {
  const ranges = game.ranges();
  let steps = 0;
  const behind = movesOf(game.letters, game.metric).map((move) => (steps += move.length));
  return [0, ...behind].map((step) => exactly(ranges[step]));
}

/**
 * Returns the moves that are known to have led no nearer to the goal, as { number, tile, word, cost
 * }. `number` counts the game's moves from 1, and `cost` is how many moves were lost.
 * @param {Game} game
 */
export function losses(game) {
  const ways = distances(game);
  const all = positions(game);
  return movesOf(game.letters, game.metric).flatMap((move, i) => {
    const [before, behind] = [ways[i], ways[i + 1]];
    if (before === null || behind === null || behind < before) return [];
    const tile = tilesOf(all[i], move)
      .map((cell) => all[i].cells[cell])
      .join(", ");
    return [{ number: i + 1, tile, word: WORDS[move[0]], cost: 1 + behind - before }];
  });
}

/**
 * Returns the length of the longest run of moves that each led nearer to the goal, or null while a
 * distance is unknown.
 * @param {Game} game
 */
export function perfectRun(game) {
  const ways = distances(game).filter((distance) => distance !== null);
  if (ways.length <= game.count) return null;
  let [longest, run] = [0, 0];
  for (let i = 1; i < ways.length; i += 1) {
    run = ways[i] < ways[i - 1] ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
