// Tests of what draws the eye: which button is filled, where the board is, the arrow of a hint, and
// the headline of a win.
import { HARD, NEAR, boxOf, button, click, expect, expectBoard, open, press, see, test } from "./page.js";

/**
 * Returns the filled buttons that are visible.
 * @param {Page} page
 */
const filled = (page) => page.locator("#puzzle button.primary:visible");

test("no button is filled during a game; after a win, the one for a new board is", async ({ page }) => {
  await open(page, NEAR);
  await expect(filled(page)).toHaveCount(0);
  await expect(page.locator(".actions button")).toHaveText(["Undo", "Redo", "Restart", "Hint", "Solve"]);
  await press(page, "ArrowUp", "ArrowLeft");
  await see(page, { "result-title": /^Solved in 2 moves/, "result-squares": "🟩🟩", "needed-words": "", "puzzle-message": "Perfect!" });
  await expect(filled(page)).toHaveText(["New board"]);
});

test("on a large screen, the board has a maximum size, and is centred together with its controls", async ({ page }) => {
  await open(page, HARD);
  /** @param {string} part */
  const placeOf = (part) => boxOf(page.locator(part));
  for (const [width, height] of [[1920, 1080], [2560, 1440], [1366, 768], [1280, 800]]) {
    await page.setViewportSize({ width, height });
    const [board, desk] = [await placeOf("#board"), await placeOf(".controls")];
    expect(board.width, `${width}x${height}`).toBeLessThanOrEqual(720);
    expect(board.x + board.width, `${width}x${height}`).toBeLessThan(desk.x);
    const [left, right] = [board.x, width - desk.x - desk.width];
    expect(Math.abs(left - right), `${width}x${height}`).toBeLessThan(20);
    if (height > 1000) expect(board.y).toBeGreaterThan(100);
  }
});

test("a hint draws an arrow to the cell where its tile should go, also on phones", async ({ page }) => {
  await open(page, HARD);
  await see(page, { best: "52" });
  await click(page, "Hint");
  // The arrow leads from tile 1 in the third column to the left.
  await expect(page.locator(".arrow path")).toHaveAttribute("d", /^M2\.16/);
  await expect(page.locator(".arrow path")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.locator(".arrow path")).toBeVisible();
  await click(page, "Hint");
  await see(page, { "puzzle-message": /^Move \d+ / });
  await expect(page.locator(".arrow path")).toHaveCount(1);
  await press(page, "ArrowLeft");
  await expect(page.locator(".arrow path")).toHaveCount(0);
});

/**
 * Returns the cell in which the arrow's tip lies, and the labels of the tiles whose numbers its
 * head covers.
 * @param {Page} page
 */
const arrowAndNumbers = (page) => page.locator(".arrow").evaluate((arrow) => {
  const box = arrow.getBoundingClientRect();
  const cell = box.width / /** @type {SVGSVGElement} */ (arrow).viewBox.baseVal.width;
  const corners = arrow.querySelector("path")?.getAttribute("d")?.match(/[\d.-]+ [\d.-]+/g) ?? [];
  const points = corners.map((point) => point.split(" ").map((part) => Number(part) * cell));
  const numbers = [...document.querySelectorAll("#board .tile b")].map((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    return { label: node.textContent, left: left - box.left, right: right - box.left, top: top - box.top, bottom: bottom - box.top };
  });
  // Of the seven corners of the arrow, the third to the fifth are those of its head.
  const head = points.slice(2, 5);
  /**
   * @param {number[]} point
   * @param {{ left: number, right: number, top: number, bottom: number }} one
   */
  const isIn = ([x, y], one) => x > one.left && x < one.right && y > one.top + 6 && y < one.bottom - 6;
  const along = head.flatMap(([x, y], i) => {
    const [toX, toY] = head[(i + 1) % 3];
    return [0, 0.25, 0.5, 0.75].map((part) => [x + (toX - x) * part, y + (toY - y) * part]);
  });
  const covered = numbers.filter((one) => along.some((point) => isIn(point, one))).map((one) => one.label);
  return { tip: head[1].map((part) => Math.floor(part / cell)), covered };
});

test("the arrow of a hint ends in the blank if it is about a move, and its head covers no number", async ({ page }) => {
  /** @type {[address: string, needed: string, words: RegExp, count: number, row: number][]} */
  const hints = [
    ["1-2-3-4/5-6-7-8/9-10-11-12/0-13-14-15&goal=last", "3", /^Move 13 left; 3 to go/, 1, 3],
    ["1-2-3/4-5-6/0-7-8&goal=last&metric=multi-tile", "1", /^Move 7, 8 left; 1 to go/, 2, 2],
  ];
  for (const [address, needed, words, count, row] of hints) {
    await page.goto("about:blank");
    await page.goto(`/#board=${address}`);
    await see(page, { needed });
    await click(page, "Hint");
    await see(page, { "puzzle-message": words });
    await expect(page.locator(".tile.marked")).toHaveCount(count);
    await expect.poll(() => arrowAndNumbers(page)).toEqual({ tip: [0, row], covered: [] });
  }
  await page.goto("about:blank");
  await open(page, "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 0 15 12");
  await click(page, "Hint");
  await see(page, { "puzzle-message": /^By hand, fill row 1/ }); // the hint's arrow ends at the cell where 5 lies
  await expect.poll(async () => (await arrowAndNumbers(page)).covered).toEqual([]);
});

test("the dots of the chart are buttons, which show the board before a lost move", async ({ page }) => {
  await open(page, NEAR);
  await press(page, "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowLeft");
  await see(page, { "result-title": /^Solved in 4 moves/ });
  const dot = page.getByRole("button", { name: "Move 1, 10 right, cost 2: show the board before it" });
  await dot.click();
  await expectBoard(page, NEAR);
  await click(page, "Back to your result");
  await dot.focus();
  await press(page, "Enter");
  await expectBoard(page, NEAR);
});

test("each theme of the tiles gives the controls another colour", async ({ page }) => {
  await open(page, NEAR);
  const background = () => page.locator("#distance-on").evaluate((node) => getComputedStyle(node).backgroundColor);
  const colours = new Set();
  for (const theme of ["Ivory", "Slate", "Walnut", "Lagoon", "Coral"]) {
    await click(page, "Tiles");
    await page.locator("#look").getByLabel(theme).check();
    await press(page, "Escape");
    if (theme !== "Ivory") await expect.poll(background, theme).not.toBe([...colours].at(-1));
    colours.add(await background());
  }
  expect(colours.size).toBe(5);
});

for (const [width, height] of [[390, 844], [360, 640], [568, 320], [1366, 768]]) {
  test(`brushes and map of a drawing are in view together: ${width}x${height}`, async ({ page, allowed }) => {
    allowed.push(/400/); // an empty drawing is not a puzzle yet
    await page.setViewportSize({ width, height });
    await page.goto("/#blocks&draw=1");
    await expect(page.locator("#draw-map [role=gridcell]").first()).toBeInViewport({ ratio: 1 });
    for (const name of ["Pieces", "Empty", "Wall", "Outside"]) {
      await expect(page.locator("#palette").getByText(name, { exact: true })).toBeInViewport({ ratio: 1 });
    }
    const last = page.locator("#palette label").last();
    await last.evaluate((label) => label.parentElement?.scrollTo(1000, 0));
    const [brush, palette] = [await boxOf(last), await boxOf(page.locator("#palette"))];
    const fade = width < height ? 32 : 0; // upright windows show the brushes in one row, which fades
    expect(brush.x + brush.width).toBeLessThanOrEqual(palette.x + palette.width - fade + 1);
  });
}

test("the calendar shows the names of months, and says that its days can be pressed", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2026-11-28T12:00:00Z"));
  await page.goto("/");
  await click(page, "Daily");
  const months = () => page.locator("#daily-days [data-month]").evaluateAll((all) =>
    all.map((day) => [day.dataset.month, day.textContent]));
  await expect.poll(months).toEqual([["Oct", "26"], ["Nov", "1"]]);
  await expect(page.locator("#daily-card")).toContainText("Press a day to play its board.");
  await button(page, "27 November 2026: not solved").click();
  await see(page, { "daily-title": "Board of 27 November 2026" });
});

test("the switch for the distance has a label", async ({ page }) => {
  for (const width of [390, 1366]) {
    await page.setViewportSize({ width, height: 844 });
    await open(page, NEAR);
    await expect(page.locator("#distance").getByText("Distance", { exact: true })).toBeVisible();
    await page.locator("#distance").getByText("Distance", { exact: true }).click();
    await see(page, { "needed-words": "The distance is hidden." });
    await page.getByLabel("Distance").check();
  }
});

test("numbers on tiles are bolder than buttons, and the figures of counters have the same width", async ({ page }) => {
  await open(page, HARD);
  await expect(page.locator("#tile-1 b")).toHaveCSS("font-weight", "600");
  await expect(page.locator("#tile-1 b")).toHaveCSS("font-variant-numeric", "lining-nums proportional-nums");
  await expect(button(page, "Hint")).toHaveCSS("font-weight", "500");
  for (const counter of ["#count", "#clock", "#needed"]) {
    await expect(page.locator(counter)).toHaveCSS("font-variant-numeric", "lining-nums tabular-nums");
  }
});
