import { randomUUID } from 'node:crypto';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import {
  type Figure,
  figuresOf,
  processorFigures,
  repeated,
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

interface Answered {
  readonly office: { readonly state: string; readonly events: number } | null;
}

/**
 * The office of yesterday, which is nearly all of the log, made in the app that serves; beside it one
 * client saves without a pause, as it did before for comparison.
 */
export async function measurePastOffice(bench: Bench): Promise<Figure[]> {
  const client = await bench.client();
  const day = addDays(kolkataDay(new Date()), -1);
  const save = async () => (await saveCustomer({ ...bench, client })).millis;
  const alone: number[] = [];
  await repeated({ workers: 1, ...ALONE }, async (_, round) => {
    const millis = await save();
    if (round >= WARM_UP) alone.push(millis);
  });

  const before = await residentMemory('app');
  let peak = before;
  const looking = keepLooking(EVERY_MS, async () => {
    peak = Math.max(peak, await residentMemory('app'));
  });
  const began = performance.now();
  let isReady = false;
  let events = 0;
  const made = async () => {
    await client.ask<Answered>(OPEN, { day, commandId: randomUUID() });
    const state = async () => {
      const { office } = (await client.ask<Answered>(FIND, { day })).data;
      if (office?.state === 'failed') throw new Error('The office could not be made');
      events = office?.events ?? 0;
      return office?.state === 'ready';
    };
    await until(state, 'the office of a past day', 3_600_000, EVERY_MS);
    isReady = true;
    return performance.now() - began;
  };
  const beside: number[] = [];
  const savedBeside = async () => {
    while (!isReady) beside.push(await save());
  };
  const { result, used } = await withProcessorTimes(() => Promise.all([made(), savedBeside()]));
  await looking.stop();
  const [millis] = result;
  const m = figuresOf('m');
  return [
    m('office of a past day, events until then', events, ''),
    m('office of a past day, made in', millis, 'ms'),
    m('office of a past day, projecting', (events / millis) * 1000, '/s'),
    m('office of a past day, memory more than before', peak - before, 'MiB'),
    m('saving beside it, p95', timingsOf(beside).p95, 'ms'),
    m('saving beside it, p95 against alone', timingsOf(beside).p95 / timingsOf(alone).p95, '×'),
    ...processorFigures(m, 'office of a past day, processor time per 1,000 events', used, {
      count: events / 1000,
    }),
  ];
}
