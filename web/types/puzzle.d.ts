// Shapes that several modules of the tab Puzzle share.

type Game = import("../page/game.js").Game;
type PuzzleTab = import("../page/puzzle.js").PuzzleTab;
type Ways = import("../page/ways.js").Ways;
/** The code for hints and solutions. */
interface Help {
  ways: Ways;
  hint: () => Promise<void>;
}

/** A button of the message line. */
type Act = [name: string, act: () => unknown];
/** What the message line says until the next move. */
interface Notice {
  text: string;
  /** `error`, `good` or `rest` */
  kind?: string;
  acts?: Act[];
  /** Cells: of a tile, of the place that it goes to, and of the tiles that slide along. */
  marks?: number[];
}
/** What the message line shows. */
interface Message {
  text: string;
  kind: string;
  acts: Act[];
}
/** What a screen reader is to say of the way to a position, and did if it is "". */
interface Told {
  /** The key of the position. */
  key: string;
  text: string;
  /** The timer that has it said. */
  timer?: Timer;
}
/** What is seen of the distance to the goal. */
interface Distance {
  value: string;
  /** Behind the value, few where room is short. */
  words: string;
  /** Of the way that is done. */
  share: number;
  /** The last move led away from the goal. */
  isAway?: boolean;
}

/** What the address of a game is made of. */
interface Addressable {
  start: Position;
  goal: Position;
  goalText: string;
  moves?: string;
  daily?: string | null;
  metric?: string;
}
/** What an address says of a game. */
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
/** What is known of a game from an earlier visit or a link. */
interface Origin {
  goalText?: string;
  /** The day of a daily board. */
  daily?: string | null;
  /** The name of the game in the statistics. */
  id?: string | null;
  /** The way to count moves. */
  metric?: string;
  shared?: Shared | null;
  unrated?: boolean;
  helped?: boolean;
  repeated?: boolean;
  tried?: boolean;
}
/** A move that was made. */
interface Made {
  letter: string;
  gesture: number;
  shown: boolean;
  /** The key of the position before it. */
  from: string;
}
/** Moves that were taken back together. */
interface Gesture {
  letters: string;
  shown: boolean;
}
/** A solution by hand, and its time. */
interface Won {
  letters: string;
  seconds: number;
}
/** A game as a restart leaves it. */
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
/** A game as it was solved. */
interface Finish extends Attempt {
  helped: boolean;
  attempts: Attempt[];
}

/** What this browser knows of a game. */
interface Visit extends Omit<Origin, "goalText" | "daily"> {
  seed?: string | null;
  /** The moves that were not made by hand. */
  shown?: number;
  /** Null where the time is not known. */
  seconds?: number | null;
  moves?: string;
  solved?: boolean;
  notice?: Notice | null;
}
/** The board of a game that is asked for, and how to begin it. */
interface Wanted extends Visit {
  /** Null for a daily board, which is made before the game begins. */
  board: string | number[] | null;
  size?: string | null;
  goal?: string;
  daily?: string | null;
  /** What the engine would answer to /api/check, if that is known. */
  checked?: CheckAnswer | null;
  /** Boards that were read with this one. */
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
  /** That of the solution. */
  day: string;
  moves: number;
  /** The fewest moves, or null where they are not known. */
  best: number | null;
  /** Null where the time is not known. */
  seconds: number | null;
  /** The day of a daily board. */
  daily: string | null;
  /** Moves were taken back to try others while the distance was in view. */
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
