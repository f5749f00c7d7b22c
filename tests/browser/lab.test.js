// The tab Laboratory: a run shows rows, a plot and totals; it can be cancelled; errors are said.
import { HARDEST, button, expect, test } from "./page.js";

async function choose(page, ...names) {
  await page.goto("/#laboratory");
  await expect(page.getByLabel("manhattan", { exact: true })).toBeVisible();
  for (const box of await page.locator("input[name=heuristic]").all()) await box.setChecked(names.includes(await box.inputValue()));
}

test("two heuristics are compared on a known board", async ({ page }) => {
  await choose(page, "manhattan", "linear-conflict");
  await page.locator("#bench-set").fill("korf100:12");
  await button(page, "Run").click();
  await expect(page.locator("#totals tbody tr")).toHaveCount(2);
  await expect(page.locator("#bench-state")).toHaveText("Done.");
  await expect(page.locator("#plot .series polyline[points*=' ']")).toHaveCount(4); // two lines, two in the legend
  await expect(page.locator("#records")).toContainText("546,344"); // Manhattan on Korf's board 12
  await expect(page.locator("#bounds tbody tr").first()).toContainText("35");
});

test("typed and random boards", async ({ page }) => {
  await choose(page, "manhattan");
  await page.getByLabel("random").check();
  await page.locator("#bench-size").selectOption("3x3");
  await button(page, "Run").click();
  await expect(page.locator("#records tbody tr")).toHaveCount(3);
  await page.getByLabel("typed").check();
  await page.locator("#bench-boards").fill("8 6 7 / 2 5 4 / 3 0 1");
  await button(page, "Run").click();
  await expect(page.locator("#records tbody tr")).toHaveCount(1);
  await expect(page.locator("#records")).toContainText("31");
});

test("a run is cancelled", async ({ page, request }) => {
  await choose(page, "manhattan");
  await page.getByLabel("typed").check();
  await page.locator("#bench-boards").fill(HARDEST);
  await button(page, "Run").click();
  await expect(page.locator("#bounds tbody tr").first()).toBeVisible();
  await button(page, "Cancel").click();
  await expect(page.locator("#bench-state")).toHaveText("Cancelled.");
  await expect.poll(async () => (await (await request.get("/health")).json()).searching).toBe(0);
});

test("errors are said where they belong", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await choose(page);
  await button(page, "Run").click();
  await expect(page.locator("#bench-error")).toHaveText("Choose at least one heuristic.");
  await page.getByLabel("manhattan", { exact: true }).check();
  await page.locator("#bench-set").fill("nonsense:1");
  await button(page, "Run").click();
  await expect(page.locator("#bench-error")).not.toHaveText("Choose at least one heuristic.");
  await expect(page.locator("#bench-error")).not.toBeEmpty();
});
