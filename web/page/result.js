// The result of a game that was solved by hand: its moves beside the optimum and the player's
// earlier games, where moves were lost, and a button that shares it.
import { formatGame } from "./address.js";
import { latest } from "./api.js";
import { descent } from "./descent.js";
import { share } from "./dialogs.js";
import { byId, calm, el, number, onClick, paint, plural, toTenth } from "./dom.js";
import { distances, losses, perfectRun, positions } from "./losses.js";
import { SINGLE, movesOf } from "./metric.js";
import { helpIn, shareText, squares, verdict } from "./outcome.js";
import { keyOf } from "./tiles.js";

/** Maximum number of losing moves that are listed. */
const NAMED = 10;
/**
 * Time in milliseconds before a low window scrolls to the headline of the result. Meanwhile the
 * player sees the last tile move.
 */
const MOMENT = 600;

/** Finds, draws and shares the result of a game. */
export class Result {
  /** @type {{ cancel: () => void } | null} */
  #running = null; // the running search for one of the distances
  #charted = ""; // what the drawn chart shows, as a text
  /** @type {{ game: Game, metric: string } | null} */
  #shown = null; // the game and metric whose result is shown
  #asks = latest(); // ignores the distances of earlier games

  /** @param {PuzzleTab} tab */
  constructor(tab) {
    this.tab = tab;
    onClick({
      share: () => {
        if (!tab.game) return;
        const address = `${location.href.split("#")[0]}${formatGame({ ...tab.game, moves: "" })}`;
        share(shareText(tab.game, address), byId("share"));
      },
    });
  }

  /** Shows the result of the game on the board if it has one, or hides it. */
  update() {
    const { game } = this.tab;
    const isFinished = game !== null && game.solved && game.steps > game.shown;
    paint({ result: { hidden: !isFinished } });
    if (!isFinished) {
      this.#running?.cancel();
      [this.#running, this.#shown] = [null, null];
      this.#asks();
      return;
    }
    if (this.#shown?.game === game && this.#shown.metric === game.metric) return this.#draw(game);
    this.#running?.cancel();
    this.#shown = { game, metric: game.metric };
    this.#draw(game);
    this.#analyse(game);
    const behavior = calm() ? "auto" : "smooth";
    // Scrolls only as far as needed, so that as much of the finished board as possible stays in
    // view.
    setTimeout(() => byId("result-title").scrollIntoView({ block: "nearest", behavior }), MOMENT);
  }

  /**
   * Finds the distances that are not known yet. Begins at the end of the game, where boards are
   * easy.
   * @param {Game} game
   */
  async #analyse(game) {
    const isLatest = this.#asks();
    const all = positions(game);
    const moves = movesOf(game.letters, game.metric);
    for (let i = all.length - 2; i >= 0; i -= 1) {
      // A distance may follow from bounds of its neighbours, but only until those moves are taken
      // back. The optimum of the start must stay known, so the start needs a proof of its own.
      const isKnown = i > 0 ? distances(game)[i] !== null : game.best !== null;
      if (isKnown) continue;
      const next = game.proof(keyOf(all[i + 1]));
      const upper = next === null ? null : moves[i] + next;
      const search = this.tab.live.search(game, all[i], upper);
      this.#running = search;
      await search.done;
      if (!isLatest()) return;
      // This search is too hard, and those for earlier positions are even harder.
      if (distances(game)[i] === null) break;
      this.tab.render();
    }
    this.#running = null;
    this.tab.render();
  }

  /**
   * Draws what is known of a result so far.
   * @param {Game} game
   */
  #draw(game) {
    const known = distances(game);
    const isTimed = !game.untimed && game.seconds > 0;
    const said = verdict(game);
    const title = `Solved in ${plural(game.count, "move")}${said ? `, ${said}` : ""}${helpIn(game)}`;
    paint({
      "result-title": { textContent: title },
      "result-squares": { textContent: squares(game) },
      "result-past": { textContent: this.tab.scores.compare(game) },
      "result-way": { hidden: game.count === game.best },
      "result-time": { textContent: isTimed ? toTenth(game.seconds) : "–" },
      "result-rate": { textContent: isTimed ? (game.count / game.seconds).toFixed(1) : "–" },
      "result-run": { textContent: number(perfectRun(game)) },
    });
    byId("result-lost").replaceChildren(...this.#lostText(game, !known.includes(null)));
    // An unchanged chart is not drawn again, because a dot that has the focus would lose it.
    const lost = losses(game);
    const now = JSON.stringify([known, lost]);
    if (now === this.#charted) return;
    this.#charted = now;
    const hasChart = known.some((distance) => distance !== null) && game.count > 1;
    byId("result-chart").replaceChildren();
    if (hasChart) byId("result-chart").append(descent(known, lost, (n) => this.tab.lookBack(game, n)));
  }

  /**
   * Returns a sentence about the moves that lost ground. Each is a button that shows the board
   * before that move.
   * @param {Game} game
   * @param {boolean} isComplete
   * @returns {(string | HTMLElement)[]}
   */
  #lostText(game, isComplete) {
    const lost = losses(game);
    if (lost.length === 0) {
      return [isComplete ? "No move was lost." : this.#running ? "Looking where moves were lost …" : ""];
    }
    const named = lost.slice(0, NAMED).flatMap(({ number: n, tile, word }, i) => {
      const onclick = () => this.tab.lookBack(game, n);
      const button = el("button", { type: "button", class: "link", onclick }, `${n} (${tile} ${word})`);
      return i > 0 ? [", ", button] : [button];
    });
    const more = lost.length > NAMED ? ` and ${plural(lost.length - NAMED, "other")}` : "";
    const what = lost.length === 1 ? "One move" : `${lost.length} moves`;
    const cost = lost.reduce((sum, { cost: of }) => sum + of, 0);
    const away = game.metric === SINGLE ? "led away from the goal" : "led no nearer to the goal";
    return [`${what} ${away} and cost ${number(cost)}: move `, ...named, `${more}.`];
  }
}
