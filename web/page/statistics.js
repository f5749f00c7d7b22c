// Statistics of boards solved by hand without help. Rules alone.
import { toTenth } from "./times.js";

/** The most results that are kept. */
const KEPT = 2000;
const DAY = 86_400_000;

/**
 * The results with one more; one with the same id, or of the same daily board, is not counted twice.
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
 * A row for each size, the most played first.
 * @param {SolvedBoard[]} results
 */
export function bySize(results) {
  const sizes = [...new Set(results.map((one) => one.size))];
  /** @param {string} size */
  const ofSize = (size) => results.filter((one) => one.size === size);
  return sizes.map((size) => row(size, ofSize(size))).sort((a, b) => b.solved - a.solved);
}

/**
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
 * Daily boards `solved` on whatever day, and how many days in a row had theirs solved on the day itself: `current`, up to
 * `today` or the day before it, and `longest`.
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
 * The days of the last five weeks, from a Monday on, each with its result or null.
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
 * A result beside the earlier ones of its size, in a sentence.
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
