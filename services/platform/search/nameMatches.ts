import { searchKey } from '@insuremanager/contracts/rules/text';
import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import type { Matches } from '@insuremanager/contracts/search/searchViews';
import type { ReadTables } from '../readModels/readTables.js';
import { bestMatches, type Search } from './bestMatches.js';
import { atWordStart, beginning, wordPatterns } from './searchPatterns.js';

/** The best matches of any part of `search_text` by rows that are known by one `name` above all. */
export async function nameMatches<Match extends { id: number }>(
  tables: ReadTables,
  query: string,
  { name, ...shown }: Pick<Search, 'table' | 'columns'> & { readonly name: string },
): Promise<Matches<Match>> {
  const key = searchKey(query);
  if (key.length < SHORTEST_SEARCH) return { items: [], count: 0, exact: true };
  return bestMatches<Match>(tables, {
    ...shown,
    text: 'search_text',
    groups: [wordPatterns(query)],
    beginnings: [atWordStart(key)],
    exact: [[name, key]],
    order: { column: name, beginning: beginning(key) },
  });
}
