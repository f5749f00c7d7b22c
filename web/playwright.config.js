// Settings of Playwright: where the tests are, and which browser runs them. tests/run sets
// BASE_URL, BROWSER, CHROMIUM, FIREFOX, SCREENSHOTS and SITE.
import { defineConfig } from "@playwright/test";
import { firefox } from "./tests/firefox.js";

const { BASE_URL, BROWSER, CHROMIUM, SCREENSHOTS, SITE } = process.env;
const root = process.getuid?.() === 0;
const isFirefox = BROWSER === "firefox";
const chromium = { launchOptions: { executablePath: CHROMIUM, args: root ? ["--no-sandbox"] : [] } };

export default defineConfig({
  testDir: "tests",
  testMatch: SCREENSHOTS ? "screenshots.js" : "*.test.js",
  testIgnore: isFirefox ? "rules.test.js" : [], // the tests of rules need no browser
  // The static site has the same page as the server. Only what it adds, and what passes through
  // api.js (`@seam`), is tested there.
  grep: SITE ? /site\.test\.js|@seam/ : /./,
  // Firefox 140 cannot simulate forced colours and reduced motion, and it crashes in axe. Chromium
  // runs these tests with the same page.
  grepInvert: isFirefox ? /axe finds|forced colours|motion is unwelcome/ : [],
  workers: 1,
  // Long enough for a busy machine, on which the engine may get a tenth of a processor, and an
  // action in Firefox may take a second.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: "list",
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1180, height: 860 },
    ...(isFirefox ? firefox : chromium),
  },
});
