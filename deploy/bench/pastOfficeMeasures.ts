import { randomUUID } from 'node:crypto';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import {
  type Figure,
  figuresOf,
  processorFigures,
  repeated,
  timed,
  timingsOf,
} from '../harness/figures.js';
import { residentMemory, withProcessorTimes } from '../harness/processes.js';
import { keepLooking, until } from '../harness/waiting.js';
import { saveCustomer } from './mutationMeasures.js';
import type { Bench } from './part.js';

const OFFICE = 'state events';
const OPEN = `mutation ($day: LocalDate!, $commandId: ID!) {
  office: openPastOffice(day: $day, commandId: $commandId) { ${OFFICE} }
}`;
const FIND = `query ($day: LocalDate!) { office: pastOffice(day: $day) { ${OFFICE} } }`;
/** Of one after the other; beside the making, until that is over. */
const ALONE = { most: 600, millis: 10_000 };
const WARM_UP = 50;
const EVERY_MS = 250;
/** Every process of the machine is looked at for it, which is a load of its own. */
const MEMORY_EVERY_MS = 2_000;
const TIMEOUT_MS = 3_600_000;
const WHOLE = 'SELECT FROM past_offices.offices WHERE day = $1 AND is_indexed';

interface Answered {
  readonly office: { readonly state: string; readonly events: number } | null;
}

/**
 * Offices that are nearly all of the log, made in the app that serves: that of yesterday while
 * nobody saves, then that of the day before beside one client that saves without a pause, as it did
 * before for comparison.
 */
export async function measurePastOffice(bench: Bench): Promise<Figure[]> {
  const client = await bench.client();
  const { pool } = bench.services.platform;
  const yesterday = addDays(kolkataDay(new Date()), -1);
  const save = async () => (await saveCustomer({ ...bench, client })).millis;
  const alone: number[] = [];
  await repeated({ workers: 1, ...ALONE }, async (_, round) => {
    const millis = await save();
    if (round >= WARM_UP) alone.push(millis);
  });

  const open = async (day: string) => {
    let events = 0;
    const { millis } = await timed(async () => {
      await client.ask<Answered>(OPEN, { day, commandId: randomUUID() });
      const isReady = async () => {
        const { office } = (await client.ask<Answered>(FIND, { day })).data;
        if (office?.state === 'failed') throw new Error('The office could not be made');
        events = office?.events ?? 0;
        return office?.state === 'ready';
      };
      await until(isReady, 'the office of a past day', TIMEOUT_MS, EVERY_MS);
    });
    return { millis, events };
  };
  const whole = (day: string) => {
    const isWhole = async () => (await pool.query(WHOLE, [day])).rows.length > 0;
    return timed(() => until(isWhole, 'its other indexes', TIMEOUT_MS, EVERY_MS));
  };

  const before = await residentMemory('app');
  let peak = before;
  const looking = keepLooking(MEMORY_EVERY_MS, async () => {
    peak = Math.max(peak, await residentMemory('app'));
  });
  const byItself = await withProcessorTimes(() => open(yesterday));
  const indexed = await whole(yesterday);
  await looking.stop();

  const dayBefore = addDays(yesterday, -1);
  const beside: number[] = [];
  let isReady = false;
  const opened = open(dayBefore).finally(() => {
    isReady = true;
  });
  const savedBeside = async () => {
    while (!isReady) beside.push(await save());
  };
  const [loaded] = await Promise.all([opened, savedBeside()]);
  await whole(dayBefore);

  const m = figuresOf('m');
  const perSecond = ({ events, millis }: typeof loaded) => (events / millis) * 1000;
  const { result, used } = byItself;
  const { p95 } = timingsOf(beside);
  return [
    m('office of a past day, events until then', result.events, ''),
    m('office of a past day, opened in, nobody saving', result.millis, 'ms', { atMost: 60_000 }),
    m('office of a past day, nobody saving', perSecond(result), '/s'),
    m('office of a past day, its other indexes after that', indexed.millis, 'ms'),
    m('office of a past day, memory more than before', peak - before, 'MiB'),
    ...processorFigures(m, 'office of a past day, processor time per 1,000 events', used, {
      count: result.events / 1000,
    }),
    m('office of a past day, opened in, one client saving', loaded.millis, 'ms'),
    m('office of a past day, one client saving', perSecond(loaded), '/s'),
    m('saving beside it, p95', p95, 'ms'),
    m('saving beside it, p95 against alone', p95 / timingsOf(alone).p95, '×', { atMost: 4 }),
    m('saving beside it, saves a second', (beside.length / loaded.millis) * 1000, '/s'),
  ];
}
