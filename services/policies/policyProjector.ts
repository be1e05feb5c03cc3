import type {
  PolicyCover,
  PolicyEvent,
  PolicyIdentity,
} from '@insuremanager/contracts/policies/policyEvents';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import { policiesTable } from './policyTables.js';
import { ERASED_IDENTITY } from './policyView.js';

const TABLE = policiesTable.name;

/** Events to the list of policies, a row for each term. */
export const policyProjector = defineProjector<PolicyEvent>()({
  name: 'policies',
  version: 3,
  tables: [policiesTable],
  on: {
    PolicyIssued: ({ data, at, revision }, rows) => {
      const { policyId: id, kind, quotationId, status } = data;
      rows.put(TABLE, {
        ...{ id, policy_id: id, kind, predecessor_id: null, quotation_id: quotationId, status },
        created_at: at,
        ...touched(at, revision),
        ...columnsOfTerm(data),
      });
    },
    PolicyDetailsChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, { ...touched(at, revision), ...columnsOfTerm(data) }),
    PolicyholderChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, { ...touched(at, revision), ...columnsOfTerm(data) }),
    PolicyEndorsed: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.termId, {
        ...touched(at, revision),
        ...coverColumns(data.after),
        ...identityColumns(data.personal?.after ?? ERASED_IDENTITY),
      }),
    PolicyRenewed: ({ data, at, revision }, rows) => {
      const { policyId, kind, termId, nextTermId: id } = data;
      rows.patch(TABLE, termId, {
        ...touched(at, revision),
        status: 'renewed',
        successor_id: id,
      });
      rows.put(TABLE, {
        ...{ id, policy_id: policyId, kind, predecessor_id: termId, quotation_id: null },
        status: 'active',
        created_at: at,
        ...touched(at, revision),
        ...columnsOfTerm(data),
      });
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

const touched = (at: Date, revision: bigint): Row => ({
  version: Number(revision),
  updated_at: at,
});

const COVER_COLUMNS = {
  insuranceCompany: 'insurance_company',
  sumAssured: 'sum_assured',
  premiumAmount: 'premium_amount',
  premiumFrequency: 'premium_frequency',
  startDate: 'start_date',
  endDate: 'end_date',
  policyType: 'policy_type',
  vehicleType: 'vehicle_type',
  vehicleMake: 'vehicle_make',
  vehicleModel: 'vehicle_model',
  vehicleYear: 'vehicle_year',
  coverType: 'cover_type',
  thirdPartyEndDate: 'third_party_end_date',
  ncbPercent: 'ncb_percent',
} as const satisfies Record<keyof PolicyCover, string>;

const IDENTITY_COLUMNS = {
  policyNumber: 'policy_number',
  vehicleNumber: 'vehicle_number',
  engineNumber: 'engine_number',
  chassisNumber: 'chassis_number',
} as const satisfies Record<keyof PolicyIdentity, string>;

/** Whose a term is, and what it says. */
const columnsOfTerm = ({
  customerId,
  cover = {},
  personal,
}: {
  customerId: number;
  cover?: Partial<PolicyCover>;
  personal: Partial<PolicyIdentity> | null;
}): Row => ({
  customer_id: customerId,
  ...coverColumns(cover),
  ...identityColumns(personal ?? ERASED_IDENTITY),
});

const coverColumns = (cover: Partial<PolicyCover>): Row => ({
  ...columnsOf(cover, COVER_COLUMNS),
  ...(cover.insuranceCompany !== undefined && { insurer_key: searchKey(cover.insuranceCompany) }),
});

const identityColumns = (identity: Partial<PolicyIdentity>): Row => ({
  ...columnsOf(identity, IDENTITY_COLUMNS),
  ...(identity.policyNumber !== undefined && {
    number_key: policyNumberKey(identity.policyNumber),
    number_search: numberSearch(identity.policyNumber),
  }),
});

/** The forms in which a number is searched: in one piece, and as written where it has spaces. */
function numberSearch(policyNumber: string): string {
  const written = searchKey(policyNumber);
  const compact = written.replaceAll(' ', '');
  return compact === written ? compact : `${compact} ${written}`;
}

/** The columns of the fields that are given. */
function columnsOf<Fields extends object>(
  fields: Fields,
  columns: Readonly<Record<keyof Fields, string>>,
): Row {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([field, value]) => [columns[field as keyof Fields], value]));
}
