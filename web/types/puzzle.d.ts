// Types that several modules of the tab Puzzle share.

type Game = import("../page/game.js").Game;
type PuzzleTab = import("../page/puzzle.js").PuzzleTab;
type Ways = import("../page/ways.js").Ways;
/** What the code for hints and solutions offers, once it is loaded. */
interface Help {
  ways: Ways;
  hint: () => Promise<void>;
}

/** A button of the message line: its label, and what it does. */
type Act = [name: string, act: () => unknown];
/** A message that the message line shows until the next move. */
interface Notice {
  text: string;
  /** `error`, `good` or `rest` */
  kind?: string;
  acts?: Act[];
  /**
   * The cells to mark: that of a tile, that to which the tile goes, and those of further tiles that
   * slide along.
   */
  marks?: number[];
}
/** What the message line shows: a text and buttons. */
interface Message {
  text: string;
  kind: string;
  acts: Act[];
}
/** What led to a position, for a screen reader. `text` is "" once it was said. */
interface Told {
  /** The key of the position. */
  key: string;
  text: string;
  /** The timer after which the text is said. */
  timer?: Timer;
}
/** What the page shows of the distance to the goal. */
interface Distance {
  value: string;
  /** The words after the value. In narrow windows they are few. */
  words: string;
  /** The share of the way to the goal that is already done, from 0 to 1. */
  share: number;
  /** The last move led away from the goal. */
  isAway?: boolean;
}

/** The parts of a game from which its address is made. */
interface Addressable {
  start: Position;
  goal: Position;
  goalText: string;
  moves?: string;
  daily?: string | null;
  metric?: string;
}
/** A game as an address describes it. */
interface Addressed {
  /** Null for a daily board. */
  board: string | null;
  goal: string;
  moves: string;
  daily: string | null;
  metric: string;
}

/** The letters and the day of another player's game. */
interface Shared {
  letters: string;
  daily: string | null;
}
/** What is known of a game when it begins, from an earlier visit or a link. */
interface Origin {
  goalText?: string;
  /** The day of a daily board. */
  daily?: string | null;
  /** The name of the game, by which the statistics recognise it. */
  id?: string | null;
  /** The metric, which is the way to count moves. */
  metric?: string;
  shared?: Shared | null;
  unrated?: boolean;
  helped?: boolean;
  repeated?: boolean;
  tried?: boolean;
}
/** A step that was made: one tile has moved by one cell. */
interface Made {
  letter: string;
  gesture: number;
  shown: boolean;
  /** The key of the position before the step. */
  from: string;
}
/** Steps that were made, and then taken back, together. */
interface Gesture {
  letters: string;
  shown: boolean;
}
/** A solution by hand, and its time. */
interface Won {
  letters: string;
  seconds: number;
}
/** An attempt at a game, as it was when a restart ended it. */
interface Attempt {
  now: Position;
  key: string;
  made: Made[];
  undone?: Gesture[];
  gesture: number;
  secondsBefore: number | null;
  won: Won | null;
  unrated: boolean;
  repeated: boolean;
  id: string | null;
  runningSince?: null;
}
/** A game as it was when it was solved by hand. */
interface Finish extends Attempt {
  helped: boolean;
  attempts: Attempt[];
}

/** What this browser keeps of a game. */
interface Visit extends Omit<Origin, "goalText" | "daily"> {
  seed?: string | null;
  /** The number of moves that the page made for the player. */
  shown?: number;
  /** Null where the time is not known. */
  seconds?: number | null;
  moves?: string;
  solved?: boolean;
  notice?: Notice | null;
}
/** A request for a game: its board, and how to begin it. */
interface Wanted extends Visit {
  /** Null for a daily board, whose board is fetched before the game begins. */
  board: string | number[] | null;
  size?: string | null;
  goal?: string;
  daily?: string | null;
  /** What the engine would answer to /api/check, if that is already known. */
  checked?: CheckAnswer | null;
  /** Further boards of the text from which this one was read. */
  pile?: Wanted[];
}
/** The game that was open when the page was left. */
interface Kept {
  hash: string;
  visit: Visit;
}

/** A board solved by hand without help. */
interface SolvedBoard {
  id: string | null;
  size: string;
  /** The day on which the board was solved. */
  day: string;
  moves: number;
  /** The fewest moves possible, or null if they are not known. */
  best: number | null;
  /** Null where the time is not known. */
  seconds: number | null;
  /** The day of a daily board. */
  daily: string | null;
  /** Moves were taken back to try others while the distance was shown. */
  tried: boolean;
}

/** A board that is being entered. */
interface Entry {
  width: number;
  height: number;
  /** Null where there is no number yet. */
  cells: (number | null)[];
  /** The cell that is chosen. */
  at: number | null;
  /** The number that placed itself. */
  last: number | null;
}

/** What mouse or finger does on the board from one press on. */
interface Drag {
  kind: "lead" | "pull" | "swipe";
  /** Those of the tiles that are pulled. */
  moves: string;
  /** Where it began. */
  cell: number;
  /** The width of a cell in pixels. */
  pixels: number;
  /** Of its beginning, or of the end of the last step of a swipe. */
  x: number;
  y: number;
  /** The tiles that follow the pointer. */
  group: HTMLElement[];
  /** The share of a cell by which they do. */
  share: number;
  /** The pointer was not still. */
  moved: boolean;
  /** A step was made. */
  swiped: boolean;
}
