/** Shorter texts are not searched for: more than two characters. */
export const SHORTEST_SEARCH = 3;
/** Longest text that is searched for, in lists too; no name, number or address is longer. */
export const LONGEST_SEARCH = 200;
