// Ways to the goal in the tab Puzzle: solve, the list of all shortest ones, and running through one of them.
// Hints are in hints.js.
import { byId, number, plural, say, show, tell } from "./dom.js";
import { question } from "./live.js";
import { countOf, lettersIn, movesOf, writtenWay } from "./metric.js";
import { createPlayer } from "./player.js";
import { createProgress } from "./progress.js";
import { createMoves, createStrip } from "./strip.js";

const LISTED = 20;

/** `app` is the state of puzzle.js; `live` gives way to the searches here. */
export function createWays(app, live) {
  const progress = createProgress(byId("puzzle-progress"), byId("puzzle-log"));
  const player = createPlayer(byId("puzzle-player"), step, () => say(`${app.found} The end.`));
  const strip = createStrip(byId("puzzle-strip"), (index) => player.go(index));
  const ways = createMoves(byId("ways"), choose);
  let route = null; // what the player runs through: { base, way }
  let listed = null; // all shortest ways from a position: { game, from, base, found }; `base` steps lead to it

  /** Shows the board after the first moves of the route. */
  function step(index, ms) {
    const made = movesOf(route.way, app.game.metric).slice(0, index);
    app.game.seek(route.base, route.way, made.join("").length);
    strip.at(index);
    app.render(ms);
  }

  const length = (way) => countOf(way, app.game.metric);

  /** Searches for a way from here; `on` has found(way), bound(proven) and cancelled(). Returns the record, or null. */
  async function search(on, more = {}) {
    live.stop();
    const game = app.game;
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

  const fail = (record) => app.tell(unsolved(record));

  function run(way, autoplay = true) {
    app.game.unrated = true;
    route = { base: app.game.steps, way };
    player.load(length(way), autoplay);
    strip.load(way, app.game.metric);
    strip.at(0);
    app.render();
  }

  function startSolving() {
    leave();
    const game = app.game;
    if (game.proven) conclude(game, game.steps, game.way);
    else solve(game, game.steps);
  }

  /** Solves the board after `base` moves. The best solution so far can be stepped through while the search goes on. */
  async function solve(game, base) {
    let [best, bound] = [game.way, live.bound];
    const state = () => `Found ${number(length(best))}; at least ${number(bound)} are needed.`;
    if (best !== null) {
      take(game, base, best, { autoplay: false });
      tellFound(state());
    }
    const record = await search({
      found: (way) => {
        if (best !== null && length(way) >= length(best)) return;
        best = way;
        take(game, base, way, { autoplay: false });
        tellFound(state());
        progress.name("Stop here");
        say(state());
      },
      bound: (proven) => {
        bound = Math.max(bound, proven);
        if (best === null) return;
        progress.name("Stop here");
        tellFound(state());
      },
      cancelled: () => {
        if (best === null || game !== app.game) return false;
        tellFound(`${state()} Stopped here.`);
        if (game.steps === base) run(best);
        return true;
      },
    });
    if (!record || game !== app.game) return;
    if (!record.moves) return fail(record);
    if (record.status === "solved") return conclude(game, base, record.moves);
    if (best === null || length(record.moves) < length(best)) best = record.moves;
    bound = Math.max(bound, record.bound ?? 0);
    take(game, base, best);
    tellFound(`${state()} ${sentence(record.error ?? "stopped at a limit")}`);
    say(app.found);
  }

  /** The proof is done. */
  function conclude(game, base, way) {
    take(game, base, way, { proven: true });
    tellFound(`${plural(length(way), "move")}, the fewest possible.`);
    say(app.found);
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
      offer(`Show ${number(length(way))}`, () => {
        autoplay = true;
        load();
        byId("solve").focus(); // the button that was pressed is gone
      });
    } else if (proven) {
      game.learn(route.way.slice(game.steps - base));
      offer(null);
      app.render();
    }
  }

  /** Says what is known of the solutions. */
  function tellFound(text) {
    app.found = text;
    app.render();
  }

  /** Offers to show another solution; null for none. */
  function offer(text, act) {
    app.offer = text === null ? null : [text, act];
    app.render();
  }

  async function listAll() {
    leave();
    const game = app.game;
    const [from, start, base] = [game.key, game.now, game.steps];
    const record = await search({}, { all: LISTED, mode: "plain" });
    if (!record || game !== app.game) return;
    if (record.status !== "solved") return show(byId("ways-message"), unsolved(record), "error");
    const found = record.all_moves;
    game.learn(found[0], true, start);
    app.render();
    listed = { game, from, base, found };
    const all = found.length === 1 ? "The only shortest way" : `All ${found.length} shortest ways`;
    const some = found.length >= LISTED ? `The first ${LISTED} shortest ways` : all;
    tell(byId("ways-message"), `${some}, ${plural(record.length, "move")} each:`, "");
    byId("ways").hidden = false;
    const texts = found.map((way) => writtenWay(way, game.metric));
    ways.fill(texts.map((text, i) => ({ text, name: `Way ${i + 1}: ${text}` })));
  }

  /** Runs through the way of that number in the list, from the position for which it was asked. */
  function choose(chosen) {
    const { game, from, base, found } = listed;
    leave();
    const isHere = (steps) => (steps === game.steps ? game.key : game.made[steps]?.from) === from;
    const at = [base, game.steps].find(isHere) ?? game.made.findIndex((move) => move.from === from);
    if (at < 0) return app.tell("These ways begin at another board: take your moves back to where you asked for them.");
    ways.at(chosen, "true");
    game.seek(at, "", 0);
    game.learn(found[chosen - 1]);
    run(found[chosen - 1]);
    tellFound(`Way ${chosen} of ${found.length}: ${plural(length(found[0]), "move")}, the fewest possible.`);
    byId("board").scrollIntoView({ block: "nearest" });
  }

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
    [app.found, app.offer, route] = [null, null, null];
  }

  return {
    leave,
    search,
    fail,
    solve: startSolving,
    listAll,
    /** Ends a search whose result is no longer waited for. */
    stop: () => progress.clear(),
    player,
    /** Runs through the best way known of the start. */
    fromStart() {
      leave();
      app.game.restart(app.game.id);
      startSolving();
    },
    /** Another board: nothing found so far is of use. */
    close() {
      leave();
      clearList();
    },
  };
}

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1)}${/[.?!]$/.test(text) ? "" : "."}`;

/** Why a record has no solution, for the reader. */
function unsolved(record) {
  const reason = record.error ?? "stopped at a limit";
  if (record.status === "limit") return `At least ${plural(record.bound ?? 0, "move")} are needed: ${reason}.`;
  return sentence(record.error ?? "There is no solution.");
}
