// Hints in the tab Puzzle: the next tile of a shortest way is marked, then moved. Where a proof takes long, the best
// way known is followed, and the hint says so.
import { byId, number, say } from "./dom.js";
import { movesOf } from "./metric.js";
import { WORDS, tilesOf } from "./tiles.js";

/** Milliseconds from the first solution to a hint that follows the best one. */
const PATIENCE = 2000;

/** `page` is that of puzzle.js; `ways` searches. Returns the action. */
export function createHints(page, ways) {
  let hinted = null; // the key of the position for which a hint is marked

  /** The best way known from here once the search had its time, which begins with the first solution; or null. */
  async function find() {
    const game = page.game;
    if (game.way !== null) return game.way;
    const from = game.key;
    const isHere = () => game === page.game && game.key === from;
    let timer = null;
    const record = await new Promise((resolve) => {
      const found = (way) => {
        if (!isHere()) return;
        game.learn(way, false);
        timer ??= setTimeout(resolve, PATIENCE, "enough");
      };
      ways.search({ found }).then(resolve);
    });
    clearTimeout(timer);
    if (!record || !isHere()) return null;
    if (record === "enough") ways.stop();
    else if (record.moves) game.learn(record.moves, record.status === "solved");
    else ways.fail(record);
    return game.way;
  }

  async function hint() {
    ways.leave();
    const way = await find();
    if (!way) return;
    page.game.unrated = true;
    const { now, key, proven, metric } = page.game;
    const moves = movesOf(way, metric);
    const cells = tilesOf(now, moves[0]);
    const what = `${cells.map((cell) => now.cells[cell]).join(", ")} ${WORDS[way[0]]}`;
    if (hinted === key) {
      page.makeMoves(moves[0], true);
      say(`${what}, played.`);
      return;
    }
    hinted = key;
    const caution = proven ? "" : " on the best way known, which need not be the shortest";
    const again = `Press Hint again to have ${cells.length > 1 ? "them" : "it"} moved.`;
    const text = `Move ${what}; ${number(moves.length)} to go${caution}. ${again}`;
    page.mark(cells.at(-1), text);
    say(text);
  }

  byId("hint").addEventListener("click", hint);
  return hint;
}
