// Statistics of boards that the player has solved without help. No function here accesses the
// document.
import { toTenth } from "./dom.js";

/** Maximum number of results that are kept. */
const KEPT = 2000;
const DAY = 86_400_000;

/**
 * Returns the results with `result` added. It replaces a result with the same id. A second result
 * of the same daily board is left out.
 * @param {SolvedBoard[]} results
 * @param {SolvedBoard} result
 */
export function withResult(results, result) {
  const at = results.findIndex((one) => one.id === result.id);
  if (at >= 0) return results.map((one, i) => (i === at ? result : one));
  if (result.daily && results.some((one) => one.daily === result.daily)) return results;
  return [...results, result].slice(-KEPT);
}

/**
 * Returns a row of statistics for each size. The size with the most solved boards comes first.
 * @param {SolvedBoard[]} results
 */
export function bySize(results) {
  const sizes = [...new Set(results.map((one) => one.size))];
  /** @param {string} size */
  const ofSize = (size) => results.filter((one) => one.size === size);
  return sizes.map((size) => row(size, ofSize(size))).sort((a, b) => b.solved - a.solved);
}

/**
 * Returns the statistics of the results of one size.
 * @param {string} size
 * @param {SolvedBoard[]} results
 */
function row(size, results) {
  const known = results.filter((one) => one.best !== null);
  const extras = known.map(({ moves, best }) => moves - Number(best));
  const timed = results.filter((one) => one.seconds !== null);
  const times = timed.map((one) => Number(one.seconds));
  /** @param {number[]} values */
  const total = (values) => values.reduce((sum, value) => sum + value, 0);
  return {
    size,
    solved: results.length,
    perfect: known.filter((one) => one.moves === one.best && !one.tried).length,
    meanExtra: extras.length ? total(extras) / extras.length : null,
    bestSeconds: times.length ? Math.min(...times) : null,
    rate: total(times) > 0 ? total(timed.map((one) => one.moves)) / total(times) : null,
  };
}

/**
 * Returns statistics of the daily boards. `solved` is the number of boards that were solved on any
 * day. A streak is a series of days whose boards were each solved on their own day or the day
 * after. `longest` is the length of the longest streak, and `current` is that of the streak that
 * reaches `today` or the day before, or 0.
 * @param {SolvedBoard[]} results
 * @param {string} today
 */
export function streaks(results, today) {
  const dates = new Set();
  for (const { day, daily } of results) {
    if (daily && (Date.parse(day) - Date.parse(daily)) / DAY <= 1) dates.add(Date.parse(daily) / DAY);
  }
  const days = [...dates].sort((a, b) => a - b);
  let [longest, length] = [0, 0];
  days.forEach((day, i) => {
    length = i > 0 && day === days[i - 1] + 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
  });
  const isCurrent = days.length > 0 && Date.parse(today) / DAY - days[days.length - 1] <= 1;
  return {
    solved: new Set(results.map((one) => one.daily).filter(Boolean)).size,
    current: isCurrent ? length : 0,
    longest,
  };
}

/**
 * Returns the days of this week and of the four weeks before it, from Monday on, each with its
 * result or null.
 * @param {SolvedBoard[]} results
 * @param {string} today
 */
export function calendar(results, today) {
  const last = Date.parse(today) / DAY;
  const first = last - 28 - ((last + 3) % 7); // 1970-01-01 was a Thursday
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const day = new Date((first + i) * DAY).toISOString().slice(0, 10);
    return { day, result: results.find((one) => one.daily === day) ?? null };
  });
}

/**
 * Returns a sentence that compares a result with the earlier ones of its size.
 * @param {SolvedBoard[]} results
 * @param {SolvedBoard} result
 */
export function comparison(results, result) {
  const past = results.filter((one) => one.size === result.size && one.id !== result.id);
  if (past.length === 0) return `Your first ${result.size} solved here.`;
  const { solved, meanExtra, bestSeconds } = row(result.size, past);
  const { moves, best, seconds } = result;
  if (seconds !== null && bestSeconds !== null && seconds < bestSeconds) {
    return `Your fastest ${result.size} so far; before it was ${toTenth(bestSeconds)}.`;
  }
  const extras = past.filter((one) => one.best !== null).map((one) => one.moves - Number(one.best));
  const isClosest = best !== null && moves - best < Math.min(...extras);
  if (isClosest) return `Your closest to the fewest moves of ${solved + 1} games.`;
  const usual = meanExtra === null ? "" : `, ${meanExtra.toFixed(1)} moves more than the fewest on average`;
  return `Before: ${solved} of this size${bestSeconds === null ? "" : `, the fastest in ${toTenth(bestSeconds)}`}${usual}.`;
}
