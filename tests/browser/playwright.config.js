// Where the tests are, and which browser runs them; ./run sets BASE_URL, CHROMIUM, SCREENSHOTS and SITE.
import { defineConfig } from "@playwright/test";

const root = process.getuid?.() === 0;

export default defineConfig({
  testDir: ".",
  testMatch: process.env.SCREENSHOTS ? "screenshots.js" : "*.test.js",
  // The static site has the page of the server: only what is its own, and what crosses the seam between them, is tested there.
  grep: process.env.SITE ? /site\.test\.js|@seam/ : /./,
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    baseURL: process.env.BASE_URL,
    launchOptions: { executablePath: process.env.CHROMIUM, args: root ? ["--no-sandbox"] : [] },
    viewport: { width: 1180, height: 860 },
  },
});
