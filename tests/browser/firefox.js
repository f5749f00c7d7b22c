// The static site in Firefox: Korf's 100 boards, tables kept, and with FULL=1 the large tables. Playwright drives only a
// Firefox of its own; puppeteer-core, which is no dependency of these tests, drives that of the system.
import { existsSync, readFileSync } from "node:fs";

const { FIREFOX = "/usr/bin/firefox-esr", FULL, SITE_URL } = process.env;
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
await browser.close();
faults.forEach((fault) => console.error(fault));
process.exit(faults.length > 0 ? 1 : 0);
