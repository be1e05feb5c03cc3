import { renewalOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  LossInput,
  RenewalBoardFilter,
  RenewalBoardLimits,
} from '@insuremanager/contracts/renewals/renewalInputs';
import type { RenewalColumn, RenewalMove } from '@insuremanager/contracts/renewals/renewalKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext } from '../../platform/commands/command.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { by } from '../../platform/testing/serviceFixture.js';
import type { TermRef } from '../../policies/index.js';
import { typedPolicy } from '../../policies/testing/policyFixture.js';
import { openQuotationFixture } from '../../quotations/testing/quotationFixture.js';
import { createRenewals, renewalsSlice } from '../index.js';

/** Renewals, with the slices that they follow from, and short words for what tests do with them. */
export async function openRenewalFixture(servers: EventLogPlace) {
  const quoting = await openQuotationFixture(servers, [renewalsSlice]);
  const { platform, readModels, policies, projected } = quoting;
  const renewals = createRenewals(platform, readModels, { policies });

  const board = (filter: object = {}, limits: object = {}) =>
    renewals.board({
      filter: RenewalBoardFilter.parse(filter),
      limits: RenewalBoardLimits.parse(limits),
    });

  return {
    ...quoting,
    renewals,
    board,
    /** The ids of the cards of each column that has any, in their order. */
    columns: async (filter: object = {}): Promise<Partial<Record<RenewalColumn, number[]>>> => {
      const { columns } = await board(filter);
      return Object.fromEntries(
        columns
          .filter(({ cards }) => cards.length > 0)
          .map(({ column, cards }) => [column, cards.map(({ termId }) => termId)]),
      );
    },
    issue: async (kind: PolicyKind, fields: object): Promise<PolicyView> =>
      (await projected(await policies.issue(kind, typedPolicy(kind, fields), by()))).record,
    renew: async (ref: TermRef, fields: object = {}): Promise<PolicyView> =>
      (await projected(await policies.renew(ref, renewalOf(ref.kind).parse(fields), by()))).record,
    move: async (termId: number, to: RenewalMove, context?: Partial<CommandContext>) =>
      projected(await renewals.move(termId, to, by(context))),
    lose: async (termId: number, fields: object, context?: Partial<CommandContext>) =>
      projected(await renewals.lose(termId, LossInput.parse(fields), by(context))),
    reopen: async (termId: number) => projected(await renewals.reopen(termId, by())),
    assign: async (termId: number, ownerId: number | null) =>
      projected(await renewals.assign(termId, ownerId, by())),
    followUp: async (termId: number, day: Day | null, context?: Partial<CommandContext>) =>
      projected(await renewals.setFollowUp(termId, { followUpOn: day }, by(context))),
  };
}
