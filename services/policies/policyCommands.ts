import type {
  CancellationInput,
  EndorsementInput,
  ReinstatementInput,
  RenewalInput,
} from '@insuremanager/contracts/policies/policyChanges';
import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyInput, PolicyPatch } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  breakWarning,
  kycWarning,
  policyWarnings,
} from '@insuremanager/contracts/policies/policyWarnings';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Customers } from '../customers/index.js';
import type { CommandContext } from '../platform/commands/command.js';
import { conflict, invalid } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { ERASED_IDENTITY } from './erasedIdentity.js';
import type { Policies, PolicyReceipt } from './policies.js';
import { type PolicyCommand, type PolicyRef, policyDecider } from './policy.js';
import { type PolicyResult, policyChains } from './policyChains.js';
import { claimOf, isSameNumber, namingHolder, numberLetGo } from './policyNumbers.js';
import type { policyQueries } from './policyQueries.js';
import type { PolicyRecord } from './policyState.js';
import { policyView } from './policyView.js';

export type CommandParts = Pick<Platform, 'commands' | 'ids' | 'claims' | 'clock' | 'vault'>;
export type Holders = Pick<Customers, 'standing' | 'summaries'>;
type Queries = ReturnType<typeof policyQueries>;
type Changes = Pick<
  Policies,
  'issue' | 'update' | 'endorse' | 'renew' | 'cancel' | 'reinstate' | 'delete'
>;

/** What the gateway, the import and the demo call to change policies. */
export function policyCommands(
  parts: CommandParts,
  holders: Holders,
  queries: Pick<Queries, 'findByNumber'>,
): Changes {
  const { commands, ids, clock } = parts;
  const chains = policyChains(parts);
  const today = (): Day => kolkataDay(clock.now());

  const run = (command: PolicyCommand, context: CommandContext, names: Names = {}) =>
    commands.run(policyDecider, {
      stream: policyStream(command.ref.id),
      command,
      context,
      request: requestOf(command),
      ...names,
    });

  const receipt = (result: PolicyResult, more: readonly (Warning | null)[] = []): PolicyReceipt => {
    if (result.state.phase === 'unknown') throw new Error('A command left no policy behind');
    const { record } = result.state;
    const term = { ...record.cover, ...(record.identity ?? ERASED_IDENTITY) };
    return {
      policy: policyView(record, result.version, today()),
      warnings: [
        ...policyWarnings(record.kind, term, record.status, today()),
        ...more.filter((warning) => warning !== null),
      ],
      position: result.position,
      repeated: result.repeated,
    };
  };

  /** @throws invalid `customer-unknown`, conflict `customer-erased`. */
  const holderWarning = async (customerId: number): Promise<Warning | null> => {
    const standing = await holders.standing(customerId);
    if (!standing) throw unknownCustomer(customerId);
    if (standing.isErased) {
      const message = 'This person has been erased; nothing new can be entered for them.';
      throw conflict('customer-erased', message);
    }
    return kycWarning(standing.kycStatus);
  };

  const kycOf = async ({ state }: PolicyResult): Promise<Warning | null> => {
    if (state.phase === 'unknown') return null;
    const standing = await holders.standing(state.record.customerId);
    return standing && kycWarning(standing.kycStatus);
  };

  /** Such as "Anitha Nair (health policy 12)". */
  const whoHas = async (policyNumber: string): Promise<string | null> => {
    const held = await queries.findByNumber(policyNumberKey(policyNumber));
    if (!held) return null;
    const name = (await holders.summaries([held.customerId])).get(held.customerId)?.name;
    return `${name ?? 'a deleted customer'} (${held.kind} policy ${held.id})`;
  };

  const simple = async (command: PolicyCommand, context: CommandContext) =>
    receipt(await run(command, context));

  return {
    async issue(kind: PolicyKind, input: PolicyInput, context: CommandContext) {
      const id = await ids.allocateId('policy', context.commandId);
      const kyc = await holderWarning(input.customerId);
      const command: PolicyCommand = {
        type: 'IssuePolicy',
        ref: { kind, id },
        input,
        renews: null,
      };
      const claims = [claimOf(input.policyNumber)];
      const issued = await namingHolder(run(command, context, { claims }), () =>
        whoHas(input.policyNumber),
      );
      return receipt(issued, [kyc]);
    },

    async update(ref: PolicyRef, patch: PolicyPatch, context: CommandContext) {
      const { policyNumber, customerId } = patch;
      const needsRecord = policyNumber !== undefined || customerId !== undefined;
      const record = needsRecord ? await chains.load(ref.id) : null;
      const isMoved = customerId !== undefined && record && customerId !== record.customerId;
      const kyc = isMoved ? await holderWarning(customerId) : null;
      const names = await namesOf(record, policyNumber);
      const command: PolicyCommand = { type: 'UpdatePolicy', ref, patch };
      const updated = await namingHolder(run(command, context, names), () =>
        whoHas(policyNumber ?? ''),
      );
      return receipt(updated, [kyc]);
    },

    endorse: (ref: PolicyRef, input: EndorsementInput, context: CommandContext) =>
      simple({ type: 'EndorsePolicy', ref, input }, context),

    async renew(ref: PolicyRef, input: RenewalInput, context: CommandContext) {
      const { ended, begun } = await namingHolder(chains.renew(ref, input, context), () =>
        whoHas(input.policyNumber ?? ''),
      );
      if (!begun || begun.state.phase === 'unknown') {
        throw conflict('customer-erased', 'This person has been erased; nothing can be renewed.');
      }
      const before = ended.state.phase === 'unknown' ? null : ended.state.record.cover.endDate;
      const { kind, cover } = begun.state.record;
      const warnings = [
        await kycOf(begun),
        before === null ? null : breakWarning(kind, before, cover.startDate),
      ];
      const position = begun.position ?? ended.position;
      return { ...receipt(begun, warnings), position, repeated: ended.repeated };
    },

    cancel: (ref: PolicyRef, input: CancellationInput, context: CommandContext) =>
      simple({ type: 'CancelPolicy', ref, input, today: today() }, context),

    reinstate: (ref: PolicyRef, input: ReinstatementInput, context: CommandContext) =>
      simple({ type: 'ReinstatePolicy', ref, input }, context),

    delete: (ref: PolicyRef, context: CommandContext) => chains.remove(ref, context),
  };

  /** What a correction of the number takes and lets go of. */
  async function namesOf(
    record: PolicyRecord | null,
    policyNumber: string | undefined,
  ): Promise<Names> {
    const current = record?.identity?.policyNumber;
    if (!record || policyNumber === undefined || current === undefined) return {};
    if (isSameNumber(current, policyNumber)) return {};
    const before = record.predecessorId === null ? null : await chains.load(record.predecessorId);
    return { claims: [claimOf(policyNumber)], releases: numberLetGo(record, before) };
  }
}

type Names = Partial<Pick<Parameters<Platform['commands']['run']>[1], 'claims' | 'releases'>>;

/** What was asked for: the day on which it was asked is not part of it, or a retry would differ. */
const requestOf = (command: PolicyCommand): unknown => {
  if (command.type !== 'CancelPolicy') return command;
  const { today: _, ...request } = command;
  return request;
};

const unknownCustomer = (id: number) => {
  const message = `There is no customer with the number ${id}. Choose another one.`;
  return invalid([{ field: 'customerId', code: 'customer-unknown', message }]);
};
