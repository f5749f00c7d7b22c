// The drawing of a block puzzle and its text, kept in step, with undo; the server reads the text.
import { json, latest } from "./api.js";
import { GATE, JOIN, blank, painted, resized, strokeOf } from "./blockedit.js";
import { pieces, puzzleOf, shapeOf, toText, withGates } from "./blockmap.js";
import { picture, signOf } from "./blockview.js";
import { byId, clone, onClick, paint, sentence, show } from "./dom.js";
import { brushName, createPainter, paintOn } from "./painter.js";
import { STEPS } from "./tiles.js";

const BRUSHES = [JOIN, ".", "#", " ", GATE, "*", ..."ABCDEFGHIJKL"];
/** Changes that can be taken back. */
const DEPTH = 200;
const HEAD = "## My puzzle\n";

/** True if each cell has a way to each other one of the piece. */
function isJoined(cells) {
  const rest = new Map(cells.map((cell) => [String(cell), cell]));
  const found = [cells[0]];
  rest.delete(String(cells[0]));
  for (const [x, y] of found) {
    for (const [dx, dy] of Object.values(STEPS)) {
      const next = rest.get(`${x + dx},${y + dy}`);
      if (next && rest.delete(String(next))) found.push(next);
    }
  }
  return rest.size === 0;
}

/** What the engine says of a text, for those who draw: without lines and columns. */
const plain = (error) => (error ? sentence(error.replace(/^line \d+(, column \d+)?: /i, "")) : "");

/** `onChange()` is called when the drawing, which is in `state`, has another text or was read. */
export function createDrawing(onChange) {
  const source = byId("source");
  const state = {
    puzzle: blank(4, 5),
    text: "",
    which: "start", // the map that is drawn, or "goal"
    error: null, // why the text cannot be played, as the server says it
    isTyped: false, // the text was typed, not drawn
    isRead: false, // the server has read the text
    before: [], // { puzzle, text }
  };
  let brush = JOIN;
  let stroke = null; // what the stroke paints that has begun
  let isChanged = false; // the drawing has changed since it was checked last
  const asks = latest(); // for the check of a text
  let timer = null;
  const painter = createPainter(byId("draw-map"), {
    stroke(x, y, typed = brush) {
      stroke = strokeOf(state.puzzle, state.which, typed, x, y);
      change(painted(state.puzzle, state.which, x, y, stroke));
    },
    paint: (x, y) => drawn(painted(state.puzzle, state.which, x, y, stroke)),
    // The map is checked only when a stroke ends. Until then only the map changes, so nothing shifts under the pointer.
    end: () => isChanged && check(false),
  });

  /** What is still to be drawn, or drawn otherwise. */
  function lacking() {
    const [start, goal] = [pieces(state.puzzle.start), pieces(state.puzzle.goal)];
    if (start.size === 0) return "Draw the pieces: tap free cells, and drag from a piece to add cells to it.";
    if (goal.size === 0) return "Now choose Goal, and draw the pieces that must arrive, where they must.";
    const isLoose = ([, cells]) => !isJoined(cells);
    const loose = [...start].find(isLoose) ?? [...goal].find(isLoose);
    if (loose)
      return `Piece ${signOf(loose[0])} is in two parts: join its cells, or draw one part with another letter.`;
    if (state.puzzle.byShape) return "";
    for (const [piece, cells] of goal) {
      const sign = signOf(piece);
      const same = start.get(piece);
      if (!same) return `Piece ${sign} is in the goal, but not in the start.`;
      if (same.length !== cells.length) {
        return `Piece ${sign} has ${same.length} cells in the start and ${cells.length} in the goal: draw it the same.`;
      }
      if (shapeOf(same) !== shapeOf(cells))
        return `Piece ${sign} has another shape in the goal: draw it as in the start.`;
    }
    return "";
  }

  function render() {
    const { puzzle, which, error, isTyped, before } = state;
    for (const name of ["start", "goal"]) {
      const node = byId(`draw-${name}`);
      node.checked = which === name;
      const small = picture(puzzle, puzzle[name], { small: true, "aria-hidden": "true" });
      node.nextElementSibling.querySelector("svg")?.remove();
      node.nextElementSibling.prepend(small);
    }
    drawMap();
    const note = lacking() || plain(error);
    paint({
      columns: { value: String(puzzle.start[0].length) },
      rows: { value: String(puzzle.start.length) },
      source: { value: state.text },
      "draw-undo": { disabled: before.length === 0 },
      "draw-play": { disabled: !state.isRead },
      "draw-note": { textContent: isTyped ? "" : note },
    });
    show(byId("source-error"), isTyped ? error : null, "error");
  }

  function remember() {
    const { puzzle, text, before } = state;
    if (before.at(-1)?.text === text) return;
    before.push({ puzzle, text });
    if (before.length > DEPTH) before.shift();
  }

  /** Takes over a change of the drawing, which the text follows; null is no change. */
  function drawn(next) {
    if (next === null) return;
    asks(); // an answer that is on its way is about another drawing
    isChanged = true;
    Object.assign(state, { puzzle: next, text: toText(next, state.text || HEAD), isTyped: false, isRead: false });
    drawMap();
  }

  /** Changes the drawing by a stroke, which can be taken back. */
  function change(next) {
    remember();
    drawn(next);
  }

  /** Changes the whole drawing, which can be taken back. */
  function replace(next) {
    change(next);
    check(false);
  }

  function drawMap() {
    const { puzzle, which } = state;
    painter(withGates(puzzle[which], puzzle.floor), puzzle.gates, `${which === "start" ? "Start" : "Goal"} map`);
  }

  /** Has the text read; with `redraw` its maps become the drawing. */
  async function check(redraw) {
    const isLatest = asks();
    clearTimeout(timer);
    isChanged = false;
    Object.assign(state, { isRead: false });
    render();
    onChange();
    let answer = null;
    let error = null;
    try {
      answer = await json("/api/blocks/check", { puzzle: state.text });
      if (!answer.goal) error = "The puzzle has no goal yet.";
    } catch (failure) {
      error = failure.message;
    }
    if (!isLatest()) return;
    if (redraw && answer) state.puzzle = puzzleOf(answer);
    Object.assign(state, { error, isRead: error === null });
    render();
    onChange();
  }

  const side = (id) => Math.min(16, Math.max(1, byId(id).valueAsNumber || 1));
  for (const id of ["columns", "rows"]) {
    byId(id).addEventListener("change", () => replace(resized(state.puzzle, side("columns"), side("rows"))));
  }
  for (const name of ["start", "goal"]) {
    byId(`draw-${name}`).addEventListener("change", () => {
      state.which = name;
      render();
    });
  }
  function undo() {
    const last = state.before.pop();
    if (!last) return;
    Object.assign(state, last, { isTyped: false });
    check(false);
  }
  onClick({ clear: () => replace(blank(side("columns"), side("rows"))), "draw-undo": undo });
  source.addEventListener("input", () => {
    if (!state.isTyped) remember();
    Object.assign(state, { text: source.value, isTyped: true, isRead: false });
    render();
    clearTimeout(timer);
    timer = setTimeout(() => check(true), 200);
  });
  for (const sign of BRUSHES) {
    const [label] = clone("brush", byId("palette"));
    const [input, face] = label.children;
    label.lastElementChild.textContent = brushName(sign) ?? "";
    label.lastElementChild.hidden = brushName(sign) === undefined;
    input.ariaLabel = brushName(sign) ?? `piece ${signOf(sign)}`;
    label.title = input.ariaLabel;
    input.checked = sign === brush;
    input.onchange = () => (brush = sign);
    paintOn(face, sign);
  }

  return {
    state,
    undo,
    /** Shows a blank sheet. */
    clear() {
      drawn(blank(4, 5));
      return check(false);
    },
    /** Shows a text and, if it can be read, its puzzle. */
    read(text) {
      Object.assign(state, { text, which: "start", isTyped: true, before: [] });
      return check(true);
    },
  };
}
