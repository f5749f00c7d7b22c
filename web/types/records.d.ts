// Records in the engine's answers, from their structs in Rust. Written by web/types.js.
interface BoardRecord {
  schema: number;
  line: number;
  board: number[] | null;
  size: string | null;
  goal: string;
  status: "solved" | "unsolvable" | "invalid" | "limit";
  length: number | null;
  moves: string | null;
  solutions: number | null;
  all_moves: string[] | null;
  bound: number | null;
  heuristic: string | null;
  algorithm: string;
  mode: string;
  h0: number | null;
  expanded: number | null;
  generated: number | null;
  iterations: Iteration[] | null;
  seconds: number | null;
  threads: number;
  error: string | null;
  peak_bytes: number | null;
  file: string | null;
  upper: number | null;
  gap: number | null;
  metric: string;
  letters: string;
}
interface Iteration {
  bound: number;
  expanded: number;
  generated: number;
}
interface BlockRecord extends Partial<ExtremesRecord>, CarRecord {
  schema: number;
  index: number;
  name: string | null;
  status: "solved" | "unsolvable" | "invalid" | "limit";
  metric: string | null;
  length: number | null;
  visited: number | null;
  states: number | null;
  solutions: number | string | null;
  moves: MoveRecord[] | null;
  seconds: number | null;
  error: string | null;
}
interface CarRecord {
  car: string | null;
  exit: string | null;
}
interface ExtremesRecord {
  largest: number | null;
  hardest: HardestRecord | null;
}
interface MoveRecord {
  piece: string;
  path: string;
}
interface HardestRecord {
  distance: number;
  count: number;
  positions: string[][];
}
interface BenchmarkRecord extends BenchmarkConfiguration {
  boards: number;
  solved: number;
  mean_h0: number | null;
  mean_error: number | null;
  generated: CountSummary;
  expanded: CountSummary;
  nodes_per_second: number | null;
  seconds: number;
  peak_bytes: number;
  mean_excess: number | null;
  excess_boards: number;
}
interface CountSummary {
  sum: number;
  mean: IntervalEstimate;
  deviation: number | null;
  median: number;
  largest: number;
  is_bound: boolean;
  median_is_bound: boolean;
}
interface IntervalEstimate {
  value: number;
  interval: [number, number] | null;
}
interface BenchmarkConfiguration {
  heuristic: string | null;
  algorithm: string;
  order: string;
  mode: string;
  threads: number;
  table_bytes: number;
  open_seconds: number;
}
