// Shortest ways of the tab Puzzle: solve, hint, the list of all, and running through one of them.
import { json } from "./api.js";
import { byId, el, number, plural, say, show } from "./dom.js";
import { createPlayer } from "./player.js";
import { createProgress } from "./progress.js";
import { WORDS, mover, sizeOf, toText } from "./tiles.js";

const LISTED = 20;

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

  /** A shortest way from here, searched if it is not known; null if there is none to be had. */
  async function find() {
    const game = page.game();
    if (game.way !== null) return game.way;
    const from = game.now;
    const record = await progress.run("/api/solve", request(from));
    if (!record || game !== page.game() || game.now !== from) return null;
    if (record.status !== "solved") {
      show(byId("puzzle-message"), unsolved(record), "error");
      say(unsolved(record));
      return null;
    }
    game.learn(record.moves);
    return record.moves;
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

  function run(way) {
    const game = page.game();
    route = { base: game.count, way };
    player.load(way.length);
    page.redraw();
    rate(game);
  }

  byId("solve").addEventListener("click", async () => {
    player.pause();
    const way = await find();
    if (way === null) return;
    run(way);
    say(`Solved: ${plural(way.length, "move")}.`);
  });

  byId("hint").addEventListener("click", async () => {
    leave();
    const way = await find();
    if (!way) return;
    const { now } = page.game();
    const cell = mover(now, way[0]);
    if (hinted === now) {
      page.play(way[0]);
      say(`${now.cells[cell]} ${WORDS[way[0]]}, played.`);
      return;
    }
    page.redraw();
    hinted = now;
    byId("board").querySelector(`#tile-${now.cells[cell]}`).classList.add("marked");
    const text = `Move ${now.cells[cell]} ${WORDS[way[0]]}; ${number(way.length)} to go. Press Hint again to have it moved.`;
    show(byId("puzzle-message"), text, "");
    say(text);
    rate(page.game());
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

/** Why a record has no solution, for the reader. */
export function unsolved(record) {
  if (record.status === "limit") return `Stopped at a limit of this server: at least ${plural(record.bound ?? 0, "move")} are needed.`;
  return record.error ?? "There is no solution.";
}
