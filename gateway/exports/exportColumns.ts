import { CUSTOMER_LABELS, customerFields } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerSummary,
  CustomerView,
} from '@insuremanager/contracts/customers/customerViews';
import type { Fields, StoredAs } from '@insuremanager/contracts/fields/field';
import { policyFieldsOf } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  QUOTATION_LABELS,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { maskedPan } from '@insuremanager/contracts/rules/masks';
import { omit } from '@insuremanager/contracts/rules/objects';

/** Amounts are decimals, days YYYY-MM-DD, instants ISO 8601. */
export type CellValue = string | number | boolean | null;
export type CellKind = 'text' | 'number' | 'amount' | 'day' | 'instant';

/** A column of a file. */
export interface Column<Row> {
  /** By which it is asked for. */
  readonly name: string;
  readonly heading: string;
  readonly kind: CellKind;
  /** What stands in it of a record. */
  readonly cellOf: (row: Row) => CellValue;
}

/** A record that belongs to a customer; null when that one has been deleted. */
export type Owned<View> = View & { readonly customer: CustomerSummary | null };

const KINDS: Readonly<Record<StoredAs, CellKind>> = {
  text: 'text',
  integer: 'number',
  bigint: 'amount',
  date: 'day',
};

/** A column of what a view holds under the same name. */
const columnOf = <Row>(name: keyof Row & string, heading: string, kind: CellKind): Column<Row> => ({
  name,
  heading,
  kind,
  cellOf: (row) => row[name] as CellValue,
});

const columnsOf = <Row>(fields: Fields): Column<Row>[] =>
  Object.entries(fields).map(([name, { label, stored }]) =>
    columnOf<Row>(name as keyof Row & string, label, KINDS[stored]),
  );

const id = columnOf<{ id: number }>('id', 'Number', 'number');
type Stamped = { createdAt: string; updatedAt: string };
const stamps = [
  columnOf<Stamped>('createdAt', 'Added', 'instant'),
  columnOf<Stamped>('updatedAt', 'Changed', 'instant'),
];
const owner: Column<Owned<{ customerId: number }>>[] = [
  columnOf('customerId', 'Customer number', 'number'),
  {
    name: 'customer',
    heading: 'Customer',
    kind: 'text',
    cellOf: ({ customer }) => customer?.name ?? null,
  },
  {
    name: 'customerPhone',
    heading: 'Customer phone',
    kind: 'text',
    cellOf: ({ customer }) => customer?.phone ?? null,
  },
];

/** Files travel further than screens: no identity number is whole in one, whoever asks. */
const PAN: Column<CustomerView> = {
  name: 'panNumber',
  heading: CUSTOMER_LABELS.panNumber,
  kind: 'text',
  cellOf: ({ panNumber }) => panNumber && maskedPan(panNumber),
};

export const CUSTOMER_COLUMNS: readonly Column<CustomerView>[] = [
  id,
  ...columnsOf<CustomerView>(customerFields).map((column) =>
    column.name === PAN.name ? PAN : column,
  ),
  ...stamps,
];

const policyColumns = (kind: PolicyKind): readonly Column<Owned<PolicyView>>[] => [
  id,
  ...owner,
  ...columnsOf<Owned<PolicyView>>(omit(policyFieldsOf(kind), ['customerId'])),
  columnOf('daysUntilExpiry', 'Days left', 'number'),
  ...stamps,
];

export const POLICY_COLUMNS: Readonly<Record<PolicyKind, readonly Column<Owned<PolicyView>>[]>> = {
  health: policyColumns('health'),
  vehicle: policyColumns('vehicle'),
};

export const QUOTATION_COLUMNS: readonly Column<Owned<QuotationView>>[] = [
  id,
  columnOf('quotationNumber', 'Quotation number', 'text'),
  ...owner,
  ...columnsOf<Owned<QuotationView>>(omit(quotationFields, ['customerId'])),
  columnOf('totalAmount', QUOTATION_LABELS.totalAmount, 'amount'),
  columnOf('gstRate', QUOTATION_LABELS.gstRate, 'number'),
  columnOf('gstAmount', 'GST', 'amount'),
  columnOf('validUntil', 'Valid until', 'day'),
  columnOf('emailedAt', 'Emailed', 'instant'),
  ...stamps,
];
