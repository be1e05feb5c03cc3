import type { Services } from '../roles/openServices.js';
import { captured } from './bareSql.js';
import { DASHBOARD, GLOBAL_SEARCH, type SearchAnswer } from './operations.js';
import type { Question } from './questions.js';

/** Common and rare substrings, of every column, in both scripts; beginnings, middles, and nothing. */
const SEARCHED = [
  'nai',
  'ana',
  'nair',
  'example.com',
  'ലക്ഷ്മി',
  'venkatasubramanian',
  '98470',
  '+91 94470 1',
  '000',
  'abcp',
  'star health',
  'insurance',
  'h/1041',
  'KL 07',
  'kl-07-ab-1234',
  'qt 2026 27 15',
  '27-15',
  'aadhaar',
  'ആധാർ',
  'hospital bill',
  'img_2026',
  '.pdf',
  'zzyzx',
];

export async function searchQuestions(services: Services): Promise<Question[]> {
  const questions: Question[] = [];
  for (const query of SEARCHED) {
    const { bare } = await captured(services, () =>
      Promise.all([
        services.customers.match(query),
        services.policies.matchHealth(query),
        services.policies.matchVehicle(query),
        documentsWithTheirOwners(services, query),
        services.quotations.match(query),
      ]),
    );
    questions.push({
      kind: 'global search',
      what: `search everything for “${query}”`,
      asks: [{ query: GLOBAL_SEARCH, variables: { query }, bare }],
      opening: null,
      rowsOf: (data) =>
        Object.values((data as SearchAnswer).search).reduce(
          (rows, { items }) => rows + items.length,
          0,
        ),
    });
  }
  return questions;
}

async function documentsWithTheirOwners({ documents, customers }: Services, query: string) {
  const { items } = await documents.match(query);
  return items.length > 0 && customers.summaries(items.map(({ customerId }) => customerId));
}

/** All that the dashboard asks for when it opens. */
export async function dashboardQuestion(services: Services): Promise<Question> {
  const { bare } = await captured(services, () =>
    Promise.all([services.dashboard.metrics(), services.dashboard.revenueTrend(6)]),
  );
  return {
    kind: 'dashboard',
    what: 'the dashboard with six months of revenue',
    asks: [{ query: DASHBOARD, variables: {}, bare }],
    opening: null,
    rowsOf: () => 1,
  };
}
