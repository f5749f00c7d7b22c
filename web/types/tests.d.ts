// Names for types of Playwright that the tests use, and what the tests keep in the page's window.
type Browser = import("@playwright/test").Browser;
type Locator = import("@playwright/test").Locator;
type Page = import("@playwright/test").Page;
type Route = import("@playwright/test").Route;

/** How far the page moved at some time; TypeScript does not know this kind of entry. */
interface LayoutShift extends PerformanceEntry {
  value: number;
}

interface Window {
  axe: typeof import("axe-core");
  /** The text that the page copied last. */
  copied?: string;
  /** The time at which the first tile was seen, in milliseconds. */
  firstTile?: number;
  /** Says a text to a test. */
  hear(text: string): void;
  /** The page hears late that its address has changed. */
  isLate?: boolean;
  /** A tile was shaken. */
  shaken?: boolean;
  /** The sum of all layout shifts. */
  shift: number;
  /** The texts that a screen reader was to say. */
  spoken: string[];
  /** Waits until the test lets a search offer another solution, or lets it end. */
  whenOffered(): Promise<void>;
  whenStepped(): Promise<void>;
}
