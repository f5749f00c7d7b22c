// Types that many modules of the page share. A type of a single module is in that module.

/**
 * The type of the element that a selector finds. For a selector that is the name of a tag, it is
 * the type of that tag.
 */
type Selected<Selector> = Selector extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Selector] : HTMLElement;
/** Attributes, properties and listeners of a new element. */
type Props = Record<string, unknown>;
type Child = Node | string | null;
/** What `setTimeout` returns. */
type Timer = ReturnType<typeof setTimeout>;
/** Properties to set, by the ids of their elements. */
type Parts = { [Id in keyof Elements]?: Partial<Elements[Id]> };

/** A board: the labels of its cells, row by row; the blank is 0. */
interface Position {
  width: number;
  height: number;
  cells: number[];
}
/** A column and a row, or a step by so many columns and rows. */
type Place = [x: number, y: number];
/** A picture on the tiles, and its width divided by its height. */
interface Picture {
  url: string;
  aspect: number;
}

/** An answer of the engine that is an error. */
interface Failure {
  error?: string;
}

/** The engine's answers that are not records. docs/HTTP.md describes them. */
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

/** Functions that are called for the events of a search, by the names of the events. */
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
 * Which board and heuristic a result of a comparison is about. `heuristic` is the index of the
 * heuristic, or 0 if there is none; `number` is the number of the board in its set.
 */
interface BenchPlace {
  board: number;
  heuristic: number;
  number: number | null;
}
type BenchIteration = BenchPlace & Iteration;
type BenchBoard = BenchPlace & { record: BoardRecord };
/** Requests whose answer is JSON. */
interface Answers {
  "/api/options": Options;
  "/api/check": CheckAnswer;
  "/api/read": ReadAnswer;
  "/api/blocks/check": BlockAnswer;
  "/api/blocks/count": Record<string, number>;
  "/api/blocks/levels": { levels: LevelAnswer[] };
  [random: `/api/random?${string}`]: RandomAnswer;
}
/** The results of requests whose answer is a stream of events; a comparison has `records` instead. */
interface Streams {
  "/api/solve": BoardRecord;
  "/api/blocks": BlockRecord;
  "/api/bench": never;
}
