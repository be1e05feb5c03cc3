import { CUSTOMER_LABELS } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerSummary,
  CustomerView,
} from '@insuremanager/contracts/customers/customerViews';
import { policyFieldNames, policyLabels } from '@insuremanager/contracts/policies/policyFields';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  QUOTATION_FIELDS,
  QUOTATION_LABELS,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { maskedPan } from '@insuremanager/contracts/rules/masks';
import type { CsvValue } from './csv.js';

/** A column of a file: its heading, and what stands in it of a record. */
export type Column<Row> = readonly [heading: string, cellOf: (row: Row) => CsvValue];

/** A record that belongs to a customer; null when that one has been deleted. */
export type Owned<View> = View & { readonly customer: CustomerSummary | null };

const columnsOf = <Row, Name extends keyof Row & string>(
  names: readonly Name[],
  labels: Readonly<Partial<Record<string, string>>>,
): Column<Row>[] => names.map((name) => [labels[name] ?? name, (row) => row[name] as CsvValue]);

const id: Column<{ id: number }> = ['Number', (row) => row.id];
const stamps: Column<{ createdAt: string; updatedAt: string }>[] = [
  ['Added', (row) => row.createdAt],
  ['Changed', (row) => row.updatedAt],
];
const owner: Column<{ customerId: number; customer: CustomerSummary | null }>[] = [
  ['Customer number', (row) => row.customerId],
  ['Customer', (row) => row.customer?.name ?? null],
];

/** Files travel further than screens: no identity number is whole in one, whoever asks. */
const customerValue = ([heading, cellOf]: Column<CustomerView>): Column<CustomerView> =>
  heading === CUSTOMER_LABELS.panNumber
    ? [heading, ({ panNumber }) => panNumber && maskedPan(panNumber)]
    : [heading, cellOf];

const CUSTOMER_NAMES = Object.keys(CUSTOMER_LABELS) as (keyof typeof CUSTOMER_LABELS)[];

export const CUSTOMER_COLUMNS: readonly Column<CustomerView>[] = [
  id,
  ...columnsOf<CustomerView, keyof typeof CUSTOMER_LABELS>(CUSTOMER_NAMES, CUSTOMER_LABELS).map(
    customerValue,
  ),
  ...stamps,
];

const policyColumns = (kind: PolicyKind): readonly Column<Owned<PolicyView>>[] => [
  id,
  ...owner,
  ...columnsOf<Owned<PolicyView>, keyof PolicyView>(
    policyFieldNames(kind).filter((name) => name !== 'customerId'),
    policyLabels(kind),
  ),
  ...stamps,
];

export const POLICY_COLUMNS: Readonly<Record<PolicyKind, readonly Column<Owned<PolicyView>>[]>> = {
  health: policyColumns('health'),
  vehicle: policyColumns('vehicle'),
};

export const QUOTATION_COLUMNS: readonly Column<Owned<QuotationView>>[] = [
  id,
  ['Quotation number', ({ quotationNumber }) => quotationNumber],
  ...owner,
  ...columnsOf<Owned<QuotationView>, keyof QuotationView>(
    [...QUOTATION_FIELDS.filter((name) => name !== 'customerId'), 'totalAmount', 'gstRate'],
    QUOTATION_LABELS,
  ),
  ['Valid until', ({ validUntil }) => validUntil],
  ...stamps,
];
