// Tests of the parts of the page: tabs whose code does not load, and links into tabs that are
// already open.
import { NEAR, boardText, click, expect, expectBoard, message, open, press, see, test } from "./page.js";

/**
 * @param {Page} page
 * @param {string} name
 */
const tab = (page, name) => page.getByRole("tab", { name });
/**
 * Makes requests for some files of the page fail, until the returned function is called.
 * @param {Page} page
 * @param {...string} files
 */
async function lose(page, ...files) {
  const paths = files.map((file) => `**/${file}*`); // also matches the query of a later attempt
  for (const path of paths) await page.route(path, (route) => route.abort());
  return async () => {
    for (const path of paths) await page.unroute(path);
  };
}

for (const [name, file, host] of [["Blocks", "blocks.js", "#levels li"], ["Blocks", "blocks.css", "#levels li"],
  ["Laboratory", "lab.js", "#heuristics input"]]) {
  test(`if ${file} does not load, its tab says so, and Try again loads it`, async ({ page, allowed }) => {
    allowed.push(/Failed to load resource|blocked|NetworkError|ERR_/);
    const restore = await lose(page, file);
    await open(page, NEAR);
    await tab(page, name).click();
    await expect(page.locator("#part-failed")).toContainText("This part of the page did not load. Check your connection.");
    await tab(page, "Puzzle").click();
    await expect(page.locator("#part-failed")).toBeHidden();
    await expectBoard(page, NEAR);
    await tab(page, name).click();
    await restore();
    await click(page, "Try again");
    await expect(page.locator(host).first()).toBeVisible();
    await expect(page.locator("#part-failed")).toBeHidden();
  });
}

test("if the code for hints does not load, the page says so, and a later press tries again", async ({ page, allowed }) => {
  allowed.push(/Failed to load resource|ERR_/);
  const restore = await lose(page, "hints.js");
  await open(page, NEAR);
  for (const name of ["Hint", "Solve"]) {
    await click(page, name);
    await see(page, { "puzzle-message": "This part of the page did not load. Check your connection." });
    await press(page, "ArrowRight");
    await expect(message(page)).not.toHaveClass(/error/);
  }
  await restore();
  await click(page, "Hint");
  await expect(page.locator(".tile.marked")).toHaveCount(1);
});

test("once the page is loaded, clicks fetch no more files", async ({ page, allowed }) => {
  allowed.push(/Failed to load resource|ERR_/);
  await page.goto("/");
  const loaded = () => page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name).join(" "));
  for (const file of ["hints.js", "setup.js", "blocks.css", "drawing.js", "lab.css", "labform.js"]) {
    await expect.poll(loaded).toContain(file);
  }
  await page.route(/\.(js|css)$/, (route) => route.abort());
  await click(page, "Enter a board");
  await expect(page.locator("#setup")).toBeVisible();
  await press(page, "Escape");
  await tab(page, "Laboratory").click();
  await expect(page.locator("#heuristics input").first()).toBeVisible();
});

test("links into a tab that was opened before are followed", async ({ page, allowed }) => {
  allowed.push(/400/); // an empty drawing is not a puzzle yet
  await page.goto("/#blocks");
  await expect(page.locator("#levels li").first()).toBeVisible();
  /** @param {string} hash */
  const go = (hash) => page.evaluate((to) => (location.hash = to), hash);
  for (const [hash, title] of [["#blocks&level=RushHour+1", "Rush Hour 1"], ["#blocks&draw=1", "Draw a puzzle"]]) {
    await tab(page, "Puzzle").click();
    await expect(page.locator("#blocks")).toBeHidden();
    await go(hash);
    await expect(page.locator("#blocks-title")).toHaveText(title);
    await expect(page).toHaveTitle(`${title} · fifteen`);
    await expect(page).toHaveURL(new RegExp(hash.replace("+", "\\+")));
  }
  await tab(page, "Laboratory").click();
  await expect(page).toHaveTitle("Laboratory · fifteen");
  await expect(page.locator("#heuristics input").first()).toBeVisible();
  await tab(page, "Puzzle").click();
  await expect(page).toHaveTitle("fifteen: sliding puzzles");
  await go("#laboratory&from=random&n=2&seed=7&size=3x3&goal=first&algorithm=astar&heuristics=manhattan");
  await expect(page.locator("#bench-n")).toHaveValue("2");
  await expect(page.locator("#algorithm")).toHaveValue("astar");
  await tab(page, "Puzzle").click();
  await go("#board=1-2-3/4-5-6/7-0-8&goal=last");
  await expectBoard(page, "1 2 3 / 4 5 6 / 7 0 8");
});

// The browser reports a new address with the event `hashchange`. An answer of the engine can arrive
// between the change and this event.
test("a link that is opened just before a board arrives is followed", async ({ page }) => {
  await page.addInitScript(() => addEventListener("hashchange", (event) => window.isLate && event.stopImmediatePropagation()));
  await open(page, NEAR);
  /** @type {Route[]} */
  const answers = [];
  await page.route("**/api/random*", (route) => answers.push(route));
  for (const [link, title] of [["#blocks&level=RushHour+1", "Rush Hour 1"], ["#laboratory&from=random", "Laboratory"]]) {
    await tab(page, "Puzzle").click();
    await click(page, "New board");
    await expect.poll(() => answers.length).toBe(1);
    await page.evaluate((to) => {
      window.isLate = true;
      location.hash = to;
    }, link);
    const before = await boardText(page);
    await answers.pop()?.continue();
    await expect.poll(() => boardText(page)).not.toBe(before);
    await page.evaluate(() => {
      window.isLate = false;
      dispatchEvent(new HashChangeEvent("hashchange"));
    });
    await expect(page).toHaveTitle(`${title} · fifteen`);
    await expect(page).toHaveURL(new RegExp(link.replace("+", "\\+")));
  }
});

test("a link into a tab whose code is still being loaded is followed", async ({ page }) => {
  /** @type {Route[]} */
  const files = [];
  await page.route("**/blocks.js", (route) => files.push(route));
  await open(page, NEAR);
  await tab(page, "Blocks").click();
  await tab(page, "Puzzle").click();
  await tab(page, "Blocks").click();
  await page.evaluate(() => (location.hash = "#blocks&level=RushHour+1"));
  await expect.poll(() => files.length).toBe(1);
  await files[0].continue();
  await expect(page).toHaveTitle("Rush Hour 1 · fifteen");
  await expect(page).toHaveURL(/level=RushHour/);
});

test("a game goes on where it was left, even if the next visit begins with another tab", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowLeft");
  await page.goto("/?#blocks");
  await tab(page, "Puzzle").click();
  await see(page, { count: "1", "puzzle-message": "Your game goes on where you left it." });
});
