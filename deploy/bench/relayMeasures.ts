import {
  CustomerKycStatusChanged,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { BusMessage } from '@insuremanager/services/platform/bus/bus';
import { createBusMessages } from '@insuremanager/services/platform/relay/busMessages';
import { openRelay } from '@insuremanager/services/platform/relay/relay';
import { type Figure, figuresOf, timed, timingsOf } from '../harness/figures.js';
import { encodedEvent } from '../harness/population.js';
import { until } from '../harness/waiting.js';
import { openBus } from '../roles/adapters.js';
import { allDefinitions } from '../roles/openServices.js';
import type { Bench } from './part.js';

/** So many events at once, so often: 500 a second. */
const LOAD = { events: 10, everyMs: 20, rounds: 500 };
/** How long the relay may take for the whole log, or for the last event. */
const TIMEOUT_MS = 10 * 60_000;
/** Between two looks, each of which reads some of the log. */
const LOOK_MS = 250;

const arrived = (isSo: () => boolean | Promise<boolean>) =>
  until(isSo, 'the messages', TIMEOUT_MS, LOOK_MS);

/**
 * A relay of its own, on the Kafka that the settings name; nothing where they name none. First the
 * whole log, which nobody has relayed; then a steady load, whose way is measured from the
 * acknowledgement of the append until that of Kafka.
 */
export async function measureRelay({ services, versions, ...stage }: Bench): Promise<Figure[]> {
  const { platform } = services;
  const { databaseUrl } = stage.servers;
  const kafka = await openBus(stage.settings, platform.logger);
  if (!kafka) return [];
  const published = new Map<string, number>();
  const bus = {
    async publish(messages: readonly BusMessage[]) {
      await kafka.publish(messages);
      for (const { id } of messages) published.set(id, performance.now());
    },
  };
  const toBusMessage = createBusMessages(allDefinitions);
  const relay = await openRelay({ ...platform, name: 'bench', databaseUrl, bus, toBusMessage });
  try {
    const caughtUp = await timed(async () => {
      relay.start();
      await arrived(async () => (await relay.status()).lagEvents === 0);
    });
    const { eventsHandled } = await relay.status();
    const appended = await appendSteadily({ services, versions });
    await arrived(() => [...appended.keys()].every((id) => published.has(id)));
    const ways = [...appended].map(([id, at]) => Math.max(0, (published.get(id) ?? 0) - at));
    const { p50, p99 } = timingsOf(ways);
    const i = figuresOf('i');
    return [
      i('events relayed to Kafka', eventsHandled, ''),
      i('relay, the whole log', (eventsHandled / caughtUp.millis) * 1000, '/s'),
      i('append until Kafka has it, 500 events a second, p50', p50, 'ms'),
      i('append until Kafka has it, 500 events a second, p99', p99, 'ms'),
    ];
  } finally {
    await relay.stop();
    await kafka.close();
  }
}

/** When each event was acknowledged, by its id. */
async function appendSteadily({
  services: { platform },
  versions,
}: Pick<Bench, 'services' | 'versions'>): Promise<Map<string, number>> {
  const appended = new Map<string, number>();
  const began = performance.now();
  const append = async (customerId: number): Promise<void> => {
    const version = versions.of(customerId);
    versions.record(customerId, version + 1);
    const event = CustomerKycStatusChanged({ customerId, kycStatus: 'verified', documentId: null });
    const encoded = await encodedEvent(platform, event);
    await platform.eventLog.append(customerStream(customerId), BigInt(version), [encoded]);
    appended.set(encoded.id, performance.now());
  };
  for (let round = 0; round < LOAD.rounds; round += 1) {
    const share = (first: number) => versions.anyCustomer({ first, of: LOAD.events });
    const wait = began + round * LOAD.everyMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await Promise.all(Array.from({ length: LOAD.events }, (_, first) => append(share(first))));
  }
  return appended;
}
