// Searches in the background for the optimum, which is the length of a shortest solution. There are
// two searches: one for the start, until its optimum is found, and one for the position on the
// board, which each move cancels. Only what is proven counts as known.
import { stream } from "./api.js";
import { MULTI, lettersIn } from "./metric.js";
import { keyOf, sizeOf, toText } from "./tiles.js";

/** @typedef {{ key: string, cancel: () => void, done: Promise<unknown> }} Search */

/**
 * Time in milliseconds between a move and the search for the new position, so that quick moves
 * start no searches.
 */
const PAUSE = 90;
/**
 * Time limits of a search, in seconds. Boards of more than 16 cells are `large`; their optimum can
 * rarely be proven, so their searches end sooner.
 */
const SECONDS = { small: 20, large: 5 };

/**
 * Returns the request that asks the engine for a shortest solution of a position.
 * @param {Game} game
 * @param {Position} position
 * @param {object} [more]
 */
export const question = (game, position, more = {}) => ({
  board: toText(position),
  size: sizeOf(position),
  goal: game.goalText,
  metric: game.metric,
  mode: "fast",
  stats: true,
  time_limit: null,
  ...more,
});

/**
 * Returns the functions that control the background searches of the tab.
 * @param {PuzzleTab} tab
 */
export function createLive(tab) {
  /** @type {Search[]} */
  let searches = []; // the running searches: for the start, and for the position on the board
  /** @type {Timer | undefined} */
  let timer;

  /**
   * Starts a search that records in `game` what it proves about `position`. If `upper` is not null,
   * it is a known solution, and the search looks only for shorter ones.
   * @param {Game} game
   * @param {Position} position
   * @param {string | null} [upper]
   * @returns {Search}
   */
  function search(game, position, upper = null) {
    const controller = new AbortController();
    const end = () => game === tab.game && tab.render();
    const done = ask(game, position, upper, controller.signal).then(end, end);
    return { key: keyOf(position), cancel: () => controller.abort(), done };
  }

  /**
   * Asks the engine about a position, and records its answers in the game.
   * @param {Game} game
   * @param {Position} position
   * @param {string | null} upper
   * @param {AbortSignal} signal
   */
  async function ask(game, position, upper, signal) {
    const most = upper === null ? Infinity : game.lengthOf(upper);
    // In the single-tile metric, all solutions of a position have the same parity, so the next
    // shorter length is two moves less.
    const step = game.metric === MULTI ? 1 : 2;
    // No shorter solution can exist, because the position is not the goal.
    if (upper !== null && most <= step) return game.learn(upper, true, position);
    const { metric } = game;
    const seconds = Math.min(await tab.limit, position.cells.length > 16 ? SECONDS.large : SECONDS.small);
    // If the engine finds no solution up to this depth, `upper` is a shortest one.
    const depth = upper === null ? null : most - step;
    /** @type {BoardRecord[]} */
    const records = [];
    /** @type {SearchEvents<"/api/solve">} */
    const on = {
      iteration({ bound }) {
        game.atLeast(bound, position);
        if (game === tab.game) tab.render();
      },
      result: (record) => records.push(record),
    };
    await stream("/api/solve", question(game, position, { time_limit: seconds, depth_limit: depth }), on, signal);
    if (records.length === 0 || game.metric !== metric) return;
    const [{ moves, status, bound }] = records;
    if (moves) game.learn(lettersIn(moves), status === "solved", position);
    else if (upper !== null && bound !== null && bound >= most) game.learn(upper, true, position);
    game.atLeast(bound ?? 0, position);
  }

  const idle = () => !tab.distance || !tab.game || tab.obstacle !== null || tab.game.needed !== null;
  /**
   * Returns whether a search is about the position on the board.
   * @param {Search} search
   */
  const isHere = ({ key }) => key === tab.game?.key;

  /**
   * Cancels the searches for which `test` is false.
   * @param {(search: Search) => boolean} test
   */
  function keepOnly(test) {
    clearTimeout(timer);
    searches.filter((one) => !test(one)).forEach((one) => one.cancel());
    searches = searches.filter(test);
  }

  return {
    /**
     * Called when a game begins. Cancels all searches, and searches for the optimum of the new
     * start.
     */
    begin() {
      keepOnly(() => false);
      const { game } = tab;
      if (game && tab.obstacle === null && game.best === null) searches = [search(game, game.start)];
    },
    /**
     * Called when the board has changed. Starts a search for the new position, and cancels all
     * others except the search for the start.
     */
    moved() {
      const { game } = tab;
      if (!game) return;
      keepOnly((one) => isHere(one) || one.key === keyOf(game.start));
      const look = () => searches.push(search(game, game.now, game.wayBack()));
      if (!idle() && !searches.some(isHere)) timer = setTimeout(look, PAUSE);
    },
    /**
     * Cancels the background search for the position on the board, because the reader has started a
     * search for it in the foreground.
     */
    stop: () => keepOnly((one) => !isHere(one)),
    search,
  };
}
