// The controls that run through a solution: play, step, back, speed, scrubber. Shared by tiles and blocks.
import { calm, el, svg } from "./dom.js";

const ICONS = {
  first: "M6 5v14M19 5.5 9.5 12l9.5 6.5z",
  back: "M17 5.5 7.5 12l9.5 6.5z",
  play: "M7 4.5 19.5 12 7 19.5z",
  pause: "M8 5v14M16 5v14",
  forward: "M7 5.5 16.5 12 7 18.5z",
  last: "M18 5v14M5 5.5 14.5 12 5 18.5z",
};
const SPEEDS = [
  ["Slow", 900],
  ["Normal", 450],
  ["Fast", 220],
  ["Very fast", 90],
];

const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name] }));

/** Controls in `host`, hidden until `load`; calls `onSeek(index, ms)` whenever another step is to be shown. */
export function createPlayer(host, onSeek, onEnd = () => {}) {
  const button = (name, label, act) =>
    el("button", { type: "button", "aria-label": label, title: label, onclick: act }, icon(name));
  const turn = () => (timer === null ? play() : pause());
  const toggle = button("play", "Play", turn);
  // Pausing sets the scrubber back, so its value is read before.
  const scrubber = el("input", {
    type: "range",
    min: 0,
    value: 0,
    "aria-label": "Step",
    oninput: () => jump(scrubber.valueAsNumber),
  });
  const label = el("output", { class: "steps" });
  const option = ([name, ms]) => el("option", { value: ms, selected: ms === 450 }, name);
  const speed = el("select", { "aria-label": "Speed" }, ...SPEEDS.map(option));
  const buttons = [
    button("first", "To the start", () => jump(0)),
    button("back", "Step back", () => jump(index - 1)),
    toggle,
    button("forward", "Step", () => jump(index + 1)),
    button("last", "To the end", () => jump(count)),
  ];
  const bar = el(
    "div",
    { class: "player", role: "group", "aria-label": "Solution", hidden: true },
    el("div", { class: "transport" }, ...buttons),
    speed,
    scrubber,
    label,
  );
  host.append(bar);
  let [count, index, timer] = [0, 0, null];

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

  function jump(to) {
    pause();
    go(to);
  }

  function update() {
    scrubber.max = count;
    scrubber.value = index;
    scrubber.setAttribute("aria-valuetext", `${index} of ${count}`);
    label.textContent = `${index} / ${count}`;
    buttons[0].disabled = buttons[1].disabled = index === 0;
    buttons[3].disabled = buttons[4].disabled = index === count;
    const name = timer === null ? "Play" : "Pause";
    if (toggle.getAttribute("aria-label") === name) return;
    toggle.setAttribute("aria-label", name);
    toggle.title = name;
    toggle.replaceChildren(icon(name.toLowerCase()));
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
    clearTimeout(timer);
    timer = null;
    update();
  }

  return {
    /** Takes a solution of `length` steps, shown at its start; plays it unless motion is unwelcome. */
    load(length, autoplay = true) {
      pause();
      [count, index] = [length, 0];
      bar.hidden = length === 0;
      update();
      if (autoplay && length > 0 && !calm()) play();
    },
    go: jump,
    step: (by) => jump(index + by),
    toggle: turn,
    pause,
    close() {
      pause();
      bar.hidden = true;
    },
    get open() {
      return !bar.hidden;
    },
  };
}
