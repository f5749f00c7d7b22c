// Every tab in light and dark passes axe; at the width of a phone nothing overlaps or scrolls sideways.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HARD, NEAR, address, button, expect, open, test } from "./page.js";

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
  for (const look of ["light", "dark", "forced colours"]) {
    test(`axe finds nothing: ${name}, ${look}`, async ({ page }) => {
      await page.emulateMedia(look === "forced colours" ? { forcedColors: "active" } : { colorScheme: look });
      await prepare(page);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
    });
  }

  test(`a phone's width: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await prepare(page);
    const found = await page.evaluate(() => {
      const controls = [...document.querySelectorAll("button, select, textarea, input:not(.visually-hidden), .card, #board, #blocks-board, .message")]
        .filter((node) => node.checkVisibility() && !node.closest(".scroll, .ways, .moves, .letters"))
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

test("axe finds nothing in a result and in an error", async ({ page, allowed }) => {
  allowed.push(/400/);
  const check = async () => {
    await page.evaluate(axe);
    for (const colorScheme of ["light", "dark"]) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const { violations } = await page.evaluate(() => window.axe.run("#puzzle"));
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
    }
  };
  await open(page, NEAR);
  for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowLeft"]) await page.keyboard.press(key);
  await expect(page.locator("#result-lost")).toContainText("One move led away");
  await check();
  await page.evaluate(() => (location.hash = "#board=foo"));
  await expect(page.locator("#puzzle-message")).toHaveClass(/error/);
  await check();
});

const WINDOWS = [[320, 568], [390, 844], [740, 360], [768, 1024], [1280, 800], [1366, 600], [1920, 1080]];
test("tiles are square, and board, actions and player in view, in every window", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const board of [HARD, "1 2 3 4 5 / 6 7 8 0 9", "1 2 / 3 4 / 5 6 / 7 0 / 9 8"]) {
    await open(page, board);
    await button(page, "Solve").click();
    await expect(page.locator(".player")).toBeVisible();
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const found = await page.evaluate(() => {
        const box = (selector) => document.querySelector(selector).getBoundingClientRect();
        const tile = box(".tile");
        const inView = (selector) => {
          const { left, top, right, bottom } = box(selector);
          return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
        };
        const [tray, controls] = [box("#board"), box(".controls")];
        return {
          square: Math.abs(tile.width - tile.height) < 1,
          large: tile.width > 30,
          hidden: ["#new", "#board", "#solve", "#restart", "#puzzle-player .player"].filter((selector) => !inView(selector)),
          covered: tray.bottom > controls.top + 1 && tray.right > controls.left + 1,
        };
      });
      expect({ width, height, board, ...found }).toEqual({ width, height, board, square: true, large: true, hidden: [], covered: false });
    }
  }
});

test("a block puzzle, its actions and the player of its solution are in view, in every upright or wide window", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#blocks");
  await expect(page.locator(".blocks .piece").first()).toBeVisible();
  await page.locator("#blocks-solve").click();
  await expect(page.locator("#blocks-player .player")).toBeVisible();
  for (const [width, height] of WINDOWS.filter(([, height]) => height > 500)) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const found = await page.evaluate(() => {
      const box = (selector) => document.querySelector(selector).getBoundingClientRect();
      const inView = (selector) => {
        const { left, top, right, bottom } = box(selector);
        return left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
      };
      const hidden = ["#blocks-board", "#blocks-solve", "#blocks-next", "#blocks-player .player"].filter((selector) => !inView(selector));
      return { hidden, covered: box("#blocks-board").bottom > box(".hand").top + 1, large: box(".blocks").height >= 140 };
    });
    expect({ width, height, ...found }).toEqual({ width, height, hidden: [], covered: false, large: true });
  }
});

for (const id of ["setup", "statistics", "look", "help"]) {
  test(`axe finds nothing in the dialog: ${id}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 700 });
    await open(page, HARD);
    await page.locator(`#open-${id}`).click();
    await expect(page.locator(`#${id}`)).toBeVisible();
    await page.evaluate(axe);
    const { violations } = await page.evaluate((root) => window.axe.run(root), `#${id}`);
    expect(violations.map(({ id: rule, nodes }) => `${rule}: ${nodes.map((node) => node.html).join(" ")}`)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect(page.locator(`#${id}`)).toBeHidden();
  });
}

test("in forced colours tiles have edges, and the selected tab is told apart", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, HARD);
  await expect(page.locator("#tile-1 span")).toHaveCSS("border-top-width", "2px");
  await expect(page.locator("#tile-10 span")).toHaveCSS("border-top-style", "double"); // in its place
  await expect(page.getByRole("tab", { name: "Puzzle" })).toHaveCSS("text-decoration-line", "underline");
  await expect(page.getByRole("tab", { name: "Blocks" })).toHaveCSS("text-decoration-line", "none");
});

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

test("the address of a tab opens it at the top, with the header", async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 500 });
  await page.goto("/#blocks");
  await expect(page.locator(".blocks .piece").first()).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("where motion is unwelcome, a solution waits to be stepped", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(address(HARD));
  await button(page, "Solve").click();
  await expect(page.locator("#puzzle-player output")).toHaveText("0 / 52");
  await expect(button(page, "Play")).toBeVisible();
});
