// The results of the games solved here without help: kept in this browser, shown as statistics and as a calendar of the
// daily boards. Boards that were typed in or shared do not count.
import { dayOf } from "./address.js";
import { createDialog } from "./dialogs.js";
import { byId, el, number, paint, plural, tableOf } from "./dom.js";
import { bySize, calendar, comparison, streaks, withResult } from "./statistics.js";
import { keep, recall } from "./storage.js";
import { SINGLE } from "./metric.js";
import { sizeOf } from "./tiles.js";
import { toTenth } from "./times.js";

const HEADINGS = ["Size", "Solved", "Perfect", "Extra moves", "Best time", "Moves\u00a0/\u00a0s"];
const DATE = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const MONTH = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const INITIALS = ["M", "T", "W", "T", "F", "S", "S"];

/** The dialog, the calendar, and the taking down of results; `openDay(day)` begins the board of a day. */
export function createScores(openDay) {
  const results = () => {
    const kept = recall("results", []);
    const isResult = (one) => typeof one?.size === "string" && Number.isInteger(one.moves);
    return Array.isArray(kept) ? kept.filter(isResult) : [];
  };
  const dialog = createDialog("statistics", () => draw(false));
  const today = () => dayOf(new Date());
  let forgetting = false;
  let shownGame = null; // the game beside the calendar

  function draw(isAsked) {
    const all = results();
    paint({
      scores: { hidden: all.length === 0 },
      "scores-empty": { hidden: all.length > 0 },
      "scores-daily": { textContent: streakText(all) },
      "scores-forget": { hidden: all.length === 0, textContent: isAsked ? "Press again to reset" : "Reset statistics" },
    });
    byId("scores-table").replaceChildren(tableOf(HEADINGS, bySize(all).map(cells)));
    forgetting = isAsked;
  }

  function streakText(all) {
    const { solved, current, longest } = streaks(all, today());
    if (solved === 0) return "";
    return `Daily boards: Solved ${number(solved)} · Streak ${number(current)} · Best ${number(longest)}`;
  }

  const cells = (row) => [
    row.size.replace("x", "\u00a0×\u00a0"),
    number(row.solved),
    number(row.perfect),
    row.meanExtra?.toFixed(1),
    row.bestSeconds === null ? null : toTenth(row.bestSeconds),
    row.rate?.toFixed(1),
  ];

  byId("scores-forget").addEventListener("click", () => {
    if (forgetting) {
      keep("results", null);
      drawDaily(shownGame);
    }
    draw(!forgetting);
  });

  /** Draws the button of the daily board, and on a daily board the calendar. */
  function drawDaily(game) {
    shownGame = game;
    const all = results();
    const days = calendar(all, today());
    const isDone = days.at(-1).result !== null;
    const { current } = streaks(all, today());
    paint({
      daily: {
        className: isDone ? "done" : "",
        title: `The board of the day, the same for all${isDone ? "; solved today" : ""}`,
        textContent: current > 1 ? `Daily ${current}` : "Daily",
      },
      "daily-card": { hidden: !game?.daily },
    });
    if (!game?.daily) return;
    paint({
      "daily-title": { textContent: `Board of ${DATE.format(new Date(game.daily))}` },
      "daily-streak": {
        textContent: [streakText(all), isDone ? untilNext(new Date()) : ""].filter(Boolean).join(". "),
      },
    });
    const kind = ({ moves, best, tried }) => (moves === best && !tried ? "perfect" : "solved");
    const text = (result) => (result ? `${kind(result)}, ${plural(result.moves, "move")}` : "not solved");
    const button = ({ day, result }) => {
      const label = `${DATE.format(new Date(day))}: ${text(result)}`;
      const marked = day === game.daily ? "date" : null;
      const about = { title: `Play the board of ${label}`, "aria-label": label, "aria-current": marked };
      // The first day of a month, and of the calendar, has the name of the month.
      const month = day.endsWith("-01") || day === days[0].day ? MONTH.format(new Date(day)) : null;
      const look = { ...about, class: result ? kind(result) : "", "data-month": month };
      return el("button", { type: "button", ...look, onclick: () => openDay(day) }, String(Number(day.slice(-2))));
    };
    const initials = INITIALS.map((name) => el("span", { "aria-hidden": "true" }, name));
    byId("daily-days").replaceChildren(...initials, ...days.map(button));
  }

  let drawn = null; // what the calendar shows
  return {
    open: () => dialog.open(),
    compare: (game) => (game.unrated ? uncounted(game) : comparison(results(), resultOf(game))),
    /** The day's board is another one, or it was solved. */
    update(game) {
      const now = [game?.daily, today(), recall("results", []).length].join();
      if (drawn !== now) drawDaily(game);
      drawn = now;
    },
    /** Takes down a game that is solved; called again once its optimum is known. */
    take(game) {
      if (!game.solved || game.unrated || game.won === null || game.count === 0) return;
      const all = results();
      const old = all.find((one) => one.id === game.id);
      if (old && (old.best !== null || game.best === null)) return;
      keep("results", withResult(all, old ? { ...old, best: game.best } : resultOf(game)));
    },
  };
}

/** The time to the next daily board, which comes at midnight in UTC. */
function untilNext(now) {
  const minutes = Math.ceil((Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1) - +now) / 60_000);
  const hours = Math.floor(minutes / 60);
  return `Next board in ${hours > 0 ? `${hours} h ` : ""}${minutes % 60} min`;
}

/** Why a game does not count, where that may surprise its player. */
function uncounted({ isHelped, repeated, daily }) {
  const where = daily ? "as your daily board" : "in your statistics";
  if (isHelped) return `With hints, it doesn’t count ${where}.`;
  return repeated ? `You had solved this board before, so it doesn’t count again ${where}.` : "";
}

function resultOf(game) {
  const { id, count: moves, best, daily, tried } = game;
  const size = game.metric === SINGLE ? sizeOf(game.start) : `${sizeOf(game.start)}, ${game.metric}`;
  const seconds = game.untimed ? null : Math.round(game.seconds * 100) / 100;
  return { id, size, day: dayOf(new Date()), moves, best, seconds, daily, tried };
}
