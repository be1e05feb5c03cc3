import { phoneSearchDigits } from '@insuremanager/contracts/rules/phone';
import { cleanText, searchKey } from '@insuremanager/contracts/rules/text';
import { anywhere, containing } from '../platform/search/searchPatterns.js';

/** At least three digits, and nothing else but what stands between them. */
const PHONE_LIKE = /^[\s\-().]*\+?(?:[\s\-().]*\d){3,}[\s\-().]*$/;

/**
 * LIKE patterns over `search_text`, all of which a customer must match. A word of three or more
 * letters is found anywhere; a shorter one at the start of a word. A phone number is found in
 * whatever way it is typed.
 */
export function searchPatterns(search: string): string[] {
  const typed = cleanText(search);
  if (typed === '') return [];
  const phone = searchedPhone(typed);
  if (phone !== null) return [anywhere(phone)];
  return searchKey(typed).split(' ').filter(Boolean).map(containing);
}

/** The digits that are looked for when a phone number, or a part of one, was typed. */
export const searchedPhone = (typed: string): string | null =>
  PHONE_LIKE.test(typed) ? phoneSearchDigits(typed) : null;
