import type {
  PolicyCover,
  PolicyEvent,
  PolicyIdentity,
} from '@insuremanager/contracts/policies/policyEvents';
import type { RenewalEvent } from '@insuremanager/contracts/renewals/renewalEvents';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import { added, rowChange, touched } from '../platform/readModels/recordColumns.js';
import { ERASED_IDENTITY, earlierPremiumsAfter } from './policy.js';
import { policiesTable, policyColumns } from './policyTables.js';

const TABLE = policiesTable.name;
const change = rowChange(policiesTable, 'termId');

/** Events to the list of policies, a row for each term. */
export const policyProjector = defineProjector<PolicyEvent | RenewalEvent>()({
  name: 'policies',
  version: 8,
  tables: [policiesTable],
  on: {
    PolicyIssued: ({ data, at, revision }, rows) => {
      const { policyId: id, kind, quotationId, status } = data;
      rows.put(
        TABLE,
        {
          ...{ id, policy_id: id, kind, predecessor_id: null, quotation_id: quotationId, status },
          ...{ ...BEGUN, ...added(at, revision) },
        },
        columnsOfTerm(data),
      );
    },
    PolicyDetailsChanged: (event, rows) =>
      change(event, rows, {
        ...columnsOfTerm(event.data),
        ...earlierPremiumColumn(event.data),
      }),
    PolicyholderChanged: (event, rows) => change(event, rows, columnsOfTerm(event.data)),
    PolicyEndorsed: (event, rows) => {
      const { after, personal } = event.data;
      change(event, rows, {
        ...policyColumns.toRow(after, personal?.after ?? ERASED_IDENTITY),
        ...earlierPremiumColumn(event.data),
      });
    },
    PolicyRenewed: (event, rows) => {
      const { data, at, revision } = event;
      const { policyId, kind, termId, nextTermId: id } = data;
      change(event, rows, { status: 'renewed', successor_id: id });
      rows.put(
        TABLE,
        {
          ...{ id, policy_id: policyId, kind, predecessor_id: termId, quotation_id: null },
          status: 'active',
          ...{ ...BEGUN, ...added(at, revision) },
        },
        columnsOfTerm(data),
      );
    },
    PolicyCancelled: (event, rows) =>
      change(event, rows, { status: 'cancelled', cancelled_on: event.data.cancelledOn }),
    PolicyReinstated: (event, rows) =>
      change(event, rows, { status: 'active', cancelled_on: null }),
    PolicyExpired: (event, rows) =>
      change(event, rows, { status: 'expired', expired_for: event.data.endDate }),
    PolicyStatusCorrected: (event, rows) =>
      change(event, rows, { status: event.data.to, cancelled_on: null }),
    InsuredMembersChanged: (event, rows) => {
      const { members, personal } = event.data;
      const customers = members.flatMap(({ customerId }) => customerId ?? []);
      const names = personal?.persons.flatMap((person) => person?.name ?? []) ?? [];
      change(event, rows, {
        insured_members: members.length,
        insured_customers: customers.length === 0 ? null : customers,
        insured_names: names.length === 0 ? null : searchKey(names.join(' ')),
      });
    },
    InstalmentPaid: (event, rows) => change(event, rows, { instalments_paid: event.data.number }),
    InstalmentTakenBack: (event, rows) =>
      change(event, rows, { instalments_paid: event.data.number - 1 }),
    // What was done about a renewal changes no term: its version stays.
    RenewalLost: ({ data }, rows) => rows.patch(TABLE, data.termId, { loss_reason: data.reason }),
    RenewalReopened: ({ data }, rows) => rows.patch(TABLE, data.termId, { loss_reason: null }),
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

const BEGUN = {
  ...{ instalments_paid: 0, earlier_premiums: null },
  ...{ insured_members: 0, insured_customers: null, insured_names: null },
} as const;

const earlierPremiumColumn = (change: Parameters<typeof earlierPremiumsAfter>[0]): Row => {
  const { earlierPremiums } = earlierPremiumsAfter(change) ?? {};
  if (!earlierPremiums) return {};
  return { earlier_premiums: earlierPremiums.length === 0 ? null : earlierPremiums };
};

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
