// Short names for Playwright's types, and the properties that tests add to the page's `window`.
type Browser = import("@playwright/test").Browser;
type Locator = import("@playwright/test").Locator;
type Page = import("@playwright/test").Page;
type Route = import("@playwright/test").Route;

/**
 * A performance entry about content that moved while the page was loading. `value` is the layout
 * shift score. TypeScript's library does not declare this kind of entry.
 */
interface LayoutShift extends PerformanceEntry {
  value: number;
}

interface Window {
  axe: typeof import("axe-core");
  /** The text that the page has last copied to the clipboard. */
  copied?: string;
  /** The time at which the first tile appeared, in milliseconds since the navigation began. */
  firstTile?: number;
  /** Passes a text to the test, as a screen reader would say it. */
  hear(text: string): void;
  /** Whether the page's `hashchange` events are suppressed, to simulate events that come late. */
  isLate?: boolean;
  /** Whether a tile was shaken. */
  shaken?: boolean;
  /** The sum of all layout shift scores. */
  shift: number;
  /** All texts so far that the page wanted a screen reader to say. */
  spoken: string[];
  /**
   * Waits until the test lets a simulated search end, after the page has offered its last solution.
   */
  whenOffered(): Promise<void>;
  /** Waits until the test lets a simulated search find another solution. */
  whenStepped(): Promise<void>;
}
