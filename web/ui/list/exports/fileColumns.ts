import type { ExportedList } from '@insuremanager/contracts/exports/exportedLists';

type FileColumns = Readonly<Record<string, readonly string[]>>;

const COMMON: FileColumns = { added: ['createdAt'] };

const POLICY: FileColumns = {
  number: ['policyNumber'],
  insurer: ['insuranceCompany'],
  type: ['policyType'],
  vehicle: ['vehicleNumber', 'vehicleType', 'vehicleMake', 'vehicleModel', 'vehicleYear'],
  premium: ['premiumAmount', 'premiumFrequency'],
  term: ['startDate', 'endDate'],
  cover: ['sumAssured'],
  'cover-type': ['coverType'],
  ncb: ['ncbPercent'],
  'third-party': ['thirdPartyEndDate'],
  left: ['daysUntilExpiry'],
  // Reminders are no part of the file.
  reminded: [],
  phone: ['customerPhone'],
};

/** The columns of a file that say what a column of a list shows, where they have other names. */
const COLUMNS: Readonly<Partial<Record<ExportedList, FileColumns>>> = {
  customers: {
    kyc: ['kycStatus'],
    aadhaar: ['aadhaarNumber'],
    born: ['dateOfBirth'],
    pan: ['panNumber'],
  },
  'health-policies': POLICY,
  'vehicle-policies': POLICY,
  documents: {
    name: ['fileName'],
    type: ['documentType'],
    policy: ['policyType', 'policyId'],
    size: ['fileSize'],
    uploaded: ['uploadedAt'],
  },
  payments: {
    number: ['policyNumber'],
    insurer: ['insuranceCompany'],
    due: ['dueDate'],
    paid: ['paidOn'],
    takenBack: ['takenBackOn'],
    by: ['recordedBy'],
    recorded: ['recordedAt'],
    phone: ['customerPhone'],
  },
  'audit-log': {
    time: ['at'],
    who: ['username'],
    what: ['summary'],
    record: ['recordKind', 'recordId', 'recordName'],
  },
  quotations: {
    number: ['quotationNumber', 'insuranceType'],
    insurer: ['insuranceCompany'],
    cover: ['sumAssured'],
    premium: ['premiumAmount'],
    total: ['totalAmount'],
    validity: ['validUntil'],
    type: ['insuranceType'],
    gst: ['gstAmount'],
    charges: ['serviceCharges'],
    emailed: ['emailedAt'],
    phone: ['customerPhone'],
  },
};

/** The columns of a file for those that a list shows, by their keys. */
export const fileColumns = (
  list: ExportedList,
  columns: readonly { readonly key: string }[],
): readonly string[] => [
  ...new Set(columns.flatMap(({ key }) => COLUMNS[list]?.[key] ?? COMMON[key] ?? [key])),
];
