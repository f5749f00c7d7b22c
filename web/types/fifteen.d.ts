// Types of fifteen.js, which wasm-bindgen generates for the static site.
type Module = WebAssembly.Module;
type Bytes = Uint8Array<ArrayBuffer>;

export class Engine {
  constructor(engines: number);
  /** Returns the answer to a quick question, as JSON. */
  answer(path: string, body: string | undefined): string;
  begin(path: string, body: string): void;
  /**
   * Searches for a number of milliseconds, or to the end if it is undefined. Returns whether the
   * search has ended.
   */
  run(milliseconds: number | undefined, send: (name: string, data: string) => void): boolean;
  addTable(bytes: Bytes, isChecked: boolean): void;
  builtTables(): [name: string, bytes: Bytes][];
  static buildTable(size: string, partition: string, index: number): Bytes;
  static tableNames(size: string, partition: string): string[];
}
export function initSync(options: { module: Module }): { memory: WebAssembly.Memory };
export default function init(options: { module_or_path: Module }): Promise<void>;
