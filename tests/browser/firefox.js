// The static site in Firefox: what would lose a game, the layout, Korf's 100 boards, tables kept, and with FULL=1 the
// large tables. Playwright drives only a Firefox of its own; puppeteer-core, which is no dependency of these tests,
// drives that of the system. PLAY=1 leaves out what only the static site has.
import { existsSync, readFileSync } from "node:fs";

const { FIREFOX = "/usr/bin/firefox-esr", FULL, PLAY, SITE_URL } = process.env;
const skip = (reason) => {
  console.log(`SKIPPED: the site was not tested in Firefox: ${reason}`);
  process.exit(0);
};
if (!existsSync(FIREFOX)) skip(`there is no ${FIREFOX}; name one with FIREFOX=... (apt-get install firefox-esr)`);
const missing = () => skip("install puppeteer-core with: npm install --no-save puppeteer-core");
const puppeteer = await import("puppeteer-core").catch(missing);

const korf = readFileSync(new URL("../../data/korf100.txt", import.meta.url), "utf8")
  .split("\n").filter((line) => line && !line.startsWith("#"))
  .map((line) => line.split(/[^0-9]+/).filter(Boolean).map(Number));

const browser = await puppeteer.launch({ browser: "firefox", executablePath: FIREFOX, protocolTimeout: 900_000 });
const page = await browser.newPage();
const faults = [];
page.on("pageerror", (error) => faults.push(String(error)));
page.on("console", (line) => line.type() === "error" && faults.push(line.text()));

/** Solves Korf's boards, and fails unless all have their published lengths. */
async function solve(heuristic) {
  const began = performance.now();
  const records = await page.evaluate(async (boards) => {
    const { json } = await import(new URL("api.js", document.baseURI));
    const records = [];
    for (const board of boards) records.push(await json("/api/solve", { board, goal: "first" }));
    return records;
  }, korf.map((numbers) => numbers.slice(-16)));
  const isRight = (record, i) => record.length === korf[i][1] && record.heuristic.startsWith(heuristic);
  const right = records.filter(isRight).length;
  const took = `${Math.round(performance.now() - began)} ms`;
  console.log(`${await browser.version()}: ${right} of ${korf.length} of Korf's boards right with ${heuristic}, ${took}`);
  if (right !== korf.length) faults.push(`${heuristic}: wrong lengths`);
}

const text = (id) => page.$eval(`#${id}`, (node) => node.textContent);
const click = (id) => page.$eval(`#${id}`, (node) => node.click());
const tiles = () => page.$$eval(".tile", (all) => all.map((tile) => tile.getAttribute("aria-label")).sort().join());
/** Waits until a test is true in the page, whose policy forbids puppeteer's own way to wait. */
async function until(test, ...given) {
  for (let tries = 0; !(await page.evaluate(test, ...given)); tries += 1) {
    if (tries > 300) throw new Error(`never true: ${test} ${given}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const isShown = (id, pattern) => new RegExp(pattern).test(document.getElementById(id).textContent);
const shows = (id, pattern) => until(isShown, id, pattern);

/** Opens a board by its address, on a page of its own. */
async function open(board) {
  await page.goto("about:blank");
  await page.goto(`${SITE_URL}#board=${board}&goal=last`);
  await until(() => document.querySelectorAll(".tile.movable").length > 0);
}

async function press(...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

function expect(name, found, wanted) {
  if (`${found}` !== `${wanted}`) faults.push(`${name}: expected ${wanted}, found ${found}`);
}

/** What would lose a game, each with what is left of it. */
async function play() {
  await open("8-6-7/2-5-4/3-0-1");
  await press("ArrowRight", "ArrowLeft", "ArrowRight");
  const own = await tiles();
  await click("all");
  await until(() => document.querySelectorAll("#ways button").length > 1);
  for (const way of [0, 1]) {
    await page.$$eval("#ways button", (all, i) => all[i].click(), way);
    await until(() => /^[1-9]/.test(document.querySelector("#puzzle-player output").textContent));
    await page.click("#puzzle-player [aria-label='To the start']");
    expect(`way ${way + 1}`, await tiles(), own);
  }
  await open("1-2-3/4-5-6/0-7-8");
  await press("ArrowDown", "r");
  expect("restart", await text("count"), 0);
  await click("undo");
  expect("undo of a restart", await text("count"), 1);
  await page.goto("about:blank");
  await page.goto(SITE_URL);
  await shows("puzzle-message", "goes on where you left it");
  expect("a game that goes on", await text("count"), 1);
  await press("ArrowUp", "ArrowLeft", "ArrowLeft");
  await shows("result-title", "Solved in 4 moves, 2 more than the fewest");
  const time = await text("clock");
  await click("undo");
  await click("redo");
  expect("the time after undo and redo", await text("clock"), time);
  for (const [width, height] of [[320, 256], [568, 320], [1366, 768]]) {
    await page.setViewport({ width, height }).catch(() => {}); // the size is set; this Firefox knows no orientation
    await open("15-14-1-6/9-11-4-12/0-10-7-3/13-8-5-2");
    const placesOf = (all) => all.map((node) => node.getBoundingClientRect())
      .map(({ left, top, width: wide }) => [left, top + scrollY, wide].map(Math.round));
    const places = () => page.$$eval("#board, #hint, #undo, #solve, #new", placesOf);
    const before = await places();
    expect("width of the window", await page.evaluate(() => innerWidth), width);
    if (Math.max(...before.map(([, , wide]) => wide)) < 200) faults.push(`the board is narrow in ${width}x${height}`);
    await click("hint");
    await shows("puzzle-message", "Bring 1 home");
    expect(`places in ${width}x${height}`, await places(), before);
  }
  console.log(`${await browser.version()}: played`);
}

await play();
if (PLAY) await end();
await page.goto(SITE_URL);
await solve("6-6-3");
await page.evaluate(() => navigator.serviceWorker.ready);
const kept = await page.evaluate(async () => (await (await caches.open("fifteen-tables-1")).keys()).length);
if (kept !== 3) faults.push(`${kept} tables are kept instead of 3`);
if (FULL) {
  await page.click("#tables-build");
  await page.waitForSelector("#tables-remove:not([hidden])", { timeout: 600_000 });
  await solve("7-8");
}
await end();

/** Ends with what was found. */
async function end() {
  await browser.close();
  faults.forEach((fault) => console.error(fault));
  process.exit(faults.length > 0 ? 1 : 0);
}
