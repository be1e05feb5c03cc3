import { searchKey } from '@insuremanager/contracts/rules/text';
import {
  type Matches,
  type OwnedDocumentMatch,
  SHORTEST_SEARCH,
} from '@insuremanager/contracts/search/searchViews';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { bestMatches } from '../platform/search/bestMatches.js';
import { atWordStart, beginning } from '../platform/search/searchPatterns.js';
import { namePatterns } from './documentFilter.js';
import { documentsTable } from './documentTables.js';

/** The best matches of any part of the name of a file. */
export async function matchDocuments(
  tables: ReadTables,
  query: string,
): Promise<Matches<OwnedDocumentMatch>> {
  const key = searchKey(query);
  if (key.length < SHORTEST_SEARCH) return { items: [], count: 0, exact: true };
  return bestMatches<OwnedDocumentMatch>(tables, {
    table: documentsTable.name,
    columns: {
      fileName: 'file_name',
      documentType: 'document_type',
      customerId: 'customer_id',
    },
    text: 'search_text',
    groups: [namePatterns(query)],
    beginnings: [atWordStart(key)],
    exact: [['name_key', key]],
    order: { column: 'name_key', beginning: beginning(key) },
  });
}
