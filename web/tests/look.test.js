// Tests of how the page looks: axe finds nothing in any tab, light or dark, and in small windows
// nothing overlaps or scrolls sideways.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { HARD, NEAR, address, boxOf, button, click, expect, open, press, see, someOf, test } from "./page.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TABS = {
  /** @param {Page} page */
  puzzle: async (page) => {
    await page.goto(address(HARD));
    await click(page, "Solve");
    await expect(button(page, "Play")).toBeVisible();
  },
  /** @param {Page} page */
  levels: async (page) => {
    await page.goto("/#blocks");
    await expect(page.locator("#levels a").first()).toBeVisible();
  },
  /** @param {Page} page */
  blocks: async (page) => {
    await page.goto("/#blocks&level=Bring+home+A");
    await click(page, "Show the solution");
    await expect(page.locator("#blocks-message")).toContainText("8 moves");
  },
  /** @param {Page} page */
  drawing: async (page) => {
    await page.goto("/#blocks&level=Bring+home+A");
    await click(page, "Change the puzzle");
    await expect(page.locator("#draw-map .piece").first()).toBeVisible();
  },
  /** @param {Page} page */
  laboratory: async (page) => {
    await page.goto("/#laboratory");
    await page.locator("#bench-set").fill("korf100:12");
    await click(page, "Run");
    await see(page, { "bench-state": "Done." });
  },
};

/**
 * Looks that differ from the light look only in colours. The light look is checked with all rules
 * of axe, so these looks are checked only with the rules about colours, except in the full tests.
 */
/** @typedef {{ colorScheme: "dark" | "light", forcedColors?: "active" }} Look */
/** @type {Look[]} */
const COLOURS = [{ colorScheme: "dark" }, { colorScheme: "light", forcedColors: "active" }];

/**
 * Returns the violations of accessibility rules that axe finds in a part of the page, given by its
 * selector.
 * @param {Page} page
 * @param {string} part
 * @param {import("axe-core").RunOptions} rules
 */
const violations = (page, part, rules) => page.evaluate(async ({ root, options }) => {
  const results = await window.axe.run(root, options);
  return results.violations;
}, { root: part, options: { ...rules, resultTypes: /** @type {["violations"]} */ (["violations"]) } });

/**
 * Fails if axe finds a violation in a part of the page, given by its selector, in the light look or
 * in one of `looks`.
 * @param {Page} page
 * @param {string} part
 */
async function expectAccessible(page, part, looks = COLOURS) {
  await page.evaluate(axe);
  /** @type {Look} */
  const light = { colorScheme: "light" };
  for (const look of [light, ...looks]) {
    await page.emulateMedia({ forcedColors: "none", reducedMotion: "reduce", ...look });
    const rules = COLOURS.includes(look) && !process.env.FULL ? { runOnly: ["color-contrast"] } : {};
    const found = (await violations(page, part, rules)).map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" ")}`);
    expect(found, JSON.stringify(look)).toEqual([]);
  }
}

for (const [name, prepare] of Object.entries(TABS)) {
  test(`axe finds nothing: ${name}`, async ({ page }) => {
    await prepare(page);
    await expectAccessible(page, "html");
  });

  test(`at the width of a phone, nothing overlaps or scrolls sideways: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 740 });
    await prepare(page);
    const found = await page.evaluate(() => {
      const kinds = "button, select, textarea, input:not(.visually-hidden), .card, #board, #blocks-board, .message";
      const controls = [...document.querySelectorAll(kinds)]
        .filter((node) => node.checkVisibility() && !node.closest(".scroll, .ways, .moves, .letters, #draw-map"))
        .map((node) => ({ node, box: node.getBoundingClientRect() }));
      /** @param {Element} node */
      const nameOf = (node) => node.id || node.ariaLabel || node.textContent?.trim().slice(0, 20) || node.className;
      const outside = controls.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ node }) => nameOf(node));
      /** @type {string[]} */
      const overlapping = [];
      controls.forEach(({ node: a, box: one }, i) => controls.slice(i + 1).forEach(({ node: b, box: two }) => {
        const apart = one.right <= two.left + 1 || two.right <= one.left + 1 || one.bottom <= two.top + 1 || two.bottom <= one.top + 1;
        if (!apart && !a.contains(b) && !b.contains(a)) overlapping.push(`${nameOf(a)} and ${nameOf(b)}`);
      }));
      return { outside, overlapping, sideways: Math.max(0, document.documentElement.scrollWidth - innerWidth) };
    });
    expect(found).toEqual({ outside: [], overlapping: [], sideways: 0 });
  });
}

/**
 * States of the tab Puzzle. Called in this order, the functions bring the page from each state to
 * the next.
 */
const STATES = {
  /** @param {Page} page */
  hint: async (page) => {
    await click(page, "Hint");
    await expect(page.locator(".target")).toBeVisible();
  },
  /** @param {Page} page */
  "hidden distance": async (page) => {
    await page.getByLabel("Distance").uncheck();
    await see(page, { "needed-words": "The distance is hidden." });
    await page.getByLabel("Distance").check();
  },
  /** @param {Page} page */
  error: async (page) => {
    await page.evaluate(() => (location.hash = "#board=foo"));
    await expect(page.locator("#puzzle-message")).toHaveClass(/error/);
  },
  /** @param {Page} page */
  result: async (page) => {
    await open(page, NEAR);
    await press(page, "ArrowRight", "ArrowLeft", "ArrowUp", "ArrowLeft");
    await expect(page.locator("#result-lost")).toContainText("One move led away");
  },
  /** @param {Page} page */
  "a board that cannot be solved": async (page) => {
    await open(page, "1 2 3 / 4 5 6 / 8 7 0");
    await see(page, { "puzzle-message": /^This can’t be solved/ });
  },
  /** @param {Page} page */
  daily: async (page) => {
    await click(page, "Daily");
    await expect(page.locator("#daily-days button").first()).toBeVisible();
  },
  /** @param {Page} page */
  picture: async (page) => {
    await click(page, "Tiles", "Boat");
    await press(page, "Escape");
    await expect(page.locator("#goal-mini")).toHaveClass(/pictured/);
  },
};

test("axe finds nothing in any state of the game", async ({ page, allowed }) => {
  test.slow(); // fourteen runs of axe
  allowed.push(/400|422/);
  await open(page, HARD);
  for (const [name, reach] of Object.entries(STATES)) {
    await test.step(name, async () => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await reach(page);
      await expectAccessible(page, "#puzzle", process.env.FULL ? COLOURS : COLOURS.slice(0, 1));
    });
  }
});

const WINDOWS = [[320, 568], [740, 360], [1366, 600], [390, 844], [768, 1024], [1280, 800], [1920, 1080]];

test("the board has at least 200 pixels and no button is cut off, even at 400% zoom or on a phone held sideways", async ({ page }) => {
  await open(page, HARD);
  const low = [[320, 256], [342, 192], [351, 700], [568, 320], [667, 375], [683, 384], [844, 390]];
  for (const [width, height] of [...low, ...WINDOWS]) {
    await page.setViewportSize({ width, height });
    const place = `${width}x${height}`;
    expect((await boxOf(page.locator("#board"))).width, place).toBeGreaterThanOrEqual(199.5);
    const cut = await page.evaluate(() => [...document.querySelectorAll("#puzzle button, #puzzle select, .top button")]
      .filter((node) => node.checkVisibility() && node.getBoundingClientRect().right > innerWidth).map((node) => node.id));
    expect(cut, place).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), place).toBeLessThanOrEqual(0);
  }
});

test("nothing moves when a message appears: hint, solution, restart, error", async ({ page, allowed }) => {
  allowed.push(/400|422/);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const ids = ["new", "size", "daily", "clock", "distance", "board", "hint", "undo", "redo", "restart", "solve"];
  const places = () => page.evaluate((names) => names.map((id) => {
    const { left, top, width, height } = /** @type {HTMLElement} */ (document.getElementById(id)).getBoundingClientRect();
    return [left, top + scrollY, width, height];
  }), ids);
  for (const [width, height] of someOf([[320, 568], [568, 320], [1366, 768], [390, 844], [768, 1024]])) {
    await page.setViewportSize({ width, height });
    await page.goto("about:blank");
    await open(page, HARD);
    await see(page, { best: "52" });
    const before = await places();
    /** @type {[text: RegExp, act: () => Promise<unknown>][]} */
    const states = [
      [/^By hand, fill row 1/, () => click(page, "Hint")],
      [/^Move /, () => click(page, "Hint")],
      [/^52 moves/, () => click(page, "Solve")],
      [/^Back at the start/, () => click(page, "To the end", "Restart")],
      [/^The address has no board/, () => page.evaluate(() => (location.hash = "#board=foo"))],
    ];
    for (const [text, act] of states) {
      await act();
      await see(page, { "puzzle-message": text });
      const after = await places();
      const moved = ids.filter((_, i) => after[i].some((value, k) => Math.abs(value - before[i][k]) > 1));
      expect(moved, `${text} in ${width}x${height}`).toEqual([]);
    }
  }
});

test("in small windows, messages are not cut off, and a new board after a result is in view", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const [width, height] of someOf([[320, 256], [568, 320], [390, 844], [320, 568], [844, 390]])) {
    await page.setViewportSize({ width, height });
    /** @param {RegExp} pattern */
    const expectWhole = async (pattern) => {
      await see(page, { "puzzle-message": pattern });
      const cut = await page.locator("#puzzle-message").evaluate((node) => node.scrollHeight - node.clientHeight);
      expect(cut, `${pattern} in ${width}x${height}`).toBeLessThanOrEqual(1);
    };
    await open(page, HARD);
    await expectWhole(/^Slide the tiles into this order: tap/);
    await click(page, "Hint");
    await expectWhole(/^By hand, fill row 1/);
    await open(page, "1 2 7 4 / 5 6 3 8 / 10 9 12 11 / 13 14 15 0");
    await expectWhole(/^This can’t be solved/);
    await click(page, "Why?");
    await expectWhole(/^Sliding reaches only half/);
    await page.getByRole("button", { name: /^Swap/ }).click();
    await click(page, "Hint");
    await expectWhole(/end row 1 together/);
    await open(page, NEAR);
    await press(page, "ArrowUp", "ArrowLeft");
    await page.locator("#result-new").click();
    await expect(page.locator("#result")).toBeHidden();
    await expect(page.locator("#board")).toBeInViewport({ ratio: 0.99 });
  }
});

/**
 * Expects that in every window the board and all other parts are in view, and that the controls do
 * not cover the board.
 * @param {Page} page
 * @param {number[][]} windows
 * @param {{ board: string, controls: string, others: string[], piece: string, least: number }} parts
 */
async function expectInView(page, windows, { board, controls, others, piece, least }) {
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const place = `${width}x${height}`;
    for (const part of [board, ...others]) {
      await expect(page.locator(part), `${part} in ${place}`).toBeInViewport({ ratio: 0.99 });
    }
    /** @param {string} part */
    const placeOf = (part) => boxOf(page.locator(part).first());
    const [one, two, cell] = [await placeOf(board), await placeOf(controls), await placeOf(piece)];
    const isBeside = one.y + one.height <= two.y + 1 || one.x + one.width <= two.x + 1;
    expect(isBeside, `${controls} beside ${board} in ${place}`).toBe(true);
    expect(cell.height, `${piece} in ${place}`).toBeGreaterThan(least);
  }
}

test("in every window, tiles are square, and the board, its buttons and the player are in view", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  for (const board of [HARD, "1 2 3 4 5 / 6 7 8 0 9", "1 2 / 3 4 / 5 6 / 7 0 / 9 8"]) {
    await open(page, board);
    await click(page, "Solve");
    await expect(page.locator(".player")).toBeVisible();
    const others = ["#new", "#solve", "#restart", ".news", "#puzzle-player .player"];
    await expectInView(page, someOf(WINDOWS), { board: "#board", controls: ".controls", others, piece: ".tile", least: 30 });
    const { width, height } = await boxOf(page.locator(".tile").first());
    expect(Math.abs(width - height)).toBeLessThan(1);
  }
});

test("in windows that are not low, a block puzzle, its buttons and the player are in view", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/#blocks&level=Bring+home+A");
  await page.locator("#blocks-solve").click();
  await expect(page.locator("#blocks-player .player")).toBeVisible();
  const others = ["#blocks-hint", "#blocks-next", "#blocks-player .player"];
  const windows = WINDOWS.filter(([, height]) => height > 500);
  const parts = { board: "#blocks-board", controls: ".blocks-actions", others, piece: "#blocks-board .blocks", least: 199 };
  await expectInView(page, windows, parts);
});

test("axe finds nothing in the dialogs", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 700 });
  await open(page, HARD);
  for (const id of ["setup", "statistics", "look", "help"]) {
    await page.locator(`#open-${id}`).click();
    await expect(page.locator(`#${id}`)).toBeVisible();
    await expectAccessible(page, `#${id}`, []);
    await press(page, "Escape");
    await expect(page.locator(`#${id}`)).toBeHidden();
  }
});

test("the names of controls contain their visible texts, also in narrow windows", async ({ page }) => {
  await open(page, HARD);
  await page.evaluate(axe);
  for (const width of [320, 390, 560, 1366]) {
    await page.setViewportSize({ width, height: 800 });
    const options = { runOnly: ["label-content-name-mismatch"], rules: { "label-content-name-mismatch": { enabled: true } } };
    expect((await violations(page, "html", options)).flatMap(({ nodes }) => nodes.map((node) => node.html)), `at ${width}`).toEqual([]);
  }
});

test("in forced colours, tiles have edges, and the selected tab is underlined", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await open(page, HARD);
  await expect(page.locator("#tile-1 span")).toHaveCSS("border-top-width", "2px");
  // Tile 10 is in its place.
  await expect(page.locator("#tile-10 span")).toHaveCSS("border-top-style", "double");
  await expect(page.getByRole("tab", { name: "Puzzle" })).toHaveCSS("text-decoration-line", "underline");
  await expect(page.getByRole("tab", { name: "Blocks" })).toHaveCSS("text-decoration-line", "none");
});

test("arrow keys change the tab, and a button changes the colours", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("tab", { name: "Puzzle" }).press("ArrowRight");
  await expect(page.getByRole("tab", { name: "Blocks" })).toBeFocused();
  await expect(page.locator("#blocks")).toBeVisible();
  await page.getByRole("button", { name: "Dark colours" }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await click(page, "Dark colours"); // back to the colours of the system
  await expect(page.locator("html")).not.toHaveAttribute("data-theme");
});

test("the address of a tab does not scroll to its panel, so the header stays in view", async ({ page }) => {
  await page.setViewportSize({ width: 1180, height: 500 });
  await page.goto("/#blocks");
  await expect(page.locator("#levels .piece").first()).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test("where motion is unwelcome, a solution waits until the reader plays it", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(address(HARD));
  await click(page, "Solve");
  await expect(page.locator("#puzzle-player output")).toHaveText("0 / 52");
  await expect(button(page, "Play")).toBeVisible();
});
