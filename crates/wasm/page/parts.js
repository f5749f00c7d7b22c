// One iteration of a search that several Workers share: which subtrees were searched, and which come next.

/** Milliseconds that the subtrees given to a Worker at a time should take. */
const TARGET = 100;
/** Subtrees given at first, before any were timed. */
const FIRST = 8;
/** Numbers of the result of a subtree: nodes expanded and generated, the next bound, bytes, and 1 for a solution. */
const COUNTS = 5;

/** `wanted` are the numbers with which the leading engine asks: see `lead` in bindings.rs. */
export function createParts([bound, last, subtrees, due, milliseconds]) {
  const end = performance.now() + milliseconds;
  const generated = new Float64Array(subtrees).fill(-1);
  const returned = []; // parts of Workers that were ended
  let [next, complete, sum] = [0, 0, 0];
  let solved = Infinity; // the first subtree known to have a solution
  let [time, timed] = [0, 0];
  let fresh = []; // results that the leading engine does not have yet

  return {
    bound,
    /** The same iteration goes on, after other work of the leading engine. */
    goOn: (again) => (due = again[3]),
    /** The next subtrees for one of `workers` Workers, or null: beyond a solution nothing is of use. */
    take(workers) {
      const part = returned.pop();
      if (part) return part;
      const left = Math.min(subtrees, solved) - next;
      if (left <= 0) return null;
      const many = timed > 0 ? (TARGET * timed) / Math.max(1, time) : FIRST;
      const size = Math.max(1, Math.min(Math.floor(many), Math.ceil(left / (2 * workers))));
      next += size;
      return { bound, last, first: next - size, end: next };
    },
    /** True while there are subtrees that no Worker has. */
    isOpen: () => returned.length > 0 || next < Math.min(subtrees, solved),
    /** A Worker was ended before it had searched the part. */
    giveBack: (part) => returned.push(part),
    /** The results of a part, which took some milliseconds. */
    put({ first }, results, took) {
      fresh.push({ bound, first, results });
      const searched = results.length / COUNTS;
      [time, timed] = [time + took, timed + searched];
      for (let i = 0; i < searched; i += 1) {
        generated[first + i] = results[COUNTS * i + 1];
        if (results[COUNTS * i + 4]) solved = Math.min(solved, first + i);
      }
      while (generated[complete] >= 0) sum += generated[complete++];
    },
    /** True once the leading engine can go on: with the iteration, with a solution, with other work, or at its end. */
    isReady: () => complete >= subtrees || complete > solved || sum >= due || performance.now() >= end,
    /** The results since the last call. */
    takeResults() {
      const results = fresh;
      fresh = [];
      return results;
    },
  };
}
