import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import {
  ALL_GROUPS,
  type Matches,
  ofEachGroup,
  SEARCH_GROUPS,
  type SearchGroup,
} from '@insuremanager/contracts/search/searchViews';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { z } from 'zod';
import { mayAsk } from './access/access.js';
import type { Capabilities } from './books.js';
import { requireSearch, searchText } from './listQueries.js';
import { validated } from './validated.js';

/** A text that is looked for, and the customers who are found by it. */
interface Asked {
  readonly services: Capabilities;
  readonly text: string;
  readonly people: ReturnType<Capabilities['customers']['match']>;
}

export type Found = Readonly<Record<SearchGroup, Matches<object>>>;

/** Groups that are not just what the capability of their name finds: of policies by customers, too. */
const OWN_SEARCHES: Readonly<Partial<Record<SearchGroup, (asked: Asked) => Promise<object>>>> = {
  async customers({ people }) {
    const { ids: _, ...found } = await people;
    return found;
  },
  healthPolicies: async ({ services, text, people }) =>
    services.policies.matchHealth(text, (await people).ids),
  vehiclePolicies: async ({ services, text, people }) =>
    services.policies.matchVehicle(text, (await people).ids),
};

const matchesOf = (group: SearchGroup, asked: Asked) =>
  OWN_SEARCHES[group]?.(asked) ?? asked.services[group as 'documents'].match(asked.text);

const NONE: Matches<never> = { items: [], count: 0, exact: true };
const NOBODY = Promise.resolve({ ...NONE, ids: [] });

/**
 * The best matches of every kind that the user may read. Nothing is asked for a text that is too
 * short to mean something.
 * @throws Refusal `invalid`, naming the parameter; `forbidden` where the user may not search
 */
export async function searchEverything(
  services: Capabilities,
  user: SignedInUser,
  parameter: string,
  query: unknown,
): Promise<Found> {
  const { [parameter]: text } = validated(z.object({ [parameter]: searchText(parameter) }), {
    [parameter]: query,
  });
  if (!text || text.length < SHORTEST_SEARCH) return ofEachGroup(() => NONE);
  requireSearch(user, text);
  const isRead = (group: SearchGroup) => mayAsk(user.role, SEARCH_GROUPS[group].of.read);
  const people = isRead('customers') ? services.customers.match(text) : NOBODY;
  const asked: Asked = { services, text, people };
  const found = await Promise.all(
    ALL_GROUPS.map(
      async (group) => [group, isRead(group) ? await matchesOf(group, asked) : NONE] as const,
    ),
  );
  return Object.fromEntries(found) as unknown as Found;
}
