// Ways to the goal in the tab Puzzle: solve, the list of all shortest ones, and running through one of them.
// Hints are in hints.js.
import { byId, el, number, plural, say, show } from "./dom.js";
import { question } from "./live.js";
import { countOf, lettersIn, movesOf, writtenWay } from "./metric.js";
import { createPlayer } from "./player.js";
import { createProgress } from "./progress.js";
import { createStrip } from "./strip.js";

const LISTED = 20;

/** `page` has game(), redraw(ms), pause(): no search in the background is wanted, proven(bound). */
export function createWays(page) {
  const progress = createProgress(byId("puzzle-progress"), byId("puzzle-log"));
  const player = createPlayer(byId("puzzle-player"), (index, ms) => {
    page.game().seek(route.base, route.way, movesOf(route.way, page.game().metric).slice(0, index).join("").length);
    strip.at(index);
    page.redraw(ms);
  }, () => say(byId("puzzle-message").textContent));
  const strip = createStrip(byId("puzzle-strip"), (index) => player.go(index));
  let route = null; // what the player runs through: { base, way }

  const length = (way) => countOf(way, page.game().metric);

  /** Searches for a way from here; `on` has found(way), bound(proven) and cancelled(). Returns the record, or null. */
  async function search(on, more = {}) {
    page.pause();
    const game = page.game();
    const bound = (proven) => {
      page.proven(proven);
      on.bound?.(proven);
    };
    const record = await progress.run("/api/solve", question(game, game.now, more), {
      solution: (found) => (bound(found.bound), on.found?.(lettersIn(found.moves))),
      iteration: (iteration) => bound(iteration.bound),
      cancelled: on.cancelled,
      note: () => {}, // about tables and commands, which are not the reader's concern here
    });
    return record && { ...record, moves: record.moves && lettersIn(record.moves), all_moves: record.all_moves?.map(lettersIn) };
  }

  function fail(record) {
    show(byId("puzzle-message"), unsolved(record), "error");
    say(unsolved(record));
  }

  function run(way, autoplay = true) {
    page.game().unrated = true;
    route = { base: page.game().steps, way };
    player.load(length(way), autoplay);
    strip.load(way, page.game().metric);
    strip.at(0);
    page.redraw();
  }

  function startSolving() {
    player.close();
    strip.hide();
    tell(null);
    const game = page.game();
    if (game.proven) finish(game.way);
    else solve(game, game.steps);
  }

  /** Solves the board after `base` moves. The best solution so far can be stepped through while the search goes on. */
  async function solve(game, base) {
    route = null;
    let [best, bound] = [null, 0];
    const state = () => `${plural(length(best), "move")}, at least ${number(bound)}`;
    const record = await search({
      found: (way) => {
        best = way;
        take(game, base, way);
        tell(state());
        progress.name("Stop here");
        say(`A solution of ${state()} are needed.`);
      },
      bound: (proven) => {
        bound = Math.max(bound, proven);
        if (best !== null) tell(state());
      },
      cancelled: () => {
        if (best === null || game !== page.game()) return false;
        tell(`${state()}: stopped here.`);
        if (game.steps === base) run(best);
        return true;
      },
    });
    if (!record || game !== page.game()) return;
    if (!record.moves) return fail(record);
    if (record.status === "solved") return conclude(game, base, record.moves);
    take(game, base, record.moves);
    tell(unsolved(record));
    say(unsolved(record));
    if (game.steps === base) run(record.moves);
  }

  /** Loads a better solution, or offers it if the reader is in the middle of the last one. */
  function take(game, base, way) {
    if (route === null || game.steps === base) {
      offer(null);
      game.learn(way, false);
      run(way, false);
    } else if (length(way) < length(route.way)) {
      offer(`Show the ${number(length(way))} moves`, () => restart(game, base, () => game.learn(way, false), way));
    }
  }

  /** The proof is done: a shortest solution is shown, or offered if the reader is in the middle of a longer one. */
  function conclude(game, base, way) {
    if (route === null || game.steps === base) {
      game.learn(way);
      return finish(way);
    }
    const text = `${plural(length(way), "move")}: shortest`;
    tell(text);
    say(text);
    if (length(way) < length(route.way)) {
      offer(`Show the ${number(length(way))} moves`, () => restart(game, base, () => game.learn(way), way));
    } else {
      game.learn(route.way.slice(game.steps - base));
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
    tell(`${plural(length(way), "move")}: shortest`);
    say(`Solved: ${plural(length(way), "move")}.`);
    run(way);
  }

  /** Says what is known of the solutions; null for nothing. */
  function tell(text) {
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

  byId("solve").addEventListener("click", startSolving);
  byId("all").addEventListener("click", async () => {
    leave();
    const game = page.game();
    const from = game.now;
    const record = await search({}, { all: LISTED, mode: "plain" });
    if (!record || game !== page.game()) return;
    if (record.status !== "solved") return show(byId("ways-message"), unsolved(record), "error");
    list(game, from, record);
  });

  function list(game, from, { all_moves: found, length: most }) {
    const some = found.length >= LISTED ? `The first ${LISTED} shortest ways` : found.length === 1 ? "The only shortest way" : `All ${found.length} shortest ways`;
    show(byId("ways-message"), `${some}, ${plural(most, "move")} each:`);
    say(byId("ways-message").textContent);
    byId("ways").hidden = false;
    byId("ways").replaceChildren(...found.map((way, i) =>
      el("li", {}, el("button", { type: "button", class: "way", "aria-label": `Way ${i + 1}: ${writtenWay(way, game.metric)}`, onclick: (event) => choose(event, game, from, way) }, writtenWay(way, game.metric)))));
  }

  function choose(event, game, from, way) {
    player.close();
    for (const other of byId("ways").querySelectorAll("button")) other.removeAttribute("aria-current");
    event.currentTarget.setAttribute("aria-current", "true");
    while (game.now !== from && game.steps > 0) game.back();
    if (game.now !== from) return clearList(); // the board has been started again
    game.learn(way);
    run(way);
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
    tell(null);
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
