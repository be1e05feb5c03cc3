import { cleanText, searchKey } from '@insuremanager/contracts/rules/text';
import { plateSearchText } from '@insuremanager/contracts/rules/vehicleNumber';
import { anywhere, containing, SHORTEST_ANYWHERE } from '../platform/search/searchPatterns.js';

/**
 * LIKE patterns over `search_text`: a policy must match all of one of the groups. The words that
 * were typed, a word of three or more letters anywhere, a shorter one at the start of a word; or,
 * where something with a digit was typed in several pieces, that as one policy number or one plate.
 */
export function searchPatterns(search: string): string[][] {
  const typed = cleanText(search);
  if (typed === '') return [];
  const words = searchKey(typed).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return [words.map(containing), ...compactForms(typed).map((form) => [anywhere(form)])];
}

/** A number written in pieces as one: without spaces, and as a plate without hyphens and dots. */
export function compactForms(typed: string): string[] {
  const asTyped = searchKey(typed);
  if (!/\d/.test(asTyped)) return [];
  const forms = [asTyped.replaceAll(' ', ''), searchKey(plateSearchText(typed))];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_ANYWHERE && form !== asTyped);
}
