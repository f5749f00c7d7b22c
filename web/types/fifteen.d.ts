// Types of the WebAssembly engine's module fifteen.js, which wasm-bindgen generates for the static
// site.
type Module = WebAssembly.Module;
type Bytes = Uint8Array<ArrayBuffer>;

export class Engine {
  constructor(engines: number);
  /** Returns the answer, as JSON, to a question that needs no search. */
  answer(path: string, body: string | undefined): string;
  /** Prepares the search that a question describes, for `run`. */
  begin(path: string, body: string): void;
  /**
   * Runs the search that `begin` prepared, for a number of milliseconds or, if that is undefined,
   * to the end. Returns whether the search has ended.
   */
  run(milliseconds: number | undefined, send: (name: string, data: string) => void): boolean;
  /** Adds the pattern database in a file. If `isChecked` is true, verifies its checksum first. */
  addTable(bytes: Bytes, isChecked: boolean): void;
  /** Returns the pattern databases that searches have built since the last call. */
  builtTables(): [name: string, bytes: Bytes][];
  /** Builds one pattern database of a partition, given its index, and returns its file's bytes. */
  static buildTable(size: string, partition: string, index: number): Bytes;
  /** Returns the file names of a partition's pattern databases. */
  static tableNames(size: string, partition: string): string[];
}
export function initSync(options: { module: Module }): { memory: WebAssembly.Memory };
export default function init(options: { module_or_path: Module }): Promise<void>;
