// Ways to the goal in the tab Puzzle: solve, hint, the list of all shortest ones, and running through one of them.
import { json } from "./api.js";
import { byId, el, number, plural, say, show } from "./dom.js";
import { createPlayer } from "./player.js";
import { createProgress } from "./progress.js";
import { WORDS, mover, sizeOf, toText } from "./tiles.js";

const LISTED = 20;
/** Milliseconds from the first solution to a hint that follows the best one. */
const PATIENCE = 2000;

/** `page` has game(), redraw(ms), play(letters), obstacle(). */
export function createWays(page) {
  const progress = createProgress(byId("puzzle-progress"));
  const player = createPlayer(byId("puzzle-player"), (index, ms) => {
    page.game().seek(route.base, route.way, index);
    page.redraw(ms);
  }, () => say(byId("puzzle-message").textContent));
  let route = null; // what the player runs through: { base, way }
  let hinted = null; // the board for which a hint is marked

  const request = (position, more = {}) => ({
    board: toText(position), size: sizeOf(position), goal: goalText(), heuristic: null, algorithm: "ida", mode: "fast",
    all: null, stats: true, moves: "tile", seconds: null, nodes: null, depth: null, ...more,
  });
  const goalText = () => page.game().goalText;

  /**
   * Searches for a way from here; calls `onFound` with each better solution, and `onBound` as more is proven.
   * Returns the record, or null if the search was cancelled or failed.
   */
  const search = (onFound, onBound = () => {}) =>
    progress.run("/api/solve", request(page.game().now), {
      solution: (found) => (onBound(found.bound), onFound(found.moves)),
      iteration: ({ bound }) => onBound(bound),
    });

  /** The best way known from here once the search had its time, which begins with the first solution; null if there is none. */
  async function findForHint() {
    const game = page.game();
    if (game.way !== null) return game.way;
    const from = game.now;
    const isHere = () => game === page.game() && game.now === from;
    let timer = null;
    const record = await new Promise((resolve) => {
      search((way) => {
        if (!isHere()) return;
        game.learn(way, false);
        timer ??= setTimeout(resolve, PATIENCE, "enough");
      }).then(resolve);
    });
    clearTimeout(timer);
    if (!record || !isHere()) return null;
    if (record === "enough") progress.clear();
    else if (record.moves) game.learn(record.moves, record.status === "solved");
    else fail(record);
    return game.way;
  }

  function fail(record) {
    show(byId("puzzle-message"), unsolved(record), "error");
    say(unsolved(record));
  }

  /** The optimum of the start, for the comparison; of interest only, so errors are not shown. */
  async function rate(game) {
    if (game.best !== null) return;
    const record = await json("/api/solve", request(game.start)).catch(() => null);
    if (record?.status !== "solved" || game.best !== null) return;
    game.best = record.length;
    if (game !== page.game()) return;
    if (hinted === game.now) byId("best").textContent = number(game.best); // the mark of the hint stays
    else page.redraw();
  }

  function run(way, autoplay = true) {
    const game = page.game();
    route = { base: game.count, way };
    player.load(way.length, autoplay);
    page.redraw();
  }

  byId("solve").addEventListener("click", () => {
    player.close();
    tell(null);
    const game = page.game();
    if (game.proven) finish(game.way);
    else solve(game, game.count);
  });

  /** Solves the board after `base` moves. The best solution so far can be stepped through while the search goes on. */
  async function solve(game, base) {
    route = null;
    let [best, bound] = [null, 0];
    const state = () => `${plural(best.length, "move")}, at least ${number(bound)}`;
    const record = await search((way) => {
      best = way;
      take(game, base, way);
      tell(state());
      say(`A solution of ${state()} are needed.`);
    }, (proven) => {
      bound = Math.max(bound, proven);
      if (best !== null) tell(state());
    });
    if (!record || game !== page.game()) return;
    if (!record.moves) return fail(record);
    if (record.status === "solved") return conclude(game, base, record.moves);
    take(game, base, record.moves);
    tell(unsolved(record));
    say(unsolved(record));
    if (game.count === base) run(record.moves);
  }

  /** Loads a better solution, or offers it if the reader is in the middle of the last one. */
  function take(game, base, way) {
    if (route === null || game.count === base) {
      offer(null);
      game.learn(way, false);
      run(way, false);
    } else if (way.length < route.way.length) {
      offer(`Show the ${number(way.length)} moves`, () => restart(game, base, () => game.learn(way, false), way));
    }
  }

  /** The proof is done: a shortest solution is shown, or offered if the reader is in the middle of a longer one. */
  function conclude(game, base, way) {
    if (base === 0) game.best = way.length;
    if (route === null || game.count === base) {
      game.learn(way);
      return finish(way);
    }
    const text = `${plural(way.length, "move")}: shortest`;
    tell(text);
    say(text);
    if (way.length < route.way.length) {
      offer(`Show the ${number(way.length)} moves`, () => restart(game, base, () => game.learn(way), way));
    } else {
      game.learn(route.way.slice(game.count - base));
      offer(null);
    }
    page.redraw();
  }

  /** Goes back to the board after `base` moves, and runs through another solution. */
  function restart(game, base, learn, way) {
    offer(null);
    game.seek(base, "", 0);
    learn();
    run(way);
    byId("solve").focus(); // the button that was pressed is gone
  }

  function finish(way) {
    offer(null);
    tell(`${plural(way.length, "move")}: shortest`);
    say(`Solved: ${plural(way.length, "move")}.`);
    run(way);
    rate(page.game());
  }

  /** Says what is known of the solutions; null for nothing. */
  function tell(text) {
    byId("puzzle-found").hidden = text === null;
    byId("found-text").textContent = text ?? "";
    if (text === null) offer(null);
  }

  /** Offers to show another solution; null for none. */
  function offer(text, act = null) {
    byId("found-show").hidden = text === null;
    byId("found-show").textContent = text ?? "";
    byId("found-show").onclick = act;
  }

  byId("hint").addEventListener("click", async () => {
    leave();
    const way = await findForHint();
    if (!way) return;
    const { now, proven } = page.game();
    const cell = mover(now, way[0]);
    if (hinted === now) {
      page.play(way[0]);
      say(`${now.cells[cell]} ${WORDS[way[0]]}, played.`);
      return;
    }
    page.redraw();
    hinted = now;
    byId("board").querySelector(`#tile-${now.cells[cell]}`).classList.add("marked");
    const caution = proven ? "" : " on the best way known, which need not be the shortest";
    const text = `Move ${now.cells[cell]} ${WORDS[way[0]]}; ${number(way.length)} to go${caution}. Press Hint again to have it moved.`;
    show(byId("puzzle-message"), text, "");
    say(text);
    if (proven) rate(page.game());
  });

  byId("all").addEventListener("click", async () => {
    leave();
    const game = page.game();
    const from = game.now;
    const record = await progress.run("/api/solve", request(from, { all: LISTED, mode: "plain" }));
    if (!record || game !== page.game()) return;
    if (record.status !== "solved") return show(byId("ways-message"), unsolved(record), "error");
    list(game, from, record);
  });

  function list(game, from, { all_moves: found, length }) {
    const some = found.length >= LISTED ? `The first ${LISTED} shortest ways` : found.length === 1 ? "The only shortest way" : `All ${found.length} shortest ways`;
    show(byId("ways-message"), `${some}, ${plural(length, "move")} each:`);
    say(byId("ways-message").textContent);
    byId("ways").hidden = false;
    byId("ways").replaceChildren(...found.map((way, i) =>
      el("li", {}, el("button", { type: "button", class: "way", "aria-label": `Way ${i + 1}: ${way}`, onclick: (event) => choose(event, game, from, way) }, way))));
  }

  function choose(event, game, from, way) {
    player.close();
    for (const other of byId("ways").querySelectorAll("button")) other.removeAttribute("aria-current");
    event.currentTarget.setAttribute("aria-current", "true");
    while (game.now !== from && game.count > 0) game.back();
    if (game.now !== from) return clearList(); // the board has been started again
    game.learn(way);
    run(way);
    rate(game);
  }

  function clearList() {
    byId("ways").hidden = true;
    byId("ways").replaceChildren();
    show(byId("ways-message"), null);
  }

  /** The player's hand is on the board: what is shown becomes the game. */
  function leave() {
    player.close();
    progress.clear();
    tell(null);
    route = null;
  }

  return {
    leave,
    /** Another board: nothing found so far is of use. */
    close() {
      leave();
      clearList();
    },
  };
}

/** Why a record has no solution, or none that is proven to be a shortest one, for the reader. */
export function unsolved(record) {
  if (record.upper !== null) return `${plural(record.upper, "move")}, at least ${number(record.bound)}: stopped at a limit of this server.`;
  if (record.status === "limit") return `Stopped at a limit of this server: at least ${plural(record.bound ?? 0, "move")} are needed.`;
  return record.error ?? "There is no solution.";
}
