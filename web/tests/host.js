// A file server for measurements that does what hosts of static sites do, such as GitHub Pages: it
// compresses files with gzip and keeps connections open. Usage: node host.js FOLDER; it prints its
// own address.
import { readFileSync, readdirSync } from "node:fs";
import { createServer } from "node:http";
import { extname } from "node:path";
import { gzipSync } from "node:zlib";

const TYPES = {
  ".css": "text/css", ".html": "text/html", ".js": "text/javascript", ".json": "application/json",
  ".png": "image/png", ".svg": "image/svg+xml", ".wasm": "application/wasm",
};
const folder = process.argv[2];
const names = readdirSync(folder).filter((name) => extname(name) in TYPES);
// Files are compressed in advance, so that the time this takes is not measured.
const files = new Map(names.map((name) => [name, gzipSync(readFileSync(`${folder}/${name}`))]));

const server = createServer((asked, answer) => {
  const name = new URL(asked.url ?? "", "http://host").pathname.slice(1) || "index.html";
  const file = files.get(name);
  if (!file) return answer.writeHead(404).end();
  const type = Reflect.get(TYPES, extname(name));
  answer.writeHead(200, { "content-type": type, "content-encoding": "gzip", "content-length": file.length }).end(file);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}/`);
});
