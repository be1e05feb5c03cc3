import { type Figure, figuresOf, repeated, timingsOf } from '../harness/figures.js';
import { residentMemory } from '../harness/processes.js';
import { saveCustomer } from './mutationMeasures.js';
import type { Bench } from './part.js';

/** Windows that are open at once. */
const OPEN_STREAMS = 200;
const CHANGES = { most: 220, warmUp: 20, millis: 60_000 };
const ASKED = { most: 320, warmUp: 20, millis: 30_000 };
/** Longest that a change may take to all of them, milliseconds. */
const TIMEOUT_MS = 30_000;

const STREAM = 'subscription { changes { everything records { kind ids } } }';

/** One change after the other, each until all who look at the screen have been told of it. */
export async function measureStreams(bench: Bench): Promise<Figure[]> {
  const client = await bench.client();
  const { Notifications = '' } = bench.documents;
  const before = await residentMemory('app');
  let told: (id: number) => void = () => undefined;
  const closing = await Promise.all(
    Array.from({ length: OPEN_STREAMS }, () =>
      client.stream(STREAM, (text) => {
        for (const [, ids = ''] of text.matchAll(/"customer","ids":\[([\d,]*)\]/g)) {
          for (const id of ids.split(',')) told(Number(id));
        }
      }),
    ),
  );
  const memory = (await residentMemory('app')) - before;
  const each: number[] = [];
  const last: number[] = [];
  await repeated({ workers: 1, ...CHANGES }, async (_, round) => {
    const began = performance.now();
    const millis: number[] = [];
    const heard: { id: number; at: number }[] = [];
    let changed: number | null = null;
    const all = new Promise<void>((resolve, reject) => {
      const timeout = setTimeout(
        () => reject(new Error('Not all were told of a change')),
        TIMEOUT_MS,
      );
      const count = (at: number) => {
        millis.push(at - began);
        if (millis.length < OPEN_STREAMS) return;
        clearTimeout(timeout);
        resolve();
      };
      // Some are told before the change is answered, and with it whose it was.
      told = (id) => {
        const at = performance.now();
        if (changed === null) heard.push({ id, at });
        else if (id === changed) count(at);
      };
      saveCustomer({ ...bench, client }).then(({ id }) => {
        changed = id;
        for (const one of heard) if (one.id === id) count(one.at);
      }, reject);
    });
    await all;
    if (round < CHANGES.warmUp) return;
    each.push(...millis);
    last.push(Math.max(...millis));
  });
  for (const close of closing) close();

  const asked: number[] = [];
  await repeated({ workers: 1, ...ASKED }, async (_, round) => {
    const { millis } = await client.ask(Notifications, {});
    if (round >= ASKED.warmUp) asked.push(millis);
  });
  const k = figuresOf('k');
  const what = `a mutation’s way to ${OPEN_STREAMS} open streams`;
  return [
    k(`${what}, p50`, timingsOf(each).p50, 'ms'),
    k(`${what}, p99`, timingsOf(each).p99, 'ms'),
    k(`${what}, to the last of them, p50`, timingsOf(last).p50, 'ms'),
    k(`${what}, to the last of them, p99`, timingsOf(last).p99, 'ms'),
    k(`memory of the app for ${OPEN_STREAMS} streams`, memory, 'MiB'),
    k('notifications, p50', timingsOf(asked).p50, 'ms'),
    k('notifications, p95', timingsOf(asked).p95, 'ms', { atMost: 30 }),
  ];
}
