// Hints in the tab Puzzle. The first hint names the next tile to bring home, as people learn to
// solve the puzzle, and why; the second names the next move of a shortest solution; the third makes
// this move. If the proof that a solution is a shortest one takes too long, the hint follows the
// best known solution and says so.
import { number, say } from "./dom.js";
import { lesson } from "./lessons.js";
import { movesOf } from "./metric.js";
import { unsolved } from "./progress.js";
import { WORDS, marksOf, tilesOf } from "./tiles.js";

/** Milliseconds that a hint waits for better solutions after the first one is found. */
const PATIENCE = 2000;
/** Maximum distance from the goal, in moves, at which a hint skips the lesson and shows a move. */
const CLOSE = 4;

/**
 * Returns the function that gives the next hint. It uses `ways` to search for solutions.
 * @param {PuzzleTab} tab
 * @param {Ways} ways
 */
export function createHints(tab, ways) {
  /** @type {Game | null} */
  let last = null; // the game of the last hint
  let taught = ""; // the text of the last lesson
  let hinted = ""; // the key of the position whose move is marked

  /**
   * Returns the best known solution of the current position, or null. If no solution is known yet,
   * searches until one is proven to be a shortest one, or until `PATIENCE` has passed since the
   * first was found.
   * @param {Game} game
   */
  async function find(game) {
    if (game.about().way !== null) return game.about().way;
    const from = game.key;
    tab.notice = null; // an earlier message would hide that a search is running
    const isHere = () => game === tab.game && game.key === from;
    /** @type {Timer | undefined} */
    let timer;
    /** @type {BoardRecord | "enough" | null} */
    const record = await new Promise((resolve) => {
      const learned = () => {
        if (isHere() && game.about().way !== null) timer ||= setTimeout(resolve, PATIENCE, "enough");
      };
      ways.search(game, { learned }).then(resolve);
    });
    clearTimeout(timer);
    if (!record || !isHere()) return null;
    if (record === "enough") ways.stop();
    else if (game.about().way === null) tab.showError(unsolved(record));
    return game.about().way;
  }

  /**
   * Returns the message of the last lesson, with its tile marked where it is now. Returns null if
   * the lesson is over.
   * @returns {Notice | null}
   */
  function lessonNow() {
    const next = tab.game && lesson(tab.game.now, tab.game.goal);
    if (!tab.game || next?.text !== taught) return null;
    const marks = [tab.game.now.cells.indexOf(next.tile), next.to];
    return { text: `${taught} For the shortest way, press Hint again.`, marks, renew: lessonNow };
  }

  return async function hint() {
    ways.leave();
    const { game } = tab;
    if (!game) return;
    if (last !== game) [last, taught, hinted] = [game, "", ""];
    game.takeHelp();
    const next = lesson(game.now, game.goal);
    const { way: known } = game.about();
    const isClose = known !== null && game.lengthOf(known) <= CLOSE;
    if (next !== null && next.text !== taught && hinted !== game.key && !isClose) {
      taught = next.text;
      tab.notice = lessonNow();
      tab.render();
      return say(tab.notice?.text ?? "");
    }
    const way = await find(game);
    if (!way) return;
    const moves = movesOf(way, game.metric);
    const cells = tilesOf(game.now, moves[0]);
    const what = `${cells.map((cell) => game.now.cells[cell]).join(", ")} ${WORDS[way[0]]}`;
    if (hinted === game.key) {
      tab.notice = null;
      game.move(moves[0], true);
      tab.render();
      return say(`${what}, played`);
    }
    hinted = game.key;
    const caution = game.needed !== null ? "" : " on the best way known, which need not be the shortest";
    const text = `Move ${what}; ${number(moves.length)} to go${caution}. Press Hint again to make the move.`;
    tab.inform(text, { marks: marksOf(game.now, moves[0]) });
  };
}
