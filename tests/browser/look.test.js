// Every tab in light and dark passes axe; at the width of a phone nothing overlaps or scrolls sideways.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HARD, address, button, expect, test } from "./page.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = {
  puzzle: async (page) => {
    await page.goto(address(HARD));
    await button(page, "Solve").click();
    await button(page, "Pause").click();
  },
  blocks: async (page) => {
    await page.goto("/#blocks");
    await expect(page.locator(".blocks .piece").first()).toBeVisible();
    await button(page, "Solve").click();
    await expect(page.locator("#blocks-message")).toContainText("Solved");
    await button(page, "Pause").click();
  },
  laboratory: async (page) => {
    await page.goto("/#laboratory");
    await page.locator("#bench-set").fill("korf100:12");
    await button(page, "Run").click();
    await expect(page.locator("#bench-state")).toHaveText("Done.");
  },
};

for (const [name, prepare] of Object.entries(TABS)) {
  for (const colorScheme of ["light", "dark"]) {
    test(`axe finds nothing: ${name}, ${colorScheme}`, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await prepare(page);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
    });
  }

  test(`a phone's width: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await prepare(page);
    const found = await page.evaluate(() => {
      const controls = [...document.querySelectorAll("button, select, textarea, input:not(.visually-hidden), .card, #board, #blocks-board, .message")]
        .filter((node) => node.checkVisibility() && !node.closest(".scroll, .ways, .moves"))
        .map((node) => ({ node, box: node.getBoundingClientRect() }));
      const name = (node) => node.id || node.getAttribute("aria-label") || node.textContent.trim().slice(0, 20) || node.className;
      const outside = controls.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ node }) => name(node));
      const overlapping = [];
      controls.forEach(({ node: a, box: one }, i) => controls.slice(i + 1).forEach(({ node: b, box: two }) => {
        const apart = one.right <= two.left + 1 || two.right <= one.left + 1 || one.bottom <= two.top + 1 || two.bottom <= one.top + 1;
        if (!apart && !a.contains(b) && !b.contains(a)) overlapping.push(`${name(a)} and ${name(b)}`);
      }));
      return { outside, overlapping, sideways: document.documentElement.scrollWidth - innerWidth };
    });
    expect(found).toEqual({ outside: [], overlapping: [], sideways: 0 });
  });
}

test("tabs move with the arrow keys, and colours with their button", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Puzzle" }).press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Blocks" })).toBeFocused();
  await expect(page.locator("#blocks")).toBeVisible();
  await page.getByRole("button", { name: "Dark colours" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("where motion is unwelcome, a solution waits to be stepped", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(address(HARD));
  await button(page, "Solve").click();
  await expect(page.locator("#puzzle-player output")).toHaveText("0 / 52");
  await expect(button(page, "Play")).toBeVisible();
});
