// How the moves of a solution are written: by the tiles that slide, with an arrow or without, or as letters. Rules alone.
import { MULTI, movesOf, textOf } from "./metric.js";
import { ARROWS, REVERSE, WORDS, advanced, tilesOf } from "./tiles.js";

/** @typedef {{ tiles: number[], move: string }} Move */

/**
 * The ways to write a move, by the names that the page keeps.
 * @type {Record<string, (move: Move) => string>}
 */
const NOTATIONS = {
  arrows: ({ tiles, move }) => `${tiles.join(" ")}${ARROWS[move[0]]}`,
  numbers: ({ tiles }) => tiles.join(" "),
  tile: ({ move }) => textOf(move),
  blank: ({ move }) => textOf(lettersOf(move, "blank")),
};

/**
 * What a way to write moves means, by the example of a move.
 * @type {Record<string, (move: Move) => string>}
 */
const MEANINGS = {
  arrows: ({ tiles, move }) =>
    `${tiles.join(" ")}${ARROWS[move[0]]} means: slide ${tiles.join(" and ")} ${WORDS[move[0]]}.`,
  numbers: ({ tiles }) => `${tiles.join(" ")} means: slide ${tiles.join(" and ")} into the blank.`,
  tile: ({ move }) => `${textOf(move)} means: a tile slides ${WORDS[move[0]]} into the blank.`,
  blank: ({ move }) =>
    `${lettersOf(move[0], "blank")} means: the blank moves ${WORDS[REVERSE[move[0]]]}, so a tile slides ${WORDS[move[0]]}.`,
};

/** @param {string} notation */
const isLetters = (notation) => notation === "tile" || notation === "blank";

/**
 * A letter of each move in the convention: the direction of the tile, or of the blank.
 * @param {string} way
 * @param {string} convention
 */
export const lettersOf = (way, convention) =>
  convention === "blank" ? [...way].map((letter) => REVERSE[letter]).join("") : way;

/**
 * The moves of a way from a position: the letters of each, and the tiles that slide, the one beside the blank first.
 * @param {Position} position
 * @param {string} way
 * @param {string} metric
 * @returns {Move[]}
 */
function movesFrom(position, way, metric) {
  return movesOf(way, metric).map((move) => {
    const tiles = tilesOf(position, move).map((cell) => position.cells[cell]);
    for (const letter of move) position = advanced(position, letter);
    return { move, tiles };
  });
}

/**
 * Returns the moves of a solution as `{ text, name }`: the text on the page, and the name for screen readers.
 * @param {Position} position
 * @param {string} way
 * @param {string} metric
 * @param {string} notation
 */
export function written(position, way, metric, notation) {
  return movesFrom(position, way, metric).map(({ move, tiles }, i) => {
    const text = NOTATIONS[notation]({ move, tiles });
    return { text, name: `${i + 1}, ${isLetters(notation) ? `${text}: ` : ""}${tiles.join(" ")} ${WORDS[move[0]]}` };
  });
}

/**
 * A way in one line. Single letters stand side by side, as programs write them.
 * @param {Position} position
 * @param {string} way
 * @param {string} metric
 * @param {string} notation
 */
export function writtenLine(position, way, metric, notation) {
  const between = !isLetters(notation) && metric === MULTI ? ", " : isLetters(notation) && metric !== MULTI ? "" : " ";
  return written(position, way, metric, notation)
    .map((move) => move.text)
    .join(between);
}

/**
 * Explains a way to write moves by the first move of a way.
 * @param {Position} position
 * @param {string} way
 * @param {string} metric
 * @param {string} notation
 */
export const meaning = (position, way, metric, notation) =>
  MEANINGS[notation](movesFrom(position, movesOf(way, metric)[0], metric)[0]);
