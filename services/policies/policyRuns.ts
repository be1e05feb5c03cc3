import { type PolicyEvent, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { customerLock } from '../customers/index.js';
import type { CommandContext, CommandResult } from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { Refusal } from '../platform/errors.js';
import type { WithLock } from '../platform/locks/localLocks.js';
import type { IdleNumbers } from './idleNumbers.js';
import { NUMBER_MOVED, type PolicyCommand, policyDecider } from './policy.js';
import { isNumberTaken, type Names } from './policyNumbers.js';
import { numberKeyOf, type Policy, type PolicyRecord } from './policyState.js';
import type { PolicyStreams } from './policyStreams.js';

export type PolicyResult = CommandResult<Policy, PolicyEvent>;

/** For whom a command may bring a policy into force. */
export interface HolderCheck {
  readonly customerId: number;
  /** @throws Refusal when they may not hold it. No command on who holds what comes in between. */
  check(): Promise<unknown>;
}

interface More extends Names {
  /** When it is another than the command. */
  readonly request?: unknown;
  readonly holder?: HolderCheck | null;
}

/** What a command is carried out with. */
type Order = readonly [PolicyCommand, CommandContext, More?];

interface Parts {
  commands: Pick<CommandRunner, 'run'>;
  withLock: WithLock;
  streams: PolicyStreams;
  idle: Pick<IdleNumbers, 'free'>;
}

/** Several changes of one number in the same moment, which is more than ever happens. */
const MAX_TRIES = 5;

/** Policies' streams, written by commands. */
export const policyRuns = ({ commands, withLock, streams, idle }: Parts) => {
  /** A number that is refused as taken may only have been left behind: then it is tried once more. */
  const takingIdle = async (
    work: () => Promise<PolicyResult>,
    claims: Names['claims'] = [],
  ): Promise<PolicyResult> => {
    try {
      return await work();
    } catch (error) {
      if (!isNumberTaken(error)) throw error;
      const freed = await Promise.all(claims.map(idle.free));
      if (!freed.some(Boolean)) throw error;
      return work();
    }
  };

  /** A retry answers as it did at first, whatever has become of the holder since. */
  const checked = async ({ check }: HolderCheck, id: number, commandId: string): Promise<void> => {
    try {
      await check();
    } catch (refusal) {
      const events = await streams.historyOf(id);
      if (!events.some(({ metadata }) => metadata.commandId === commandId)) throw refusal;
    }
  };

  const run = (...[command, context, more = {}]: Order): Promise<PolicyResult> => {
    const { holder, ...rest } = more;
    const { id } = command.ref;
    const order = {
      stream: policyStream(id),
      command,
      context,
      request: requestOf(command),
      ...rest,
    };
    const carryOut = () => takingIdle(() => commands.run(policyDecider, order), rest.claims);
    if (!holder) return carryOut();
    return withLock(customerLock(holder.customerId), async () => {
      await checked(holder, id, context.commandId);
      return carryOut();
    });
  };

  return {
    run,

    /** A command on a policy's number, prepared for the number that it is decided on. */
    async runWithNumber(
      id: number,
      prepare: (record: PolicyRecord | null, numberSeen: string | null) => Promise<Order>,
    ): Promise<PolicyResult> {
      for (let tried = 1; ; tried += 1) {
        const { record } = await streams.load(id);
        const order = await prepare(record, record && numberKeyOf(record));
        try {
          return await run(...order);
        } catch (error) {
          const hasMoved = error instanceof Refusal && error.code === NUMBER_MOVED;
          if (!hasMoved || tried === MAX_TRIES) throw error;
        }
      }
    },
  };
};

export type PolicyRuns = ReturnType<typeof policyRuns>;

/** What was asked for. What we saw when it was asked is no part of it, or a retry would differ. */
const requestOf = (command: PolicyCommand): unknown =>
  Object.fromEntries(Object.entries(command).filter(([name]) => !SEEN.has(name)));

const SEEN: ReadonlySet<string> = new Set(['today', 'numberSeen', 'successorSeen', 'isHolderGone']);
