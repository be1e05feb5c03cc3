import { consentFields } from '@insuremanager/contracts/customers/consentFields';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { DOCUMENT_LABELS, documentFields } from '@insuremanager/contracts/documents/documentFields';
import { kindOfMimeType } from '@insuremanager/contracts/documents/documentKinds';
import type { Field, Fields } from '@insuremanager/contracts/fields/field';
import { formatField } from '@insuremanager/contracts/fields/fields';
import { policyFieldsOf } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  QUOTATION_LABELS,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import { labelledFields, ownedRecords } from '@insuremanager/contracts/records/records';
import type { PastField, ReplayedRecord } from '@insuremanager/contracts/replay/replayViews';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatMoney, parsePaise } from '@insuremanager/contracts/rules/money';

/** A value of a view under its name, as people read it. */
interface ShownField {
  readonly name: string;
  readonly label: string;
  /** Whether it is one of some words. */
  readonly isChoice?: boolean;
  format(value: unknown): string | null;
}

const rupees = (decimal: unknown): string => formatMoney(parsePaise(String(decimal)) ?? 0);

/** Fields of a record, whose amounts are decimals in views. */
const described = (fields: Readonly<Partial<Fields>>): ShownField[] =>
  Object.entries(fields).flatMap(([name, field]) =>
    field
      ? [{ name, label: field.label, isChoice: 'options' in field, format: formatOf(field) }]
      : [],
  );

const formatOf =
  (field: Field) =>
  (value: unknown): string | null => {
    if (field.stored === 'bigint' && value !== null) return rupees(value);
    // Views hold an Aadhaar number masked, which is all that anybody sees of it.
    return field === customerFields.aadhaarNumber
      ? (value as string | null)
      : formatField(field, value);
  };

const shown = (name: string, label: string, format: (value: never) => string = String) => ({
  ...{ name, label },
  format: (value: unknown) => (value === null ? null : format(value as never)),
});

type Usernames = ReadonlyMap<number, string>;
const ownerOf = (usernames: Usernames) => (id: number) => usernames.get(id) ?? 'a former user';

type ShownIn = (view: object, usernames: Usernames) => readonly ShownField[];

/**
 * What is shown of a record in a view of it, in order; without what only depends on the day. Of a
 * record that is not here: its fields, and what is labelled of the rest.
 */
const SHOWN: Readonly<Partial<Record<ReplayedRecord, ShownIn>>> = {
  customer: (_view, usernames) => [
    ...described({ ...customerFields, ...consentFields }),
    shown('kycDocumentId', 'KYC document'),
    shown('ownerId', 'Owner', ownerOf(usernames)),
  ],
  policy: (view) => [
    ...described(policyFieldsOf((view as PolicyView).kind)),
    shown('predecessorId', 'Renewal of'),
    shown('successorId', 'Renewed as'),
    shown('quotationId', 'From quotation'),
  ],
  document: () => [
    shown('fileName', DOCUMENT_LABELS.fileName),
    ...described(documentFields),
    shown('mimeType', DOCUMENT_LABELS.mimeType, (type: string) => {
      return kindOfMimeType(type)?.toUpperCase() ?? type;
    }),
    shown('fileSize', DOCUMENT_LABELS.fileSize, formatFileSize),
  ],
  quotation: () => [
    shown('quotationNumber', 'Quotation number'),
    ...described(quotationFields),
    shown('totalAmount', QUOTATION_LABELS.totalAmount, rupees),
    shown('gstRate', QUOTATION_LABELS.gstRate, (percent: number) => `${percent} %`),
    shown('policyId', 'Became policy'),
  ],
};

const shownOf = (record: ReplayedRecord): ShownIn => SHOWN[record] ?? (() => asDeclared(record));

function asDeclared(record: ReplayedRecord): ShownField[] {
  const declared = ALL_DECLARED_RECORDS.find(({ one }) => one === record);
  if (!declared) throw new Error(`Nothing is declared of ${record}`);
  const { first, last } = labelledFields(declared);
  const ofSystem = (some: typeof first) =>
    some.map(({ name, label, stored }) => shown(name, label, FORMATS[stored]));
  return [...ofSystem(first), ...described(declared.fields), ...ofSystem(last)];
}

const FORMATS: Readonly<Record<string, (value: never) => string>> = {
  bigint: rupees,
  date: formatDay,
};

/** The field that names a record. */
export const nameFieldOf = (record: ReplayedRecord): string =>
  ownedRecords().find(({ one }) => one === record)?.owned.name ?? 'name';

const valueIn = (view: object | null, name: string): unknown =>
  (view as Record<string, unknown> | null)?.[name] ?? null;

/** Every field of a record at a moment, beside what it is now; what neither of them has is left out. */
export function pastFields(
  record: ReplayedRecord,
  past: object | null,
  now: object | null,
  usernames: Usernames,
): PastField[] {
  const known = now ?? past;
  if (!known) return [];
  return shownOf(record)(known, usernames)
    .map(({ name, label, format }) => {
      const [before, after] = [past, now].map((view) => format(valueIn(view, name))) as [
        string | null,
        string | null,
      ];
      return { field: name, label, before, after, isChanged: before !== after };
    })
    .filter(({ before, after }) => before !== null || after !== null);
}

/** Every field of a view that has a value: as it is, and as people read it. */
export const shownFields = (record: ReplayedRecord, view: object, usernames: Usernames) =>
  shownOf(record)(view, usernames).flatMap(({ name, label, isChoice, format }) => {
    const value = valueIn(view, name);
    const text = format(value);
    if (text === null || !(typeof value === 'string' || typeof value === 'number')) return [];
    const read = isChoice
      ? (text.charAt(0).toUpperCase() + text.slice(1)).replace(/^Kyc\b/, 'KYC')
      : text;
    return [{ field: name, label, value, text: read }];
  });

/** The users whom views of a customer name as owners. */
export const ownersIn = (...views: readonly (object | null)[]): number[] =>
  views.flatMap((view) => {
    const owner = valueIn(view, 'ownerId');
    return typeof owner === 'number' ? [owner] : [];
  });
