// Tests of how the page loads: which files it fetches, and that nothing moves in the meantime.
import { readFileSync } from "node:fs";
import { BEGINNINGS } from "../page/beginnings.js";
import { CHROMIUM, SITE, connectBy4G, expect, lastSize, press, test } from "./page.js";

const PAGE = new URL("../page/", import.meta.url);
/** @param {string} name */
const read = (name) => readFileSync(new URL(name, PAGE), "utf8");

/**
 * Returns the modules that must be loaded before the module `name` can run, including this module.
 * @param {string} name
 */
function needed(name, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const [, other] of read(name).matchAll(/^(?:import|export)\b[^;()]*?"\.\/([\w.]+)"/gm)) needed(other, found);
  return found;
}

test("all modules of the first view are fetched at once", () => {
  const named = [...read("index.html").matchAll(/<link rel="modulepreload" href="([\w.]+)">/g)].map(([, name]) => name);
  expect([...named, "app.js"].sort()).toEqual([...needed("app.js")].sort());
});

test("the first board is shown before the engine has answered anything", async ({ page }) => {
  await page.route("**/api/**", () => {});
  await page.goto("/");
  await expect(page.locator("#board .tile")).toHaveCount(15);
  await press(page, "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight");
  await expect(page.locator("#count")).not.toHaveText("0");
});

test("a first board of another size needs one answer of the engine, and other code is fetched after it", async ({ page }) => {
  /** @type {string[]} */
  const asked = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname.slice(1)));
  /** @type {Route[]} */
  const boards = [];
  await page.route("**/api/random*", (route) => boards.push(route));
  await lastSize(page, "3x3");
  await page.goto("/");
  await expect.poll(() => boards.length).toBe(1);
  await page.waitForTimeout(1500); // an idle page would have fetched the other code by then
  expect(asked).not.toContain("ways.js");
  expect(asked).not.toContain("blocks.js");
  await boards[0].continue();
  await expect(page.locator("#board .tile")).toHaveCount(8);
  expect(asked).not.toContain("api/check");
  await expect.poll(() => asked).toContain("blocks.js");
});

test("the boards of the first view are those that the engine generates for their seeds", async ({ request }) => {
  test.skip(!CHROMIUM || SITE, "the boards are compared once, with the server");
  for (const [seed, cells] of BEGINNINGS) {
    const { boards } = await (await request.get(`/api/random?size=4x4&n=1&goal=last&seed=${seed}`)).json();
    expect(boards[0].map((/** @type {number} */ tile) => tile.toString(16)).join("")).toBe(cells);
  }
});

for (const [width, height] of [[390, 844], [1366, 768]]) {
  test(`nothing moves while the page loads by 4G: ${width}x${height}`, async ({ page }) => {
    test.skip(!CHROMIUM || SITE, "only Chromium measures shifts and slows a connection down");
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.shift += /** @type {LayoutShift} */ (entry).value;
      })
        .observe({ type: "layout-shift", buffered: true });
    });
    await connectBy4G(page);
    await page.goto("/", { waitUntil: "commit" });
    await expect(page.locator("#board")).toBeVisible(); // the tray, still without tiles
    await expect(page.locator("#board .tile")).toHaveCount(15);
    await expect(page.locator("#best")).toHaveText(/\d/);
    expect(await page.evaluate(() => window.shift)).toBeLessThan(0.05);
  });
}
