import { randomUUID } from 'node:crypto';
import {
  CustomerKycStatusChanged,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { BusMessage } from '@insuremanager/services/platform/bus/bus';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { createBusMessages } from '@insuremanager/services/platform/relay/busMessages';
import { openRelay } from '@insuremanager/services/platform/relay/relay';
import { openBus } from '../roles/adapters.js';
import { allDefinitions, type Services } from '../roles/openServices.js';
import type { Settings } from '../settings.js';
import type { Backend } from '../start/backend.js';
import { type Figure, figuresOf, timed, timingsOf } from './figures.js';
import type { Versions } from './mutationMeasures.js';

interface RelayStage {
  readonly backend: Pick<Backend, 'databaseUrl'>;
  readonly settings: Pick<Settings, 'kafka'>;
  readonly services: Services;
  readonly versions: Versions;
}

/** So many events at once, so often: 500 a second. */
const LOAD = { events: 10, everyMs: 20, rounds: 500 };
/** How long the relay may take for the whole log, or for the last event. */
const PATIENCE_MS = 10 * 60_000;
/** Between two looks, each of which reads some of the log. */
const LOOK_MS = 250;

/**
 * A relay of its own, on the Kafka that the settings name; nothing where they name none. First the
 * whole log, which nobody has relayed; then a steady load, whose way is measured from the
 * acknowledgement of the append until that of Kafka.
 */
export async function measureRelay(stage: RelayStage): Promise<Figure[]> {
  const { services, settings, versions } = stage;
  const { platform } = services;
  const { databaseUrl } = stage.backend;
  const kafka = openBus(settings, platform.logger);
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
  const i = figuresOf('i');
  try {
    const caughtUp = await timed(async () => {
      relay.start();
      await until(async () => (await relay.status()).lagEvents === 0);
    });
    const { eventsHandled } = await relay.status();
    const appended = await appendSteadily(services, versions);
    await until(async () => [...appended.keys()].every((id) => published.has(id)));
    const ways = [...appended].map(([id, at]) => Math.max(0, (published.get(id) ?? 0) - at));
    const { p50, p99 } = timingsOf(ways);
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
async function appendSteadily(
  { platform }: Services,
  versions: Versions,
): Promise<Map<string, number>> {
  const appended = new Map<string, number>();
  const began = performance.now();
  const append = async (customerId: number): Promise<void> => {
    const id = randomUUID();
    const version = versions.of(customerId);
    versions.record(customerId, version + 1);
    const event = CustomerKycStatusChanged({ customerId, kycStatus: 'verified', documentId: null });
    const metadata = {
      ...{ commandId: randomUUID(), commandDigest: '', actor: systemActor },
      ...{ correlationId: id, occurredAt: new Date().toISOString() },
    };
    const encoded = await platform.codec.encode(event, id, metadata);
    await platform.eventLog.append(customerStream(customerId), BigInt(version), [encoded]);
    appended.set(id, performance.now());
  };
  for (let round = 0; round < LOAD.rounds; round += 1) {
    const share = (first: number) => versions.anyCustomer({ first, of: LOAD.events });
    const wait = began + round * LOAD.everyMs - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    await Promise.all(Array.from({ length: LOAD.events }, (_, first) => append(share(first))));
  }
  return appended;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error('The messages did not arrive.');
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
