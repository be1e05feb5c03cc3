import {
  type CustomerMatch,
  type HealthPolicyMatch,
  type Matches,
  SHORTEST_SEARCH,
  type VehiclePolicyMatch,
} from '@insuremanager/contracts/search/searchViews';
import type { Customers } from '@insuremanager/services/customers/index';
import type { Policies } from '@insuremanager/services/policies/index';
import { z } from 'zod';
import { searched } from './listFilters.js';
import { validated } from './validated.js';

export interface Found {
  readonly customers: Matches<CustomerMatch>;
  readonly healthPolicies: Matches<HealthPolicyMatch>;
  readonly vehiclePolicies: Matches<VehiclePolicyMatch>;
}

export interface Searched {
  readonly customers: Pick<Customers, 'match'>;
  readonly policies: Pick<Policies, 'matchHealth' | 'matchVehicle'>;
}

const NOTHING = { items: [], count: 0, exact: true };

/**
 * The best matches of every kind. Nothing is asked for a text that is too short to mean something.
 * @throws Refusal `invalid`, naming the parameter.
 */
export async function searchEverything(
  { customers, policies }: Searched,
  parameter: string,
  query: unknown,
): Promise<Found> {
  const { [parameter]: text } = validated(z.object({ [parameter]: searched(parameter) }), {
    [parameter]: query,
  });
  if (!text || text.length < SHORTEST_SEARCH) {
    return { customers: NOTHING, healthPolicies: NOTHING, vehiclePolicies: NOTHING };
  }
  const [found, healthPolicies, vehiclePolicies] = await Promise.all([
    customers.match(text),
    policies.matchHealth(text),
    policies.matchVehicle(text),
  ]);
  return { customers: found, healthPolicies, vehiclePolicies };
}
