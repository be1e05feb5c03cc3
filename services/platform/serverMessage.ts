import { cleanText } from '@insuremanager/contracts/rules/text';

const LONGEST = 300;

/**
 * What a server answered, as a person may read it: one line without control characters, at most 300
 * characters. Null when it said nothing.
 */
export function serverMessage(answer: string): string | null {
  // Cut before it is cleaned, too: an answer may be as large as it likes.
  const words = Array.from(cleanText(answer.slice(0, LONGEST * 4)));
  const cut = words.length > LONGEST ? `${words.slice(0, LONGEST - 1).join('')}…` : words.join('');
  return cut || null;
}
