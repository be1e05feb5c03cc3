import type { RenewalInput } from '@insuremanager/contracts/policies/policyChanges';
import {
  type PolicyEvent,
  PolicyRenewed,
  policyStream,
} from '@insuremanager/contracts/policies/policyEvents';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { canonicalJson } from '../platform/commands/canonicalJson.js';
import type { CommandContext, CommandResult } from '../platform/commands/command.js';
import { comparePositions, type LogPosition } from '../platform/eventLog/eventLog.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import { nextTerm, type PolicyCommand, type PolicyRef, policyDecider } from './policy.js';
import { claimBack, claimOf, isSameNumber, numberLetGo } from './policyNumbers.js';
import type { Policy, PolicyRecord } from './policyState.js';

export type PolicyResult = CommandResult<Policy, PolicyEvent>;
type Parts = Pick<Platform, 'commands' | 'ids' | 'claims' | 'clock' | 'vault'>;

/**
 * What writes to two terms of a chain, always in one order: first the term that decides, then the
 * other one. Whatever breaks off in between is told by the first, and finished by `mend`.
 */
export const policyChains = ({ commands, ids, claims, clock, vault }: Parts) => {
  const load = async (id: number): Promise<PolicyRecord | null> => {
    const { state } = await commands.load(policyDecider, policyStream(id));
    return state.phase === 'kept' ? state.record : null;
  };

  /** The number of a next term is taken before anything says that there will be one. */
  const claimAhead = async (
    successorId: number,
    policyNumber: string,
    command: PolicyCommand,
    { commandId, actor, correlationId }: CommandContext,
  ): Promise<void> => {
    const commandDigest = vault.fingerprint('command', canonicalJson(command));
    const occurredAt = clock.now().toISOString();
    const metadata = { commandId, commandDigest, actor, correlationId, occurredAt };
    const owner = policyStream(successorId);
    await claims.claim([claimOf(policyNumber)], { owner, ownerEvents: [], metadata });
  };

  /** Writes the next term as its predecessor tells it. Done already: nothing happens. */
  const issueNext = (events: PolicyResult['events'], context: CommandContext) => {
    const renewed = events.findLast((event) => event.type === PolicyRenewed.type);
    if (renewed?.type !== PolicyRenewed.type) throw new Error('No renewal is told here');
    const { policyId, successorId, kind, customerId, chainId, numberKept, cover, personal } =
      renewed.data;
    // The holder has been erased meanwhile: nobody can say any more what the next term was.
    if (!personal) return null;
    const command: PolicyCommand = {
      type: 'IssuePolicy',
      ref: { kind, id: successorId },
      input: { ...cover, ...personal, customerId, status: 'active' },
      renews: { predecessorId: policyId, chainId, numberKept },
    };
    const heldBy = { owner: renewed.stream, version: Number(renewed.revision) };
    return commands.run(policyDecider, {
      stream: policyStream(successorId),
      command,
      context,
      request: command,
      claims: [claimOf(personal.policyNumber, numberKept ? heldBy : undefined)],
    });
  };

  const withdraw = (
    before: PolicyRecord,
    successorId: number,
    deletedAt: number,
    context: CommandContext,
  ): Promise<PolicyResult> => {
    const ref = { kind: before.kind, id: before.id };
    const command: PolicyCommand = { type: 'WithdrawRenewal', ref, successorId };
    return commands.run(policyDecider, {
      stream: policyStream(before.id),
      command,
      context,
      request: command,
      claims: claimBack(before, successorId, deletedAt),
    });
  };

  return {
    load,

    async renew(ref: PolicyRef, input: RenewalInput, context: CommandContext) {
      const before = await load(ref.id);
      const successorId = await ids.allocateId('policy', context.commandId);
      const command: PolicyCommand = { type: 'RenewPolicy', ref, successorId, input };
      if (before?.identity && before.successorId === null) {
        const next = nextTerm({ ...before.cover, ...before.identity }, input);
        if (!isSameNumber(next.policyNumber, before.identity.policyNumber)) {
          await claimAhead(successorId, next.policyNumber, command, context);
        }
      }
      const stream = policyStream(ref.id);
      const ended = await commands.run(policyDecider, {
        stream,
        command,
        context,
        request: command,
      });
      const { expectedVersion: _, ...onward } = context;
      return { ended, begun: await issueNext(ended.events, onward) };
    },

    async remove(ref: PolicyRef, context: CommandContext) {
      const record = await load(ref.id);
      const before = record?.predecessorId ? await load(record.predecessorId) : null;
      const command: PolicyCommand = { type: 'DeletePolicy', ref };
      const removed = await commands.run(policyDecider, {
        stream: policyStream(ref.id),
        command,
        context,
        request: command,
        releases: record ? numberLetGo(record, before) : [],
      });
      const { state } = removed;
      const predecessorId = state.phase === 'unknown' ? null : state.record.predecessorId;
      const predecessor = predecessorId === null ? null : await load(predecessorId);
      if (!predecessor) return { position: removed.position, repeated: removed.repeated };
      const { expectedVersion: _, ...onward } = context;
      const withdrawn = await withdraw(predecessor, ref.id, removed.version, onward);
      return {
        position: later(removed.position, withdrawn.position),
        repeated: removed.repeated,
      };
    },

    /** Finishes what broke off after this term; false when there was nothing to finish. */
    async mend({ id }: PolicyRef): Promise<boolean> {
      const stream = policyStream(id);
      const record = await load(id);
      const successorId = record?.successorId;
      if (!record || !successorId) return false;
      const commandId = namedUuid('mend-policy-chain', stream, successorId);
      const context = { commandId, actor: systemActor, correlationId: commandId };
      const next = await commands.load(policyDecider, policyStream(successorId));
      if (next.state.phase === 'deleted') {
        const { events } = await withdraw(record, successorId, next.version ?? 0, context);
        return events.length > 0;
      }
      if (next.state.phase === 'kept') return false;
      const begun = await issueNext(await commands.readHistory<PolicyEvent>(stream), context);
      return begun !== null && begun.events.length > 0;
    },
  };
};

const later = (a: LogPosition | null, b: LogPosition | null): LogPosition | null =>
  a && b ? (comparePositions(a, b) < 0 ? b : a) : (a ?? b);
