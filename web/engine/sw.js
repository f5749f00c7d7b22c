// The service worker of the static site. It stores the page in the browser, so that the page opens
// without a connection. The task that builds the site fills in the constants `VERSION` and `FILES`.

/** A digest of all files, which identifies the version of the page. */
const VERSION = "";
/** @type {string[]} */
const FILES = [];

const PAGE = "fifteen-page-";
const BOOK = "fifteen-book";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (globalThis));

worker.addEventListener("install", (event) => {
  const fresh = FILES.map((file) => new Request(file, { cache: "reload" }));
  event.waitUntil(caches.open(PAGE + VERSION).then((cache) => cache.addAll(fresh)));
});

worker.addEventListener("activate", (event) => {
  /** @param {string} name */
  const old = (name) => name.startsWith(PAGE) && name !== PAGE + VERSION;
  const remove = async () => Promise.all((await caches.keys()).filter(old).map((name) => caches.delete(name)));
  event.waitUntil(remove().then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const inSite = request.url.startsWith(worker.registration.scope);
  if (request.method !== "GET" || !inSite) return;
  const path = request.url.slice(worker.registration.scope.length).split(/[?#]/)[0];
  event.respondWith(path.startsWith("book/") ? fromNetwork(request) : fromPage(request));
});

/**
 * Returns a file of the page from the cache, or else from the network.
 * @param {Request} request
 */
async function fromPage(request) {
  const cache = await caches.open(PAGE + VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}

/**
 * Returns the newest version of a page of the book or, without a connection, the version that was
 * last read.
 * @param {Request} request
 */
async function fromNetwork(request) {
  const cache = await caches.open(BOOK);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}
