// The static site: the engine in Workers of the browser gives the results of the command, without a server and offline.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { HARD, HARDEST, expect, test } from "./page.js";

const { FIFTEEN, SITE_FOLDER_URL, SITE } = process.env;
test.skip(!SITE, "for the static site");

/** The lines that the command prints. */
const command = (...args) => execFileSync(FIFTEEN, args, { encoding: "utf8" }).trim().split("\n");

/** Asks the engine of the page one question after the other. */
const ask = (page, path, questions) => page.evaluate(async ([path, questions]) => {
  const { json } = await import(new URL("api.js", document.baseURI));
  const answers = [];
  for (const question of questions) answers.push(await json(path, question).catch((error) => ({ error: error.message })));
  return answers;
}, [path, questions]);

test("200 random 3x3 boards are solved as the command does, field for field", async ({ page }) => {
  const boards = command("random", "--size", "3x3", "-n", "200", "--seed", "3");
  const options = ["--mode", "fast", "--threads", "1", "--heuristic", "manhattan", "--json", "-q"];
  const expected = command("solve", ...options, ...boards).map((line) => JSON.parse(line));
  await page.goto("./");
  const answers = await ask(page, "/api/solve", boards.map((board) => ({ board, heuristic: "manhattan" })));
  // Time, the number of the line, and memory, whose words are of 32 bits in a browser.
  const fields = ({ seconds, line, peak_bytes, ...record }) => record;
  expect(answers.map(fields)).toEqual(expected.map(fields));
});

test("block puzzles of less than 100,000 states have their optimum in all metrics", async ({ page }) => {
  test.setTimeout(600_000);
  const puzzles = readFileSync(new URL("../../data/blocks.txt", import.meta.url), "utf8").split(/\n\n(?=## )/).slice(1);
  const expected = [];
  for (const puzzle of puzzles) {
    const value = (key) => puzzle.match(new RegExp(`^${key}: (.*)`, "m"))?.[1];
    if (Number(value("states") ?? 0) >= 100_000) continue;
    const optimum = value("optimum") === "unsolvable" ? "any-path=unsolvable" : value("optimum");
    for (const [, metric, length] of (optimum ?? "").matchAll(/([a-z-]+)=(\w+)/g)) expected.push({ question: { puzzle, metric }, length });
  }
  expect(expected.length).toBeGreaterThan(150);
  await page.goto("./");
  const answers = await ask(page, "/api/blocks", expected.map(({ question }) => question));
  const found = ({ status, length, error }) => (status === "unsolvable" ? status : `${length ?? error}`);
  expect(answers.map(found)).toEqual(expected.map(({ length }) => length));
});

test("after the first visit the page works without a connection", async ({ page, context }) => {
  await page.goto("./");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  const [answer] = await ask(page, "/api/solve", [{ board: HARD }]);
  expect(answer.length).toBe(52);
  await page.getByRole("tab", { name: "Blocks" }).click();
  await expect(page.locator("#blocks")).toBeVisible();
  await context.setOffline(false);
});

test("a question is answered beside a long search, and at once when all are withdrawn", async ({ page }) => {
  await page.goto("./");
  await ask(page, "/api/solve", [{ board: HARD }]);
  const [lengths, names, milliseconds] = await page.evaluate(async ([easy, board]) => {
    const { json, stream } = await import(new URL("api.js", document.baseURI));
    const stop = new AbortController();
    const long = () => stream("/api/solve", { board, heuristic: "manhattan" }, {}, stop.signal).catch((error) => error.name);
    const wait = () => new Promise((resolve) => setTimeout(resolve, 1500));
    const answer = async () => (await json("/api/solve", { board: easy })).length;
    const searches = [long()];
    await wait();
    const lengths = [await answer()];
    searches.push(...Array.from({ length: 8 }, long)); // more than there are Workers
    await wait();
    const began = performance.now();
    stop.abort();
    const names = await Promise.all(searches);
    lengths.push(await answer());
    return [lengths, names, performance.now() - began];
  }, [HARD, HARDEST]);
  expect(lengths).toEqual([52, 52]);
  expect(new Set(names)).toEqual(new Set(["AbortError"]));
  expect(milliseconds).toBeLessThan(1000);
});

test("the site works in a folder of a file server", async ({ page }) => {
  await page.goto(SITE_FOLDER_URL);
  const [answer] = await ask(page, "/api/solve", [{ board: HARD }]);
  expect(answer.length).toBe(52);
  await expect(page.locator("#tables")).toContainText("Everything runs in this browser.");
});

test("page and book link to each other, where the site has a book", async ({ page }) => {
  test.skip(!existsSync(`${SITE}/book`), "there is no mdBook");
  await page.goto(SITE_FOLDER_URL);
  await page.getByRole("link", { name: "The book" }).click();
  await expect(page).toHaveURL(`${SITE_FOLDER_URL}book/index.html`);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${SITE_FOLDER_URL}index.html`));
  await expect(page.locator("#board .tile").first()).toBeVisible();
});

test("opened as a file, the page says what to do", async ({ page, allowed }) => {
  allowed.push(/CORS|ERR_FAILED|Failed to load|file:/);
  await page.goto(`file://${SITE}/index.html`);
  await expect(page.locator("main")).toContainText("Serve its folder, for example with: python3 -m http.server");
});

test("the large tables are built with a bar, kept, used after a reload and removed", async ({ page }) => {
  test.skip(!process.env.FULL, "takes minutes; FULL=1 runs it");
  test.setTimeout(900_000);
  await page.goto("./");
  await page.locator("#tables-build").click();
  await expect(page.locator("#tables progress")).toBeVisible();
  await page.locator("#tables-cancel").click();
  await expect(page.locator("#tables-state")).toHaveText("The large tables were not built.");
  await page.locator("#tables-build").click();
  await expect(page.locator("#tables-state")).toContainText(/about \d+ s left/, { timeout: 120_000 });
  await expect(page.locator("#tables-remove")).toBeVisible({ timeout: 600_000 });
  const heuristic = async () => (await ask(page, "/api/solve", [{ board: HARD }]))[0].heuristic;
  expect(await heuristic()).toContain("7-8");
  await page.reload();
  expect(await heuristic()).toContain("7-8");
  await page.locator("#tables-remove").click();
  await expect(page.locator("#tables-build")).toBeVisible();
  await page.reload();
  expect(await heuristic()).toContain("6-6-3");
});
