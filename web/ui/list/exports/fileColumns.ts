import type { ExportedList } from '@insuremanager/contracts/exports/exportedLists';

type FileColumns = Readonly<Record<string, readonly string[]>>;

const COMMON: FileColumns = { added: ['createdAt'] };

const POLICY: FileColumns = {
  ...COMMON,
  number: ['policyNumber'],
  insurer: ['insuranceCompany'],
  type: ['policyType'],
  vehicle: ['vehicleNumber', 'vehicleType', 'vehicleMake', 'vehicleModel', 'vehicleYear'],
  premium: ['premiumAmount', 'premiumFrequency'],
  term: ['startDate', 'endDate'],
};

/** The columns of a file that say what a column of a list shows, where they have other names. */
const COLUMNS: Readonly<Record<ExportedList, FileColumns>> = {
  customers: { ...COMMON, kyc: ['kycStatus'], aadhaar: ['aadhaarNumber'] },
  'health-policies': POLICY,
  'vehicle-policies': POLICY,
  quotations: {
    ...COMMON,
    number: ['quotationNumber', 'insuranceType'],
    insurer: ['insuranceCompany'],
    cover: ['sumAssured'],
    premium: ['premiumAmount'],
    total: ['totalAmount'],
    validity: ['validUntil'],
  },
};

/** The columns of a file for those that a list shows, by their keys. */
export const fileColumns = (
  list: ExportedList,
  columns: readonly { readonly key: string }[],
): readonly string[] => [...new Set(columns.flatMap(({ key }) => COLUMNS[list][key] ?? [key]))];
