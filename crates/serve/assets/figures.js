// The figures above the board: moves, time, what is still needed, and the size that is chosen.
import { byId, el, number, plural, say } from "./dom.js";
import { MULTI } from "./metric.js";
import { toSecond } from "./times.js";

/** Milliseconds before a proven bound is shown in place of an optimum that is still searched for. */
const SLOW = 600;
const UNKNOWN = "…";

/** `page` is that of puzzle.js; `live` knows what is proven. */
export function createFigures(page, live) {
  let since = 0; // when the position came onto the board
  let key = null;
  let spoken = null;
  let timer = null;

  function drawClock() {
    const game = page.game;
    const text = game === null ? "0:00" : game.untimed ? "–" : toSecond(game.seconds);
    if (byId("clock").textContent !== text) byId("clock").textContent = text;
  }
  setInterval(drawClock, 250);

  /** What is known of the moves still needed: proven, enough, or at least; and what that means. */
  function needed(game) {
    if (page.obstacle) return ["–", "This board cannot be solved."];
    if (game.needed !== null) return [number(game.needed), "The fewest moves to the goal, proven"];
    if (game.upper !== null) {
      return [`≤ ${number(game.upper)}`, "A solution of this length is known; it need not be a shortest one"];
    }
    if (live.bound > 0 && performance.now() - since > SLOW) {
      return [`≥ ${number(live.bound)}`, "Proven: fewer moves are not enough"];
    }
    return [UNKNOWN, "The fewest moves to the goal are being searched for"];
  }

  function best(game) {
    if (page.obstacle) return "–";
    if (game.best !== null) return number(game.best);
    return live.startBusy ? "…" : live.startBound > 0 ? `≥ ${number(live.startBound)}` : "?";
  }

  return {
    draw() {
      const game = page.game;
      if (!game) return;
      if (key !== game.key) [key, since] = [game.key, performance.now()];
      const { lost } = game;
      const [text, title] = needed(game);
      byId("count").textContent = number(game.count);
      byId("count-name").textContent = game.metric === MULTI ? "Slides" : "Moves";
      byId("needed").textContent = text;
      clearTimeout(timer);
      if (text === UNKNOWN && performance.now() - since < SLOW) timer = setTimeout(page.changed, SLOW);
      byId("needed").title = title;
      byId("lost").hidden = lost === null || game.count === 0;
      byId("lost").textContent = `+${number(lost ?? 0)}`;
      byId("lost").classList.toggle("none", lost === 0);
      const more = `${plural(lost ?? 0, "move")} more than a shortest way`;
      byId("lost").title = lost === 0 ? "Still on a shortest way" : more;
      byId("best").textContent = best(game);
      drawClock();
      speak(game, lost);
    },
    /** Shows the size of the board as the one that is chosen. */
    setSize(size) {
      const select = byId("size");
      select.querySelector("[data-other]")?.remove();
      if (![...select.options].some((option) => option.value === size)) {
        const option = el("option", { value: size, "data-other": "" }, size.replace("x", " × "));
        select.prepend(option);
      }
      select.value = size;
    },
  };

  /** Has a screen reader say the optimum of a position once, when the reader is on the board. */
  function speak(game, lost) {
    if (spoken === game.key || game.needed === null || game.solved || game.steps === 0) return;
    spoken = game.key;
    if (!document.activeElement?.closest("#board")) return;
    const before = byId("say").textContent;
    say(`${before ? `${before}. ` : ""}${number(game.needed)} to go${lost ? `, ${number(lost)} more than needed` : ""}`);
  }
}
