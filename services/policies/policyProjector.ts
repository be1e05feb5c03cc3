import type {
  PolicyCover,
  PolicyEvent,
  PolicyIdentity,
} from '@insuremanager/contracts/policies/policyEvents';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import { added, touched } from '../platform/readModels/recordColumns.js';
import { ERASED_IDENTITY } from './policy.js';
import { policiesTable, policyColumns } from './policyTables.js';

const TABLE = policiesTable.name;

/** Events to the list of policies, a row for each term. */
export const policyProjector = defineProjector<PolicyEvent>()({
  name: 'policies',
  version: 4,
  tables: [policiesTable],
  on: {
    PolicyIssued: ({ data, at, revision }, rows) => {
      const { policyId: id, kind, quotationId, status } = data;
      rows.put(
        TABLE,
        {
          ...{ id, policy_id: id, kind, predecessor_id: null, quotation_id: quotationId, status },
          ...added(at, revision),
        },
        columnsOfTerm(data),
      );
    },
    PolicyDetailsChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, { ...touched(at, revision), ...columnsOfTerm(data) }),
    PolicyholderChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, { ...touched(at, revision), ...columnsOfTerm(data) }),
    PolicyEndorsed: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, {
        ...touched(at, revision),
        ...policyColumns.toRow(data.after, data.personal?.after ?? ERASED_IDENTITY),
      }),
    PolicyRenewed: ({ data, at, revision }, rows) => {
      const { policyId, kind, termId, nextTermId: id } = data;
      rows.patch(TABLE, termId, {
        ...touched(at, revision),
        status: 'renewed',
        successor_id: id,
      });
      rows.put(
        TABLE,
        {
          ...{ id, policy_id: policyId, kind, predecessor_id: termId, quotation_id: null },
          status: 'active',
          ...added(at, revision),
        },
        columnsOfTerm(data),
      );
    },
    PolicyCancelled: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, { ...touched(at, revision), status: 'cancelled' }),
    PolicyReinstated: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, { ...touched(at, revision), status: 'active' }),
    PolicyExpired: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, {
        ...touched(at, revision),
        status: 'expired',
        expired_for: data.endDate,
      }),
    PolicyStatusCorrected: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, { ...touched(at, revision), status: data.to }),
    PolicyTermDeleted: ({ data: { termId, previous }, at, revision }, rows) => {
      rows.remove(TABLE, termId);
      if (!previous) return;
      const { status } = previous;
      rows.patch(TABLE, previous.termId, {
        ...touched(at, revision),
        status,
        successor_id: null,
      });
    },
  },
});

/** Whose a term is, and what it says. */
function columnsOfTerm({
  customerId,
  cover = {},
  personal,
}: {
  customerId: number;
  cover?: Partial<PolicyCover>;
  personal: Partial<PolicyIdentity> | null;
}): Row {
  const row = policyColumns.toRow(cover, personal ?? ERASED_IDENTITY);
  row.customer_id = customerId;
  return row;
}
