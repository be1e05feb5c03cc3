import type { Services } from '../roles/openServices.js';
import { askBare, indexColumns, planOf } from './bareSql.js';
import { customerListCases, customerSearchCases } from './customerListCases.js';
import { documentListCases, documentSearchCases } from './documentListCases.js';
import { type Figure, shown, table } from './figures.js';
import type { GraphqlClient } from './graphqlClient.js';
import { listQuestion } from './listQuestions.js';
import { policyListCases, policySearchCases } from './policyListCases.js';
import type { Ask, Question, Request } from './questions.js';
import { quotationListCases, quotationSearchCases } from './quotationListCases.js';
import { dashboardQuestion, searchQuestions } from './screenQuestions.js';
import { repeated, timed, timingsOf } from './timings.js';

interface Parts {
  services: Services;
  client: GraphqlClient;
}

/** What one question took, in milliseconds. */
export interface QuestionFigures {
  readonly kind: Question['kind'];
  readonly what: string;
  readonly rows: number;
  readonly p50: number;
  readonly p95: number;
  /** As the screen asks when it opens: the first page together with its count. */
  readonly openingP50: number;
  readonly openingP95: number;
  /** The same SQL without the gateway. */
  readonly bareP50: number;
  readonly bareP95: number;
  readonly plan: string;
  readonly scansAll: boolean;
}

const ROUNDS = 50;
const WARM_UP = 5;
const LONGEST_MS = 5_000;

type Told = (what: string) => void;

/** All four lists, and searches in them. */
export async function measureLists(parts: Parts, onCase: Told): Promise<QuestionFigures[]> {
  const cases = [
    ...[...customerListCases(), ...customerSearchCases()],
    ...[...policyListCases(), ...policySearchCases()],
    ...[...documentListCases(), ...documentSearchCases()],
    ...[...quotationListCases(), ...quotationSearchCases()],
  ];
  const measured: QuestionFigures[] = [];
  for (const listCase of cases) {
    onCase(listCase.what);
    measured.push(await measureQuestion(parts, await listQuestion(parts.services, listCase)));
  }
  return measured;
}

/** The search over everything, and the dashboard. */
export async function measureScreens(parts: Parts, onCase: Told): Promise<QuestionFigures[]> {
  const { services } = parts;
  const measured: QuestionFigures[] = [];
  for (const question of [
    ...(await searchQuestions(services)),
    await dashboardQuestion(services),
  ]) {
    onCase(question.what);
    measured.push(await measureQuestion(parts, question));
  }
  return measured;
}

async function measureQuestion(
  { services, client }: Parts,
  question: Question,
): Promise<QuestionFigures> {
  const { kind, what, asks, opening, rowsOf } = question;
  const pool = services.platform.pool;
  const gateway: number[] = [];
  const opened: number[] = [];
  const bare: number[] = [];
  const send = ({ query, variables }: Request) => client.ask<unknown>(query, variables);

  // By turns, so that all three meet the same machine.
  await repeated({ workers: 1, millis: LONGEST_MS, most: ROUNDS }, async (_, round) => {
    const ask = asks[round % asks.length] as Ask;
    const asked = await send(ask);
    const askedBare = await timed(() => askBare(pool, ask.bare));
    const askedFirst = opening && (await send(opening));
    if (round < WARM_UP) return;
    gateway.push(asked.millis);
    bare.push(askedBare.millis);
    if (askedFirst) opened.push(askedFirst.millis);
  });

  const first = await send(asks[0] as Ask);
  const columns = await indexColumns(pool, services.readModels.schema);
  const queries = asks.flatMap((ask) => ask.bare);
  const plans = await Promise.all(queries.map((query) => planOf(pool, query, columns)));
  const opens = timingsOf(opened);
  return {
    kind,
    what,
    rows: rowsOf(first.data),
    p50: timingsOf(gateway).p50,
    p95: timingsOf(gateway).p95,
    openingP50: opens.p50,
    openingP95: opens.p95,
    bareP50: timingsOf(bare).p50,
    bareP95: timingsOf(bare).p95,
    plan: plans.find(({ scansAll }) => scansAll)?.words ?? plans.at(-1)?.words ?? '',
    scansAll: plans.some(({ scansAll }) => scansAll),
  };
}

type Milliseconds = 'p95' | 'openingP95';

const slowest = (some: readonly QuestionFigures[], field: Milliseconds): number =>
  Math.max(...some.map((one) => one[field]).filter(Number.isFinite));

export function listFigures(measured: readonly QuestionFigures[]): Figure[] {
  const of = (kind: Question['kind']) => measured.filter((one) => one.kind === kind);
  const part = 'f';
  const unit = 'ms';
  return [
    {
      part,
      what: 'list page of 50, slowest filter and sort, p95',
      value: slowest(of('list'), 'p95'),
      unit,
      aim: { atMost: 50 },
    },
    {
      part,
      what: 'first page with its count, slowest, p95',
      value: slowest(of('list'), 'openingP95'),
      unit,
    },
    {
      part,
      what: 'search in a list, slowest text, p95',
      value: slowest(of('search'), 'p95'),
      unit,
      aim: { atMost: 100 },
    },
    {
      part,
      what: 'search in a list with its count, slowest, p95',
      value: slowest(of('search'), 'openingP95'),
      unit,
    },
    ...againstBareSql(part, measured),
    {
      part,
      what: 'lists that read every record',
      value: measured.filter(({ scansAll }) => scansAll).length,
      unit: '',
      aim: { atMost: 0 },
    },
  ];
}

export function screenFigures(measured: readonly QuestionFigures[]): Figure[] {
  const of = (kind: Question['kind']) => measured.filter((one) => one.kind === kind);
  const part = 'g';
  const unit = 'ms';
  return [
    {
      part,
      what: 'search over everything, slowest text, p95',
      value: slowest(of('global search'), 'p95'),
      unit,
      aim: { atMost: 100 },
    },
    {
      part,
      what: 'dashboard, p95',
      value: slowest(of('dashboard'), 'p95'),
      unit,
      aim: { atMost: 30 },
    },
    ...againstBareSql(part, measured),
    {
      part,
      // Of a text that nearly everybody has, the first so many are soon met in any order.
      what: 'searches that read records as they lie, until they have enough',
      value: measured.filter(({ scansAll }) => scansAll).length,
      unit: '',
    },
  ];
}

function againstBareSql(
  part: Figure['part'],
  measured: readonly QuestionFigures[],
): [Figure, Figure] {
  const ratios = measured.map(({ p50, bareP50 }) => p50 / bareP50);
  const overheads = measured.map(({ p50, bareP50 }) => p50 - bareP50);
  return [
    {
      part,
      what: 'gateway against bare SQL, median of the p50s',
      value: timingsOf(ratios).p50,
      unit: '×',
    },
    {
      part,
      what: 'gateway beyond bare SQL, median of the p50s',
      value: timingsOf(overheads).p50,
      unit: 'ms',
    },
  ];
}

export const questionTable = (measured: readonly QuestionFigures[]): string =>
  table(
    ['question', 'rows', 'p50', 'p95', 'opening p95', 'bare SQL p50', 'ratio', 'plan'],
    measured.map((one) => [
      one.what,
      String(one.rows),
      shown(one.p50, 'ms'),
      shown(one.p95, 'ms'),
      shown(one.openingP95, 'ms'),
      shown(one.bareP50, 'ms'),
      shown(one.p50 / one.bareP50, '×'),
      one.scansAll ? `SEQ SCAN: ${one.plan}` : one.plan,
    ]),
  );
