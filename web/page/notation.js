// Writes the moves of a solution, either as the tiles that slide, with or without an arrow, or as
// letters. No function here accesses the document.
import { MULTI, movesOf, textOf } from "./metric.js";
import { ARROWS, REVERSE, WORDS, advanced, tilesOf } from "./tiles.js";

/** @typedef {{ tiles: number[], move: string }} Move */

/**
 * The notations, which are ways to write a move, by the names under which the page keeps the
 * choice.
 * @type {Record<string, (move: Move) => string>}
 */
const NOTATIONS = {
  arrows: ({ tiles, move }) => `${tiles.join(" ")}${ARROWS[move[0]]}`,
  numbers: ({ tiles }) => tiles.join(" "),
  tile: ({ move }) => textOf(move),
  blank: ({ move }) => textOf(lettersOf(move, "blank")),
};

/**
 * Explanations of the notations, which use a given move as their example.
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

/**
 * Returns whether a notation writes moves as letters.
 * @param {string} notation
 */
const isLetters = (notation) => notation === "tile" || notation === "blank";

/**
 * Returns the letters of moves in a convention. In the convention `blank`, each letter is the
 * direction in which the blank moves, which is opposite to that of the tile. In other conventions,
 * it is the direction of the tile.
 * @param {string} way
 * @param {string} convention
 */
export const lettersOf = (way, convention) =>
  convention === "blank" ? [...way].map((letter) => REVERSE[letter]).join("") : way;

/**
 * Returns the moves of a solution of a position: the letters of each, and the tiles that slide,
 * beginning with the one beside the blank.
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
 * Returns the moves of a solution as `{ text, name }`: the text on the page, and the name for
 * screen readers.
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
 * Returns the first move of a solution as an instruction, such as `slide 9 left`.
 * @param {Position} position
 * @param {string} way
 * @param {string} metric
 */
export function instruction(position, way, metric) {
  const [{ tiles, move }] = movesFrom(position, movesOf(way, metric)[0], metric);
  return `slide ${tiles.join(" and ")} ${WORDS[move[0]]}`;
}

/**
 * Returns a solution in one line. Single letters stand side by side, as other programs write them.
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
 * Returns a sentence that explains a notation by the first move of a solution.
 * @param {Position} position
 * @param {string} way
 * @param {string} metric
 * @param {string} notation
 */
export const meaning = (position, way, metric, notation) =>
  MEANINGS[notation](movesFrom(position, movesOf(way, metric)[0], metric)[0]);
