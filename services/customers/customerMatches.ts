import { normalPan } from '@insuremanager/contracts/rules/pan';
import { cleanText, digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import {
  type CustomerMatch,
  type Matches,
  SHORTEST_SEARCH,
} from '@insuremanager/contracts/search/searchViews';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { bestMatches } from '../platform/search/bestMatches.js';
import { atWordStart, beginning } from '../platform/search/searchPatterns.js';
import { searchedPhone, searchPatterns } from './customerSearch.js';
import { customersTable } from './customerTables.js';

const INDIA = '91';

/** The best matches of any part of a name, phone in any format, email, city or PAN. */
export async function matchCustomers(
  tables: ReadTables,
  query: string,
): Promise<Matches<CustomerMatch>> {
  const typed = cleanText(query);
  if (searchKey(typed).length < SHORTEST_SEARCH) return { items: [], count: 0, exact: true };
  const key = searchKey(typed);
  const phone = searchedPhone(typed);
  return bestMatches<CustomerMatch>(tables, {
    table: customersTable.name,
    columns: { name: 'name', phone: 'phone' },
    text: 'search_text',
    groups: [searchPatterns(typed)],
    // Numbers are kept with the country's code, which nobody types.
    beginnings: (phone === null ? [key] : [phone, INDIA + phone]).map(atWordStart),
    exact:
      phone === null
        ? [
            ['name_key', key],
            ['email_key', key],
            ['pan', normalPan(typed)],
          ]
        : [
            ['phone_digits', phone],
            ['phone_digits', INDIA + phone],
            ['phone_digits', digitsOf(typed)],
          ],
    order: { column: 'name_key', beginning: beginning(key) },
  });
}
