// The optimum of every position, searched for in the background: the start's until it is found, and that of the position
// on the board, which each move cancels. A number is known only when it is proven.
import { stream } from "./api.js";
import { MULTI, lettersIn } from "./metric.js";
import { keyOf, sizeOf, toText } from "./tiles.js";

/** @typedef {{ key: string, cancel: () => void, done: Promise<unknown> }} Search */

/** Milliseconds after a move before its search begins, so that a quick hand starts none. */
const PAUSE = 90;
/** Seconds that a search may take: boards of more than 16 cells are rarely proven at all. */
const SECONDS = { small: 20, large: 5 };

/**
 * The request for a shortest solution of a position of a game.
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

/** @param {PuzzleTab} tab */
export function createLive(tab) {
  /** @type {Search[]} */
  let searches = []; // for the optimum of the start, and of the position on the board
  /** @type {Timer | undefined} */
  let timer;

  /**
   * Begins a search that teaches `game` what is proven of `position`. Where a way of some moves is known, it is `upper`.
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
   * @param {Game} game
   * @param {Position} position
   * @param {string | null} upper
   * @param {AbortSignal} signal
   */
  async function ask(game, position, upper, signal) {
    const most = upper === null ? Infinity : game.lengthOf(upper);
    // Of single tiles parity skips every second length.
    const step = game.metric === MULTI ? 1 : 2;
    if (upper !== null && most <= step) return game.learn(upper, true, position); // not the goal
    const { metric } = game;
    const seconds = Math.min(await tab.limit, position.cells.length > 16 ? SECONDS.large : SECONDS.small);
    // If there is no way that much shorter, `upper` is a shortest one.
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
  /** @param {Search} search */
  const isHere = ({ key }) => key === tab.game?.key;

  /**
   * Ends the searches of positions of which `test` is false.
   * @param {(search: Search) => boolean} test
   */
  function keepOnly(test) {
    clearTimeout(timer);
    searches.filter((one) => !test(one)).forEach((one) => one.cancel());
    searches = searches.filter(test);
  }

  return {
    /** A game begins: all that runs is of no use, and the optimum of its start is searched for. */
    begin() {
      keepOnly(() => false);
      const { game } = tab;
      if (game && tab.obstacle === null && game.best === null) searches = [search(game, game.start)];
    },
    /** The board has changed. */
    moved() {
      const { game } = tab;
      if (!game) return;
      keepOnly((one) => isHere(one) || one.key === keyOf(game.start));
      const look = () => searches.push(search(game, game.now, game.wayBack()));
      if (!idle() && !searches.some(isHere)) timer = setTimeout(look, PAUSE);
    },
    /** Ends the search of the position on the board, which the reader has begun to search in the foreground. */
    stop: () => keepOnly((one) => !isHere(one)),
    search,
  };
}
