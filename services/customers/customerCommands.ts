import type { ConsentInput, CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import {
  type CustomerEvent,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { CustomerPatch, KycInput } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { customerWarnings } from '@insuremanager/contracts/customers/customerWarnings';
import type { HoldLiftInput, LegalHoldInput } from '@insuremanager/contracts/customers/legalHolds';
import type { NomineeInput } from '@insuremanager/contracts/customers/nominees';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { omit, omitMissing } from '@insuremanager/contracts/rules/objects';
import { type Actor, systemActor } from '../platform/codec/recordedEvent.js';
import type {
  CommandContext,
  CommandResult,
  SavedRecord,
  Written,
} from '../platform/commands/command.js';
import { conflict, Refusal } from '../platform/errors.js';
import { type LogPosition, later } from '../platform/eventLog/eventLog.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import { newestNoticeOf } from '../privacyNotices/index.js';
import type { ConsentCircumstances } from './consent.js';
import {
  type Customer,
  type CustomerCommand,
  customerDecider,
  type EraseCustomer,
} from './customer.js';
import type { CustomerMerges } from './customerMerges.js';
import type { CustomerDependencies, Reassignment } from './customers.js';
import { customerView } from './customerTables.js';

type CommandParts = Pick<Platform, 'commands' | 'ids' | 'clock'> & Pick<CustomerMerges, 'holding'>;
type Result = CommandResult<Customer, CustomerEvent>;

/** What the gateway, the import and the demo call to change customers. */
export const customerCommands = (parts: CommandParts, dependencies: CustomerDependencies) => {
  const { commands, ids, clock, holding } = parts;
  const newestNotice = newestNoticeOf(commands);
  const run = (command: CustomerCommand, context: CommandContext): Promise<Result> =>
    commands.run(customerDecider, {
      stream: customerStream(command.customerId),
      command,
      context,
      request: requestOf(command),
    });

  /** Which notices there are is only asked where one was shown. */
  const circumstancesOf = async ({
    noticeLanguage,
  }: ConsentInput): Promise<ConsentCircumstances> => ({
    today: kolkataDay(clock.now()),
    newestNotice: noticeLanguage ? await newestNotice() : 0,
  });

  const commandResult = (result: Result): SavedRecord<CustomerView> => {
    if (result.state.phase === 'unknown') throw new Error('A command left no customer behind');
    const { record } = result.state;
    return {
      record: customerView(record, result.version),
      warnings: customerWarnings(record.details ?? {}, kolkataDay(clock.now())),
      position: result.position,
      repeated: result.repeated,
    };
  };

  return {
    async create(
      input: CustomerInput,
      context: CommandContext,
      ownerId: number | null = personOf(context.actor),
    ): Promise<SavedRecord<CustomerView>> {
      const customerId = await ids.allocateId('customer', context.commandId);
      const command = { type: 'RegisterCustomer', customerId, input, ownerId } as const;
      return commandResult(await run({ ...command, ...(await circumstancesOf(input)) }, context));
    },

    async update(
      customerId: number,
      patch: CustomerPatch,
      context: CommandContext,
    ): Promise<SavedRecord<CustomerView>> {
      return commandResult(await run({ type: 'UpdateCustomer', customerId, patch }, context));
    },

    async recordConsent(
      customerId: number,
      input: ConsentInput,
      context: CommandContext,
    ): Promise<SavedRecord<CustomerView>> {
      const command = { type: 'RecordConsent', customerId, input } as const;
      return commandResult(await run({ ...command, ...(await circumstancesOf(input)) }, context));
    },

    /** The document is not deleted while the status comes to rest on it. */
    setKycStatus: (
      customerId: number,
      { kycStatus, documentId }: KycInput,
      context: CommandContext,
    ): Promise<SavedRecord<CustomerView>> =>
      holding(customerId, async () => {
        const isKycDocument =
          documentId !== null && (await dependencies.documents.isKycOf(documentId, customerId));
        const kyc = { kycStatus, documentId, isKycDocument };
        return commandResult(await run({ type: 'SetKycStatus', customerId, ...kyc }, context));
      }),

    reassign: async (
      customerId: number,
      ownerId: number | null,
      context: CommandContext,
    ): Promise<SavedRecord<CustomerView>> =>
      commandResult(await run({ type: 'ReassignCustomer', customerId, ownerId }, context)),

    async reassignAll(
      customerIds: readonly number[],
      ownerId: number | null,
      context: CommandContext,
    ): Promise<Reassignment> {
      const customers = new Set<number>();
      let position: LogPosition | null = null;
      await forEachLimit([...new Set(customerIds)], { atOnce: AT_ONCE }, async (customerId) => {
        const commandId = namedUuid('reassign-customer', context.commandId, customerId);
        try {
          const command = { type: 'ReassignCustomer', customerId, ownerId } as const;
          const result = await run(command, { ...context, commandId });
          customers.add(customerId);
          position = later(position, result.position);
        } catch (error) {
          const isGone = error instanceof Refusal && error.kind === 'not-found';
          if (!isGone) throw error;
        }
      });
      return { customerIds: customerIds.filter((id) => customers.has(id)), position };
    },

    erase: (
      customerId: number,
      request: Omit<EraseCustomer, 'type' | 'customerId'>,
      context: CommandContext,
    ) =>
      holding(customerId, async () => {
        refuseWithActivePolicies(await dependencies.policies.activeNumbersOf(customerId));
        refuseWithOpenClaims(await dependencies.claims.openNumbersOf(customerId));
        return written(run({ type: 'EraseCustomer', customerId, ...request }, context));
      }),

    placeHold: (customerId: number, { matter }: LegalHoldInput, context: CommandContext) =>
      written(run({ type: 'PlaceLegalHold', customerId, matter }, context)),

    liftHold: (
      customerId: number,
      holdId: number,
      { reason }: HoldLiftInput,
      context: CommandContext,
    ) => written(run({ type: 'LiftLegalHold', customerId, holdId, reason }, context)),

    recordNominee: (customerId: number, nominee: NomineeInput, context: CommandContext) => {
      const today = kolkataDay(clock.now());
      return written(run({ type: 'RecordNominee', customerId, nominee, today }, context));
    },

    revokeNominee: (customerId: number, nomineeId: number, context: CommandContext) =>
      written(run({ type: 'RevokeNominee', customerId, nomineeId }, context)),

    async completeErasure(customerId: number, context: CommandContext) {
      return (await run({ type: 'CompleteErasure', customerId }, context)).position;
    },

    delete: (customerId: number, context: CommandContext) =>
      holding(customerId, async () => {
        refuseWithActivePolicies(await dependencies.policies.activeNumbersOf(customerId));
        refuseWithOpenClaims(await dependencies.claims.openNumbersOf(customerId));
        return written(run({ type: 'DeleteCustomer', customerId }, context));
      }),
  };
};

/**
 * The request by which a retry is known. What was looked up for it is no part of it, nor is a field
 * that a new customer does not state: the same sheet is the same after a field was added.
 */
const AROUND = ['today', 'newestNotice'] as const;
const requestOf = (command: CustomerCommand): unknown => {
  switch (command.type) {
    case 'RegisterCustomer':
      return { ...omit(command, ['ownerId', ...AROUND]), input: omitMissing(command.input) };
    case 'RecordConsent':
      return { ...omit(command, AROUND), input: omitMissing(command.input) };
    case 'EraseCustomer':
      return omit(command, ['today', 'retainedUntil']);
    case 'SetKycStatus':
      return omit(command, ['isKycDocument']);
    case 'RecordNominee':
      return omit(command, ['today']);
    default:
      return command;
  }
};

const written = async (result: Promise<Result>): Promise<Written> => {
  const { position, repeated } = await result;
  return { position, repeated };
};

/** The number of a user; null of the system and what works in its name. */
const personOf = ({ userId }: Actor): number | null =>
  userId === systemActor.userId ? null : userId;

const AT_ONCE = 8;

/** So many are named in a refusal; the rest is counted. */
const NAMED = 2;

/** @throws conflict: policies that are in force need somebody who holds them. */
function refuseWithActivePolicies(numbers: readonly string[]): void {
  if (numbers.length === 0) return;
  const all = namesOf(numbers);
  const message =
    numbers.length === 1
      ? `This customer has an active policy: ${all}. Cancel or delete it first.`
      : `This customer has active policies: ${all}. Cancel or delete them first.`;
  throw conflict('customer-has-active-policies', message);
}

/** @throws conflict: what an insurer owes still is owed to somebody. */
function refuseWithOpenClaims(numbers: readonly string[]): void {
  if (numbers.length === 0) return;
  const all = namesOf(numbers);
  const message =
    numbers.length === 1
      ? `This customer has an open claim: ${all}. Close or delete it first.`
      : `This customer has open claims: ${all}. Close or delete them first.`;
  throw conflict('customer-has-open-claims', message);
}

function namesOf(numbers: readonly string[]): string {
  const named = numbers.slice(0, NAMED);
  const more = numbers.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(' and ');
}
