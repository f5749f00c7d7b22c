// The statistics of the games solved here without help: kept in this browser, shown in a dialog.
// Boards that were typed in or shared do not count.
import { dayOf } from "./address.js";
import { createDialog } from "./dialogs.js";
import { byId, number, onClick, plural, tableOf } from "./dom.js";
import { bySize, streaks, withResult } from "./statistics.js";
import { keep, recall } from "./storage.js";
import { SINGLE } from "./metric.js";
import { sizeOf } from "./tiles.js";
import { toTenth } from "./times.js";

const HEADINGS = ["Size", "Solved", "Shortest", "Lost on average", "Best time", "Moves a second"];

/** The dialog, and the taking down of results. */
export function createScores() {
  const results = () => {
    const kept = recall("results", []);
    const isResult = (one) => typeof one?.size === "string" && Number.isInteger(one.moves);
    return Array.isArray(kept) ? kept.filter(isResult) : [];
  };
  const dialog = createDialog("statistics", draw);
  let forgetting = false;

  function draw() {
    const all = results();
    const days = streaks(all, dayOf(new Date()));
    byId("scores").hidden = all.length === 0;
    byId("scores-empty").hidden = all.length > 0;
    const inRow = `${plural(days.current, "day")} in a row now, ${number(days.longest)} at most`;
    byId("scores-daily").textContent = days.solved === 0 ? "" : `Daily boards: ${number(days.solved)} solved, ${inRow}.`;
    byId("scores-table").replaceChildren(tableOf(HEADINGS, bySize(all).map(cells)));
    byId("scores-forget").disabled = all.length === 0;
    byId("scores-forget").textContent = "Forget all";
    forgetting = false;
  }

  const cells = (row) => [
    row.size.replace("x", " × "), number(row.solved), number(row.shortest), row.meanExtra?.toFixed(1),
    row.bestSeconds === null ? null : toTenth(row.bestSeconds), row.rate?.toFixed(1),
  ];

  onClick({
    "scores-forget": () => {
      if (forgetting) {
        keep("results", null);
        return draw();
      }
      forgetting = true;
      byId("scores-forget").textContent = "Press again to forget all";
    },
  });

  /** Marks the button of the daily board on a day that has its result. */
  function markDaily() {
    const today = dayOf(new Date());
    const isDone = results().some((one) => one.daily === today);
    byId("daily").classList.toggle("done", isDone);
    byId("daily").title = `The board of the day, the same for all${isDone ? "; solved today" : ""}`;
  }

  markDaily();
  return {
    open: () => dialog.open(),
    /** Takes down a game that is solved; called again once its optimum is known. */
    take(game) {
      if (!game.solved || game.unrated || game.count === 0) return;
      const seconds = game.untimed ? null : Math.round(game.seconds * 100) / 100;
      const size = game.metric === SINGLE ? sizeOf(game.start) : `${sizeOf(game.start)}, ${game.metric}`;
      const { id, count: moves, best, daily } = game;
      const result = { id, size, day: dayOf(new Date()), moves, best, seconds, daily };
      const all = results();
      const old = all.find((one) => one.id === game.id);
      if (old && (old.best !== null || result.best === null)) return;
      keep("results", withResult(all, old ? { ...old, best: result.best } : result));
      markDaily();
    },
  };
}
