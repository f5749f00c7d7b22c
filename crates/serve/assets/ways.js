// Ways to the goal in the tab Puzzle: solve, the list of all shortest ones, and running through one of them.
// Hints are in hints.js.
import { byId, number, plural, say, sentence, show, tell } from "./dom.js";
import { question } from "./live.js";
import { lettersIn, movesOf } from "./metric.js";
import { writtenLine } from "./notation.js";
import { createPlayer } from "./player.js";
import { createProgress, unsolved } from "./progress.js";
import { createMoves, createStrip } from "./strip.js";
import { theirs } from "./view.js";

const LISTED = 20;

/**
 * `live` gives way to the searches here; `playIt` is an act for a game of others.
 * @param {import("./puzzle.js").App} app
 */
export function createWays(app, live, playIt) {
  const progress = createProgress(byId("puzzle-progress"));
  const player = createPlayer(byId("puzzle-player"), step, () => say(`${found} The end.`));
  const strip = createStrip((index) => player.go(index));
  const ways = createMoves(byId("ways"), choose);
  let route = null; // what the player runs through: { base, way }
  let found = null; // what is known of it, in words
  let offer = null; // a better solution: [text, act]
  let listed = null; // all shortest ways from a position: { game, from, base, all }; `base` steps lead to it

  /** Shows the board after the first moves of the route. */
  function step(index, ms) {
    const made = movesOf(route.way, app.game.metric).slice(0, index);
    app.game.seek(route.base, route.way, made.join("").length);
    strip.at(index);
    app.render(ms);
  }

  /** Searches for a way from here, and teaches the game what is found; `on` has learned() and cancelled(). */
  async function search(on, more = {}) {
    live.stop();
    const { game } = app;
    const position = game.now;
    const learn = ({ moves, bound }, isProven = false) => {
      if (moves) game.learn(lettersIn(moves), isProven, position);
      game.atLeast(bound ?? 0, position);
      on.learned?.();
      app.render();
    };
    const record = await progress.run("/api/solve", question(game, position, more), {
      solution: (event) => learn(event),
      iteration: (event) => learn(event),
      cancelled: on.cancelled,
      note: () => {}, // about tables and commands, which are not the reader's concern here
    });
    if (record) learn(record, record.status === "solved");
    return record;
  }

  /** Gives the player a way from here, which waits at its start: whoever asked for it looks at the board first. */
  function run(way) {
    const { game } = app;
    game.takeHelp();
    route = { base: game.steps, way };
    player.load(game.lengthOf(way));
    strip.load(game.now, way, game.metric);
    strip.at(0);
    app.render();
  }

  /** Says what is known of the solutions, with the offer of another one. */
  function announce(text, acts = offer ? [offer] : []) {
    found = text;
    app.notice = { text, acts };
    app.render();
  }

  /** Solves the board. The best solution so far can be stepped through while the search goes on. */
  async function solve() {
    leave();
    const { game } = app;
    const [from, start, base] = [game.key, game.now, game.steps];
    const isProven = () => game.proof(from) !== null;
    let best = null; // the best way so far
    const state = () => {
      const length = game.lengthOf(best);
      if (isProven()) return `${plural(length, "move")}, the fewest possible.`;
      return `Found ${number(length)}; at least ${number(game.about(from).bound)} are needed.`;
    };

    function load() {
      offer = null;
      game.seek(base, "", 0);
      run(best);
    }

    /** Has the player take the best way, or offers it to a reader in the middle of another. */
    function take() {
      if (route?.way === best) return;
      if (route === null || game.steps === base) return load();
      const shorter = game.lengthOf(route.way) - game.lengthOf(best);
      if (shorter === 0 && isProven()) game.learn(route.way, true, start);
      if (shorter <= 0) return;
      const act = () => {
        load();
        announce(found);
        byId("solve").focus(); // the button that was pressed is gone
      };
      offer = [`Show ${number(game.lengthOf(best))}`, act];
    }

    function learned() {
      const { way } = game.about(from);
      if (way === null || game !== app.game) return;
      const isBetter = best === null || game.lengthOf(way) < game.lengthOf(best);
      best = way;
      if (isBetter) {
        take();
        say(state());
      }
      progress.name("Stop here");
      announce(state());
    }

    /** Says what was found by the search that has ended, or why nothing was. */
    function conclude(record) {
      best = game.about(from).way;
      if (best === null) return app.tell(unsolved(record));
      take();
      announce(isProven() ? state() : `${state()} ${sentence(record.error ?? "stopped at a limit")}`);
      say(found);
    }

    function cancelled() {
      if (best === null || game !== app.game) return false;
      announce(`${state()} Stopped here.`);
      return true;
    }

    if (isProven()) return conclude(null);
    learned();
    const record = await search({ learned, cancelled });
    if (record && game === app.game) conclude(record);
  }

  async function listAll() {
    leave();
    const { game } = app;
    const [from, base] = [game.key, game.steps];
    const record = await search({}, { all: LISTED, mode: "plain" });
    if (!record || game !== app.game) return;
    if (record.status !== "solved") return show(byId("ways-message"), unsolved(record), "error");
    const all = record.all_moves.map(lettersIn);
    game.takeHelp();
    listed = { game, from, base, all };
    const whole = all.length === 1 ? "The only shortest way" : `All ${all.length} shortest ways`;
    const some = all.length >= LISTED ? `The first ${LISTED} shortest ways` : whole;
    tell(byId("ways-message"), `${some}, ${plural(record.length, "move")} each:`, "");
    byId("ways").hidden = false;
    const texts = all.map((way) => writtenLine(game.now, way, game.metric, byId("convention").value));
    ways.fill(texts.map((text, i) => ({ text, name: `Way ${i + 1}: ${text}` })));
  }

  /** Runs through the way of that number in the list, from the position for which it was asked. */
  function choose(chosen) {
    const { game, from, base, all } = listed;
    leave();
    const isHere = (steps) => (steps === game.steps ? game.key : game.made[steps]?.from) === from;
    const at = [base, game.steps].find(isHere) ?? game.made.findIndex((move) => move.from === from);
    if (at < 0) return app.tell("These ways begin at another board: take your moves back to where you asked for them.");
    ways.at(chosen, "true");
    game.seek(at, "", 0);
    game.learn(all[chosen - 1]);
    run(all[chosen - 1]);
    announce(`Way ${chosen} of ${all.length}: ${plural(game.needed, "move")}, the fewest possible.`);
    byId("board").scrollIntoView({ block: "nearest" });
  }

  /** The reader's hand is on the board: what is shown becomes the game. */
  function leave() {
    player.close();
    strip.hide();
    progress.clear();
    if (found !== null) app.notice = null;
    [found, offer, route] = [null, null, null];
  }

  return {
    leave,
    search,
    solve,
    listAll,
    /** Ends a search whose result is no longer waited for. */
    stop: () => progress.clear(),
    player,
    /** Runs through the game of somebody else that is on the board. */
    watch() {
      leave();
      const { game } = app;
      const text = theirs(game);
      const { letters } = game;
      game.seek(0, letters, 0);
      run(letters);
      announce(`${text} Press play to watch it.`, [playIt]);
      player.focus();
    },
    /** Runs through the best way known of the start. */
    fromStart() {
      leave();
      app.game.restart(app.game.id);
      solve();
      byId("board").scrollIntoView({ block: "nearest" });
    },
    /** Another board: nothing found so far is of use. */
    close() {
      leave();
      byId("ways").hidden = true;
      show(byId("ways-message"), null);
    },
  };
}
