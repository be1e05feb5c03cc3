/** What the web client asks the gateway for, field by field, and the SQL that this comes to. */
import type { Services } from '../roles/openServices.js';
import { type BareQuery, captured } from './bareSql.js';
import { type ListCase, type ListName, listCases } from './listCases.js';
import type { QuestionFigures } from './part.js';

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

export const CUSTOMER_FIELDS = `id name phone email aadhaarNumber panNumber dateOfBirth address city
  state pincode kycStatus createdAt updatedAt version`;

const listPage = (list: ListName, type: string, fields: string): string =>
  `query Page($filter: ${type}Filter, $sort: ${type}Sort, $direction: SortDirection, $first: Int,
  $after: String, $counted: Boolean!) {
  page: ${list}(filter: $filter, sort: $sort, direction: $direction, first: $first, after: $after) {
    items { ${fields} } nextCursor count @include(if: $counted) { count exact }
  }
}`;

const LIST_PAGES: Readonly<Record<ListName, string>> = {
  customers: listPage('customers', 'Customer', CUSTOMER_FIELDS),
  policies: listPage(
    'policies',
    'Policy',
    `id kind customer { id name phone kycStatus } policyNumber insuranceCompany policyType
    vehicleNumber vehicleType vehicleMake vehicleModel vehicleYear sumAssured premiumAmount
    premiumFrequency startDate endDate status daysUntilExpiry graceUntil version`,
  ),
  documents: listPage(
    'documents',
    'Document',
    `id customerId customer { id name } policyId policyType policy { id kind policyNumber }
    documentType fileName filePath fileSize mimeType uploadedAt version`,
  ),
  quotations: listPage(
    'quotations',
    'Quotation',
    `id customerId customer { id name phone kycStatus } quotationNumber insuranceType
    policyType vehicleType vehicleNumber insuranceCompany sumAssured premiumAmount serviceCharges
    totalAmount gstRate gstAmount validityDays validUntil isPastValidity status notes policyId
    pdfPath emailedAt createdAt updatedAt version`,
  ),
};

const PAGE = 50;
const PAGES = 5;

/** All four lists, and searches in them. */
export async function* listQuestions(services: Services): AsyncIterable<Question> {
  for (const listCase of listCases()) yield await listQuestion(services, listCase);
}

/** The first pages of a list, as its screen asks for them. */
async function listQuestion(services: Services, listCase: ListCase): Promise<Question> {
  const { of, kind, what, request } = listCase;
  const query = LIST_PAGES[of];
  // The case picks the service and the request that belong together.
  const list = services[of].list as (request: object) => Promise<{ nextCursor: string | null }>;
  const variablesOf = (after: string | null, counted: boolean) => ({
    query,
    variables: { ...withRupees(request), first: PAGE, after, counted },
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
    rowsOf: (data) => (data as { page: { items: object[] } }).page.items.length,
  };
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

const GLOBAL_SEARCH = `query Search($query: String!) {
  search(query: $query) {
    customers { items { id name phone } count exact }
    healthPolicies { items { id policyNumber insuranceCompany } count exact }
    vehiclePolicies { items { id policyNumber vehicleNumber } count exact }
    documents { items { id fileName customer { id name } } count exact }
    quotations { items { id quotationNumber insuranceCompany } count exact }
  }
}`;

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
export async function* screenQuestions(services: Services): AsyncIterable<Question> {
  for (const query of SEARCHED) yield await searchQuestion(services, query);
  yield await dashboardQuestion(services);
}

async function searchQuestion(services: Services, query: string): Promise<Question> {
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
    asks: [{ query: GLOBAL_SEARCH, variables: { query }, bare }],
    opening: null,
    rowsOf: (data) =>
      Object.values((data as { search: Record<string, { items: object[] }> }).search).reduce(
        (rows, { items }) => rows + items.length,
        0,
      ),
  };
}

async function dashboardQuestion(services: Services): Promise<Question> {
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
