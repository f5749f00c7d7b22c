// Ways to the goal in the tab Puzzle: solve, the list of all shortest ones, and running through one of them.
// Hints are in hints.js.
import { byId, number, onClick, plural, say, show, tell } from "./dom.js";
import { question } from "./live.js";
import { countOf, lettersIn, movesOf, writtenWay } from "./metric.js";
import { createPlayer } from "./player.js";
import { createProgress } from "./progress.js";
import { createMoves, createStrip } from "./strip.js";

const LISTED = 20;

/** `page` is that of puzzle.js; `live` gives way to the searches here. */
export function createWays(page, live) {
  const progress = createProgress(byId("puzzle-progress"), byId("puzzle-log"));
  const player = createPlayer(byId("puzzle-player"), (index, ms) => {
    page.game.seek(route.base, route.way, movesOf(route.way, page.game.metric).slice(0, index).join("").length);
    strip.at(index);
    page.redraw(ms);
  }, () => say(byId("puzzle-message").textContent));
  const strip = createStrip(byId("puzzle-strip"), (index) => player.go(index));
  const ways = createMoves(byId("ways"), choose);
  let route = null; // what the player runs through: { base, way }
  let listed = null; // all shortest ways from a position: { game, from, found }

  const length = (way) => countOf(way, page.game.metric);

  /** Searches for a way from here; `on` has found(way), bound(proven) and cancelled(). Returns the record, or null. */
  async function search(on, more = {}) {
    live.stop();
    const game = page.game;
    const bound = (proven) => {
      live.proven(proven);
      on.bound?.(proven);
    };
    const record = await progress.run("/api/solve", question(game, game.now, more), {
      solution: (found) => {
        bound(found.bound);
        on.found?.(lettersIn(found.moves));
      },
      iteration: (iteration) => bound(iteration.bound),
      cancelled: on.cancelled,
      note: () => {}, // about tables and commands, which are not the reader's concern here
    });
    if (!record) return null;
    return { ...record, moves: record.moves && lettersIn(record.moves), all_moves: record.all_moves?.map(lettersIn) };
  }

  const fail = (record) => tell(byId("puzzle-message"), unsolved(record));

  function run(way, autoplay = true) {
    page.game.unrated = true;
    route = { base: page.game.steps, way };
    player.load(length(way), autoplay);
    strip.load(way, page.game.metric);
    strip.at(0);
    page.redraw();
  }

  function startSolving() {
    leave();
    const game = page.game;
    if (game.proven) conclude(game, game.steps, game.way);
    else solve(game, game.steps);
  }

  /** Solves the board after `base` moves. The best solution so far can be stepped through while the search goes on. */
  async function solve(game, base) {
    let [best, bound] = [null, 0];
    const state = () => `${plural(length(best), "move")}, at least ${number(bound)}`;
    const record = await search({
      found: (way) => {
        best = way;
        take(game, base, way, { autoplay: false });
        tellFound(state());
        progress.name("Stop here");
        say(`A solution of ${state()} are needed.`);
      },
      bound: (proven) => {
        bound = Math.max(bound, proven);
        if (best !== null) tellFound(state());
      },
      cancelled: () => {
        if (best === null || game !== page.game) return false;
        tellFound(`${state()}: stopped here.`);
        if (game.steps === base) run(best);
        return true;
      },
    });
    if (!record || game !== page.game) return;
    if (!record.moves) return fail(record);
    if (record.status === "solved") return conclude(game, base, record.moves);
    take(game, base, record.moves);
    tellFound(unsolved(record));
    say(unsolved(record));
  }

  /** The proof is done. */
  function conclude(game, base, way) {
    take(game, base, way, { proven: true });
    tellFound(`${plural(length(way), "move")}: shortest`);
    say(`Solved: ${plural(length(way), "move")}.`);
  }

  /** Loads a solution of the board after `base` moves, or offers a better one to a reader in the middle of another. */
  function take(game, base, way, { proven = false, autoplay = true } = {}) {
    const better = route === null || length(way) < length(route.way);
    const load = () => {
      offer(null);
      game.seek(base, "", 0);
      game.learn(way, proven);
      run(way, autoplay);
    };
    if (route === null || game.steps === base) return load();
    if (better) {
      offer(`Show the ${number(length(way))} moves`, () => {
        autoplay = true;
        load();
        byId("solve").focus(); // the button that was pressed is gone
      });
    } else if (proven) {
      game.learn(route.way.slice(game.steps - base));
      offer(null);
      page.redraw();
    }
  }

  /** Says what is known of the solutions; null for nothing. */
  function tellFound(text) {
    byId("found-text").hidden = text === null;
    byId("found-text").textContent = text ?? "";
    if (text === null) offer(null);
  }

  /** Offers to show another solution; null for none. */
  function offer(text, act = null) {
    byId("found-show").hidden = text === null;
    byId("found-show").textContent = text ?? "";
    byId("found-show").onclick = act;
  }

  async function listAll() {
    leave();
    const game = page.game;
    const from = game.key;
    const record = await search({}, { all: LISTED, mode: "plain" });
    if (!record || game !== page.game) return;
    if (record.status !== "solved") return show(byId("ways-message"), unsolved(record), "error");
    const found = record.all_moves;
    listed = { game, from, found };
    const all = found.length === 1 ? "The only shortest way" : `All ${found.length} shortest ways`;
    const some = found.length >= LISTED ? `The first ${LISTED} shortest ways` : all;
    tell(byId("ways-message"), `${some}, ${plural(record.length, "move")} each:`, "");
    byId("ways").hidden = false;
    const texts = found.map((way) => writtenWay(way, game.metric));
    ways.fill(texts.map((text, i) => ({ text, name: `Way ${i + 1}: ${text}` })));
  }

  /** Runs through the way of that number in the list, from the position for which it was asked. */
  function choose(chosen) {
    const { game, from, found } = listed;
    player.close();
    const base = game.key === from ? game.steps : game.made.findIndex((move) => move.from === from);
    if (base < 0) return clearList(); // other moves have been made since
    ways.at(chosen, "true");
    game.seek(base, "", 0);
    game.learn(found[chosen - 1]);
    run(found[chosen - 1]);
    byId("board").scrollIntoView({ block: "nearest" });
  }

  onClick({ solve: startSolving, all: listAll });

  function clearList() {
    byId("ways").hidden = true;
    byId("ways").replaceChildren();
    show(byId("ways-message"), null);
  }

  /** The reader's hand is on the board: what is shown becomes the game. */
  function leave() {
    player.close();
    strip.hide();
    progress.clear();
    tellFound(null);
    route = null;
  }

  return {
    leave,
    search,
    fail,
    /** Ends a search whose result is no longer waited for. */
    stop: () => progress.clear(),
    player,
    /** Another board: nothing found so far is of use. */
    close() {
      leave();
      clearList();
    },
  };
}

/** Why a record has no solution, or none that is proven to be a shortest one, for the reader. */
function unsolved(record) {
  const reason = record.error ?? "stopped at a limit";
  if (record.upper !== null) return `${plural(record.upper, "move")}, at least ${number(record.bound)}: ${reason}.`;
  if (record.status === "limit") return `At least ${plural(record.bound ?? 0, "move")} are needed: ${reason}.`;
  return record.error ?? "There is no solution.";
}
