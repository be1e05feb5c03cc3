import type { Services } from '../roles/openServices.js';
import { captured } from './bareSql.js';
import type { ListCase } from './listCases.js';
import { LIST_PAGES, type PageAnswer } from './operations.js';
import type { Ask, Question } from './questions.js';

const PAGE = 50;
const PAGES = 5;

/** The first pages of a list, as its screen asks for them. */
export async function listQuestion(services: Services, listCase: ListCase): Promise<Question> {
  const { of, kind, what, request } = listCase;
  const asks: Ask[] = [];
  let cursor: string | null = null;
  do {
    const after: string | null = cursor;
    const { result, bare }: Captured = await captured(services, () =>
      cursorAfter(services, listCase, after),
    );
    const variables = { ...request, first: PAGE, after, counted: false };
    asks.push({ query: LIST_PAGES[of], variables: spelt(of, variables), bare });
    cursor = result;
  } while (cursor !== null && asks.length < PAGES);
  const counted = { ...request, first: PAGE, after: null, counted: true };
  return {
    kind,
    what,
    asks,
    opening: { query: LIST_PAGES[of], variables: spelt(of, counted) },
    rowsOf: (data) => (data as PageAnswer).page.items.length,
  };
}

type Captured = Awaited<ReturnType<typeof captured<string | null>>>;

async function cursorAfter(
  { customers, policies }: Services,
  listCase: ListCase,
  cursor: string | null,
): Promise<string | null> {
  const page =
    listCase.of === 'customers'
      ? await customers.list({ ...listCase.request, limit: PAGE, cursor })
      : await policies.list({ ...listCase.request, limit: PAGE, cursor });
  return page.nextCursor;
}

interface Spelt {
  filter: { premiumFrom?: number | null; premiumTo?: number | null };
}

/** The gateway takes amounts as rupees in text. */
function spelt<Variables extends object>(of: ListCase['of'], variables: Variables): object {
  if (of === 'customers') return variables;
  const { filter } = variables as unknown as Spelt;
  const rupees = (paise: number | null | undefined) =>
    typeof paise === 'number' ? (paise / 100).toFixed(2) : undefined;
  const { premiumFrom, premiumTo, ...others } = filter;
  return {
    ...variables,
    filter: { ...others, premiumFrom: rupees(premiumFrom), premiumTo: rupees(premiumTo) },
  };
}
