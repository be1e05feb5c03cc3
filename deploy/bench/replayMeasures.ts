import {
  CustomerDetailsChanged,
  CustomerRegistered,
  customerStream,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import { dice } from '../demo/dice.js';
import {
  type Figure,
  figuresOf,
  processorFigures,
  repeated,
  timingsOf,
} from '../harness/figures.js';
import { encodedEvent } from '../harness/population.js';
import { withProcessorTimes } from '../harness/processes.js';
import type { Services } from '../roles/openServices.js';
import type { Bench } from './part.js';

/** Of the record that is replayed. */
const EVENTS = 1_000;
const ASKED = { most: 320, warmUp: 20, millis: 60_000 };
const OPENED = { most: 55, warmUp: 5, millis: 60_000 };
const READ = { most: 220, warmUp: 20, millis: 30_000 };

/** A customer who was changed a thousand times, as auditors look back on them: any moment, all of it. */
export async function measureReplays({ services, documents, client }: Bench): Promise<Figure[]> {
  const { ask } = await client();
  const id = await manyTimesChanged(services);
  const of = { record: 'customer', id };
  const { RecordAsOf = '', Replay = '', RawEvent = '' } = documents;
  const throws = dice(1_000);
  const { result: asOf, used } = await withProcessorTimes(() =>
    timesOf(ASKED, async () => {
      const { millis } = await ask(RecordAsOf, { ...of, version: throws.below(EVENTS) });
      return millis;
    }),
  );
  const opened = await timesOf(OPENED, async () => (await ask(Replay, of)).millis);
  const raw = await timesOf(READ, async () => {
    const from = throws.below(EVENTS);
    return (await ask(RawEvent, { ...of, from, isAccess: false })).millis;
  });
  const r = figuresOf('r');
  return [
    r(`as of any of ${EVENTS} events, p50`, asOf.p50, 'ms'),
    r(`as of any of ${EVENTS} events, p95`, asOf.p95, 'ms', { atMost: 100 }),
    ...processorFigures(r, 'processor time of one', used, { count: ASKED.most }),
    r(`the whole history of ${EVENTS} events, p95`, opened.p95, 'ms'),
    r('one raw event, p95', raw.p95, 'ms'),
  ];
}

type Rounds = typeof ASKED;

async function timesOf(rounds: Rounds, millisOfOne: () => Promise<number>) {
  const durations: number[] = [];
  await repeated({ workers: 1, ...rounds }, async (_, round) => {
    const millis = await millisOfOne();
    if (round >= rounds.warmUp) durations.push(millis);
  });
  return timingsOf(durations);
}

/** Written past the decider and its reads, sealed and encoded as commands do it; the number. */
async function manyTimesChanged({ platform }: Services): Promise<number> {
  const { eventLog, ids } = platform;
  const customerId = await ids.allocateId('customer', 'ae2b1f7c-0c3d-4f56-9a3e-6c1f6e5d7a10');
  const cities = ['Kochi', 'Thrissur', 'Kannur'];
  const personal = { ...NO_CUSTOMER_DETAILS, name: 'Lakshmi Nair', phone: '+919847012345' };
  const began = Date.now() - EVENTS * 60_000;
  const encoded = [];
  for (let nth = 0; nth < EVENTS; nth += 1) {
    const city = cities[nth % cities.length] ?? null;
    const event =
      nth === 0
        ? CustomerRegistered({ customerId, kycStatus: 'pending', ownerId: null, personal })
        : CustomerDetailsChanged({ customerId, fields: ['city'], personal: { city } });
    encoded.push(await encodedEvent(platform, event, new Date(began + nth * 60_000)));
  }
  await eventLog.append(customerStream(customerId), 'no-stream', encoded);
  return customerId;
}
