// Statistics of boards solved by hand without help. A result is { id, size, day, moves, best, seconds, daily }:
// `best` and `seconds` are null where they are not known, `daily` is the day of a daily board. Rules alone.

/** The most results that are kept. */
const KEPT = 2000;
const DAY = 86_400_000;

/** The results with one more; one with the same id, or of the same daily board, is not counted twice. */
export function withResult(results, result) {
  const at = results.findIndex((one) => one.id === result.id);
  if (at >= 0) return results.map((one, i) => (i === at ? result : one));
  if (result.daily && results.some((one) => one.daily === result.daily)) return results;
  return [...results, result].slice(-KEPT);
}

/** A row for each size, the most played first. */
export function bySize(results) {
  const sizes = [...new Set(results.map((one) => one.size))];
  return sizes.map((size) => row(size, results.filter((one) => one.size === size))).sort((a, b) => b.solved - a.solved);
}

function row(size, results) {
  const extras = results.filter((one) => one.best !== null).map((one) => one.moves - one.best);
  const times = results.filter((one) => one.seconds !== null);
  const total = (of) => times.reduce((sum, one) => sum + one[of], 0);
  return {
    size,
    solved: results.length,
    shortest: extras.filter((extra) => extra === 0).length,
    meanExtra: extras.length ? extras.reduce((a, b) => a + b) / extras.length : null,
    bestSeconds: times.length ? Math.min(...times.map((one) => one.seconds)) : null,
    rate: total("seconds") > 0 ? total("moves") / total("seconds") : null,
  };
}

/** Days in a row with the daily board solved: up to `today` or the day before it, and the longest ever. */
export function streaks(results, today) {
  const dates = new Set(results.filter((one) => one.daily).map((one) => Date.parse(one.daily) / DAY));
  const days = [...dates].sort((a, b) => a - b);
  let [longest, length] = [0, 0];
  days.forEach((day, i) => {
    length = i > 0 && day === days[i - 1] + 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
  });
  const isCurrent = days.length > 0 && Date.parse(today) / DAY - days.at(-1) <= 1;
  return { solved: days.length, current: isCurrent ? length : 0, longest };
}
