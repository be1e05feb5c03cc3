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
import { type Bench, MOST_AGENTS, type QuestionFigures } from './part.js';
import {
  type Ask,
  listQuestions,
  type Question,
  type Request,
  screenQuestions,
  thousandthPage,
} from './questions.js';

const ROUNDS = 50;
const WARM_UP = 5;
const LONGEST_MS = 5_000;
/** Agents who turn pages at once, without a pause; and for how long. */
const AGENTS = [1, 32, MOST_AGENTS];
const AGENTS_MS = 5_000;

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
  const pages: Ask[] = [];
  async function* remembered(): AsyncIterable<Question> {
    for await (const question of listQuestions(bench)) {
      if (question.kind === 'list') pages.push(...question.asks);
      yield question;
    }
  }
  const measured = await measureQuestions(bench, remembered());
  const f = figuresOf('f');
  const thirty = { atMost: 30 };
  const slowest = slowestOf(measured);
  return [
    f('list page of 50, slowest filter and sort, p95', slowest('list', 'p95'), 'ms', thirty),
    f('first page with its count, slowest, p95', slowest('list', 'openingP95'), 'ms'),
    f('search in a list, slowest text, p95', slowest('search', 'p95'), 'ms', { atMost: 60 }),
    f('search in a list with its count, slowest, p95', slowest('search', 'openingP95'), 'ms'),
    ...againstBareSql('f', measured),
    f('lists that read every record', countOfScans(measured), '', { atMost: 0 }),
    ...(await measureThousandthPage(bench)),
    ...(await measureAgents(bench, pages)),
  ];
}

/** Of the customers by name; nothing where there are fewer. */
async function measureThousandthPage(bench: Bench): Promise<Figure[]> {
  const page = await thousandthPage(bench);
  if (!page) return [];
  const client = await bench.client();
  const taken: number[] = [];
  await repeated({ workers: 1, millis: LONGEST_MS, most: ROUNDS }, async () => {
    taken.push((await client.ask(page.query, page.variables)).millis);
  });
  const { p95 } = timingsOf(taken.slice(WARM_UP));
  return [figuresOf('f')('thousandth page of customers by name, p95', p95, 'ms', { atMost: 30 })];
}

/** Pages of all lists, by every sort and filter, for several agents at once. */
async function measureAgents(bench: Bench, pages: readonly Ask[]): Promise<Figure[]> {
  const client = await bench.client();
  const f = figuresOf('f');
  const figures: Figure[] = [];
  for (const agents of AGENTS) {
    const taken: number[] = [];
    const { millis } = await timed(() =>
      repeated({ workers: agents, millis: AGENTS_MS }, async (agent, round) => {
        const { query, variables } = pages[(agent * 31 + round) % pages.length] as Ask;
        taken.push((await client.ask(query, variables)).millis);
      }),
    );
    const { count, p50, p95 } = timingsOf(taken);
    const what = `pages of lists, agents at once: ${agents}`;
    figures.push(
      f(`${what}, a second`, count / (millis / 1000), '/s'),
      f(`${what}, p50`, p50, 'ms'),
      f(`${what}, p95`, p95, 'ms'),
    );
  }
  return figures;
}

export async function measureScreens(bench: Bench): Promise<Figure[]> {
  const measured = await measureQuestions(bench, screenQuestions(bench));
  const g = figuresOf('g');
  const slowest = slowestOf(measured);
  const search = slowest('global search', 'p95');
  // Of a text that nearly everybody has, the first so many are soon met in any order.
  const scans = 'searches that read records as they lie, until they have enough';
  return [
    g('search over everything, slowest text, p95', search, 'ms', { atMost: 60 }),
    g('dashboard, p95', slowest('dashboard', 'p95'), 'ms', { atMost: 15 }),
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
    figure('gateway beyond bare SQL, median of the p50s', timingsOf(overheads).p50, 'ms', {
      atMost: 2.5,
    }),
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
