import { SearchResults } from '@insuremanager/contracts/search/searchViews';
import type { Router } from 'express';
import { z } from 'zod';
import { type Searched, searchEverything } from '../globalSearch.js';
import { route } from '../routes.js';

interface Parts extends Searched {}

const Count = z.object({
  count: z.int(),
  exact: z.boolean().describe('False: there are more than this'),
});

/** The answer of `GET /api/search`. */
export const SearchAnswer = SearchResults.extend({
  counts: z
    .object({
      customers: Count,
      healthPolicies: Count,
      vehiclePolicies: Count,
      documents: Count,
      quotations: Count,
    })
    .describe('How many there are, of which only the best are listed'),
});
type SearchAnswer = z.infer<typeof SearchAnswer>;

/** The search over everything: the matches as plain arrays, and beside them how many there are. */
export function searchRoutes(router: Router, { ...searched }: Parts): void {
  route(router, '/api/search', {
    get: [
      async ({ query }, response) => {
        const found = await searchEverything(searched, 'q', query.q);
        const { customers, healthPolicies, vehiclePolicies, documents, quotations } = found;
        const answer: SearchAnswer = {
          customers: customers.items,
          healthPolicies: healthPolicies.items.map(withoutOwner),
          vehiclePolicies: vehiclePolicies.items.map(withoutOwner),
          documents: documents.items.map(withoutOwner),
          quotations: quotations.items.map(withoutOwner),
          counts: {
            customers: countOf(customers),
            healthPolicies: countOf(healthPolicies),
            vehiclePolicies: countOf(vehiclePolicies),
            documents: countOf(documents),
            quotations: countOf(quotations),
          },
        };
        response.json(answer);
      },
    ],
  });
}

/** A match as REST answers it. */
const withoutOwner = <Match extends { customerId: number }>({ customerId: _, ...match }: Match) =>
  match;

const countOf = ({ count, exact }: { count: number; exact: boolean }) => ({ count, exact });
