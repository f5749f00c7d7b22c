// Types of the messages between the page of the static site and its Workers, and of names that
// TypeScript does not know.

/** An order to build one table of a partition. */
interface TableBuild {
  size: string;
  partition: string;
  index: number;
}
/**
 * The first message to a Worker. If it has `build`, the Worker builds a table; otherwise it waits
 * for questions.
 */
interface WorkerStart {
  module: WebAssembly.Module;
  engines: number;
  /** Digests of tables whose bytes were already compared with them. */
  checked?: string[];
  build?: TableBuild;
}
interface WorkerQuestion {
  id: number;
  path: string;
  body: string;
}
type WorkerOrder = WorkerStart | WorkerQuestion | { cancel: number };

/** A message from a Worker to the page. `id` is the number of the question that it is about. */
interface WorkerMessage {
  id?: number;
  /** The name of an event of the search, whose `data` is JSON. */
  name?: string;
  data?: string;
  /** The search now runs to its end without reading messages. */
  long?: boolean;
  done?: boolean;
  /** Bytes of memory beyond those that the tables take. */
  bytes?: number;
  failure?: string;
  /** The failure is a defect of the engine, so the Worker can no longer be used. */
  defect?: boolean;
  /** The digest of a table whose bytes were compared with it. */
  table?: string | null;
  progress?: [found: number, all: number];
  /** The table is built and kept. */
  built?: boolean;
}

interface Window {
  /** The engine calls this function to report progress, in a Worker that builds a table. */
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
