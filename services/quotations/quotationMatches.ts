import { cleanText, searchKey } from '@insuremanager/contracts/rules/text';
import {
  type Matches,
  type QuotationMatch,
  SHORTEST_SEARCH,
} from '@insuremanager/contracts/search/searchViews';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { bestMatches } from '../platform/search/bestMatches.js';
import { beginning } from '../platform/search/searchPatterns.js';
import { numberAsWritten, quotationNumberKey } from './quotationNumbers.js';
import { beginningPatterns, searchPatterns } from './quotationSearch.js';
import { quotationsTable } from './quotationTables.js';

/** The best matches of a number in any spelling, or of any part of an insurer or a plate. */
export const quotationMatches = (tables: ReadTables) => ({
  async match(query: string): Promise<Matches<QuotationMatch>> {
    const typed = cleanText(query);
    if (searchKey(typed).length < SHORTEST_SEARCH) return { items: [], count: 0, exact: true };
    const number = numberAsWritten(typed);
    const numberKey = number && quotationNumberKey(number);
    return bestMatches<QuotationMatch>(tables, {
      table: quotationsTable.name,
      columns: { quotationNumber: 'quotation_number', insuranceCompany: 'insurance_company' },
      text: 'search_text',
      groups: searchPatterns(typed),
      beginnings: beginningPatterns(typed),
      exact: [
        ...(numberKey === null ? [] : [['number_key', numberKey] as const]),
        ['insurer_key', searchKey(typed)],
      ],
      order: { column: 'number_key', beginning: numberKey && beginning(numberKey) },
    });
  },
});
