/** A trigram index knows nothing shorter. */
export const SHORTEST_ANYWHERE = 3;

/** A text as it stands in a LIKE pattern: nothing in it means anything but itself. */
export const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

export const anywhere = (text: string): string => `%${literal(text)}%`;

/** At the start of a word, in a column that begins with a space. */
export const atWordStart = (text: string): string => `% ${literal(text)}%`;

/** A word of three or more letters is found anywhere, a shorter one at the start of a word. */
export const containing = (word: string): string =>
  word.length >= SHORTEST_ANYWHERE ? anywhere(word) : atWordStart(word);
