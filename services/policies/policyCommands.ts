import type { InsuredMembersInput } from '@insuremanager/contracts/policies/insuredMembers';
import type { PaymentInput, TakenBackInput } from '@insuremanager/contracts/policies/paymentFields';
import {
  type PolicyEvent,
  policyIdOf,
  policyStream,
  TERMS_PER_POLICY,
} from '@insuremanager/contracts/policies/policyEvents';
import type {
  CancellationInput,
  EndorsementInput,
  PolicyInput,
  PolicyPatch,
  ReinstatementInput,
  RenewalInput,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  breakWarning,
  kycWarning,
  overlapWarning,
  policyWarnings,
} from '@insuremanager/contracts/policies/policyWarnings';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { omitMissing } from '@insuremanager/contracts/rules/objects';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import {
  type CustomerStatus,
  type Customers,
  customerLock,
  requireCustomer,
  unknownCustomer,
} from '../customers/index.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { CommandContext, CommandResult } from '../platform/commands/command.js';
import type { Guard } from '../platform/commands/commandRunner.js';
import { conflict, Refusal } from '../platform/errors.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import type { Policies, SavedTerm } from './policies.js';
import {
  ERASED_IDENTITY,
  findTerm,
  type Insured,
  nextOf,
  type Policy,
  type PolicyCommand,
  policyDecider,
  policyholderNeeded,
  type Term,
  type TermRef,
} from './policy.js';
import type { ExpireTerm } from './policyExpiry.js';
import { viewOfTerm } from './policyTables.js';

interface Parts extends Pick<Platform, 'commands' | 'ids' | 'clock' | 'withLock'> {
  customers: Pick<Customers, 'findStatus' | 'remainingOf'>;
  /** Such as `Anitha Nair (health policy 12)`; null when it is not known. */
  findOwner(policyNumber: string): Promise<string | null>;
  /** Whether whoever asks knows of a customer; absent: of all. */
  isSeen?(customerId: number): Promise<boolean>;
}

interface Changes
  extends Pick<
    Policies,
    | 'issue'
    | 'update'
    | 'endorse'
    | 'renew'
    | 'cancel'
    | 'reinstate'
    | 'setInsuredMembers'
    | 'payInstalments'
    | 'takeBackInstalment'
    | 'delete'
  > {
  expire: ExpireTerm;
}

type Result = CommandResult<Policy | null, PolicyEvent>;

/** What became of a command, and for whom it brought a term into force. */
type Outcome = Result & { readonly policyholder: CustomerStatus | null };

/** What the gateway, the import, the demo and the calendar call to change policies. */
export function policyCommands(parts: Parts): Changes {
  const { commands, ids, clock, withLock, customers, findOwner, isSeen = async () => true } = parts;
  const today = (): Day => kolkataDay(clock.now());

  /**
   * Whoever gets a term, or one that comes into force, is checked, and cannot be deleted until it
   * is written. @param check throws a Refusal when it cannot be theirs.
   */
  const guardedBy =
    (check: (customerId: number) => Promise<void>): Guard<Policy | null> =>
    ({ before, after }, append) => {
      const customerId = policyholderNeeded(before, after);
      if (customerId === null) return append();
      return withLock(customerLock(customerId), async () => {
        await check(customerId);
        return append();
      });
    };

  const run = (
    command: PolicyCommand,
    context: CommandContext,
    guard?: Guard<Policy | null>,
  ): Promise<Result> =>
    commands.run(policyDecider, {
      stream: policyStream(policyIdOf(command.ref.id)),
      command,
      context,
      request: requestOf(command),
      ...(guard && { guard }),
    });

  /** @throws invalid `customer-unknown` or `customer-erased`. */
  const carryOut = async (command: PolicyCommand, context: CommandContext): Promise<Outcome> => {
    const found: { policyholder: CustomerStatus | null } = { policyholder: null };
    const guard = guardedBy(async (customerId) => {
      found.policyholder = await requireCustomer(customers, customerId);
    });
    return { ...(await run(command, context, guard)), ...found };
  };

  /** A retry, which is not checked again, is warned as well. */
  const kycOf = async (
    { policyholder }: Outcome,
    { customerId }: Term,
  ): Promise<Warning | null> => {
    const status = policyholder ?? (await customers.findStatus(customerId));
    return status && kycWarning(status.kycStatus);
  };

  const commandResultOf = (
    { state, position, repeated }: Result,
    termId: number,
    more: readonly (Warning | null)[] = [],
  ): SavedTerm => {
    const { policy, term } = requireLeft(state, termId);
    const fields = { ...term.cover, ...(term.identity ?? ERASED_IDENTITY) };
    return {
      record: viewOfTerm(policy, term, today()),
      warnings: [
        ...policyWarnings(policy.kind, fields, term.status, today()),
        ...more.filter((warning) => warning !== null),
      ],
      position,
      repeated,
    };
  };

  /** Says in a refusal who owns the number, when that is known. */
  const namingOwner = async (
    work: Promise<Outcome>,
    policyNumber: string | undefined,
  ): Promise<Outcome> => {
    try {
      return await work;
    } catch (error) {
      const isTaken = error instanceof Refusal && error.code === NUMBER_TAKEN;
      const owner = isTaken ? await findOwner(policyNumber ?? '') : null;
      if (owner === null) throw error;
      const message = `This policy number is already used by ${owner}.`;
      const field = { field: 'policyNumber', code: NUMBER_TAKEN, message };
      throw conflict(NUMBER_TAKEN, message, [field]);
    }
  };

  /**
   * A form names the customer to whom the term's number leads: that is no other one, and the term
   * stays filed as it is.
   */
  const filed = async ({ id }: TermRef, patch: PolicyPatch): Promise<PolicyPatch> => {
    const { customerId } = patch;
    if (customerId === undefined) return patch;
    const { state } = await commands.load(policyDecider, policyStream(policyIdOf(id)));
    const filedUnder = findTerm(state, id)?.customerId;
    if (filedUnder === undefined || filedUnder === customerId) return patch;
    return (await customers.remainingOf(filedUnder)) === customerId
      ? { ...patch, customerId: filedUnder }
      : patch;
  };

  /**
   * By the numbers under which the policy knows customers already, so that a merge that is undone
   * leaves them where they were. @throws invalid `customer-unknown`, `customer-erased`.
   */
  const insuredOf = async (
    { id }: TermRef,
    { members }: InsuredMembersInput,
  ): Promise<Insured[]> => {
    const { state } = await commands.load(policyDecider, policyStream(policyIdOf(id)));
    const term = findTerm(state, id);
    const before = term?.members ?? [];
    const known = new Map<number, number>();
    for (const number of [...before.map((one) => one.customerId), term?.customerId]) {
      if (number) known.set(await customers.remainingOf(number), number);
    }
    const hidden = await Promise.all(
      before.map(
        async ({ customerId }) =>
          customerId !== null &&
          !(await isSeen(customerId)) &&
          (await customers.findStatus(customerId))?.isErased === false,
      ),
    );
    const wanted = await Promise.all(
      members.map(async ({ customerId = null, name = null, relation, dateOfBirth = null }) => {
        if (customerId === null) return { customerId, name, relation, dateOfBirth };
        if (!(await isSeen(customerId))) throw unknownCustomer(customerId);
        await requireCustomer(customers, customerId);
        const remaining = await customers.remainingOf(customerId);
        const number = known.get(remaining) ?? remaining;
        return { customerId: number, name: null, relation, dateOfBirth: null };
      }),
    );
    return [...wanted, ...before.filter((_one, nth) => hidden[nth])];
  };

  return {
    async issue(
      kind: PolicyKind,
      input: PolicyInput,
      context: CommandContext,
      quotationId?: number,
    ) {
      const issueId = quotationId === undefined ? context.commandId : issueOf(quotationId);
      const id = await ids.allocateId('policy', issueId, TERMS_PER_POLICY);
      const ref = { kind, id };
      const command = {
        type: 'IssuePolicy',
        ref,
        input,
        quotationId: quotationId ?? null,
      } as const;
      const issued = await namingOwner(carryOut(command, context), input.policyNumber);
      const { term } = requireLeft(issued.state, id);
      return commandResultOf(issued, id, [await kycOf(issued, term)]);
    },

    async update(ref: TermRef, wanted: PolicyPatch, context: CommandContext) {
      const patch = await filed(ref, wanted);
      const command = { type: 'UpdatePolicy', ref, patch } as const;
      const updated = await namingOwner(carryOut(command, context), patch.policyNumber);
      const { policy, term } = requireLeft(updated.state, ref.id);
      const isMoved = updated.events.some(({ type }) => type === 'PolicyholderChanged');
      const next = nextOf(policy, term);
      return commandResultOf(updated, ref.id, [
        isMoved ? await kycOf(updated, term) : null,
        next && overlapWarning(term.cover.endDate, next.cover.startDate),
      ]);
    },

    async endorse(ref: TermRef, input: EndorsementInput, context: CommandContext) {
      const command = { type: 'EndorsePolicy', ref, input } as const;
      return commandResultOf(await carryOut(command, context), ref.id);
    },

    async renew(ref: TermRef, input: RenewalInput, context: CommandContext) {
      const command = { type: 'RenewPolicy', ref, input } as const;
      const renewed = await namingOwner(carryOut(command, context), input.policyNumber);
      const { policy, term } = requireLeft(renewed.state, ref.id);
      const next = nextOf(policy, term);
      if (!next) throw new Error('A renewal left no next term behind');
      const gap = breakWarning(policy.kind, term.cover.endDate, next.cover.startDate);
      return {
        ...commandResultOf(renewed, next.id, [await kycOf(renewed, next), gap]),
        renewed: viewOfTerm(policy, term, today()),
      };
    },

    async cancel(ref: TermRef, input: CancellationInput, context: CommandContext) {
      const command = { type: 'CancelPolicy', ref, input, today: today() } as const;
      return commandResultOf(await carryOut(command, context), ref.id);
    },

    async reinstate(ref: TermRef, input: ReinstatementInput, context: CommandContext) {
      const command = { type: 'ReinstatePolicy', ref, input } as const;
      return commandResultOf(await carryOut(command, context), ref.id);
    },

    async setInsuredMembers(ref: TermRef, input: InsuredMembersInput, context: CommandContext) {
      const members = await insuredOf(ref, input);
      return commandResultOf(
        await commands.run(policyDecider, {
          stream: policyStream(policyIdOf(ref.id)),
          command: { type: 'SetInsuredMembers', ref, members },
          context,
          request: { type: 'SetInsuredMembers', ref, input },
        }),
        ref.id,
      );
    },

    async payInstalments(ref: TermRef, input: PaymentInput, context: CommandContext) {
      const command = { type: 'PayInstalments', ref, input, today: today() } as const;
      return commandResultOf(await run(command, context), ref.id);
    },

    async takeBackInstalment(ref: TermRef, input: TakenBackInput, context: CommandContext) {
      const command = { type: 'TakeBackInstalment', ref, input } as const;
      return commandResultOf(await run(command, context), ref.id);
    },

    async delete(ref: TermRef, context: CommandContext, { evenIfRenewed = false } = {}) {
      const guard = guardedBy(async (customerId) => {
        if (!(await customers.findStatus(customerId))) throw new PolicyholderDeleted();
      });
      const remove = (isPolicyholderDeleted: boolean) =>
        run({ type: 'DeleteTerm', ref, isPolicyholderDeleted, evenIfRenewed }, context, guard);
      const removed = await remove(false).catch((error: unknown) => {
        if (error instanceof PolicyholderDeleted) return remove(true);
        throw error;
      });
      return { position: removed.position, repeated: removed.repeated };
    },

    /**
     * The version names the command, not the end date: a term that was cancelled in the same
     * moment, and reinstated later, is to be looked at again.
     */
    expire({ kind, id, version }, day) {
      const command = { type: 'ExpirePolicy', ref: { kind, id }, today: day } as const;
      const commandId = namedUuid('expire', id, version);
      const context = { commandId, actor: systemActor, correlationId: 'expire-policies' };
      return run(command, context);
    },
  };
}

const NUMBER_TAKEN = 'policy-number-taken';

/** The term before would come into force for a customer who has been deleted. */
class PolicyholderDeleted extends Error {}

/**
 * Under which the number of the policy is drawn that a quotation becomes. Whoever converts it means
 * the same stream, and the event store lets one of them begin it.
 */
export const issueOf = (quotationId: number): string =>
  namedUuid('policy-of-quotation', quotationId);

/** The term after a command, deleted or not. */
const requireLeft = (policy: Policy | null, termId: number): { policy: Policy; term: Term } => {
  const term = findTerm(policy, termId);
  if (!policy || !term) throw new Error('A command left no policy behind');
  return { policy, term };
};

/**
 * The request by which a retry is known. What was looked up for it is no part of it, nor is a field
 * that a new policy does not state: the same sheet is the same after a field was added.
 */
const requestOf = (command: PolicyCommand): unknown => {
  const request = Object.fromEntries(
    Object.entries(command).filter(
      ([name]) => name !== 'today' && name !== 'isPolicyholderDeleted',
    ),
  );
  return command.type === 'IssuePolicy'
    ? { ...request, input: omitMissing(command.input) }
    : request;
};
