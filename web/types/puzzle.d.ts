// Types that several modules of the Puzzle tab share.

type Game = import("../page/game.js").Game;
type PuzzleTab = import("../page/puzzle.js").PuzzleTab;
type Ways = import("../page/ways.js").Ways;
/**
 * The solutions and hints of the Puzzle tab. Their code is loaded when the player first asks for
 * help.
 */
interface Help {
  ways: Ways;
  hint: () => Promise<void>;
}

/** A button in the message line: its label, and the function that it calls. */
type Act = [name: string, act: () => unknown];
/** A message that stays in the message line until the next move. */
interface Notice {
  text: string;
  /** The CSS class that sets the look of the message: `error`, `good` or `rest`. */
  kind?: string;
  acts?: Act[];
  /**
   * The cells to mark on the board: first the cell of a tile, then the cell to which this tile
   * should go, then the cells of other tiles that slide along with it.
   */
  marks?: number[];
  /**
   * Returns the notice to show after a move of the player, or null for none. Without this function,
   * a notice disappears at the next move.
   */
  renew?: () => Notice | null;
}
/** The contents of the message line: a text, its CSS class, and buttons. */
interface Message {
  text: string;
  kind: string;
  acts: Act[];
}
/**
 * The announcement of the player's last action for a screen reader, such as `12 left`. It waits for
 * the distance of the new position, so that both are said together.
 */
interface Told {
  /** The key of the position to which the action led. */
  key: string;
  text: string;
  /** The timer after which the text is said without the distance. */
  timer?: Timer;
}
/** The distance to the goal, as the page shows it. */
interface Distance {
  value: string;
  /**
   * The words after the value, such as `moves from the goal`. They are shorter in narrow windows.
   */
  words: string;
  /**
   * How much of the distance from the start to the goal is done, from 0 (nothing, or unknown) to 1
   * (solved).
   */
  share: number;
  /** Whether the last move lost ground, that is, it is not part of a shortest solution. */
  isAway?: boolean;
}

/** The parts of a game that its address contains. */
interface Addressable {
  start: Position;
  goal: Position;
  goalText: string;
  moves?: string;
  daily?: string | null;
  metric?: string;
}
/** The game that the page's address describes. */
interface Addressed {
  /** The start as text, or null for a daily board, whose day determines its start. */
  board: string | null;
  goal: string;
  moves: string;
  daily: string | null;
  metric: string;
}

/**
 * The game of another player, from a link: the letters of its moves, and the day if its board is a
 * daily board.
 */
interface Shared {
  letters: string;
  daily: string | null;
}
/** What is known about a game when it begins, from an earlier visit or from a link. */
interface Origin {
  goalText?: string;
  /** The day of a daily board. */
  daily?: string | null;
  /** The identifier by which the statistics recognise the game. */
  id?: string | null;
  /** The metric that counts the moves: `single-tile` or `multi-tile`. */
  metric?: string;
  shared?: Shared | null;
  unrated?: boolean;
  helped?: boolean;
  repeated?: boolean;
  tried?: boolean;
}
/**
 * A step of a game, in which one tile moved by one cell. Steps with the same `gesture` are undone
 * together. `shown` says that the page made the step for the player.
 */
interface Made {
  letter: string;
  gesture: number;
  shown: boolean;
  /** The key of the position before the step. */
  from: string;
}
/** The steps of a gesture that was undone. Redo makes all of them again. */
interface Gesture {
  letters: string;
  shown: boolean;
}
/** The solution that the player has found, and the time it took. */
interface Won {
  letters: string;
  seconds: number;
}
/** The state of a game at the moment when the player restarted it, so that Undo can restore it. */
interface Attempt {
  now: Position;
  key: string;
  made: Made[];
  undone?: Gesture[];
  gesture: number;
  secondsBefore: number | null;
  won: Won | null;
  unrated: boolean;
  helped: boolean;
  repeated: boolean;
  id: string | null;
  runningSince?: null;
}
/**
 * The state of a game at the moment when the player solved it, so that the page can show it again.
 */
interface Finish extends Attempt {
  attempts: Attempt[];
}

/** The part of a game that this browser stores, in addition to the game's address. */
interface Visit extends Omit<Origin, "goalText" | "daily"> {
  seed?: string | null;
  /** How many steps of the game the page made for the player. */
  shown?: number;
  /** The number of steps in each gesture, which `moves` does not tell. */
  gestures?: number[];
  /** Null where the time is not known. */
  seconds?: number | null;
  moves?: string;
  solved?: boolean;
  notice?: Notice | null;
}
/** A request to begin a game: its board, and what is known about it. */
interface Wanted extends Visit {
  /**
   * The start, or null for a daily board, which is replaced by its start before the game begins.
   */
  board: string | number[] | null;
  size?: string | null;
  goal?: string;
  daily?: string | null;
  /** The engine's answer to /api/check for this board, if it is already known. */
  checked?: CheckAnswer | null;
  /** The remaining boards of the text from which this board was read. */
  pile?: Wanted[];
}
/**
 * The unfinished game with which the next visit begins: its address from `#` on, and what is stored
 * about it.
 */
interface Kept {
  hash: string;
  visit: Visit;
}

/** A result for the statistics: a board that the player has solved without help. */
interface SolvedBoard {
  id: string | null;
  size: string;
  /** The day on which the board was solved. */
  day: string;
  moves: number;
  /** The length of a shortest solution, or null if it is not known. */
  best: number | null;
  /** Null where the time is not known. */
  seconds: number | null;
  /** The day of a daily board. */
  daily: string | null;
  /** Whether the player took moves back and tried others while the distance was shown. */
  tried: boolean;
}

/** A board that the reader is entering in the editor. */
interface Entry {
  width: number;
  height: number;
  /**
   * The numbers of the cells, row by row, with 0 for the blank and null for a cell without a
   * number.
   */
  cells: (number | null)[];
  /** The index of the chosen cell, or null if no cell is chosen. */
  at: number | null;
  /** The last remaining number, if the editor has placed it by itself. */
  last: number | null;
}

/** A press on the board with a mouse or finger, from its beginning until the pointer is lifted. */
interface Drag {
  /**
   * What the press does: `lead` drags the blank, `pull` pulls tiles towards the blank, and `swipe`
   * moves tiles in the direction of the pointer, wherever it is.
   */
  kind: "lead" | "pull" | "swipe";
  /**
   * The letters of the move that a pull makes, one for each tile, or "" if no tile can be pulled.
   */
  moves: string;
  /** The cell that was pressed. */
  cell: number;
  /** The width of a cell, in pixels. */
  pixels: number;
  /** The point where the press began or, during a swipe, where its last step ended, in pixels. */
  x: number;
  y: number;
  /** The time at which the press began, in milliseconds. */
  time: number;
  /**
   * The tiles that follow the pointer during a pull: all tiles from the pressed one to the blank.
   */
  group: HTMLElement[];
  /**
   * How far the pulled tiles have followed the pointer, from 0 (not at all) to 1 (a whole cell).
   */
  share: number;
  /** The largest value that `share` has had. */
  farthest: number;
  /** Whether the pointer has moved far enough for the press to be a drag and not a tap. */
  moved: boolean;
  /**
   * Whether a swipe has passed the distance of its first step. Each later step needs a whole cell.
   */
  swiped: boolean;
}
