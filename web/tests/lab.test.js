// Tests of the tab Laboratory: a comparison shows rows, a plot and totals; it can be cancelled;
// errors are shown.
import { readFileSync } from "node:fs";
import { CHROMIUM, HARDEST, SEAM, button, click, enter, expect, see, test } from "./page.js";

/**
 * Opens the tab, and chooses heuristics.
 * @param {Page} page
 * @param {...string} names
 */
async function choose(page, ...names) {
  await page.goto("/#laboratory");
  await expect(page.getByLabel("manhattan", { exact: true })).toBeVisible();
  for (const box of await page.locator("input[name=heuristic]").all()) await box.setChecked(names.includes(await box.inputValue()));
}

test("an algorithm without a heuristic runs once, and the results contain no null", async ({ page }) => {
  await choose(page, "manhattan", "linear-conflict");
  await page.getByLabel("random").check();
  await page.locator("#bench-size").selectOption("3x3");
  for (const algorithm of ["bfs", "iddfs"]) {
    await page.locator("#algorithm").selectOption(algorithm);
    await expect(page.locator("#algorithm-about")).toContainText("It takes no heuristic");
    await expect(page.getByLabel("manhattan", { exact: true })).toBeDisabled();
    await enter(page, "bench-n", algorithm === "bfs" ? "3" : "1");
    await click(page, "Run");
    await expect(page.locator("#totals tbody tr")).toHaveCount(1);
    await expect(page.locator("#totals tbody tr")).toContainText(algorithm);
    await expect(page.locator("#records tbody tr")).toHaveCount(algorithm === "bfs" ? 3 : 1);
    await expect(page.locator("#bench-results")).not.toContainText(/null|undefined|NaN/);
  }
});

test("results show the boards' numbers in their set, and only random boards have a choice of goals", async ({ page }) => {
  await choose(page, "linear-conflict");
  await expect(page.locator("#bench-goal")).toBeHidden();
  await click(page, "Run");
  await see(page, { "bench-state": "Done." });
  await expect(page.locator("#records tbody tr td:first-child")).toHaveText(["12", "79"]);
  await expect(page.locator("#bench-board option")).toHaveText(["12", "79"]);
  await page.getByLabel("random").check();
  await expect(page.locator("#bench-goal option")).toHaveText(["Blank last", "Blank first", "Spiral"]);
  await page.locator("#bench-goal").selectOption("first");
  await page.locator("#bench-size").selectOption("3x3");
  await click(page, "Run");
  await see(page, { "bench-state": "Done." });
  await expect(page).toHaveURL(/goal=first/);
  await page.goto("about:blank");
  await page.goto("/#laboratory&from=random&goal=first");
  await expect(page.locator("#bench-goal")).toHaveValue("first");
  await expect(page.locator("#bench-error")).toBeHidden();
});

test("heuristics are compared, results are saved as files, and the address contains the settings", SEAM, async ({ page, context }) => {
  test.skip(!CHROMIUM, "Playwright has no files from Firefox");
  await choose(page, "manhattan", "linear-conflict");
  await page.locator("#bench-set").fill("korf100:12");
  await click(page, "Run");
  await see(page, { "bench-state": "Done." });
  await expect(page.locator("#totals tbody tr")).toHaveCount(2);
  // Of these lines, two are in the plot and two in its legend.
  await expect(page.locator("#plot .series polyline[points*=' ']")).toHaveCount(4);
  // This is the number of nodes that the Manhattan distance needs on Korf's board 12.
  await expect(page.locator("#records")).toContainText("546,344");
  await expect(page.locator("#bounds tbody tr").first()).toContainText("35");
  /** @param {string} label */
  const saved = async (label) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: label }).click()]);
    return [file.suggestedFilename(), readFileSync(await file.path(), "utf8")];
  };
  const [name, records] = await saved("Save the results of the boards as CSV");
  expect(name).toBe("boards.csv");
  expect(records.split("\r\n")[0]).toBe("board,heuristic,status,length,bound,expanded,generated,seconds");
  expect(records).toMatch(/^12,manhattan,solved,45,45,\d+,546344,/m);
  const [, bounds] = await saved("Save the nodes of all iterations as CSV");
  expect(bounds).toMatch(/^12,manhattan,35,\d+,\d+\r$/m);
  const [, totals] = await saved("Save the totals as CSV");
  expect(totals).toMatch(/^manhattan,1,1,\d+,546344,/m);
  const [, picture] = await saved("Save the plot as SVG");
  const parts = await page.evaluate((text) => {
    const root = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    return { name: root.nodeName, text: root.textContent, stroke: root.querySelector("polyline")?.getAttribute("stroke") };
  }, picture);
  expect(parts.name).toBe("svg");
  expect(parts.text).toMatch(/bound \(moves\).*manhattan.*linear-conflict/s);
  expect(parts.stroke).toMatch(/rgb|color/);
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.locator("#bench-set")).toHaveValue("korf100:12");
  await expect(other.getByLabel("linear-conflict", { exact: true })).toBeChecked();
  await expect(other.getByLabel("6-6-3", { exact: true })).not.toBeChecked();
});

test("the first visit shows the usual comparison, and each name has a line of explanation", SEAM, async ({ page }) => {
  await page.goto("/#laboratory");
  await expect(page.locator("#totals tbody tr")).toHaveCount(3);
  await see(page, { "bench-state": "Done." });
  await expect(page).toHaveURL(/#laboratory$/);
  for (const text of await page.locator("#heuristics small").allTextContents()) expect(text).toMatch(/\w \w/);
  await expect(page.getByLabel("6-6-3", { exact: true })).toHaveAttribute("aria-description", /^Pattern databases: /);
  for (const algorithm of await page.locator("#algorithm option").allTextContents()) {
    await page.locator("#algorithm").selectOption(algorithm);
    await see(page, { "algorithm-about": /\w \w.*\.$/ });
  }
});

test("settings of a link that are not offered are named, and the others are used", async ({ page }) => {
  for (const [link, words] of [
    ["from=set&set=korf100:7&algorithm=foo&heuristics=manhattan,bar", "heuristic 'bar', algorithm 'foo'"],
    ["from=nowhere&set=korf100:7&algorithm=ida&size=9x9&n=x&heuristics=manhattan", "from 'nowhere', n 'x', size '9x9'"],
  ]) {
    await page.goto("about:blank");
    await page.goto(`/#laboratory&${link}`);
    await see(page, { "bench-error": `The link asks for something that is not offered here: ${words}.` });
    await expect(page.locator("#bench-set")).toHaveValue("korf100:7");
    await expect(page.locator("#algorithm")).toHaveValue("ida");
    await expect(page.locator("#heuristics :checked")).toHaveCount(1);
  }
});

test("typed and random boards can be compared", SEAM, async ({ page }) => {
  await choose(page, "manhattan");
  await page.getByLabel("random").check();
  await page.locator("#bench-size").selectOption("3x3");
  await click(page, "Run");
  await expect(page.locator("#records tbody tr")).toHaveCount(3);
  await page.getByLabel("typed").check();
  await page.locator("#bench-boards").fill("8 6 7 / 2 5 4 / 3 0 1");
  await click(page, "Run");
  await expect(page.locator("#records tbody tr")).toHaveCount(1);
  await expect(page.locator("#records")).toContainText("31");
});

test("a comparison can be cancelled", async ({ page, request }) => {
  await choose(page, "manhattan");
  await page.getByLabel("typed").check();
  await page.locator("#bench-boards").fill(HARDEST);
  await click(page, "Run");
  await expect(page.locator("#bounds tbody tr").first()).toBeVisible();
  await click(page, "Cancel");
  await expect(page.locator("#bench-progress")).toContainText("Cancelled.");
  await expect.poll(async () => (await (await request.get("/health")).json()).searching).toBe(0);
});

test("errors are shown beside what they are about", SEAM, async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await choose(page);
  await click(page, "Run");
  await see(page, { "bench-error": "Choose at least one heuristic." });
  await page.getByLabel("manhattan", { exact: true }).check();
  await page.locator("#bench-set").fill("nonsense:1");
  await click(page, "Run");
  await expect(page.locator("#bench-error")).toBeHidden();
  const sets = "korf100:1-100, hardest17:1-17, korf24:1-50, random:N:SEED; at most 20 boards";
  await expect(page.getByRole("alert")).toContainText(`There is no set of that name; there are ${sets}`);
  await page.locator("#bench-set").fill("korf100:101");
  await click(page, "Run");
  await expect(page.getByRole("alert")).toContainText("write numbers from 1 to 100");
});

test("heuristics that don't fit the boards cannot be chosen, and an error keeps the earlier results", SEAM, async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await choose(page, "manhattan", "6-6-3", "walking-distance");
  /** @param {string} name */
  const box = (name) => page.getByLabel(name, { exact: true });
  await page.getByLabel("random").check();
  /** @type {[size: string, tables: boolean, distance: boolean][]} */
  const sizes = [["3x3", false, true], ["4x4", true, true], ["5x5", false, false]];
  for (const [size, tables, distance] of sizes) {
    await page.locator("#bench-size").selectOption(size);
    await expect(box("6-6-3")).toBeEnabled({ enabled: tables });
    await expect(box("walking-distance")).toBeEnabled({ enabled: distance });
  }
  await expect(page.locator("#heuristics")).toContainText("not for 5 × 5 boards");
  await page.locator("#bench-size").selectOption("3x3");
  await click(page, "Run");
  await expect(page.locator("#records tbody tr")).toHaveCount(6);
  await page.getByLabel("typed").check();
  await page.locator("#bench-boards").fill("1 2 3 / 4 5 6 / 7 8");
  await click(page, "Run");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.locator("#records tbody tr")).toHaveCount(6);
  await page.locator("#bench-boards").fill("8 6 7 / 2 5 4 / 3 0 1");
  await expect(box("6-6-3")).toBeDisabled();
  await page.getByLabel("of a known set").check();
  await page.locator("#bench-set").fill("korf24:1");
  await expect(box("6-6-3")).toBeDisabled();
  for (const algorithm of ["weighted-astar", "beam"]) {
    await page.locator("#algorithm").selectOption(algorithm);
    await expect(page.locator("#algorithm-about")).not.toContainText(":W");
  }
});

for (const motion of /** @type {const} */ (["reduce", "no-preference"])) {
  test(`after a comparison the page scrolls to results that are out of view, and shows a summary: ${motion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/#laboratory");
    // The first comparison was not asked for, so it scrolls nothing.
    await see(page, { "bench-state": "Done." });
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.locator("#bench-set").fill("korf100:12");
    await click(page, "Run");
    await see(page, { "bench-state": "Done.", "bench-summary": /^(\d) of \1 solved; fewest nodes: \S+\.$/ });
    await expect(page.locator("#plot-title")).toBeInViewport({ ratio: 1 });
    await page.evaluate(async () => { // waits until the scrolling ends
      for (let before = NaN; before !== scrollY; ) {
        before = scrollY;
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    });
    await page.setViewportSize({ width: 1366, height: 1000 });
    await page.evaluate(() => scrollTo(0, 0));
    // Playwright's click is not used, because in Firefox it scrolls a visible button into the
    // middle of the window.
    await button(page, "Run").evaluate((run) => /** @type {HTMLElement} */ (run).click());
    await see(page, { "bench-state": "Done." });
    // Everything is in view, so nothing scrolls after the page is back at the top.
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
}

test("the reason why a comparison was refused is in view below the button", async ({ page, allowed }) => {
  allowed.push(/400/);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto("/#laboratory&from=typed&boards=1+2+3");
  await expect(page.locator("#bench-boards")).toHaveValue("1 2 3");
  await button(page, "Run").evaluate((run) => { // clicks without scrolling, as a finger does
    run.scrollIntoView({ block: "end" });
    /** @type {HTMLElement} */ (run).click();
  });
  await expect(page.locator("#bench-progress .error")).toBeInViewport({ ratio: 0.95 });
});
