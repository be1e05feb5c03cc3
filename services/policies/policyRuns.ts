import { type PolicyEvent, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { CommandContext, CommandResult } from '../platform/commands/command.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { Refusal } from '../platform/errors.js';
import { NUMBER_MOVED, type PolicyCommand, policyDecider } from './policy.js';
import type { Names } from './policyNumbers.js';
import { numberKeyOf, type Policy, type PolicyRecord } from './policyState.js';

export type PolicyResult = CommandResult<Policy, PolicyEvent>;

interface LoadedPolicy {
  readonly phase: Policy['phase'];
  /** Of a policy that is there, deleted or not. */
  readonly record: PolicyRecord | null;
}

/** What a command is carried out with; the request, when it is another than the command. */
type Order = readonly [PolicyCommand, CommandContext, (Names & { request?: unknown })?];

/** Several changes of one number in the same moment, which is more than ever happens. */
const MAX_TRIES = 5;

/** Policies' streams: read, and written by commands. */
export const policyRuns = (commands: CommandRunner) => {
  const load = async (id: number): Promise<LoadedPolicy> => {
    const { state } = await commands.load(policyDecider, policyStream(id));
    return { phase: state.phase, record: state.phase === 'unknown' ? null : state.record };
  };

  const run = (...[command, context, more = {}]: Order): Promise<PolicyResult> =>
    commands.run(policyDecider, {
      stream: policyStream(command.ref.id),
      command,
      context,
      request: requestOf(command),
      ...more,
    });

  return {
    load,
    run,

    /** A command on a policy's number, prepared for the number that it is decided on. */
    async runWithNumber(
      id: number,
      prepare: (record: PolicyRecord | null, numberSeen: string | null) => Promise<Order>,
    ): Promise<PolicyResult> {
      for (let tried = 1; ; tried += 1) {
        const { record } = await load(id);
        const order = await prepare(record, record && numberKeyOf(record));
        try {
          return await run(...order);
        } catch (error) {
          const hasMoved = error instanceof Refusal && error.code === NUMBER_MOVED;
          if (!hasMoved || tried === MAX_TRIES) throw error;
        }
      }
    },

    historyOf: (id: number): Promise<RecordedEvent<PolicyEvent>[]> =>
      commands.readHistory<PolicyEvent>(policyStream(id)),
  };
};

export type PolicyRuns = ReturnType<typeof policyRuns>;

/** What was asked for. What we saw when it was asked is no part of it, or a retry would differ. */
const requestOf = (command: PolicyCommand): unknown =>
  Object.fromEntries(Object.entries(command).filter(([name]) => !SEEN.has(name)));

const SEEN: ReadonlySet<string> = new Set(['today', 'numberSeen']);
