// The controls that play a solution or step through it. The tabs Puzzle and Blocks share them.
import { calm, clone, find } from "./dom.js";

/**
 * Creates the controls in `host`, which are hidden until `load`. Calls `onSeek(index, ms)` to show
 * the position after `index` moves, with an animation of `ms` milliseconds, and `onEnd()` when the
 * last move was played.
 * @param {HTMLElement} host
 * @param {(index: number, ms: number) => void} onSeek
 */
export function createPlayer(host, onSeek, onEnd = () => {}) {
  const [bar] = clone("player", host);
  const [first, back, toggle, forward, last] = bar.querySelectorAll("button");
  const [speed, scrubber, label] = [find(bar, "select"), find(bar, "input"), find(bar, "output")];
  let [count, index] = [0, 0];
  /** @type {Timer | null} */
  let timer = null;

  /** Plays the solution, or pauses it and shows the current step once more, as one that waits. */
  function turn() {
    if (timer === null) return play();
    pause();
    onSeek(index, 0);
  }
  first.onclick = () => jump(0);
  back.onclick = () => jump(index - 1);
  toggle.onclick = turn;
  forward.onclick = () => jump(index + 1);
  last.onclick = () => jump(count);
  // `jump` pauses, which moves the scrubber back to the current step. Its value is read before
  // that.
  scrubber.oninput = () => jump(scrubber.valueAsNumber);

  /**
   * Goes to a step of the solution.
   * @param {number} to
   */
  function go(to) {
    const next = Math.min(count, Math.max(0, to));
    const near = Math.abs(next - index) === 1;
    const ms = calm() ? 0 : near ? Math.min(320, Number(speed.value) * 0.8) : 160;
    if (next !== index) {
      index = next;
      onSeek(index, ms);
    }
    update();
  }

  /**
   * Stops playing, and goes to a step of the solution.
   * @param {number} to
   */
  function jump(to) {
    pause();
    go(to);
  }

  function update() {
    scrubber.max = String(count);
    scrubber.value = String(index);
    scrubber.setAttribute("aria-valuetext", `${index} of ${count}`);
    label.textContent = `${index} / ${count}`;
    first.disabled = back.disabled = index === 0;
    forward.disabled = last.disabled = index === count;
    toggle.title = toggle.ariaLabel = timer === null ? "Play" : "Pause";
  }

  function play() {
    if (index === count) go(0);
    timer = setTimeout(tick, Number(speed.value));
    update();
  }

  function tick() {
    timer = index + 1 < count ? setTimeout(tick, Number(speed.value)) : null;
    go(index + 1);
    if (index === count) onEnd();
  }

  function pause() {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    update();
  }

  return {
    /**
     * Loads a solution of `length` steps. It stays at its start until the reader plays it.
     * @param {number} length
     */
    load(length) {
      pause();
      [count, index] = [length, 0];
      bar.hidden = length === 0;
      update();
    },
    go: jump,
    focus: () => toggle.focus(),
    /** @param {number} by */
    step: (by) => jump(index + by),
    toggle: turn,
    pause,
    close() {
      pause();
      bar.hidden = true;
    },
    get isPlaying() {
      return timer !== null;
    },
    get open() {
      return !bar.hidden;
    },
  };
}
