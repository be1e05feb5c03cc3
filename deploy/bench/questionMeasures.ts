import {
  type Figure,
  figuresOf,
  formatFigure,
  repeated,
  table,
  timed,
  timingsOf,
} from '../harness/figures.js';
import { askBare, planOf } from './bareSql.js';
import type { Bench, QuestionFigures } from './part.js';
import {
  type Ask,
  listQuestions,
  type Question,
  type Request,
  screenQuestions,
} from './questions.js';

const ROUNDS = 50;
const WARM_UP = 5;
const LONGEST_MS = 5_000;

async function measureQuestions(
  bench: Bench,
  questions: AsyncIterable<Question>,
): Promise<QuestionFigures[]> {
  const measured: QuestionFigures[] = [];
  for await (const question of questions) {
    bench.say(`  ${question.what}`);
    measured.push(await measureQuestion(bench, question));
  }
  bench.questions.push(...measured);
  return measured;
}

async function measureQuestion(
  { services, ...bench }: Bench,
  { kind, what, asks, opening, rowsOf }: Question,
): Promise<QuestionFigures> {
  const client = await bench.client();
  const { pool } = services.platform;
  const gateway: number[] = [];
  const opened: number[] = [];
  const bare: number[] = [];
  const send = ({ query, variables }: Request) => client.ask<unknown>(query, variables);

  // Alternately, so that all three meet the same machine.
  await repeated({ workers: 1, millis: LONGEST_MS, most: ROUNDS }, async (_, round) => {
    const ask = asks[round % asks.length] as Ask;
    const answer = await send(ask);
    const askedBare = await timed(() => askBare(pool, ask.bare));
    const askedFirst = opening && (await send(opening));
    if (round < WARM_UP) return;
    gateway.push(answer.millis);
    bare.push(askedBare.millis);
    if (askedFirst) opened.push(askedFirst.millis);
  });

  const first = await send(asks[0] as Ask);
  const queries = asks.flatMap((ask) => ask.bare);
  const plans = await Promise.all(queries.map((query) => planOf(pool, query)));
  const { p50, p95 } = timingsOf(gateway);
  return {
    ...{ kind, what, rows: rowsOf(first.data), p50, p95 },
    ...{ openingP95: timingsOf(opened).p95, bareP50: timingsOf(bare).p50 },
    plan: plans.find(({ scansAll }) => scansAll)?.words ?? plans.at(-1)?.words ?? '',
    scansAll: plans.some(({ scansAll }) => scansAll),
  };
}

export async function measureLists(bench: Bench): Promise<Figure[]> {
  const measured = await measureQuestions(bench, listQuestions(bench));
  const f = figuresOf('f');
  const fifty = { atMost: 50 };
  const slowest = slowestOf(measured);
  return [
    f('list page of 50, slowest filter and sort, p95', slowest('list', 'p95'), 'ms', fifty),
    f('first page with its count, slowest, p95', slowest('list', 'openingP95'), 'ms'),
    f('search in a list, slowest text, p95', slowest('search', 'p95'), 'ms', { atMost: 100 }),
    f('search in a list with its count, slowest, p95', slowest('search', 'openingP95'), 'ms'),
    ...againstBareSql('f', measured),
    f('lists that read every record', countOfScans(measured), '', { atMost: 0 }),
  ];
}

export async function measureScreens(bench: Bench): Promise<Figure[]> {
  const measured = await measureQuestions(bench, screenQuestions(bench));
  const g = figuresOf('g');
  const slowest = slowestOf(measured);
  const search = slowest('global search', 'p95');
  // Of a text that nearly everybody has, the first so many are soon met in any order.
  const scans = 'searches that read records as they lie, until they have enough';
  return [
    g('search over everything, slowest text, p95', search, 'ms', { atMost: 100 }),
    g('dashboard, p95', slowest('dashboard', 'p95'), 'ms', { atMost: 30 }),
    ...againstBareSql('g', measured),
    g(scans, countOfScans(measured), ''),
  ];
}

const slowestOf =
  (measured: readonly QuestionFigures[]) =>
  (kind: Question['kind'], field: 'p95' | 'openingP95'): number =>
    Math.max(
      ...measured
        .filter((one) => one.kind === kind)
        .map((one) => one[field])
        .filter(Number.isFinite),
    );

const countOfScans = (measured: readonly QuestionFigures[]): number =>
  measured.filter(({ scansAll }) => scansAll).length;

function againstBareSql(part: 'f' | 'g', measured: readonly QuestionFigures[]): Figure[] {
  const figure = figuresOf(part);
  const ratios = measured.map(({ p50, bareP50 }) => p50 / bareP50);
  const overheads = measured.map(({ p50, bareP50 }) => p50 - bareP50);
  return [
    figure('gateway against bare SQL, median of the p50s', timingsOf(ratios).p50, '×'),
    figure('gateway beyond bare SQL, median of the p50s', timingsOf(overheads).p50, 'ms'),
  ];
}

export const questionTable = (measured: readonly QuestionFigures[]): string =>
  table(
    ['question', 'rows', 'p50', 'p95', 'opening p95', 'bare SQL p50', 'ratio', 'plan'],
    measured.map((one) => [
      one.what,
      String(one.rows),
      formatFigure(one.p50, 'ms'),
      formatFigure(one.p95, 'ms'),
      formatFigure(one.openingP95, 'ms'),
      formatFigure(one.bareP50, 'ms'),
      formatFigure(one.p50 / one.bareP50, '×'),
      one.scansAll ? `SEQ SCAN: ${one.plan}` : one.plan,
    ]),
  );
