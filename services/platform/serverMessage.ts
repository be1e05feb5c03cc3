import { cleanText } from '@insuremanager/contracts/rules/text';

const LONGEST = 300;

/**
 * A server's reply, sanitized for display: one line without control characters, at most 300
 * characters. Null when it is empty.
 */
export function serverMessage(answer: string): string | null {
  // Cut before it is cleaned, too: a reply may be arbitrarily large.
  const words = Array.from(cleanText(answer.slice(0, LONGEST * 4)));
  const cut = words.length > LONGEST ? `${words.slice(0, LONGEST - 1).join('')}…` : words.join('');
  return cut || null;
}
