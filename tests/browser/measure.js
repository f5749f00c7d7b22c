// Measures the static site beside the command and the server: run it with `./run --measure`.
// Prints the times of 60 random 4x4 boards with 6-6-3, the time to the first answer, and the bytes transferred.
import { chromium } from "@playwright/test";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const { BASE_URL, CHROMIUM, FIFTEEN, SITE_URL } = process.env;
const ROUNDS = 5;
const BOARDS = 60;
const FIRST = "15 14 1 6 / 9 11 4 12 / 0 10 7 3 / 13 8 5 2";

const root = process.getuid?.() === 0;
const browser = await chromium.launch({ executablePath: CHROMIUM, args: root ? ["--no-sandbox"] : [] });
const ask = (page, boards) => page.evaluate(async (boards) => {
  const { json } = await import(new URL("api.js", document.baseURI));
  const seconds = [];
  for (const board of boards) {
    const record = await json("/api/solve", { board, heuristic: "6-6-3" });
    seconds.push({ seconds: record.seconds, generated: record.generated });
  }
  return seconds;
}, boards);

/** The least time of each board over all rounds: what other programs took is not the engine's. */
function least(rounds) {
  return rounds[0].map((_, board) => Math.min(...rounds.map((round) => round[board].seconds)));
}
const sum = (values) => values.reduce((a, b) => a + b, 0);
const ms = (seconds) => `${(1000 * seconds).toFixed(1)} ms`;

async function speed() {
  const boards = execFileSync(FIFTEEN, ["random", "-n", `${BOARDS}`, "--seed", "60"], { encoding: "utf8" }).trim().split("\n");
  const tables = mkdtempSync(join(tmpdir(), "fifteen-"));
  execFileSync(FIFTEEN, ["pdb", "build", "--partition", "6-6-3", "--out", tables, "-q"]);
  const options = ["solve", "--pdb", tables, "--heuristic", "6-6-3", "--mode", "fast", "--threads", "1", "--json", "-q", ...boards];
  const page = await browser.newPage();
  await page.goto(SITE_URL);
  await ask(page, [FIRST]);
  const [local, native] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    local.push(await ask(page, boards));
    native.push(execFileSync(FIFTEEN, options, { encoding: "utf8" }).trim().split("\n").map((line) => JSON.parse(line)));
  }
  const nodes = (round) => sum(round.map(({ generated }) => generated));
  if (nodes(local[0]) !== nodes(native[0])) throw new Error("the browser generates other nodes than the command");
  const [browserTimes, nativeTimes] = [least(local), least(native)];
  const ratios = browserTimes.map((time, board) => time / nativeTimes[board]).sort((a, b) => a - b);
  console.log(`${BOARDS} random 4x4 boards with 6-6-3, ${nodes(local[0])} nodes, least of ${ROUNDS} rounds:`);
  console.log(`  browser ${ms(sum(browserTimes))}, command ${ms(sum(nativeTimes))}: ${(sum(browserTimes) / sum(nativeTimes)).toFixed(2)} times; median of the ratios ${ratios[BOARDS / 2].toFixed(2)}`);
  await page.close();
  const [engineUser, nativeUser] = [await engineUserTime(boards), commandUserTime(options)];
  console.log(`  processor time, without what other programs took: engine in Node.js ${ms(engineUser)}, command ${ms(nativeUser)}: ${(engineUser / nativeUser).toFixed(2)} times`);
  rmSync(tables, { recursive: true });
}

/** The processor time of the engine in Node.js, which has the JavaScript of Chromium: the least of all rounds. */
async function engineUserTime(boards) {
  const { Engine, initSync } = await import(`${process.env.SITE}/fifteen.js`);
  initSync({ module: new WebAssembly.Module(readFileSync(`${process.env.SITE}/fifteen_bg.wasm`)) });
  const engine = new Engine(1);
  const solve = (board) => {
    engine.begin("/api/solve", JSON.stringify({ board, heuristic: "6-6-3" }));
    engine.run(undefined, () => {});
  };
  solve(FIRST);
  const round = () => {
    const began = process.cpuUsage();
    boards.forEach(solve);
    return process.cpuUsage(began).user / 1e6;
  };
  return Math.min(...Array.from({ length: ROUNDS }, round));
}

/** The processor time of the command, the least of all rounds. */
function commandUserTime(options) {
  const time = () => Number(spawnSync("bash", ["-c", "TIMEFORMAT=%U; time \"$0\" \"$@\" >/dev/null", FIFTEEN, ...options], { encoding: "utf8" }).stderr);
  return Math.min(...Array.from({ length: ROUNDS }, time));
}

/** A visit with an empty cache: milliseconds from the first byte to the first answer, and bytes as sent and compressed. */
async function visit(name, url) {
  const times = [];
  const files = new Map();
  for (let round = 0; round < ROUNDS; round += 1) {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const bodies = [];
    page.on("response", (response) => bodies.push(response.body().then((body) => files.set(response.url(), body), () => {})));
    await page.goto(url, { waitUntil: "commit" });
    times.push(await page.evaluate(async (board) => {
      const { json } = await import(new URL("api.js", document.baseURI));
      await json("/api/solve", { board });
      return performance.now() - performance.getEntriesByType("navigation")[0].responseStart;
    }, FIRST));
    await Promise.all(bodies);
    await context.close();
  }
  const total = (measure) => sum([...files.values()].map((body) => measure(body).length));
  times.sort((a, b) => a - b);
  console.log(`${name}: first answer ${times[0].toFixed(0)} ms after the first byte (median ${times[ROUNDS >> 1].toFixed(0)} ms); ` +
    `${files.size} files, ${total((body) => body)} bytes, ${total(gzipSync)} by gzip, ${total(brotliCompressSync)} by brotli`);
}

await speed();
await visit("server", BASE_URL);
await visit("static site", SITE_URL);
const engine = readFileSync(`${process.env.SITE}/fifteen_bg.wasm`);
console.log(`fifteen_bg.wasm: ${engine.length} bytes, ${gzipSync(engine, { level: 9 }).length} by gzip, ${brotliCompressSync(engine).length} by brotli`);
await browser.close();
