// What the page of the static site and its Workers tell each other, and names that TypeScript does not know.

/** A table of a partition that is to be built. */
interface TableBuild {
  size: string;
  partition: string;
  index: number;
}
/** The first message to a Worker: it builds a table, or answers questions. */
interface WorkerStart {
  module: WebAssembly.Module;
  engines: number;
  /** Digests of tables whose bytes were checked. */
  checked?: string[];
  build?: TableBuild;
}
interface WorkerQuestion {
  id: number;
  path: string;
  body: string;
}
type WorkerOrder = WorkerStart | WorkerQuestion | { cancel: number };

/** A message of a Worker; `id` is that of its question. */
interface WorkerMessage {
  id?: number;
  /** An event, and its data as JSON. */
  name?: string;
  data?: string;
  /** The search takes long. */
  long?: boolean;
  done?: boolean;
  /** Bytes of memory beyond the tables. */
  bytes?: number;
  failure?: string;
  /** The failure is a defect of the engine, which is of no further use. */
  defect?: boolean;
  /** The digest of a table whose bytes were checked. */
  table?: string | null;
  progress?: [found: number, all: number];
  /** The table is built and kept. */
  built?: boolean;
}

interface Window {
  /** The engine calls it in a Worker that builds a table. */
  tableProgress?: (found: number, all: number) => void;
}

interface ExtendableEvent extends Event {
  waitUntil(promise: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  request: Request;
  respondWith(response: Promise<Response>): void;
}
interface ServiceWorkerGlobalScope {
  registration: ServiceWorkerRegistration;
  clients: { claim(): Promise<void> };
  addEventListener(name: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(name: "fetch", listener: (event: FetchEvent) => void): void;
}
