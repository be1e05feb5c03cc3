import {
  type CustomerMatch,
  type Matches,
  type OwnedDocumentMatch,
  type OwnedHealthPolicyMatch,
  type OwnedQuotationMatch,
  type OwnedVehiclePolicyMatch,
  SHORTEST_SEARCH,
} from '@insuremanager/contracts/search/searchViews';
import type { Customers } from '@insuremanager/services/customers/index';
import type { Documents } from '@insuremanager/services/documents/index';
import type { Policies } from '@insuremanager/services/policies/index';
import type { Quotations } from '@insuremanager/services/quotations/index';
import { z } from 'zod';
import { searchText } from './listQueries.js';
import { validated } from './validated.js';

export interface Found {
  readonly customers: Matches<CustomerMatch>;
  readonly healthPolicies: Matches<OwnedHealthPolicyMatch>;
  readonly vehiclePolicies: Matches<OwnedVehiclePolicyMatch>;
  readonly documents: Matches<OwnedDocumentMatch>;
  readonly quotations: Matches<OwnedQuotationMatch>;
}

export interface Searched {
  readonly customers: Pick<Customers, 'match'>;
  readonly policies: Pick<Policies, 'matchHealth' | 'matchVehicle'>;
  readonly documents: Pick<Documents, 'match'>;
  readonly quotations: Pick<Quotations, 'match'>;
}

const NOTHING = { items: [], count: 0, exact: true };
const NOTHING_FOUND: Found = {
  customers: NOTHING,
  healthPolicies: NOTHING,
  vehiclePolicies: NOTHING,
  documents: NOTHING,
  quotations: NOTHING,
};

/**
 * The best matches of every kind; policies also by the customers who were found. Nothing is asked for a text that is too short to mean something.
 * @throws Refusal `invalid`, naming the parameter.
 */
export async function searchEverything(
  { customers, policies, documents, quotations }: Searched,
  parameter: string,
  query: unknown,
): Promise<Found> {
  const { [parameter]: text } = validated(z.object({ [parameter]: searchText(parameter) }), {
    [parameter]: query,
  });
  if (!text || text.length < SHORTEST_SEARCH) return NOTHING_FOUND;
  const found = customers.match(text);
  const owners = found.then(({ ids }) => ids);
  const [{ ids: _, ...people }, healthPolicies, vehiclePolicies, files, quoted] = await Promise.all(
    [
      found,
      owners.then((ids) => policies.matchHealth(text, ids)),
      owners.then((ids) => policies.matchVehicle(text, ids)),
      documents.match(text),
      quotations.match(text),
    ],
  );
  return {
    customers: people,
    healthPolicies,
    vehiclePolicies,
    documents: files,
    quotations: quoted,
  };
}
