// Short names for types of Playwright, and what the tests store in the page's window.
type Browser = import("@playwright/test").Browser;
type Locator = import("@playwright/test").Locator;
type Page = import("@playwright/test").Page;
type Route = import("@playwright/test").Route;

/**
 * An entry that says how far the page moved at some time. TypeScript does not know this kind of
 * entry.
 */
interface LayoutShift extends PerformanceEntry {
  value: number;
}

interface Window {
  axe: typeof import("axe-core");
  /** The text that the page copied last. */
  copied?: string;
  /** The time at which the first tile was seen, in milliseconds. */
  firstTile?: number;
  /** Passes a text to the test. */
  hear(text: string): void;
  /** The event about a new address is held back. */
  isLate?: boolean;
  /** A tile was shaken. */
  shaken?: boolean;
  /** The sum of all layout shifts. */
  shift: number;
  /** The texts that the page has given to a screen reader. */
  spoken: string[];
  /** Waits until the test lets a search offer another solution, or lets it end. */
  whenOffered(): Promise<void>;
  whenStepped(): Promise<void>;
}
