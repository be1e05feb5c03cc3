import { randomUUID } from 'node:crypto';
import { type Figure, figuresOf, repeated, timingsOf } from '../harness/figures.js';
import { captured, planOf } from './bareSql.js';
import type { Bench } from './part.js';

const ROUNDS = { most: 30, millis: 60_000, workers: 1 };
const WARM_UP = 3;
/** Pairs that are merged and parted again, of customers far from each other. */
const MERGES = 40;

const PAIRS = `query ($offset: Int!) {
  duplicatePairs(offset: $offset) {
    pairs { firstId firstName secondId secondName score reasons } hasMore
  }
}`;
const VERSION = `query ($id: Int!) { customer(id: $id) { version } }`;
const COMPARE = `query ($firstId: Int!, $secondId: Int!) {
  compareCustomers(firstId: $firstId, secondId: $secondId) {
    firstHoldings { policies documents quotations reminders } fields { field first second isSame }
  }
}`;
const MERGE = `mutation ($intoId: Int!, $input: MergeInput!, $commandId: ID!) {
  mergeCustomers(intoId: $intoId, input: $input, commandId: $commandId) { stale }
}`;
const UNDO = `mutation ($intoId: Int!, $duplicateId: Int!, $commandId: ID!) {
  undoMerge(intoId: $intoId, duplicateId: $duplicateId, commandId: $commandId) { stale }
}`;

/** Who seem to be one person, and merges of pairs with all that is theirs. */
export async function measureMerges({
  client,
  services,
  versions: { customers },
  say,
}: Bench): Promise<Figure[]> {
  const { ask } = await client();
  const u = figuresOf('u');
  const figures: Figure[] = [];

  const { bare } = await captured(services, () => services.customers.duplicatePairs({ offset: 0 }));
  for (const sql of bare) say(`  ${(await planOf(services.platform.pool, sql)).words}`);
  for (const offset of [0, 1_000]) {
    const durations: number[] = [];
    await repeated(ROUNDS, async (_, round) => {
      const { millis } = await ask<unknown>(PAIRS, { offset });
      if (round >= WARM_UP) durations.push(millis);
    });
    const { p50, p95 } = timingsOf(durations);
    const what = offset === 0 ? 'first page of pairs' : `pairs from ${offset} on`;
    figures.push(u(`${what}, p50`, p50, 'ms'), u(`${what}, p95`, p95, 'ms', { atMost: 300 }));
  }

  const [compared, merged, undone]: number[][] = [[], [], []];
  let stale = 0;
  for (let nth = 0; nth < MERGES; nth += 1) {
    const [intoId, duplicateId] = [1 + nth, customers - nth];
    const commandId = randomUUID();
    const comparison = await ask<unknown>(COMPARE, { firstId: intoId, secondId: duplicateId });
    const [version, duplicateVersion] = await Promise.all(
      [intoId, duplicateId].map(async (id) => {
        const { data } = await ask<{ customer: { version: number } }>(VERSION, { id });
        return data.customer.version;
      }),
    );
    const input = { duplicateId, fields: ['city'], takesKyc: true, version, duplicateVersion };
    const merge = await ask<{ mergeCustomers: { stale: boolean } }>(MERGE, {
      ...{ intoId, input, commandId },
    });
    const undo = await ask<{ undoMerge: { stale: boolean } }>(UNDO, {
      ...{ intoId, duplicateId, commandId: randomUUID() },
    });
    stale += Number(merge.data.mergeCustomers.stale) + Number(undo.data.undoMerge.stale);
    compared?.push(comparison.millis);
    merged?.push(merge.millis);
    undone?.push(undo.millis);
  }
  for (const [what, millis, atMost] of [
    ['side by side', compared, 100],
    ['merge until it is readable', merged, 250],
    ['undone until it is readable', undone, 250],
  ] as const) {
    const { p50, p95 } = timingsOf(millis ?? []);
    figures.push(u(`${what}, p50`, p50, 'ms'), u(`${what}, p95`, p95, 'ms', { atMost }));
  }
  return [...figures, u('answers that were not readable yet', stale, '', { atMost: 0 })];
}
