import type {
  PolicyCover,
  PolicyEvent,
  PolicyIdentity,
} from '@insuremanager/contracts/policies/policyEvents';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import { ERASED_IDENTITY } from './erasedIdentity.js';
import { policiesTable, renewalsTable } from './policyTables.js';

const TABLE = policiesTable.name;
const RENEWALS = renewalsTable.name;

/** Events to the list of policies. */
export const policyProjector = defineProjector<PolicyEvent>()({
  name: 'policies',
  version: 2,
  tables: [policiesTable, renewalsTable],
  on: {
    PolicyIssued: ({ data, at, revision }, rows) => {
      rows.put(TABLE, {
        id: data.policyId,
        kind: data.kind,
        customer_id: data.customerId,
        chain_id: data.chainId,
        predecessor_id: data.predecessorId,
        quotation_id: data.quotationId,
        status: data.status,
        created_at: at,
        ...touched(at, revision),
        ...coverColumns(data.cover),
        ...identityColumns(data.personal ?? ERASED_IDENTITY),
      });
      if (data.predecessorId !== null) rows.patch(RENEWALS, data.policyId, { state: 'begun' });
    },
    PolicyDetailsChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.policyId, {
        ...touched(at, revision),
        ...coverColumns(data.cover),
        ...identityColumns(data.personal ?? ERASED_IDENTITY),
      }),
    PolicyHolderChanged: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.policyId, {
        ...touched(at, revision),
        customer_id: data.customerId,
        ...identityColumns(data.personal ?? ERASED_IDENTITY),
      }),
    PolicyEndorsed: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.policyId, {
        ...touched(at, revision),
        ...coverColumns(data.after),
        ...identityColumns(data.personal?.after ?? ERASED_IDENTITY),
      }),
    PolicyRenewed: ({ data, at, revision }, rows) => {
      const { policyId, successorId, kind } = data;
      rows.patch(TABLE, policyId, {
        ...touched(at, revision),
        status: 'renewed',
        successor_id: successorId,
      });
      rows.put(RENEWALS, {
        successor_id: successorId,
        policy_id: policyId,
        kind,
        state: 'promised',
      });
    },
    PolicyRenewalWithdrawn: ({ data, at, revision }, rows) => {
      rows.patch(TABLE, data.policyId, {
        ...touched(at, revision),
        status: data.status,
        successor_id: null,
      });
      rows.remove(RENEWALS, data.successorId);
    },
    PolicyCancelled: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.policyId, { ...touched(at, revision), status: 'cancelled' }),
    PolicyReinstated: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.policyId, { ...touched(at, revision), status: 'active' }),
    PolicyExpired: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.policyId, {
        ...touched(at, revision),
        status: 'expired',
        expired_for: data.endDate,
      }),
    PolicyStatusCorrected: ({ data, at, revision }, rows) =>
      rows.patch(TABLE, data.policyId, { ...touched(at, revision), status: data.to }),
    PolicyDeleted: ({ data }, rows) => {
      rows.remove(TABLE, data.policyId);
      rows.patch(RENEWALS, data.policyId, { state: 'gone' });
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
