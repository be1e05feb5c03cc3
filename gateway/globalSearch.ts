import {
  ALL_GROUPS,
  type Matches,
  ofEachGroup,
  SEARCH_GROUPS,
  type SearchGroup,
  SHORTEST_SEARCH,
} from '@insuremanager/contracts/search/searchViews';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import { z } from 'zod';
import { mayAsk } from './access/access.js';
import type { Capabilities } from './books.js';
import { requireSearch, searchText } from './listQueries.js';
import { validated } from './validated.js';

type Searched = Pick<Capabilities, 'customers' | 'policies' | 'documents' | 'quotations'>;

/** A text that is looked for, and the customers who are found by it. */
interface Asked extends Searched {
  readonly text: string;
  readonly people: ReturnType<Capabilities['customers']['match']>;
}

/** How each group is searched; policies also by the customers who were found. */
const SEARCHES = {
  async customers({ people }: Asked) {
    const { ids: _, ...found } = await people;
    return found;
  },
  healthPolicies: async ({ policies, text, people }: Asked) =>
    policies.matchHealth(text, (await people).ids),
  vehiclePolicies: async ({ policies, text, people }: Asked) =>
    policies.matchVehicle(text, (await people).ids),
  documents: ({ documents, text }: Asked) => documents.match(text),
  quotations: ({ quotations, text }: Asked) => quotations.match(text),
} satisfies Record<SearchGroup, (asked: Asked) => Promise<Matches<object>>>;

export type Found = {
  readonly [Group in SearchGroup]: Awaited<ReturnType<(typeof SEARCHES)[Group]>>;
};

const NONE: Matches<never> = { items: [], count: 0, exact: true };
const NOBODY = Promise.resolve({ ...NONE, ids: [] });

/**
/**
 * The best matches of every kind that the user may read. Nothing is asked for a text that is too
 * short to mean something.
 * @throws Refusal `invalid`, naming the parameter; `forbidden` where the user may not search
 */
export async function searchEverything(
  searched: Searched,
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
  const people = isRead('customers') ? searched.customers.match(text) : NOBODY;
  const asked: Asked = { ...searched, text, people };
  const found = await Promise.all(
    ALL_GROUPS.map(
      async (group) => [group, isRead(group) ? await SEARCHES[group](asked) : NONE] as const,
    ),
  );
  return Object.fromEntries(found) as unknown as Found;
}
