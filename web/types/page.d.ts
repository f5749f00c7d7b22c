// Types that several modules of the page share. Types that only one module needs are declared in
// that module.

/**
 * The type of the element that a CSS selector finds. If the selector is a tag name such as
 * `button`, the type is that of this tag. Otherwise it is `HTMLElement`.
 */
type Selected<Selector> = Selector extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Selector] : HTMLElement;
/** Attributes, properties and event listeners for a new element, by their names. */
type Props = Record<string, unknown>;
type Child = Node | string | null;
/** The return type of `setTimeout`, which `clearTimeout` accepts. */
type Timer = ReturnType<typeof setTimeout>;
/** Properties to set on elements, by element id, such as `{ undo: { disabled: true } }`. */
type Parts = { [Id in keyof Elements]?: Partial<Elements[Id]> };

/**
 * A board of sliding tiles. `cells` lists the labels of its cells row by row, with 0 for the blank.
 */
interface Position {
  width: number;
  height: number;
  cells: number[];
}
/**
 * A cell as its column and row, both counted from 0, or a step as its number of columns and rows.
 */
type Place = [x: number, y: number];
/** A picture to show on the tiles. `aspect` is its width divided by its height. */
interface Picture {
  url: string;
  aspect: number;
}

/** An error answer of the engine. */
interface Failure {
  error?: string;
}

/** The engine's answer to /api/options. docs/HTTP.md describes all answers. */
interface Options {
  heuristics: string[];
  algorithms: string[];
  about: Record<string, string>;
  uninformed: string[];
  limits: { time_limit: number; boards: number };
}
interface CheckAnswer {
  board: number[];
  size: string;
  goal: number[];
  solvable: boolean;
  reason: string | null;
}
interface RandomAnswer {
  boards: number[][];
  size: string;
  seed: string;
}
interface ReadAnswer {
  boards: { board: number[]; size: string; goal: string | null; error: string | null }[];
  more: boolean;
}
interface BlockAnswer {
  name: string;
  start: string[];
  goal: string[] | null;
  floor: string[];
  rush_hour: boolean;
  by_shape: boolean;
  equal: string[];
  gates: string;
  gate_pieces: string[];
  horizontal: string;
  vertical: string;
}
interface LevelAnswer extends BlockAnswer {
  goal: string[];
  title: string;
  names: string[];
  optimum: Record<string, number>;
}

/** Handlers for the events of a search, by the names of the events. */
interface SearchEvents<Path extends keyof Streams> {
  queued?: (event: { ahead: number }) => void;
  started?: () => void;
  note?: (event: { text: string }) => void;
  level?: (event: { depth: number; states: number }) => void;
  iteration?: (event: Path extends "/api/bench" ? BenchIteration : Iteration) => void;
  solution?: (event: { upper: number; bound: number; moves: string }) => void;
  record?: (event: BenchBoard) => void;
  result?: (record: Streams[Path]) => void;
  done?: (answer: { records: BenchmarkRecord[] }) => void;
}
/**
 * The board and the heuristic of a result in a comparison. `heuristic` is the index of the
 * heuristic, or 0 if the algorithm uses none. `number` is the board's number in its published set,
 * or null if it comes from another source.
 */
interface BenchPlace {
  board: number;
  heuristic: number;
  number: number | null;
}
type BenchIteration = BenchPlace & Iteration;
type BenchBoard = BenchPlace & { record: BoardRecord };
/** The types of JSON answers, by the paths of the requests. */
interface Answers {
  "/api/options": Options;
  "/api/check": CheckAnswer;
  "/api/read": ReadAnswer;
  "/api/blocks/check": BlockAnswer;
  "/api/blocks/count": Record<string, number>;
  "/api/blocks/levels": { levels: LevelAnswer[] };
  [random: `/api/random?${string}`]: RandomAnswer;
}
/**
 * The types of results that arrive in the event `result` of a stream, by the paths of the requests.
 * A comparison sends no such event: its event `done` contains the totals of each heuristic.
 */
interface Streams {
  "/api/solve": BoardRecord;
  "/api/blocks": BlockRecord;
  "/api/bench": never;
}
