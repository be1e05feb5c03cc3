import type { Services } from '../roles/openServices.js';
import { captured } from './bareSql.js';
import type { ListCase, ListName } from './listCases.js';
import { LIST_PAGES, type PageAnswer } from './operations.js';
import type { Ask, Question } from './questions.js';

const PAGE = 50;
const PAGES = 5;

/** The first pages of a list, as its screen asks for them. */
export async function listQuestion(services: Services, listCase: ListCase): Promise<Question> {
  const { of, kind, what, request } = listCase;
  const asked = spelt(request);
  const asks: Ask[] = [];
  let cursor: string | null = null;
  do {
    const after: string | null = cursor;
    const { result, bare }: Captured = await captured(services, () =>
      cursorAfter(services, listCase, after),
    );
    const variables = { ...asked, first: PAGE, after, counted: false };
    asks.push({ query: LIST_PAGES[of], variables, bare });
    cursor = result;
  } while (cursor !== null && asks.length < PAGES);
  const counted = { ...asked, first: PAGE, after: null, counted: true };
  return {
    kind,
    what,
    asks,
    opening: { query: LIST_PAGES[of], variables: counted },
    rowsOf: (data) => (data as PageAnswer).page.items.length,
  };
}

type Captured = Awaited<ReturnType<typeof captured<string | null>>>;

async function cursorAfter(
  services: Pick<Services, ListName>,
  listCase: ListCase,
  cursor: string | null,
): Promise<string | null> {
  const page = await pageOf(services, listCase, { limit: PAGE, cursor });
  return page.nextCursor;
}

function pageOf(
  { customers, policies, documents, quotations }: Pick<Services, ListName>,
  listCase: ListCase,
  page: { limit: number; cursor: string | null },
): Promise<{ nextCursor: string | null }> {
  switch (listCase.of) {
    case 'customers':
      return customers.list({ ...listCase.request, ...page });
    case 'policies':
      return policies.list({ ...listCase.request, ...page });
    case 'documents':
      return documents.list({ ...listCase.request, ...page });
    case 'quotations':
      return quotations.list({ ...listCase.request, ...page });
  }
}

/** In a filter in paise; the gateway takes amounts as rupees in text. */
const AMOUNTS = ['premiumFrom', 'premiumTo', 'totalFrom', 'totalTo'];

function spelt({ filter, ...others }: ListCase['request']): object {
  const fields = Object.entries(filter).map(([name, value]) => [
    name,
    AMOUNTS.includes(name) && typeof value === 'number' ? (value / 100).toFixed(2) : value,
  ]);
  return { ...others, filter: Object.fromEntries(fields) };
}
