// Tests of the static site: the engine in the browser's Workers answers without a server and
// offline, and stores its tables. truth.js tests that it gives the same results as the command.
import { existsSync, readFileSync } from "node:fs";
import { CHROMIUM, HARD, HARDEST, expect, test } from "./page.js";

const { SITE_FOLDER_URL = "", SITE } = process.env;
test.skip(!SITE, "for the static site");

/**
 * Lets the page's engine solve a board that needs 52 moves, and returns the record.
 * @param {Page} page
 */
const solved = (page) => page.evaluate(async (board) => {
  const { json } = await import(new URL("api.js", document.baseURI).href);
  return json("/api/solve", { board });
}, HARD);

test("after the first visit the page works without a connection", async ({ page, context }) => {
  await page.goto("./");
  await page.evaluate(() => navigator.serviceWorker.ready);
  await context.setOffline(true);
  await page.reload();
  expect((await solved(page)).length).toBe(52);
  await page.getByRole("tab", { name: "Blocks" }).click();
  await expect(page.locator("#blocks")).toBeVisible();
  await context.setOffline(false);
});

test("the first board is shown and can be played before the engine has been loaded", async ({ page, context }) => {
  /** @type {Route[]} */
  const engines = [];
  await context.route("**/fifteen_bg.wasm", (route) => engines.push(route));
  await page.goto("./");
  await expect(page.locator("#board .tile")).toHaveCount(15);
  await expect.poll(() => engines.length).toBe(1);
  await page.locator("#board").focus();
  for (const key of ["ArrowUp", "ArrowDown"]) await page.keyboard.press(key);
  await expect(page.locator("#count")).not.toHaveText("0");
  await engines[0].continue();
  await expect(page.locator("#best")).toHaveText(/^\d+$/);
});

test("the modules of the first view are requested before any script has arrived", async ({ page, context }) => {
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(1)));
  await context.route("**/*.js", () => {});
  page.goto("./").catch(() => {}); // does not end, because no script arrives
  await expect.poll(() => asked).toContain("view.js");
  // engine.js is requested after all modules of the first view.
  expect(asked.slice(0, asked.indexOf("view.js"))).not.toContain("engine.js");
});

test("Korf's 100 boards have their published lengths, and the tables are kept", async ({ page }) => {
  test.skip(CHROMIUM, "truth.js has them for its JavaScript");
  test.slow();
  const lines = readFileSync(new URL("../../data/korf100.txt", import.meta.url), "utf8").split("\n");
  const korf = lines.filter((line) => /^\d/.test(line)).map((line) => [...line.matchAll(/\d+/g)].map(([digits]) => Number(digits)));
  await page.goto("./");
  const found = await page.evaluate(async (boards) => {
    const { json } = await import(new URL("api.js", document.baseURI).href);
    const records = [];
    for (const board of boards) records.push(await json("/api/solve", { board, goal: "first" }));
    return records.map(({ length }) => length);
  }, korf.map((numbers) => numbers.slice(-16)));
  expect(found).toEqual(korf.map((numbers) => numbers[1]));
  await page.evaluate(() => navigator.serviceWorker.ready);
  const kept = await page.evaluate(async () => (await (await caches.open("fifteen-tables-1")).keys()).length);
  expect(kept).toBe(3);
});

test("a question is answered during a long search, and at once after all searches are cancelled", async ({ page }) => {
  await page.goto("./");
  await solved(page);
  const found = await page.evaluate(async ([easy, board]) => {
    const { json, stream } = await import(new URL("api.js", document.baseURI).href);
    const stop = new AbortController();
    // A search may take an hour, so an answer that has to wait for one would come after the end of
    // this test.
    const long = () => stream("/api/solve", { board, heuristic: "manhattan" }, {}, stop.signal).catch((/** @type {Error} */ error) => error.name);
    const wait = () => new Promise((resolve) => setTimeout(resolve, 1500));
    const answer = async () => (await json("/api/solve", { board: easy })).length;
    const searches = [long()];
    await wait();
    const lengths = [await answer()];
    searches.push(...Array.from({ length: 8 }, long)); // more than there are Workers
    await wait();
    stop.abort();
    const names = await Promise.all(searches);
    lengths.push(await answer());
    return { lengths, names };
  }, [HARD, HARDEST]);
  expect(found.lengths).toEqual([52, 52]);
  expect(new Set(found.names)).toEqual(new Set(["AbortError"]));
});

test("the site works in a subfolder of a file server", async ({ page }) => {
  await page.goto(SITE_FOLDER_URL);
  expect((await solved(page)).length).toBe(52);
  await expect(page.locator("#tables")).toContainText("Everything runs in this browser.");
});

test("page and book link to each other if the site has a book", async ({ page }) => {
  test.skip(!existsSync(`${SITE}/book`), "there is no mdBook");
  await page.goto(SITE_FOLDER_URL);
  await page.getByRole("link", { name: "The book" }).click();
  await expect(page).toHaveURL(`${SITE_FOLDER_URL}book/index.html`);
  await page.getByRole("link", { name: "Play", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${SITE_FOLDER_URL}index.html`));
  await expect(page.locator("#board .tile").first()).toBeVisible();
});

test("a page that is opened as a file says what to do", async ({ page, allowed }) => {
  test.skip(!CHROMIUM, "no relay leads Firefox to files");
  allowed.push(/CORS|ERR_FAILED|Failed to load|file:/);
  await page.goto(`file://${SITE}/index.html`);
  await expect(page.locator("main")).toContainText("Serve its folder, for example with: python3 -m http.server");
});

test("the large tables are built with a progress bar, kept, used after a reload, and removed", async ({ page }) => {
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
  const heuristic = async () => (await solved(page)).heuristic;
  expect(await heuristic()).toContain("7-8");
  await page.reload();
  expect(await heuristic()).toContain("7-8");
  await page.locator("#tables-remove").click();
  await expect(page.locator("#tables-build")).toBeVisible();
  await page.reload();
  expect(await heuristic()).toContain("6-6-3");
});
