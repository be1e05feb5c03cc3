/** What screens of the web client ask the gateway for, and the SQL that this comes to. */
import { type BareQuery, captured } from './bareSql.js';
import { type ListCase, listCases } from './listCases.js';
import type { Bench, QuestionFigures } from './part.js';

/** Something that a screen asks the gateway for. */
export interface Question {
  readonly kind: QuestionFigures['kind'];
  readonly what: string;
  /** Asked alternately: the first pages of a list, or one request. */
  readonly asks: readonly Ask[];
  /** What the screen asks when it opens, when that is more: the first page with its count. */
  readonly opening: Request | null;
  /** Rows in an answer to the first of `asks`. */
  rowsOf(data: unknown): number;
}

export interface Request {
  readonly query: string;
  readonly variables: object;
}

export interface Ask extends Request {
  /** The very SQL that the product sends to the database for it. */
  readonly bare: readonly BareQuery[];
}

/** The operation of the client that asks for a list. */
const LISTS = {
  customers: 'CustomerList',
  policies: 'PolicyList',
  documents: 'DocumentList',
  quotations: 'QuotationList',
} as const;

type Asking = Pick<Bench, 'services' | 'documents'>;

const PAGE = 50;
const PAGES = 5;

/** All four lists, and searches in them. */
export async function* listQuestions(asking: Asking): AsyncIterable<Question> {
  for (const listCase of listCases()) yield await listQuestion(asking, listCase);
}

/** The first pages of a list, as its screen asks for them. */
async function listQuestion(
  { services, documents }: Asking,
  { of, kind, what, request }: ListCase,
): Promise<Question> {
  const query = documents[LISTS[of]] ?? '';
  // The case picks the service and the request that belong together.
  const list = services[of].list as (request: object) => Promise<{ nextCursor: string | null }>;
  const variablesOf = (after: string | null, withCount: boolean) => ({
    query,
    variables: { ...withRupees(request), first: PAGE, after, withCount },
  });
  const asks: Ask[] = [];
  let cursor: string | null = null;
  do {
    const page: object = { ...request, limit: PAGE, cursor };
    const ask = variablesOf(cursor, false);
    const { result, bare } = await captured(services, () => list(page));
    asks.push({ ...ask, bare });
    cursor = result.nextCursor;
  } while (cursor !== null && asks.length < PAGES);
  return {
    kind,
    what,
    asks,
    opening: variablesOf(null, true),
    rowsOf: (data) => (data as Record<string, { items: object[] }>)[of]?.items.length ?? 0,
  };
}

/** Null where there are not as many. */
export async function thousandthPage({ services, documents }: Asking): Promise<Request | null> {
  const request = { filter: {}, sort: 'name', direction: 'asc' } as const;
  const before = { ...request, limit: 999 * PAGE, cursor: null };
  const { nextCursor: after } = await services.customers.list(before);
  const variables = { ...request, first: PAGE, after, withCount: false };
  return after === null ? null : { query: documents[LISTS.customers] ?? '', variables };
}

/** In a filter in paise; the gateway takes amounts as rupees in text. */
const AMOUNTS = ['premiumFrom', 'premiumTo', 'totalFrom', 'totalTo'];

function withRupees({ filter, ...others }: ListCase['request']): object {
  const fields = Object.entries(filter).map(([name, value]) => [
    name,
    AMOUNTS.includes(name) && typeof value === 'number' ? (value / 100).toFixed(2) : value,
  ]);
  return { ...others, filter: Object.fromEntries(fields) };
}

/** Common and rare substrings, of every column, in both scripts; beginnings, middles, and nothing. */
const SEARCHED = [
  ...['nai', 'ana', 'nair', 'example.com', 'ലക്ഷ്മി', 'venkatasubramanian', '98470'],
  ...['+91 94470 1', '000', 'abcp', 'star health', 'insurance', 'h/1041', 'KL 07'],
  ...['kl-07-ab-1234', 'qt 2026 27 15', '27-15', 'aadhaar', 'ആധാർ', 'hospital bill'],
  ...['img_2026', '.pdf', 'zzyzx'],
];

const DASHBOARD = `query Dashboard {
  dashboard {
    totalCustomers activePolicies monthlyRevenue dueRenewals healthPoliciesCount
    vehiclePoliciesCount monthlyGrowth recentCustomers { id name phone createdAt }
    upcomingRenewals { id customerId customerName policyId policyType policyNumber dueDate
      daysUntilExpiry }
  }
  revenueTrend(months: 6) { months { month premium } hasHistory }
}`;

/** The search over everything, and all that the dashboard asks for when it opens. */
export async function* screenQuestions(asking: Asking): AsyncIterable<Question> {
  for (const query of SEARCHED) yield await searchQuestion(asking, query);
  yield await dashboardQuestion(asking);
}

async function searchQuestion(
  { services, documents: { GlobalSearch = '' } }: Asking,
  query: string,
): Promise<Question> {
  const { customers, policies, documents, quotations } = services;
  const documentsWithTheirOwners = async () => {
    const { items } = await documents.match(query);
    return items.length > 0 && customers.summaries(items.map(({ customerId }) => customerId));
  };
  const { bare } = await captured(services, () =>
    Promise.all([
      customers.match(query),
      policies.matchHealth(query),
      policies.matchVehicle(query),
      documentsWithTheirOwners(),
      quotations.match(query),
    ]),
  );
  return {
    kind: 'global search',
    what: `search everything for “${query}”`,
    asks: [{ query: GlobalSearch, variables: { query }, bare }],
    opening: null,
    rowsOf: (data) =>
      Object.values((data as { search: Record<string, { items: object[] }> }).search).reduce(
        (rows, { items }) => rows + items.length,
        0,
      ),
  };
}

async function dashboardQuestion({ services }: Asking): Promise<Question> {
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
