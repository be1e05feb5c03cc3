import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyStatus } from '@insuremanager/contracts/policies/policyKinds';
import type { RenewalEvent } from '@insuremanager/contracts/renewals/renewalEvents';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { defineProjector, type Row, type RowWriter } from '../platform/readModels/projector.js';
import { renewalCardsTable } from './renewalTables.js';

const TABLE = renewalCardsTable.name;

/** What was done about renewals, a row for each term. */
export const renewalProjector = defineProjector<RenewalEvent | PolicyEvent>()({
  name: 'renewals',
  version: 2,
  tables: [renewalCardsTable],
  on: {
    RenewalContacted: (event, rows) => change(event, rows, { contacted_at: event.at }),
    RenewalReturnedToDue: (event, rows) => change(event, rows, { contacted_at: null }),
    RenewalLost: (event, rows) => {
      const { reason, personal } = event.data;
      change(event, rows, { loss_reason: reason, loss_note: personal?.note ?? null });
    },
    RenewalReopened: (event, rows) => change(event, rows, { loss_reason: null, loss_note: null }),
    RenewalOwnerAssigned: (event, rows) => change(event, rows, { owner_id: event.data.ownerId }),
    RenewalFollowUpSet: (event, rows) =>
      change(event, rows, { follow_up_on: event.data.followUpOn }),
    RenewalNoteChanged: (event, rows) =>
      change(event, rows, { note: event.data.personal?.note ?? null }),
    // What was noted of the former policyholder is sealed for them, and would outlive them here.
    PolicyholderChanged: ({ data }, rows) =>
      rows.patch(TABLE, data.termId, { loss_note: null, note: null }),
    PolicyRenewed: ({ data }, rows) => markOver(data.termId, true, rows),
    PolicyCancelled: ({ data }, rows) => markOver(data.termId, true, rows),
    PolicyReinstated: ({ data }, rows) => markOver(data.termId, false, rows),
    PolicyStatusCorrected: ({ data }, rows) => markOver(data.termId, isOver(data.to), rows),
    PolicyTermDeleted: ({ data: { termId, previous } }, rows) => {
      rows.remove(TABLE, termId);
      if (previous) markOver(previous.termId, isOver(previous.status), rows);
    },
  },
});

/** Over or not, a term about which nothing was done has no row. */
const markOver = (termId: number, is: boolean, rows: RowWriter): void =>
  rows.patch(TABLE, termId, { is_over: is });

const isOver = (status: PolicyStatus): boolean => status === 'renewed' || status === 'cancelled';

/** A term has no row before its first event: adding nothing makes an empty one. */
function change({ data, revision }: RecordedEvent<RenewalEvent>, rows: RowWriter, columns: Row) {
  rows.increment(TABLE, data.termId, { version: 0 });
  rows.patch(TABLE, data.termId, { ...columns, version: Number(revision) });
}
