import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { cleanText, searchKey } from '@insuremanager/contracts/rules/text';
import { plateSearchText } from '@insuremanager/contracts/rules/vehicleNumber';
import {
  type HealthPolicyMatch,
  type Matches,
  SHORTEST_SEARCH,
  type VehiclePolicyMatch,
} from '@insuremanager/contracts/search/searchViews';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { bestMatches, type Search } from '../platform/search/bestMatches.js';
import { atWordStart, beginning } from '../platform/search/searchPatterns.js';
import { compactForms, searchPatterns } from './policySearch.js';
import { policiesTable, SEARCH_COLUMNS } from './policyTables.js';

/** The best matches of any part of a number or an insurer; of vehicles also of a plate. */
export const policyMatches = (tables: ReadTables) => ({
  matchHealth: async (query: string): Promise<Matches<HealthPolicyMatch>> =>
    matches(tables, 'health', query, { insuranceCompany: 'insurance_company' }),

  matchVehicle: async (query: string): Promise<Matches<VehiclePolicyMatch>> =>
    matches(tables, 'vehicle', query, { vehicleNumber: 'vehicle_number' }),
});

async function matches<Match extends { id: number }>(
  tables: ReadTables,
  kind: PolicyKind,
  query: string,
  columns: Search['columns'],
): Promise<Matches<Match>> {
  const typed = cleanText(query);
  if (searchKey(typed).length < SHORTEST_SEARCH) return { items: [], count: 0, exact: true };
  const numberKey = policyNumberKey(typed);
  return bestMatches<Match>(tables, {
    table: policiesTable.name,
    columns: { policyNumber: 'policy_number', ...columns },
    where: { kind },
    text: SEARCH_COLUMNS[kind],
    groups: searchPatterns(typed),
    beginnings: [searchKey(typed), ...compactForms(typed)].map(atWordStart),
    exact: [
      ['number_key', numberKey],
      ['kind_insurer', `${kind} ${searchKey(typed)}`],
      ...(kind === 'vehicle' ? [['vehicle_number', plateSearchText(typed)] as const] : []),
    ],
    order: { column: 'number_key', beginning: beginning(numberKey) },
  });
}
