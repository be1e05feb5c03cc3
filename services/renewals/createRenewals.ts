import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { type RenewalEvent, renewalStream } from '@insuremanager/contracts/renewals/renewalEvents';
import { renewalColumn } from '@insuremanager/contracts/renewals/renewalKinds';
import type { RenewalCard } from '@insuremanager/contracts/renewals/renewalViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext, CommandResult, SavedRecord } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import type { AllTables, ReadTables } from '../platform/readModels/readTables.js';
import type { Policies } from '../policies/index.js';
import { noteFor, type Renewal, type RenewalCommand, renewalDecider } from './renewal.js';
import { renewalQueries } from './renewalQueries.js';
import type { Renewals, RenewalsOfBook } from './renewals.js';

type Parts = Pick<Platform, 'commands' | 'clock'>;

/** The capability "renewals" over a platform, the read models, and the policies that are due. */
export function createRenewals(
  platform: Parts,
  tables: AllTables,
  { policies }: { policies: Pick<Policies, 'current' | 'lastKnown' | 'within'> },
): Renewals {
  return {
    ...renewalsOver(platform, tables, policies),
    within: (book) => renewalsOver(platform, tables.within(book), policies.within(book)),
  };
}

/** About the terms that are in some tables and exist for whoever asks. */
function renewalsOver(
  { commands, clock }: Parts,
  tables: ReadTables,
  policies: Pick<Policies, 'current' | 'lastKnown'>,
): RenewalsOfBook {
  const queries = renewalQueries(tables, clock);

  /** A repeated command is answered whatever became of the term since. */
  const run = async (
    term: PolicyView,
    command: RenewalCommand,
    context: CommandContext,
  ): Promise<SavedRecord<RenewalCard>> => {
    const { termId } = command;
    const result = await commands.run(renewalDecider, {
      stream: renewalStream(termId),
      command,
      context,
      request: requestOf(command),
      guard: async (_decided, append) => {
        refuseClosed(term, command);
        return append();
      },
    });
    const { position, repeated } = result;
    const record = cardAfter(term, result, await queries.find(termId));
    return { record, warnings: [], position, repeated };
  };

  const wasCarriedOut = async (termId: number, { commandId }: CommandContext): Promise<boolean> => {
    const events = await commands.readHistory<RenewalEvent>(renewalStream(termId));
    return events.some(({ metadata }) => metadata.commandId === commandId);
  };

  /** Of a repeated command the term may have been deleted since. */
  const requireTerm = async (termId: number, context: CommandContext): Promise<PolicyView> => {
    const current = await policies.current(termId);
    const isAnswered = current !== null || (await wasCarriedOut(termId, context));
    const term = isAnswered ? (current ?? (await policies.lastKnown(termId))) : null;
    if (!term) throw notFound('policy', termId);
    return term;
  };

  return {
    ...queries,

    async move(termId, to, context) {
      const term = await requireTerm(termId, context);
      return run(term, { type: 'MoveRenewal', termId, to }, context);
    },

    async lose(termId, { reason, note = null }, context) {
      const term = await requireTerm(termId, context);
      const { customerId } = term;
      const loss = { reason, note };
      return run(term, { type: 'LoseRenewal', termId, customerId, loss }, context);
    },

    async reopen(termId, context) {
      return run(await requireTerm(termId, context), { type: 'ReopenRenewal', termId }, context);
    },

    async assign(termId, ownerId, context) {
      return run(
        await requireTerm(termId, context),
        { type: 'AssignOwner', termId, ownerId },
        context,
      );
    },

    async setFollowUp(termId, { followUpOn, note }, context) {
      const term = await requireTerm(termId, context);
      const { customerId } = term;
      const today = kolkataDay(clock.now());
      const command = { type: 'SetFollowUp', termId, customerId, followUpOn, note, today } as const;
      return run(term, command, context);
    },
  };
}

/** @throws Refusal conflict `renewal-closed`, or `already-renewed` where a column is chosen. */
function refuseClosed(term: PolicyView, { type }: RenewalCommand): void {
  if (term.status === 'cancelled') {
    const message = 'This policy is cancelled: its renewal is no longer due.';
    throw conflict('renewal-closed', message);
  }
  const choosesColumn = type === 'MoveRenewal' || type === 'LoseRenewal';
  if (!choosesColumn || !isRenewed(term)) return;
  throw conflict('already-renewed', 'This policy has already been renewed.');
}

/** What was asked for; not what was looked up for it. */
const requestOf = (command: RenewalCommand): unknown => {
  switch (command.type) {
    case 'LoseRenewal': {
      const { customerId: _, ...request } = command;
      return request;
    }
    case 'SetFollowUp': {
      const { today: _, customerId: __, ...request } = command;
      return request;
    }
    default:
      return command;
  }
};

const isRenewed = ({ successorId, status }: PolicyView): boolean =>
  successorId !== null || status === 'renewed';

/** Term and renewal as their streams say; only a quotation is known from the lists. */
function cardAfter(
  term: PolicyView,
  { state, version }: CommandResult<Renewal, RenewalEvent>,
  listed: RenewalCard | null,
): RenewalCard {
  const { contactedAt, loss, ownerId, followUpOn, talk } = state;
  const quotationId = listed?.quotationId ?? null;
  return {
    termId: term.id,
    customerId: term.customerId,
    kind: term.kind,
    policyNumber: term.policyNumber,
    insuranceCompany: term.insuranceCompany,
    vehicleNumber: term.vehicleNumber,
    premiumAmount: term.premiumAmount,
    endDate: term.endDate,
    daysUntilExpiry: term.daysUntilExpiry,
    column: renewalColumn({
      isRenewed: isRenewed(term),
      lossReason: loss?.reason ?? null,
      isQuoted: quotationId !== null,
      isContacted: contactedAt !== null,
    }),
    isContacted: contactedAt !== null,
    contactedAt: contactedAt?.toISOString() ?? null,
    lossReason: loss?.reason ?? null,
    lossNote: noteFor(term.customerId, loss),
    ownerId,
    followUpOn,
    note: noteFor(term.customerId, talk),
    quotationId,
    successorId: term.successorId,
    version,
  };
}
