import { type PolicyEvent, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { CommandRunner } from '../platform/commands/commandRunner.js';
import { policyDecider } from './policy.js';
import type { Policy, PolicyRecord } from './policyState.js';

export interface LoadedPolicy {
  readonly phase: Policy['phase'];
  /** Of a policy that is there, deleted or not. */
  readonly record: PolicyRecord | null;
}

/** Policies' streams, read. */
export const policyStreams = (commands: Pick<CommandRunner, 'load' | 'readHistory'>) => ({
  async load(id: number): Promise<LoadedPolicy> {
    const { state } = await commands.load(policyDecider, policyStream(id));
    return { phase: state.phase, record: state.phase === 'unknown' ? null : state.record };
  },

  historyOf: (id: number): Promise<RecordedEvent<PolicyEvent>[]> =>
    commands.readHistory<PolicyEvent>(policyStream(id)),
});

export type PolicyStreams = ReturnType<typeof policyStreams>;
