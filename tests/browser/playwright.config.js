// Where the tests are, and which browser runs them; ./run sets BASE_URL, BROWSER, CHROMIUM, FIREFOX, SCREENSHOTS and SITE.
import { defineConfig } from "@playwright/test";
import { firefox } from "./firefox.js";

const { BASE_URL, BROWSER, CHROMIUM, SCREENSHOTS, SITE } = process.env;
const root = process.getuid?.() === 0;
const chromium = { launchOptions: { executablePath: CHROMIUM, args: root ? ["--no-sandbox"] : [] } };

export default defineConfig({
  testDir: ".",
  testMatch: SCREENSHOTS ? "screenshots.js" : "*.test.js",
  // The static site has the page of the server: only what is its own, and what crosses the seam between them, is tested there.
  grep: SITE ? /site\.test\.js|@seam/ : /./,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: BASE_URL,
    viewport: { width: 1180, height: 860 },
    ...(BROWSER === "firefox" ? firefox : chromium),
  },
});
