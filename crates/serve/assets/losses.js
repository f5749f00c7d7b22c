// Where a game lost moves: the shortest distance to the goal before each move and after the last. Rules alone.
import { WORDS, after, keyOf, mover } from "./tiles.js";

/** The positions of a game, from the start to where it is now. */
export function positions(game) {
  const all = [game.start];
  for (const { letter } of game.made) all.push(after(all.at(-1), letter));
  return all;
}

/**
 * The distance to the goal before each move and after the last, null where it is not known.
 * One move changes a distance by exactly one, so known ones bound their neighbours and tell odd distances from even ones.
 * That often settles them.
 */
export function distances(game) {
  const goal = keyOf(game.goal);
  const keys = [...game.made.map((move) => move.from), game.key];
  const known = keys.map((key) => (key === goal ? 0 : (game.proofs.get(key)?.length ?? null)));
  const one = known.findIndex((d) => d !== null);
  if (one < 0) return known;
  const isOdd = (i) => (known[one] + Math.abs(i - one)) % 2;
  const least = known.map((d, i) => d ?? (isOdd(i) ? 1 : 2));
  const most = known.map((d) => d ?? Infinity);
  const bound = (i, j) => {
    least[i] = Math.max(least[i], least[j] - 1);
    most[i] = Math.min(most[i], most[j] + 1);
  };
  for (let i = 1; i < keys.length; i += 1) bound(i, i - 1);
  for (let i = keys.length - 2; i >= 0; i -= 1) bound(i, i + 1);
  return keys.map((_, i) => (least[i] === most[i] ? least[i] : null));
}

/** The moves that led away from the goal, as far as distances are known: { number, tile, word }. */
export function losses(game) {
  const ways = distances(game);
  const all = positions(game);
  return game.made.flatMap(({ letter }, i) => {
    const away = ways[i] !== null && ways[i + 1] !== null && ways[i + 1] > ways[i];
    return away ? [{ number: i + 1, tile: all[i].cells[mover(all[i], letter)], word: WORDS[letter] }] : [];
  });
}
