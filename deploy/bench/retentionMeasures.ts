import type { RetentionList } from '@insuremanager/contracts/privacy/retention';
import { addMonths } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { createRetention, type Retention } from '@insuremanager/services/retention/index';
import { type Figure, figuresOf, repeated, timingsOf } from '../harness/figures.js';
import { captured, planOf } from './bareSql.js';
import type { Bench } from './part.js';

/** So many years later the retention of everybody has ended. */
const YEARS_LATER = 25;
const ROUNDS = { most: 120, millis: 60_000, workers: 1 };
const WARM_UP = 10;
/** Pages behind the first. */
const DEEP = 20;

/** Whose retention has ended, when that is everybody. */
export async function measureRetention({ services, client, say }: Bench): Promise<Figure[]> {
  const { platform, readModels } = services;
  // Lists show everything by then.
  await client();
  const later = new Date(addMonths(kolkataDay(new Date()), 12 * YEARS_LATER));
  const aged = { ...platform, clock: { now: () => later } };
  const retention = await createRetention(aged, readModels, services);
  const q = figuresOf('q');

  const measured = async (list: RetentionList, name: string): Promise<Figure[]> => {
    const { count, exact } = await retention.count(list);
    const { bare } = await captured(services, () => retention.ended(list));
    const [page] = bare;
    const plan = page && (await planOf(platform.pool, page)).words;
    say(`  ${name}, ${count}${exact ? '' : '+'}: ${plan}`);
    const deep = await cursorBehind(retention, list);
    const asked: readonly [string, () => Promise<unknown>, number][] = [
      ['first page', () => retention.ended(list), 30],
      [`page ${DEEP + 1}`, () => retention.ended(list, deep), 30],
      ['how many, to 10,000', () => retention.count(list), 100],
    ];
    const figures: Figure[] = [];
    for (const [what, ask, atMost] of asked) {
      const durations: number[] = [];
      await repeated(ROUNDS, async (_, round) => {
        const began = performance.now();
        await ask();
        if (round >= WARM_UP) durations.push(performance.now() - began);
      });
      const { p50, p95 } = timingsOf(durations);
      figures.push(
        q(`${name}, ${what}, p50`, p50, 'ms'),
        q(`${name}, ${what}, p95`, p95, 'ms', { atMost }),
      );
    }
    return figures;
  };

  // Nothing has expired their policies yet: nearly everybody is kept back.
  const keptBack = await measured('kept_back', 'kept back');
  const ids = await expired(services);
  try {
    return [...(await measured('waiting', 'can be erased')), ...keptBack];
  } finally {
    await setStatus(services, ids, 'active');
    await retention.stop();
  }
}

/** Has nobody an active policy any more, as after years; the terms that were. */
async function expired(services: Bench['services']): Promise<number[]> {
  const { platform, readModels } = services;
  const terms = readModels.relation('policies');
  const { rows } = await platform.pool.query<{ id: number }>(
    `SELECT id FROM ${terms} WHERE status = 'active'`,
  );
  const ids = rows.map(({ id }) => id);
  await setStatus(services, ids, 'expired');
  await platform.pool.query(`VACUUM (ANALYZE) ${terms}`);
  return ids;
}

/** Set at once: none takes longer than an answer may. */
const TERMS_AT_ONCE = 5_000;

async function setStatus(
  { platform, readModels }: Bench['services'],
  ids: readonly number[],
  status: string,
): Promise<void> {
  const update = `UPDATE ${readModels.relation('policies')} SET status = $1 WHERE id = ANY ($2)`;
  for (let from = 0; from < ids.length; from += TERMS_AT_ONCE) {
    await platform.pool.query(update, [status, ids.slice(from, from + TERMS_AT_ONCE)]);
  }
}

async function cursorBehind(retention: Retention, list: RetentionList): Promise<string | null> {
  let cursor: string | null = null;
  for (let nth = 0; nth < DEEP; nth += 1) {
    cursor = (await retention.ended(list, cursor)).nextCursor ?? cursor;
  }
  return cursor;
}
