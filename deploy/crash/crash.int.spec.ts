import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { commandIdOf } from '@insuremanager/gateway/commandContexts';
import type { StoredEvent } from '@insuremanager/services/platform/eventLog/eventLog';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { type Dice, dice } from '../demo/dice.js';
import { type AcknowledgedCommand, type Load, startLoad } from './agents.js';
import { isReady, send, signIn } from './http.js';
import {
  type InstallationUnderTest,
  makeInstallation,
  until,
  VICTIMS,
  type Victim,
} from './installationUnderTest.js';
import { customerRows, listedCustomers, openBeside, wholeLog } from './whatRemains.js';

const SEED = 20_260_104;
const AGENTS = 6;
const MINUTES = 60_000;

let installation: InstallationUnderTest;
beforeAll(async () => {
  installation = await makeInstallation();
});
afterAll(() => installation.remove());

/** Each victim twice, in an order that looks random. */
function kills(chance: Dice): Victim[] {
  const left: Victim[] = [...VICTIMS, ...VICTIMS];
  const order: Victim[] = [];
  while (left.length > 0) order.push(...left.splice(chance.below(left.length), 1));
  return order;
}

const moreAcknowledged = (load: Load, count: number): Promise<void> => {
  const target = load.commands.length + count;
  return until(() => load.commands.length >= target, `${count} more acknowledged commands`);
};

describe('an installation whose processes are killed', () => {
  it(
    'keeps every acknowledged write, once, however often its processes are killed under load',
    async () => {
      onTestFailed(() => void process.stderr.write(installation.said()));
      const chance = dice(SEED);
      const { url, dataDir } = installation;
      installation.start();
      await installation.announced();
      const cookie = await signIn(url);
      const load = startLoad({ url, cookie, agents: AGENTS, seed: SEED });
      onTestFailed(load.abandon);

      for (const victim of kills(chance)) {
        // Commands are under way at any moment; which, is left to chance.
        await moreAcknowledged(load, 30 + chance.below(60));
        const app = await installation.appPid();
        await installation.kill(victim);
        if (victim === 'supervisor' || victim === 'everything') installation.start();
        await moreAcknowledged(load, AGENTS + 1);
        // Who was not killed does not fall.
        if (victim === 'event node' || victim === 'postgres' || victim === 'backend') {
          expect(await installation.appPid(), `the app after the end of ${victim}`).toBe(app);
        }
      }

      await load.finish();
      await until(() => isReady(url), 'readiness');

      // Whoever was signed in still is, and nobody was told of a defect.
      expect((await send(`${url}/api/auth/me`, { headers: { cookie } })).status).toBe(200);
      const troubles = [...load.troubles.keys()].map((trouble) => trouble.split(' ')[1]);
      expect(troubles.filter((trouble) => trouble !== 'broken' && trouble !== '503')).toEqual([]);
      expect(load.silentRefusals).toBe(0);

      const beside = await openBeside(dataDir);
      try {
        // The log: each acknowledged command once, and nothing that nobody asked for.
        const log = await wholeLog(beside);
        expect(commandsIn(log)).toEqual(commandsOf(load.commands, adminIn(log)));
        expect(log.filter(({ type }) => type === 'UserSignedIn')).toHaveLength(1);
        expect(new Set(log.map(({ id }) => id)).size).toBe(log.length);
        for (const [stream, events] of streamsOf(log)) {
          const revisions = events.map(({ revision }) => Number(revision));
          expect(revisions, stream).toEqual(events.map((_, index) => index));
        }

        // The list: what the agents were told last, and no customer besides.
        const acknowledged = [...load.customers.values()].sort((a, b) => a.id - b.id);
        const listed = await listedCustomers(url, cookie);
        expect(listed.sort((a, b) => a.id - b.id)).toMatchObject(
          acknowledged
            .filter(({ isDeleted }) => !isDeleted)
            .map(({ id, version, name, city, kycStatus }) => ({
              id,
              version,
              name,
              city,
              kycStatus,
            })),
        );

        // The read model: the same as one that is built from the first event on.
        const rows = await customerRows(beside);
        await beside.readModels.rebuild(() => undefined);
        expect(await customerRows(beside)).toEqual(rows);
      } finally {
        await beside.close();
      }

      await until(() => isReady(url), 'readiness');
      const { readModels } = (await send(`${url}/health/ready`)).json;
      expect(readModels).toMatchObject({ state: 'live', lagSeconds: 0, progress: 1 });
      expect(await installation.stop()).toBe(0);
      expect(await installation.leftovers()).toEqual([]);
    },
    5 * MINUTES,
  );
});

function streamsOf(log: readonly StoredEvent[]): Map<string, StoredEvent[]> {
  const streams = new Map<string, StoredEvent[]>();
  for (const event of log) streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  return streams;
}

/** The number of the only user, from their registration. */
function adminIn(log: readonly StoredEvent[]): number {
  const registered = log.find(({ type }) => type === 'UserRegistered');
  return Number((registered?.data as { userId?: number } | undefined)?.userId);
}

/** Which command wrote how many events where. */
type Written = Record<string, { stream: string; events: number }>;

function commandsIn(log: readonly StoredEvent[]): Written {
  const written: Written = {};
  for (const { stream, metadata } of log) {
    if (!stream.startsWith('customer-')) continue;
    const { commandId } = metadata as { commandId: string };
    const events = (written[commandId]?.events ?? 0) + 1;
    // Events of one command in two streams do not come from the same stream: told by both names.
    const streams = new Set([written[commandId]?.stream ?? stream, stream]);
    written[commandId] = { stream: [...streams].join(' and '), events };
  }
  return written;
}

const commandsOf = (commands: readonly AcknowledgedCommand[], userId: number): Written =>
  Object.fromEntries(
    commands.map(({ key, customerId, events }) => [
      commandIdOf(userId, key),
      { stream: customerStream(customerId), events },
    ]),
  );
