// Tests of details that were once wrong: parts that are cut off or too large, taps without an
// effect, colours, previews.
import {
  CHROMIUM, HARD, NEAR, address, button, catchCopies, click, expect, expectBoard, expectCopied, give, keepAnimation,
  open, press, see, test,
} from "./page.js";

test("a tile that cannot move shakes when it is tapped", async ({ page }) => {
  await open(page, NEAR);
  await page.locator("#tile-1").evaluate((tile) => new MutationObserver(() => (window.shaken ||= tile.matches(".refused")))
    .observe(tile, { attributes: true }));
  await page.locator("#tile-1").click();
  await expect.poll(() => page.evaluate(() => window.shaken)).toBe(true);
  await see(page, { say: "1 cannot move", count: "0" });
});

test("the board is nudged if there is no tile that an arrow key could move", async ({ page }) => {
  await open(page, "1 2 3 / 4 5 6 / 7 8 0");
  await keepAnimation(page.locator(".tray"));
  await press(page, "ArrowLeft");
  await expect(page.locator(".tray")).toHaveAttribute("data-animated", "nudge");
});

test("the board is large, the page does not scroll, and board and header have the same edges", async ({ page }) => {
  for (const [width, height, least] of [[768, 1024, 560], [1024, 1366, 800], [1366, 768, 600], [1920, 1080, 700]]) {
    await page.setViewportSize({ width, height });
    await open(page, HARD);
    const place = `${width}x${height}`;
    const found = await page.evaluate(() => {
      /** @param {string} part */
      const box = (part) => /** @type {Element} */ (document.querySelector(part)).getBoundingClientRect();
      const isUpright = box(".begin").top > box("#board").bottom || box(".begin").bottom <= box("#board").top;
      return {
        board: box("#board").width,
        edges: isUpright ? 0 : Math.abs(box("#board").left - box(".top h1").left) + Math.abs(box(".begin").right - box("#theme").right),
        below: document.documentElement.scrollHeight - innerHeight,
      };
    });
    expect(found.board, place).toBeGreaterThan(least);
    expect(found.edges, place).toBeLessThan(2);
    expect(found.below, place).toBeLessThanOrEqual(0);
  }
});

test("sizes, dialogs and the table of statistics are not cut off", async ({ page }) => {
  const results = [["4x4", 60, 52], ["5x5", 1200, 90], ["12x2", 100, 60], ["3x3, multi-tile", 20, 20]].map(
    ([size, moves, best], i) => ({ id: `${i}`, size, day: "2026-11-20", moves, best, seconds: 4000, daily: null }));
  await page.goto("/");
  await page.evaluate((kept) => localStorage.setItem("results", JSON.stringify(kept)), results);
  await page.goto(address("1 2 3 4 5 6 7 8 9 10 11 12 / 13 14 15 16 17 18 19 20 21 22 0 23"));
  for (const [width, height] of [[390, 844], [1366, 768]]) {
    await page.setViewportSize({ width, height });
    await expect(page.locator("#size")).toHaveValue("12x2");
    const room = await page.locator("#size").evaluate((select) => {
      const context = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
      const { font, paddingLeft } = getComputedStyle(select);
      context.font = font;
      return select.clientWidth - parseFloat(paddingLeft) - context.measureText("12 × 2").width;
    });
    // The arrow of the drop-down list is 16 pixels wide.
    expect(room, `beside the size in ${width}x${height}`).toBeGreaterThan(16);
    await click(page, "Statistics");
    await expect(page.locator("#scores-table tbody tr")).toHaveCount(4);
    const table = await page.locator("#scores-table").evaluate((node) => [node.scrollWidth - node.clientWidth,
      ...[...node.querySelectorAll("tbody tr")].slice(0, 3).map((row) => row.clientHeight)]);
    expect(table[0], `the table in ${width}x${height}`).toBeLessThanOrEqual(0);
    expect(Math.max(...table.slice(1))).toBeLessThan(40); // each row has one line
    await press(page, "Escape");
  }
  await button(page, "Enter a board").click();
  await expect(page.locator("#setup")).toBeVisible();
  await see(page, { "entry-state": /^Type the numbers, or press a cell/ });
  expect(await page.locator("#setup").evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(0);
});

test("the page says so if the rest of a long text was left out", async ({ page }) => {
  await open(page, NEAR);
  /**
   * @param {string} line
   * @param {number} count
   */
  const many = (line, count) => `${line}\n`.repeat(count);
  for (const [text, board] of [
    [many("123456708", 1001), "1 2 3 / 4 5 6 / 7 0 8"], [many("FE169B4C0A73D852", 20_000), HARD],
    [many("123456708", 20_000), "1 2 3 / 4 5 6 / 7 0 8"],
  ]) {
    await give(page, "paste", text);
    await see(page, { "puzzle-message": /^1,000 boards were read; this is the first\. The text is too long, and its rest/ });
    await expectBoard(page, board);
  }
  await give(page, "paste", many("123456708", 1000));
  await see(page, { "puzzle-message": "1,000 boards were read; this is the first." });
});

test("the pieces of a drawing have different colours, and its link does not have the level's name", async ({ page }) => {
  await catchCopies(page);
  await page.goto("/#blocks&level=Bring+home+A");
  await click(page, "Change the puzzle");
  await expect(page.locator("#palette .piece").nth(6)).toBeVisible();
  const colours = await page.locator("#palette .piece").evaluateAll((all) => all.map((face) => getComputedStyle(face).backgroundColor));
  expect(new Set(colours).size).toBe(colours.length);
  await expect(page.locator("#source")).not.toHaveValue(/## Bring home A/);
  await click(page, "Copy link");
  await expectCopied(page, /#blocks&puzzle=/);
});

test("links to the page have a preview, and it can be installed", async ({ page, request }) => {
  await page.goto("/");
  /** @param {string} name */
  const named = (name) => page.locator(`meta[property="og:${name}"]`).getAttribute("content");
  expect(await named("title")).toMatch(/fifteen/);
  /** @type {{ icons: { src: string }[] }} */
  const { icons } = await (await request.get("/manifest.json")).json();
  for (const file of [await named("image"), ...icons.map(({ src }) => src)]) {
    expect((await request.get(`/${file}`)).headers()["content-type"], `${file}`).toMatch(/^image\//);
  }
});

test("on a phone, the help lists gestures but no keys, and a tapped tile does not stay bright", async ({ browser, baseURL }) => {
  test.skip(!CHROMIUM, "phones are Chromium's");
  const context = await browser.newContext({ baseURL, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await open(page, NEAR);
  await page.locator("#tile-11").tap();
  await see(page, { count: "1" });
  await expect(page.locator("#tile-11 span")).toHaveCSS("filter", "none");
  await page.locator("#open-help").tap();
  await expect(page.locator("#help .keys")).toBeHidden();
  await expect(page.locator("#help")).toContainText("swipe anywhere on the board");
  await context.close();
});
