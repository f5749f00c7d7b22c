// Types of the messages between the static site's page and its Workers. Also declares globals that
// TypeScript's library for pages lacks, such as those of service workers.

/**
 * A request to build one pattern database of a partition such as `7-8`. `index` is the number of
 * the pattern in the partition, counted from 0.
 */
interface TableBuild {
  size: string;
  partition: string;
  index: number;
}
/**
 * The first message to a Worker. If `build` is set, the Worker builds that table and does nothing
 * else. Otherwise, the Worker then accepts questions. `engines` is the number of engines that the
 * page runs in parallel.
 */
interface WorkerStart {
  module: WebAssembly.Module;
  engines: number;
  /**
   * Digests of stored tables that were already verified, so the Worker does not verify them again.
   */
  checked?: string[];
  build?: TableBuild;
}
interface WorkerQuestion {
  id: number;
  path: string;
  body: string;
}
type WorkerOrder = WorkerStart | WorkerQuestion | { cancel: number };

/** A message from a Worker to the page. `id` is the number of the question that it answers. */
interface WorkerMessage {
  id?: number;
  /** The name of a search event. `data` then contains the event's data as JSON. */
  name?: string;
  data?: string;
  /**
   * Whether the search now runs to its end without reading messages. From then on, only terminating
   * the Worker can cancel it.
   */
  long?: boolean;
  done?: boolean;
  /** Size of the Worker's memory in bytes, without the memory that its tables take. */
  bytes?: number;
  failure?: string;
  /** Whether the failure is a bug in the engine. The Worker can then no longer be used. */
  defect?: boolean;
  /** The digest of a stored table that the Worker has verified. */
  table?: string | null;
  progress?: [found: number, all: number];
  /** Whether the requested table was built and stored. */
  built?: boolean;
}

interface Window {
  /** In a Worker that builds a table, the engine calls this function to report progress. */
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
