import type { AuditEntryView } from '@insuremanager/contracts/audit/auditViews';
import type { Field } from '@insuremanager/contracts/fields/field';
import type { SystemField } from '@insuremanager/contracts/fields/record';
import type { PaymentView } from '@insuremanager/contracts/policies/paymentViews';
import { type ListedRecord, labelledFields } from '@insuremanager/contracts/records/records';
import { maskedPan } from '@insuremanager/contracts/rules/masks';
import { omit } from '@insuremanager/contracts/rules/objects';

/** Amounts are decimals, days YYYY-MM-DD, instants ISO 8601. */
export type CellValue = string | number | boolean | null;
export type CellKind = 'text' | 'number' | 'amount' | 'day' | 'instant';

/** A column of a file. */
export interface Column<Row = object> {
  /** By which it is asked for. */
  readonly name: string;
  readonly heading: string;
  readonly kind: CellKind;
  /** What stands in it of a record. */
  readonly cellOf: (row: Row) => CellValue;
}

/** Columns of what a view holds beside its fields, under the same names. */
export type ColumnsOfView<View> = {
  readonly [Name in keyof View]?: readonly [heading: string, kind: CellKind];
};

/** Columns that do not follow from the fields of a record. */
export interface OwnColumns<View> {
  /** After the number of the record. */
  readonly first?: ColumnsOfView<View>;
  /** Before the instants at which it was added and changed. */
  readonly last?: ColumnsOfView<View>;
}

const KINDS: Readonly<Record<SystemField['stored'], CellKind>> = {
  text: 'text',
  integer: 'number',
  bigint: 'amount',
  date: 'day',
  timestamptz: 'instant',
  boolean: 'text',
};

const ofView = <View>(columns: ColumnsOfView<View>): Column[] =>
  Object.entries<readonly [string, CellKind]>(columns as never).map(([name, [heading, kind]]) => ({
    name,
    heading,
    kind,
    cellOf: (row) => row[name as never],
  }));

const NUMBER = ofView<{ id: number }>({ id: ['Number', 'number'] });
const STAMPS = ofView<{ createdAt: string; updatedAt: string }>({
  createdAt: ['Added', 'instant'],
  updatedAt: ['Changed', 'instant'],
});
const OWNER = ofView<{ customerId: number; customer: string; customerPhone: string }>({
  customerId: ['Customer number', 'number'],
  customer: ['Customer', 'text'],
  customerPhone: ['Customer phone', 'text'],
});

/** Files travel further than screens: no identity number is whole in one, whoever asks. */
const ofField = ([name, { label, stored, mask }]: [string, Field]): Column => ({
  name,
  heading: label,
  kind: KINDS[stored],
  cellOf: (row) => {
    const value: CellValue = row[name as never];
    return value && mask === 'pan' ? maskedPan(String(value)) : value;
  },
});

const ofSystem = ({ name, label, stored }: ReturnType<typeof labelledFields>['first'][number]) => ({
  ...{ name, heading: label, kind: KINDS[stored] },
  cellOf: (row: object): CellValue => row[name as never],
});

/** Whether each of the records belongs to a customer. */
export const isOwned = ({ view }: Pick<ListedRecord, 'view'>): boolean =>
  'customerId' in view.shape;

/** The columns of a record's file: its number, its customer, its fields, and when it changed. */
export function columnsOf<View>(
  record: ListedRecord,
  { first = {}, last = {} }: OwnColumns<View>,
): readonly Column[] {
  const { fields, view } = record;
  const labelled = labelledFields(record);
  return [
    ...NUMBER,
    ...ofView(first),
    ...labelled.first.map(ofSystem),
    ...(isOwned({ view }) ? OWNER : []),
    ...Object.entries(omit(fields, ['customerId'])).map(ofField),
    ...labelled.last.map(ofSystem),
    ...ofView(last),
    ...STAMPS.filter(({ name }) => name in view.shape),
  ];
}

/** Those of payments. */
export const PAYMENT_COLUMNS: readonly Column[] = [
  ...ofView<PaymentView>({ id: ['Receipt number', 'text'], paidOn: ['Paid on', 'day'] }),
  ...OWNER,
  ...ofView<PaymentView>({
    policyNumber: ['Policy number', 'text'],
    insuranceCompany: ['Insurer', 'text'],
    instalment: ['Instalment', 'number'],
    dueDate: ['Due on', 'day'],
    amount: ['Amount', 'amount'],
    means: ['Paid by', 'text'],
    reference: ['Reference', 'text'],
    status: ['Status', 'text'],
    takenBackOn: ['Taken back on', 'day'],
    recordedBy: ['Marked by', 'text'],
    recordedAt: ['Marked at', 'instant'],
  }),
] as readonly Column[];

/** Those of the audit log. */
export const AUDIT_COLUMNS: readonly Column[] = [
  ...ofView<AuditEntryView>({ at: ['Time', 'instant'] }),
  ...(['username', 'role'] as const).map(
    (name): Column<AuditEntryView> => ({
      name,
      heading: name === 'role' ? 'Role at the time' : 'Who',
      kind: 'text',
      cellOf: ({ actor }) => actor[name],
    }),
  ),
  ...ofView<AuditEntryView>({
    summary: ['What', 'text'],
    kind: ['Kind', 'text'],
    recordKind: ['Record', 'text'],
    recordId: ['Record number', 'number'],
    recordName: ['Record name', 'text'],
    type: ['Event', 'text'],
    batchId: ['Bulk change', 'text'],
  }),
] as readonly Column[];
