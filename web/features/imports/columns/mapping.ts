import {
  CUSTOMER_LINKS,
  IMPORT_TARGETS,
  importTarget,
  SHEET_KINDS,
  type SheetKind,
} from '@insuremanager/contracts/imports/importTargets';
import type { DateOrder, SheetMapping } from '@insuremanager/contracts/imports/importViews';
import { NOMINEE_FIELDS } from '@insuremanager/contracts/policies/policyKinds';
import type { SheetOf } from '../useImports';

/** Where fields stand in the choice of a column's; what is named nowhere stands last. */
const GROUPS: readonly (readonly [heading: string, fields: readonly string[]])[] = [
  ['Whose it is', CUSTOMER_LINKS],
  ['Customer', ['ref', 'name', 'phone', 'email']],
  ['Identity', ['kycStatus', 'aadhaarNumber', 'panNumber', 'dateOfBirth', 'occupation']],
  ['Address', ['address', 'city', 'state', 'pincode']],
  ['Document', ['file', 'folder', 'documentType']],
  ['Policy', ['kind', 'policyNumber', 'insuranceCompany', 'policyType']],
  [
    'Vehicle',
    [
      ...['vehicleNumber', 'vehicleType', 'vehicleMake', 'vehicleModel', 'vehicleYear'],
      ...['engineNumber', 'chassisNumber'],
    ],
  ],
  [
    'Claim',
    [
      ...['lossDate', 'intimatedOn', 'stage', 'stageOn', 'insurerClaimNumber', 'provider'],
      ...['surveyor', 'patient', 'amountClaimed', 'amountApproved', 'amountSettled', 'reason'],
    ],
  ],
  ['Lead', ['interest', 'details', 'source', 'nextStep', 'nextStepOn']],
  ['Quotation', ['insuranceType', 'validityDays', 'notes']],
  [
    'Cover and premium',
    [
      ...['coverType', 'sumAssured', 'premiumAmount', 'premiumFrequency', 'serviceCharges'],
      ...['ownDamagePremium', 'thirdPartyPremium', 'premiumGst', 'ncbPercent'],
    ],
  ],
  ['Term', ['startDate', 'endDate', 'thirdPartyEndDate', 'status']],
  ['Nominee', NOMINEE_FIELDS],
  ['Language and consent', ['language']],
];
const LAST = 'Language and consent';
const GROUP_OF = new Map(
  GROUPS.flatMap(([heading, fields]) => fields.map((one) => [one, heading])),
);

export interface TargetGroup {
  heading: string;
  targets: readonly { field: string; label: string; isRequired: boolean }[];
}

const groupsOf = (kind: SheetKind): readonly TargetGroup[] => {
  const targets = Object.entries(IMPORT_TARGETS[kind]).map(([field, { label, isRequired }]) => ({
    ...{ field, label, isRequired },
    heading: GROUP_OF.get(field) ?? LAST,
  }));
  return GROUPS.map(([heading]) => ({
    heading,
    targets: targets.filter((target) => target.heading === heading),
  })).filter((group) => group.targets.length > 0);
};

/** What a column of each kind of sheet can be, under headings. */
export const TARGET_GROUPS = Object.fromEntries(
  SHEET_KINDS.map((kind) => [kind, groupsOf(kind)]),
) as Readonly<Record<SheetKind, readonly TargetGroup[]>>;

export const labelOfField = (kind: SheetKind, field: string): string =>
  importTarget(kind, field)?.label ?? field;

/** These say whose a document is, too. */
const OF_DOCUMENTS = ['policyNumber', 'folder'];

/** These name no customer: of a claim the policy says whose it is. */
const OF_NOBODY: readonly SheetKind[] = ['customers', 'claims', 'leads'];

/** What must be among the columns and is not, as sentences. */
export function missingOf({ kind, columns }: Pick<SheetMapping, 'kind' | 'columns'>): string[] {
  if (kind === null) return [];
  const missing = TARGET_GROUPS[kind]
    .flatMap(({ targets }) => targets)
    .filter(({ field, isRequired }) => isRequired && !columns.includes(field))
    .map(({ label }) => `Choose the column with the ${inSentence(label)}`);
  const links = kind === 'documents' ? [...CUSTOMER_LINKS, ...OF_DOCUMENTS] : CUSTOMER_LINKS;
  const isLinked = OF_NOBODY.includes(kind) || links.some((link) => columns.includes(link));
  return isLinked
    ? missing
    : [
        'Choose a column that says whose they are, such as the customer’s reference or phone',
        ...missing,
      ];
}

/** As a label reads within a sentence; PAN stays PAN. */
const inSentence = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;

/** How a sheet is read now. */
export const mappingOf = ({ kind, columns, dateOrder }: SheetOf): SheetMapping => ({
  kind: kind ?? null,
  columns: columns.map(({ field }) => field ?? null),
  dateOrder,
  values: columns.flatMap(({ index, values }) =>
    values.flatMap(({ text, meaning }) => (meaning ? [{ column: index, text, meaning }] : [])),
  ),
});

/** A column becomes a field, which no other column is any more. */
export const withColumn = (
  mapping: SheetMapping,
  index: number,
  field: string | null,
): SheetMapping => ({
  ...mapping,
  columns: mapping.columns.map((one, nth) => {
    if (nth === index) return field;
    return field !== null && one === field ? null : one;
  }),
  values: mapping.values.filter(({ column }) => column !== index),
});

/** What the rows are; columns keep what such rows have, too. */
export const withKind = (mapping: SheetMapping, kind: SheetKind | null): SheetMapping => ({
  ...mapping,
  kind,
  columns: mapping.columns.map((field) =>
    kind !== null && field !== null && importTarget(kind, field) ? field : null,
  ),
  values: [],
});

/** What a text of a choice field means; null: it is not understood any more. */
export const withMeaning = (
  mapping: SheetMapping,
  column: number,
  text: string,
  meaning: string | null,
): SheetMapping => ({
  ...mapping,
  values: [
    ...mapping.values.filter((one) => one.column !== column || one.text !== text),
    { column, text, meaning },
  ],
});

/** What a date of a sheet is taken for, in words. */
export const DATE_ORDER_LABELS: Readonly<Record<DateOrder, string>> = {
  dmy: 'Day first: 03/04/2025 is 3 April 2025',
  mdy: 'Month first: 03/04/2025 is March 4, 2025',
};

/** How a spreadsheet calls a column: A to Z, then AA. */
export function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : `${letterOf(Math.floor(index / 26) - 1)}${last}`;
}
