import { randomUUID } from 'node:crypto';
import {
  CustomerDetailsChanged,
  type CustomerEvent,
  CustomerKycStatusChanged,
  CustomerRegistered,
  customerEventDefinitions,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createEventCodec } from '../codec/eventCodec.js';
import { conflict, Refusal } from '../errors.js';
import type { Platform } from '../platform.js';
import { listenersForKeys } from '../testing/listeners.js';
import { platformOver } from '../testing/platformOver.js';
import { openVault } from '../vault/openVault.js';
import type { CommandContext, Decider } from './command.js';
import type { Guard } from './commandRunner.js';
import { contextOf, lakshmi, masterKey, newId, openTestPlatform } from './sampleDecider.spec.js';

/** Null until they are registered; a name that is null was erased. */
type State = { readonly status: KycStatus; readonly name: string | null } | null;

type Command =
  | { type: 'register'; id: number }
  /** Refused where the status is that already. */
  | { type: 'change'; id: number; to: KycStatus }
  /** Changes nothing where the status is that already. */
  | { type: 'ensure'; id: number; to: KycStatus }
  /** Refused of a person who was erased. */
  | { type: 'rename'; id: number; name: string };

/** Its answers depend on the state in every way; its states cannot be changed by who gets them. */
const decider: Decider<State, Command, CustomerEvent> = {
  initial: null,
  evolve(state, { type, data }) {
    if (type === CustomerRegistered.type)
      return Object.freeze({ status: data.kycStatus, name: data.personal?.name ?? null });
    if (!state) return null;
    if (type === CustomerKycStatusChanged.type)
      return Object.freeze({ ...state, status: data.kycStatus });
    if (type !== CustomerDetailsChanged.type) return state;
    return Object.freeze({ ...state, name: data.personal?.name ?? null });
  },
  decide(command, state) {
    const { type, id: customerId } = command;
    if (type === 'register') {
      if (state) throw conflict('registered-before', 'It is there already.');
      const personal = lakshmi;
      return [CustomerRegistered({ customerId, kycStatus: 'pending', ownerId: null, personal })];
    }
    if (!state) throw conflict('not-registered', 'It is not there.');
    if (type === 'rename') {
      if (state.name === null) throw conflict('erased', 'Nobody is known any more.');
      return [CustomerDetailsChanged({ customerId, fields: [], personal: { name: command.name } })];
    }
    if (state.status === command.to) {
      if (type === 'ensure') return [];
      throw conflict('same-status', 'It has that status already.');
    }
    return [CustomerKycStatusChanged({ customerId, kycStatus: command.to, documentId: null })];
  },
};

const run = (
  { commands }: Pick<Platform, 'commands'>,
  command: Command,
  context: Partial<CommandContext> = {},
  guard?: Guard<State>,
) =>
  commands.run(decider, {
    stream: customerStream(command.id),
    command,
    context: contextOf(context),
    request: command,
    ...(guard && { guard }),
  });

let backend: TestBackend;
/** Two processes on one log and database, which remember streams each by itself. */
let platform: Platform;
let other: Platform;

beforeAll(async () => {
  backend = await startTestBackend();
  platform = await openTestPlatform(backend);
  other = await openTestPlatform(backend);
});
afterAll(async () => {
  await platform?.close();
  await other?.close();
  await backend?.stop();
});

const registered = async (by: Platform = platform): Promise<number> => {
  const id = newId();
  await run(by, { type: 'register', id });
  return id;
};

/** The same process as it was, whose reads are counted from now on. */
const counting = (): { process: Platform; reads: () => number } => {
  let reads = 0;
  const process = platformOver(platform, {
    async readStream(...parameters) {
      reads += 1;
      return platform.eventLog.readStream(...parameters);
    },
  });
  return { process, reads: () => reads };
};

const typesOf = async (id: number): Promise<string[]> =>
  (await platform.eventLog.readStream(customerStream(id))).map(({ type }) => type);

describe('a command on a stream that was folded lately', () => {
  it('reads nothing', async () => {
    const { process, reads } = counting();
    const id = await registered(process);
    const before = reads();
    await run(process, { type: 'change', id, to: 'verified' });
    const last = await run(process, { type: 'rename', id, name: 'Meera' }, { expectedVersion: 1 });
    expect(last).toMatchObject({ state: { status: 'verified', name: 'Meera' }, version: 2 });
    expect(reads()).toBe(before);
    const loaded = await platform.commands.load(decider, customerStream(id));
    expect(loaded).toEqual({ state: last.state, version: 2 });
  });

  it('reads nothing either where it was only loaded', async () => {
    const id = await registered();
    const { process, reads } = counting();
    await process.commands.load(decider, customerStream(id));
    await run(process, { type: 'change', id, to: 'verified' });
    expect(reads()).toBe(1);
  });

  it('decides again after a lost race, on what the other one wrote', async () => {
    const id = await registered();
    await run(other, { type: 'rename', id, name: 'Meera' });
    const result = await run(platform, { type: 'change', id, to: 'verified' });
    expect(result).toMatchObject({ state: { status: 'verified', name: 'Meera' }, version: 2 });
  });
});

describe('what another process wrote meanwhile', () => {
  /** Registered and pending, as `platform` remembers it; verified by `other`. */
  const overtaken = async (): Promise<number> => {
    const id = await registered();
    await run(other, { type: 'change', id, to: 'verified' });
    return id;
  };

  it('makes no refusal wrong', async () => {
    const id = await overtaken();
    await run(platform, { type: 'change', id, to: 'pending' });
    expect(await typesOf(id)).toHaveLength(3);
  });

  it('makes no version stale that is not', async () => {
    const id = await overtaken();
    const result = await run(
      platform,
      { type: 'change', id, to: 'rejected' },
      { expectedVersion: 1 },
    );
    expect(result.version).toBe(2);
  });

  it('makes a version stale that is remembered as the last one', async () => {
    const id = await overtaken();
    const stale = run(platform, { type: 'change', id, to: 'rejected' }, { expectedVersion: 0 });
    await expect(stale).rejects.toMatchObject({ kind: 'stale', currentVersion: 1 });
  });

  it('is not taken for nothing to change', async () => {
    const id = await overtaken();
    const result = await run(platform, { type: 'ensure', id, to: 'pending' });
    expect(result).toMatchObject({ state: { status: 'pending' }, version: 2 });
  });

  it('is answered as nothing to change where it is what is wanted', async () => {
    const id = await overtaken();
    const result = await run(platform, { type: 'ensure', id, to: 'verified' });
    expect(result).toMatchObject({ events: [], version: 1, repeated: false });
  });

  it('is what a guard lets through in the end', async () => {
    const id = await overtaken();
    const befores: State[] = [];
    const guard: Guard<State> = (decided, append) => {
      befores.push(decided.before);
      if (decided.before?.status === 'pending')
        throw conflict('guarded', 'Not while it is pending.');
      return append();
    };
    const result = await run(platform, { type: 'change', id, to: 'rejected' }, {}, guard);
    expect(result).toMatchObject({ version: 2 });
    expect(befores.map((before) => before?.status)).toEqual(['pending', 'verified']);
  });
});

describe('a command that comes again', () => {
  it('to another process than the one that carried it out, is answered as it was there', async () => {
    const id = await registered();
    const commandId = randomUUID();
    const command = { type: 'change', id, to: 'verified' } as const;
    const first = await run(other, command, { commandId });
    expect(await run(platform, command, { commandId })).toEqual({ ...first, repeated: true });
  });

  it('is answered as it was, also where it changed nothing then', async () => {
    const id = await registered();
    const commandId = randomUUID();
    const command = { type: 'ensure', id, to: 'pending' } as const;
    const first = await run(platform, command, { commandId });
    await run(platform, { type: 'change', id, to: 'verified' });
    for (const process of [platform, other]) {
      expect(await run(process, command, { commandId })).toEqual({ ...first, repeated: true });
    }
    expect(await typesOf(id)).toHaveLength(2);
  });

  it('is refused when it asks for something else', async () => {
    const id = await registered();
    const commandId = randomUUID();
    await run(platform, { type: 'change', id, to: 'verified' }, { commandId });
    const reused = run(platform, { type: 'change', id, to: 'rejected' }, { commandId });
    await expect(reused).rejects.toMatchObject({ code: 'idempotency-key-reused' });
  });
});

describe('a person whose key is destroyed', () => {
  const rename = (id: number) => ({ type: 'rename', id, name: 'Meera' }) as const;

  it('is forgotten at once by the process that does it', async () => {
    const id = await registered();
    await platform.vault.destroyKey(customerStream(id));
    await expect(run(platform, rename(id))).rejects.toMatchObject({ code: 'erased' });
  });

  it('is forgotten by every other process as soon as it hears of it', async () => {
    const id = await registered(other);
    const listeners = () => listenersForKeys(platform.pool);
    await vi.waitFor(async () => expect(await listeners()).toHaveLength(2), TIMEOUT);
    const forgotten = vi.fn();
    other.vault.onDestroyed(forgotten);
    await platform.vault.destroyKey(customerStream(id));
    await vi.waitFor(() => expect(forgotten).toHaveBeenCalledWith(customerStream(id)), TIMEOUT);
    const result = await run(other, { type: 'change', id, to: 'verified' });
    expect(result.state).toEqual({ status: 'verified', name: null });
    await expect(run(other, rename(id))).rejects.toMatchObject({ code: 'erased' });
  });

  it('is forgotten in five seconds by a process that hears of nothing', async () => {
    let time = 0;
    const vault = await openVault({ pool: platform.pool, masterKey, now: () => time });
    const codec = createEventCodec({ definitions: customerEventDefinitions, vault });
    const deaf = platformOver({ ...platform, vault, codec }, {});
    const id = await registered(deaf);
    await platform.vault.destroyKey(customerStream(id));
    time += 5_000;
    const result = await run(deaf, { type: 'change', id, to: 'verified' });
    expect(result.state).toEqual({ status: 'verified', name: null });
  });
});

const TIMEOUT = { timeout: 120_000 };

/** One step of a story: a command, by which process, and what its sender knows. */
const step = fc.record({
  process: fc.nat(1),
  command: fc.oneof(
    fc.constant({ type: 'register' as const }),
    fc.record({
      type: fc.constantFrom('change' as const, 'ensure' as const),
      to: fc.constantFrom<KycStatus>('pending', 'verified', 'rejected'),
    }),
    fc.record({ type: fc.constant('rename' as const), name: fc.constantFrom('Asha', 'Meera') }),
  ),
  /** From a small number, so that some come again, or are used for something else. */
  key: fc.nat(12),
  /** How far behind the version is that the sender saw. */
  behind: fc.option(fc.nat(2)),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('processes that remember', () => {
  const outcomeOf = async (running: ReturnType<typeof run>): Promise<object> => {
    try {
      const { state, version, events, repeated } = await running;
      const ids = events.map(({ revision, type }) => `${revision} ${type}`);
      return { state, version, ids, repeated };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refused: error.code, at: error.currentVersion };
    }
  };

  /** @param commandIds by the keys of the steps */
  const carriedOut = (
    by: Platform,
    id: number,
    { command, key, behind }: Step,
    { commandIds, version }: { commandIds: string[]; version: number },
  ) =>
    run(by, { ...command, id } as Command, {
      commandId: commandIds[key] as string,
      ...(behind !== null && { expectedVersion: Math.max(0, version - behind) }),
    });

  const versionOf = async (id: number): Promise<number> =>
    (await platform.commands.load(decider, customerStream(id))).version ?? 0;

  const keys = () => Array.from({ length: 13 }, () => randomUUID());

  it('answer whatever is asked as one does that reads each time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const processes = [platformOver(platform, {}), platformOver(platform, {})] as const;
        const [id, sameWithoutMemory] = [newId(), newId()];
        const [commandIds, otherIds] = [keys(), keys()];
        for (const one of steps) {
          const version = await versionOf(id);
          const by = processes[one.process as 0 | 1];
          const remembering = carriedOut(by, id, one, { commandIds, version });
          const fresh = platformOver(platform, {});
          const asked = { commandIds: otherIds, version };
          const reading = carriedOut(fresh, sameWithoutMemory, one, asked);
          const [remembered, read] = await Promise.all([remembering, reading].map(outcomeOf));
          expect(remembered).toEqual(read);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('write nothing side by side that one after the other would not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const processes = [platformOver(platform, {}), platformOver(platform, {})] as const;
        const id = newId();
        const commandIds = keys();
        for (const by of processes) await outcomeOf(run(by, { type: 'register', id }));
        await Promise.all(
          steps.map((one) =>
            outcomeOf(
              carriedOut(processes[one.process as 0 | 1], id, one, { commandIds, version: 1 }),
            ),
          ),
        );
        const events = await platform.commands.readHistory<CustomerEvent>(customerStream(id));
        // Each event was allowed where it came, and each command is there once.
        const status = events.filter(({ type }) => type !== CustomerDetailsChanged.type);
        const statuses = status.map(({ data }) => (data as { kycStatus: KycStatus }).kycStatus);
        for (const [at, one] of statuses.entries()) expect(one).not.toBe(statuses[at - 1]);
        const written = events.map(({ metadata }) => metadata.commandId);
        expect(new Set(written).size).toBe(written.length);
      }),
      { numRuns: 60 },
    );
  });
});
