import { randomUUID } from 'node:crypto';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { EventToAppend, Revision } from '@insuremanager/services/platform/eventLog/eventLog';
import type { Services } from '../roles/openServices.js';
import type { Figure } from './figures.js';
import { repeated, timed, timingsOf } from './timings.js';
import type { Versions } from './versions.js';

interface Parts {
  services: Services;
  versions: Versions;
}

const ROUNDS = 1500;
const WARM_UP = 200;
const LONGEST_MS = 20_000;
const STORM_MS = 5_000;
const CLIENTS = 32;

/** An event of a customer's size; its type is one that no projector asks for. */
const note = (): EventToAppend => ({
  id: randomUUID(),
  type: 'BenchNoteTaken',
  data: { text: 'x'.repeat(230) },
  metadata: { schemaVersion: 1, commandId: randomUUID(), text: 'x'.repeat(150) },
});

/** A stream to which one client appends, event after event. */
const ownStream = ({ services }: Parts) => {
  const stream = `benchNote-${randomUUID()}`;
  let revision: Revision | 'no-stream' = 'no-stream';
  return async (): Promise<void> => {
    const appended = await services.platform.eventLog.append(stream, revision, [note()]);
    revision = appended.revision;
  };
};

/**
 * Appends and commands by turns, so that both meet the same machine: a bare append to a stream at
 * its known revision, and a whole command (load, decide, append) on a customer whose key and stream
 * are not in memory.
 */
export async function measureCommands(parts: Parts): Promise<Figure[]> {
  const append = ownStream(parts);
  const appends: number[] = [];
  const commands: number[] = [];
  await repeated({ workers: 1, millis: LONGEST_MS, most: ROUNDS }, async (_, round) => {
    const appended = await timed(append);
    const commanded = await timed(command(parts));
    if (round < WARM_UP) return;
    appends.push(appended.millis);
    commands.push(commanded.millis);
  });
  const bare = timingsOf(appends);
  const whole = timingsOf(commands);
  return [
    { part: 'a', what: 'bare append, one client, p50', value: bare.p50, unit: 'ms' },
    { part: 'a', what: 'bare append, one client, p99', value: bare.p99, unit: 'ms' },
    { part: 'b', what: 'command on an existing customer, p50', value: whole.p50, unit: 'ms' },
    { part: 'b', what: 'command on an existing customer, p99', value: whole.p99, unit: 'ms' },
    {
      part: 'b',
      what: 'command against bare append, p50',
      value: whole.p50 / bare.p50,
      unit: '×',
      aim: { atMost: 2.5 },
    },
  ];
}

/** Bare appends by many clients at once, each to a stream of its own. */
export async function measureAppendStorm(parts: Parts): Promise<Figure[]> {
  const streams = Array.from({ length: CLIENTS }, () => ownStream(parts));
  const durations: number[] = [];
  const storm = { workers: CLIENTS, millis: STORM_MS };
  const { millis } = await timed(() =>
    repeated(storm, async (worker) => {
      durations.push((await timed(streams[worker] ?? ownStream(parts))).millis);
    }),
  );
  const rate = (durations.length / millis) * 1000;
  const { p50 } = timingsOf(durations);
  return [
    { part: 'a', what: `bare appends, ${CLIENTS} clients`, value: rate, unit: '/s' },
    { part: 'a', what: `bare append, ${CLIENTS} clients, p50`, value: p50, unit: 'ms' },
  ];
}

/** Changes the address of any customer, by the same command as the form. */
const command =
  ({ services, versions }: Parts) =>
  async (): Promise<void> => {
    const id = versions.anyCustomer();
    const commandId = randomUUID();
    const { customer } = await services.customers.update(
      id,
      { address: `${commandId.slice(0, 8)}, Marine Drive` },
      {
        commandId,
        actor: systemActor,
        correlationId: commandId,
        expectedVersion: versions.of(id),
      },
    );
    versions.note(customer.id, customer.version);
  };
