// Tables kept in the storage of the browser, each by its name and the SHA-256 digest of its bytes.

/** The number is that of the file format's version. */
const CACHE = "fifteen-tables-1";
const FOLDER = new URL("tables/", import.meta.url);

/** Storage exists only where the page came over https, or from this machine. */
const storage = async () => (globalThis.caches ? caches.open(CACHE) : null);

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {Uint8Array<ArrayBuffer>} bytes */
const digestOf = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));
/**
 * @param {string} name
 * @param {string | null} digest
 */
const address = (name, digest) => new URL(`${encodeURIComponent(name)}?sha256=${digest}`, FOLDER);

/** The tables that are kept: their names and digests. */
export async function keptTables() {
  const requests = (await (await storage().catch(() => null))?.keys()) ?? [];
  return requests.map(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    return { name: decodeURIComponent(pathname.split("/").pop() ?? ""), digest: searchParams.get("sha256") };
  });
}

/**
 * The bytes of a table that is kept, or null; its digest is checked unless it was before.
 * @param {string} name
 * @param {string | null} digest
 * @param {boolean} isChecked
 */
export async function readTable(name, digest, isChecked) {
  const cache = await storage();
  const response = await cache?.match(address(name, digest));
  if (!response) return null;
  const bytes = new Uint8Array(await response.arrayBuffer());
  if (isChecked || (await digestOf(bytes)) === digest) return bytes;
  await cache?.delete(address(name, digest));
  return null;
}

/**
 * Keeps a table: its digest, or null if the browser does not keep it.
 * @param {string} name
 * @param {Uint8Array<ArrayBuffer>} bytes
 */
export async function keepTable(name, bytes) {
  try {
    const cache = await storage();
    if (!cache) return null;
    await removeTable(name);
    const digest = await digestOf(bytes);
    await cache.put(address(name, digest), new Response(bytes));
    return digest;
  } catch {
    return null; // no room, or not allowed
  }
}

/**
 * Forgets a table.
 * @param {string} name
 */
export async function removeTable(name) {
  const cache = await storage();
  for (const table of await keptTables()) if (table.name === name) await cache?.delete(address(name, table.digest));
}
