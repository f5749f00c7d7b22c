// The block puzzles offered as examples. Layouts are facts; data/blocks.txt has their sources.
const SOURCES = [
  ["Bring home A", " #####      #####\n #.EE#      #...#\n##CGG##    ##...##\n#.DBBF#    #..A..#\n#.DABF#    #..AA.#\n##.AA##    ##...##\n #####      #####", "start      goal"],
  ["Klotski", "A**B     ....\nA**B     ....\nCDDE     ....\nCFGE     .**.\nH..I     .**.", "start    goal"],
  ["Dad's puzzle", "**AA     ....\n**BB     ....\nDE..     ....\nFGHH     **..\nFGII     **..", "start    goal"],
  ["Century", "A**B     ....\nC**D     ....\nCE.D     ....\nFE.G     .**.\nHHII     .**.", "start    goal"],
  ["Traffic", "AAA..B    ......\n.....B    ......\n..C**B    ....**\n..CDEE    ......\nF.GDHH    ......\nF.GIII    ......", "pieces: rush-hour\nstart     goal"],
];

/** { name, text } */
export const EXAMPLES = SOURCES.map(([name, maps, head]) => ({ name, text: `## ${name}\n${head}\n${maps}\n` }));
