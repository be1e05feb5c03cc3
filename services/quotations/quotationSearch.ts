import { cleanText, searchKey } from '@insuremanager/contracts/rules/text';
import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import type { Matches, OwnedQuotationMatch } from '@insuremanager/contracts/search/searchViews';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { bestMatches } from '../platform/search/bestMatches.js';
import { anywhere, atWordStart, beginning } from '../platform/search/searchPatterns.js';
import { compactForms, policySearchPatterns } from '../policies/index.js';
import { numberAsWritten, quotationNumberKey } from './quotationNumbers.js';
import { quotationsTable } from './quotationTables.js';

/**
 * LIKE patterns over `search_text`: a quotation must match all of one of the groups. What reads as
 * its number is searched as that, in any spelling; words, insurers and plates as policies are
 * searched by them.
 */
export function searchPatterns(search: string): string[][] {
  const typed = cleanText(search);
  const number = numberAsWritten(typed);
  return number === null ? policySearchPatterns(typed) : [[numberPattern(number)]];
}

/** Where a value or a word begins with what was typed. */
function beginningPatterns(typed: string): string[] {
  const number = numberAsWritten(typed);
  return number === null
    ? [searchKey(typed), ...compactForms(typed)].map(atWordStart)
    : [numberPattern(number)];
}

/**
 * Numbers that begin so, by no more than tells them apart: an index of trigrams would read the
 * whole year once for every three characters that all of its numbers have in common.
 */
function numberPattern(number: string): string {
  const [, year, yearAfter = '', count] = number.split('-');
  if (count !== undefined) return anywhere(`${yearAfter}-${count}`);
  return anywhere(yearAfter.length === 2 ? `-${yearAfter}-` : `${year}-${yearAfter}`);
}

/**
 * The LIKE pattern over `number_key` of all numbers of a year, when that is all that was typed;
 * else null. So many as a year has lie together in the order of numbers, and nowhere else.
 */
export function numbersOfYear(search: string): string | null {
  const number = numberAsWritten(cleanText(search));
  const [, year, yearAfter = '', count] = number?.split('-') ?? [];
  if (year === undefined || count !== undefined || yearAfter.length === 1) return null;
  return beginning(quotationNumberKey(`${number}-`));
}

/** The best matches of a number in any spelling, or of any part of an insurer or a plate. */
export async function matchQuotations(
  tables: ReadTables,
  query: string,
): Promise<Matches<OwnedQuotationMatch>> {
  const typed = cleanText(query);
  if (searchKey(typed).length < SHORTEST_SEARCH) return { items: [], count: 0, exact: true };
  const number = numberAsWritten(typed);
  const numberKey = number && quotationNumberKey(number);
  return bestMatches<OwnedQuotationMatch>(tables, {
    table: quotationsTable.name,
    columns: {
      quotationNumber: 'quotation_number',
      insuranceCompany: 'insurance_company',
      customerId: 'customer_id',
    },
    text: 'search_text',
    groups: searchPatterns(typed),
    beginnings: beginningPatterns(typed),
    exact: [
      ...(numberKey === null ? [] : [['number_key', numberKey] as const]),
      ['insurer_key', searchKey(typed)],
    ],
    order: { column: 'number_key', beginning: numberKey && beginning(numberKey) },
  });
}
