import type { LossReason } from '@insuremanager/contracts/renewals/renewalKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Table } from '../platform/readModels/projector.js';

/** Of a row: neither lost nor over. Only those are in the index of follow-ups. */
export const isToFollowUp = (of = ''): string =>
  `${of}follow_up_on IS NOT NULL AND ${of}loss_reason IS NULL AND ${of}is_over IS NOT TRUE`;

/**
 * One row for each term about whose renewal something was done, until it is deleted. What a card says beyond it stands in the rows of policies and quotations.
 */
export const renewalCardsTable: Table = {
  name: 'renewal_cards',
  key: 'term_id',
  columns: {
    term_id: { type: 'integer' },
    contacted_at: { type: 'timestamptz', nullable: true },
    loss_reason: { type: 'text', nullable: true },
    loss_note: { type: 'text', nullable: true },
    owner_id: { type: 'integer', nullable: true },
    follow_up_on: { type: 'date', nullable: true },
    note: { type: 'text', nullable: true },
    /** True: its term was renewed or cancelled since the row was made. */
    is_over: { type: 'boolean', nullable: true },
    /** The revision of its stream. */
    version: { type: 'integer' },
  },
  book: 'none',
  indexes: [
    `(owner_id, follow_up_on, term_id) WHERE ${isToFollowUp()}`,
    // Whosever they are.
    `(follow_up_on, term_id) WHERE ${isToFollowUp()}`,
  ],
};

export interface RenewalRow {
  readonly term_id: number;
  readonly contacted_at: Date | null;
  readonly loss_reason: LossReason | null;
  readonly loss_note: string | null;
  readonly owner_id: number | null;
  readonly follow_up_on: Day | null;
  readonly note: string | null;
  readonly version: number;
}
