// A proxy in front of the server, for tests in Firefox. It adds `unsafe-eval` to the page's content
// security policy, because Playwright uses `eval` there. Usage: node relay.js URL; it prints its
// own address.
import { createServer, request } from "node:http";
import { Transform } from "node:stream";

const to = new URL(process.argv[2]);
/** @param {string} text */
const relaxed = (text) => text.replace("script-src 'self'", "script-src 'self' 'unsafe-eval'");
/**
 * Returns a stream that changes the policy in the head of a page. The static site has its policy
 * there and not in a header of the response.
 */
const page = () => new Transform({
  transform: (part, _, done) => done(null, Buffer.from(relaxed(part.toString("latin1")), "latin1")),
});

const server = createServer((asked, answer) => {
  const headers = { ...asked.headers, host: to.host, "accept-encoding": "identity" };
  if (headers.origin) headers.origin = to.origin;
  const passed = request(new URL(asked.url ?? "", to), { method: asked.method, headers }, (given) => {
    const { "content-security-policy": policy, "content-length": length, ...own } = given.headers;
    const isPage = own["content-type"]?.startsWith("text/html");
    if (policy) own["content-security-policy"] = relaxed(String(policy));
    if (length && !isPage) own["content-length"] = length;
    answer.writeHead(given.statusCode ?? 502, own);
    (isPage ? given.pipe(page()) : given).pipe(answer);
  });
  passed.on("error", () => answer.destroy());
  answer.on("close", () => passed.destroy());
  asked.pipe(passed);
});
server.listen(0, "127.0.0.1", () => {
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  console.log(`http://127.0.0.1:${port}/`);
});
