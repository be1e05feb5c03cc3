import { randomUUID } from 'node:crypto';
import type { Revision } from '@insuremanager/services/platform/eventLog/eventLog';
import {
  type Figure,
  figuresOf,
  processorFigures,
  repeated,
  timed,
  timingsOf,
} from '../harness/figures.js';
import { withProcessorTimes } from '../harness/processes.js';
import type { Services } from '../roles/openServices.js';
import type { Bench } from './part.js';

const AT_ONCE = [1, 32, 64];
const WARM_UP_MS = 1_000;
const APPENDING_MS = 5_000;

/**
 * A stream to which one client appends, event after event. The events have a customer's size, and a
 * type that no projector asks for.
 */
export const ownStream = ({ platform }: Pick<Services, 'platform'>) => {
  const stream = `bench-${randomUUID()}`;
  let revision: Revision | 'no-stream' = 'no-stream';
  return async (): Promise<void> => {
    const event = {
      id: randomUUID(),
      type: 'ValueReleased',
      data: { text: 'x'.repeat(230) },
      metadata: { schemaVersion: 1, commandId: randomUUID(), text: 'x'.repeat(150) },
    };
    ({ revision } = await platform.eventLog.append(stream, revision, [event]));
  };
};

const counted = (clients: number): string => (clients === 1 ? 'one client' : `${clients} clients`);

/** The figure that says how many a second there are. */
export const bareAppendsOf = (clients: number): string => `bare appends, ${counted(clients)}`;

/** Bare appends by some clients at once, each to a stream of its own. */
export async function measureAppends({ services }: Bench): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const workers of AT_ONCE) {
    const appends = Array.from({ length: workers }, () => ownStream(services));
    const durations: number[] = [];
    const append = async (worker: number): Promise<void> => {
      durations.push((await timed(appends[worker] ?? ownStream(services))).millis);
    };
    await repeated({ workers, millis: WARM_UP_MS }, append);
    durations.length = 0;
    const { result, used } = await withProcessorTimes(() =>
      timed(() => repeated({ workers, millis: APPENDING_MS }, append)),
    );
    const a = figuresOf('a');
    const clients = counted(workers);
    const count = durations.length;
    figures.push(
      a(bareAppendsOf(workers), (count / result.millis) * 1000, '/s'),
      a(`bare append, ${clients}, p50`, timingsOf(durations).p50, 'ms'),
      ...processorFigures(a, `processor time per append, ${clients}`, used, { count }),
    );
  }
  return figures;
}
