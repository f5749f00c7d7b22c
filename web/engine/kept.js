// Stores tables (pattern databases) in the browser's Cache storage, each under its name and the
// SHA-256 digest of its bytes.

/** The name of the cache, which ends in the version of the tables' file format. */
const CACHE = "fifteen-tables-1";
const FOLDER = new URL("tables/", import.meta.url);

/**
 * Opens the cache. Returns null if the browser offers no Cache storage, as for a page that was
 * loaded neither over https nor from this machine.
 */
const storage = async () => (globalThis.caches ? caches.open(CACHE) : null);

/** @param {ArrayBuffer} buffer */
const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
/** @param {Uint8Array<ArrayBuffer>} bytes */
const digestOf = async (bytes) => hex(await crypto.subtle.digest("SHA-256", bytes));
/**
 * Returns the address under which the cache keeps a table.
 * @param {string} name
 * @param {string | null} digest
 */
const address = (name, digest) => new URL(`${encodeURIComponent(name)}?sha256=${digest}`, FOLDER);

/** Returns the names and digests of all stored tables. */
export async function keptTables() {
  const requests = (await (await storage().catch(() => null))?.keys()) ?? [];
  return requests.map(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    return { name: decodeURIComponent(pathname.split("/").pop() ?? ""), digest: searchParams.get("sha256") };
  });
}

/**
 * Returns the bytes of a stored table, or null if it is missing or damaged. Verifies the bytes with
 * their digest, unless `isChecked` says that this was done before. Deletes a damaged table.
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
 * Stores a table, replacing any other table of the same name. Returns its digest, or null if the
 * browser cannot store it.
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
    return null; // the browser has no room, or does not allow it
  }
}

/**
 * Deletes the stored table with this name.
 * @param {string} name
 */
export async function removeTable(name) {
  const cache = await storage();
  for (const table of await keptTables()) if (table.name === name) await cache?.delete(address(name, table.digest));
}
