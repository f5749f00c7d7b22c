// Compares the speed of the static site with that of the command and the server. Run it with
// `web/tests/run --measure`. It prints the processor times for 60 random 4x4 boards with 6-6-3, the
// time to the first answer, the bytes transferred, and the time to the first tile by 4G. The static
// site is loaded from two file servers, because only one of them compresses files and keeps
// connections open, which changes the times.
import { chromium } from "@playwright/test";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { HARD, connectBy4G } from "./page.js";

const { BASE_URL = "", CHROMIUM, FIFTEEN = "fifteen", HOST_URL = "", SITE, SITE_URL = "" } = process.env;
const ROUNDS = 5;
const BOARDS = 60;

/**
 * Returns the smallest result of all rounds, because larger results include delays by other
 * programs.
 * @param {() => number} round
 */
const least = (round) => Math.min(...Array.from({ length: ROUNDS }, round));

/**
 * Measures the processor times of the command and of the WebAssembly engine. The latter runs in
 * Node.js, which has the same JavaScript engine as Chromium.
 */
async function speed() {
  const boards = execFileSync(FIFTEEN, ["random", "-n", `${BOARDS}`, "--seed", "60"], { encoding: "utf8" }).trim().split("\n");
  const tables = mkdtempSync(join(tmpdir(), "fifteen-"));
  execFileSync(FIFTEEN, ["pdb", "build", "--partition", "6-6-3", "--out", tables, "-q"]);
  const options = ["--pdb", tables, "--heuristic", "6-6-3", "--mode", "fast", "--threads", "1", "--json", "-q"];
  const timed = ["-c", "TIMEFORMAT=%U; time \"$0\" \"$@\" >/dev/null", FIFTEEN, "solve", ...options, ...boards];
  const command = least(() => Number(spawnSync("bash", timed, { encoding: "utf8" }).stderr));
  rmSync(tables, { recursive: true });

  const { Engine, initSync } = await import(`${SITE}/fifteen.js`);
  initSync({ module: new WebAssembly.Module(readFileSync(`${SITE}/fifteen_bg.wasm`)) });
  const engine = new Engine(1);
  /** @param {string} board */
  const solve = (board) => {
    engine.begin("/api/solve", JSON.stringify({ board, heuristic: "6-6-3" }));
    engine.run(undefined, () => {});
  };
  solve(HARD); // the first search also builds the tables
  const browser = least(() => {
    const began = process.cpuUsage();
    boards.forEach(solve);
    return process.cpuUsage(began).user / 1e6;
  });
  console.log(`${BOARDS} random 4x4 boards with 6-6-3, processor time: engine ${browser.toFixed(2)} s, command ${command.toFixed(2)} s`);
}

/**
 * Measures visits with an empty cache: the milliseconds from the first byte to the first answer,
 * and the bytes transferred, plain and compressed.
 * @param {Browser} browser
 * @param {string} name
 * @param {string} url
 */
async function visit(browser, name, url) {
  const times = [];
  const files = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    /** @type {Promise<unknown>[]} */
    const bodies = [];
    page.on("response", (response) => bodies.push(response.body().then((body) => files.set(response.url(), body), () => {})));
    await page.goto(url, { waitUntil: "commit" });
    times.push(await page.evaluate(async (board) => {
      const { json } = await import(new URL("api.js", document.baseURI).href);
      await json("/api/solve", { board });
      return performance.now() - /** @type {PerformanceNavigationTiming} */ (performance.getEntriesByType("navigation")[0]).responseStart;
    }, HARD));
    await Promise.all(bodies);
    await context.close();
  }
  /** @param {(body: Buffer) => Buffer} bytes */
  const total = (bytes) => [...files.values()].reduce((sum, body) => sum + bytes(body).length, 0);
  const first = `first answer ${Math.min(...times).toFixed(0)} ms after the first byte`;
  console.log(`${name}: ${first}; ${files.size} files, ${total((body) => body)} bytes, ${total(gzipSync)} by gzip`);
}

/**
 * Measures visits by 4G with an empty cache: the milliseconds to the first tile, as the median of
 * all rounds.
 * @param {Browser} browser
 * @param {string} name
 * @param {string} url
 */
async function firstTile(browser, name, url) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await connectBy4G(page);
    await page.addInitScript(() => new MutationObserver((_, observer) => {
      if (!document.querySelector(".tile")) return;
      window.firstTile = performance.now();
      observer.disconnect();
    }).observe(document, { childList: true, subtree: true }));
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => window.firstTile);
    times.push(await page.evaluate(() => window.firstTile ?? Infinity));
    await context.close();
  }
  console.log(`${name}: first tile after ${times.sort((a, b) => a - b)[(ROUNDS - 1) / 2].toFixed(0)} ms by 4G`);
}

await speed();
const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
const browser = await chromium.launch({ executablePath: CHROMIUM, args });
const pages = {
  server: BASE_URL,
  "static site, from a host that compresses files and keeps connections open": HOST_URL,
  "static site, from Python's http.server, which does neither": SITE_URL,
};
for (const [name, url] of Object.entries(pages)) await visit(browser, name, url);
for (const [name, url] of Object.entries(pages)) await firstTile(browser, name, url);
await browser.close();
