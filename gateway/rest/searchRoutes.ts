import { LONGEST_SEARCH, SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import { ofEachGroup, SearchResults } from '@insuremanager/contracts/search/searchViews';
import { z } from 'zod';
import { PLAIN } from '../access/answerViews.js';
import { searchEverything } from '../globalSearch.js';
import { jsonAnswer } from '../openapi/operations.js';
import { signedInUser } from '../sessions/signedInUser.js';
import type { RestRoute } from './restRoute.js';

const Count = z.object({
  count: z.int(),
  exact: z.boolean().describe('False: there are more than this'),
});

/** The answer of `GET /api/search`. */
const SearchAnswer = SearchResults.extend({
  counts: z
    .object(ofEachGroup(() => Count))
    .describe('How many there are, of which only the best are listed'),
});
type SearchAnswer = z.infer<typeof SearchAnswer>;

const SearchQuery = z.object({
  q: z
    .string()
    .max(LONGEST_SEARCH)
    .optional()
    .describe(
      'Part of a name, phone, email, policy number, insurer, vehicle number or file name, ' +
        'a PAN, the number of a quotation or a claim, or words of a task or a note',
    ),
});

/** The search over everything: the matches as plain arrays, and beside them how many there are. */
export const searchRoutes: readonly RestRoute[] = [
  {
    method: 'get',
    path: '/api/search',
    access: 'search',
    view: PLAIN,
    tag: 'Overview',
    operationId: 'search',
    summary: 'Search customers, policies, documents, quotations, leads, claims and tasks',
    description: `Texts of fewer than ${SHORTEST_SEARCH} characters find nothing.`,
    query: SearchQuery,
    answers: { 200: jsonAnswer('The best matches of each kind', { SearchAnswer }) },
    async handle({ request: { query }, response, services }): Promise<SearchAnswer> {
      const found = await searchEverything(services, signedInUser(response), 'q', query.q);
      return {
        ...ofEachGroup((group) => found[group].items.map(withoutOwner)),
        counts: ofEachGroup((group) => countOf(found[group])),
      } as SearchAnswer;
    },
  },
];

/** A match as REST answers it. */
const withoutOwner = ({ customerId: _, ...match }: { customerId?: number }) => match;

const countOf = ({ count, exact }: { count: number; exact: boolean }) => ({ count, exact });
