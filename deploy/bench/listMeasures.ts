import type { Services } from '../roles/openServices.js';
import { askBare, type BarePage, barePages, indexColumns, planOf } from './bareSql.js';
import { type Figure, shown, table } from './figures.js';
import type { GraphqlClient } from './graphqlClient.js';
import { type ListCase, listCases, searchCases } from './listCases.js';
import { CUSTOMER_PAGE, type PageAnswer } from './operations.js';
import { repeated, timed, timingsOf } from './timings.js';

interface Parts {
  services: Services;
  client: GraphqlClient;
}

/** What one kind of list took, in milliseconds, over its first pages. */
export interface PageFigures {
  readonly kind: ListCase['kind'];
  readonly what: string;
  readonly rows: number;
  readonly p50: number;
  readonly p95: number;
  /** The first page together with its count, as the screen asks for it. */
  readonly countedP50: number;
  readonly countedP95: number;
  /** The same SQL without the gateway. */
  readonly bareP50: number;
  readonly plan: string;
  readonly scansAll: boolean;
}

const PAGE = 50;
const PAGES = 5;
const ROUNDS = 60;
const WARM_UP = 5;
const LONGEST_MS = 5_000;

export async function measureLists(
  parts: Parts,
  onCase: (what: string) => void,
): Promise<{ figures: Figure[]; pages: PageFigures[] }> {
  const pages: PageFigures[] = [];
  for (const listCase of [...listCases(), ...searchCases()]) {
    onCase(listCase.what);
    pages.push(await measureCase(parts, listCase));
  }
  return { figures: figuresOf(pages), pages };
}

async function measureCase({ services, client }: Parts, listCase: ListCase): Promise<PageFigures> {
  const { kind, what, request } = listCase;
  const pool = services.platform.pool;
  const pages = await barePages(services, { ...request, limit: PAGE }, PAGES);
  const gateway: number[] = [];
  const counted: number[] = [];
  const bare: number[] = [];
  const ask = (page: BarePage | undefined, isCounted: boolean) =>
    client.ask<PageAnswer>(CUSTOMER_PAGE, {
      ...request,
      first: PAGE,
      after: page?.cursor,
      counted: isCounted,
    });

  // By turns, so that all three meet the same machine.
  await repeated({ workers: 1, millis: LONGEST_MS, most: ROUNDS }, async (_, round) => {
    const page = pages[round % pages.length] as BarePage;
    const asked = await ask(page, false);
    const askedBare = await timed(() => askBare(pool, page));
    const askedFirst = await ask(pages[0], true);
    if (round < WARM_UP) return;
    gateway.push(asked.millis);
    bare.push(askedBare.millis);
    counted.push(askedFirst.millis);
  });

  const first = await ask(pages[0], false);
  const columns = await indexColumns(pool, services.readModels.schema);
  const plans = await Promise.all(pages.map((page) => planOf(pool, page, columns)));
  const withCount = timingsOf(counted);
  return {
    kind,
    what,
    rows: first.data.customers.items.length,
    p50: timingsOf(gateway).p50,
    p95: timingsOf(gateway).p95,
    countedP50: withCount.p50,
    countedP95: withCount.p95,
    bareP50: timingsOf(bare).p50,
    plan: plans.at(-1)?.words ?? '',
    scansAll: plans.some(({ scansAll }) => scansAll),
  };
}

function figuresOf(pages: readonly PageFigures[]): Figure[] {
  const of = (kind: ListCase['kind']) => pages.filter((page) => page.kind === kind);
  const slowest = (some: readonly PageFigures[], field: 'p95' | 'countedP95') =>
    Math.max(...some.map((page) => page[field]));
  const ratios = pages.map(({ p50, bareP50 }) => p50 / bareP50);
  const overheads = pages.map(({ p50, bareP50 }) => p50 - bareP50);
  return [
    {
      part: 'f',
      what: 'list page of 50, slowest filter and sort, p95',
      value: slowest(of('list'), 'p95'),
      unit: 'ms',
      aim: { atMost: 50 },
    },
    {
      part: 'f',
      what: 'first page with its count, slowest, p95',
      value: slowest(of('list'), 'countedP95'),
      unit: 'ms',
    },
    {
      part: 'f',
      what: 'search, slowest text, p95',
      value: slowest(of('search'), 'p95'),
      unit: 'ms',
      aim: { atMost: 100 },
    },
    {
      part: 'f',
      what: 'search with its count, slowest, p95',
      value: slowest(of('search'), 'countedP95'),
      unit: 'ms',
    },
    {
      part: 'f',
      what: 'gateway against bare SQL, median of the p50s',
      value: timingsOf(ratios).p50,
      unit: '×',
    },
    {
      part: 'f',
      what: 'gateway beyond bare SQL, median of the p50s',
      value: timingsOf(overheads).p50,
      unit: 'ms',
    },
    {
      part: 'f',
      what: 'lists that read every customer',
      value: pages.filter(({ scansAll }) => scansAll).length,
      unit: '',
      aim: { atMost: 0 },
    },
  ];
}

export const pageTable = (pages: readonly PageFigures[]): string =>
  table(
    ['list or search', 'rows', 'p50', 'p95', 'counted p95', 'bare SQL p50', 'ratio', 'plan'],
    pages.map((page) => [
      page.what,
      String(page.rows),
      shown(page.p50, 'ms'),
      shown(page.p95, 'ms'),
      shown(page.countedP95, 'ms'),
      shown(page.bareP50, 'ms'),
      shown(page.p50 / page.bareP50, '×'),
      page.scansAll ? `SEQ SCAN: ${page.plan}` : page.plan,
    ]),
  );
