import { Repeat } from '@blueprintjs/icons';
import { PAYMENT_MEANS_LABELS } from '@insuremanager/contracts/policies/paymentKinds';
import { type PaymentSort, paymentList } from '@insuremanager/contracts/policies/paymentViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import {
  PaymentListDocument,
  type PaymentWithCustomerFragment,
} from '../../data/operations.generated';
import { CUSTOMER_COLUMN, PHONE_COLUMN } from '../../records/customers/CustomerLink';
import { formatDecimal } from '../../records/policies/Premium';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { columnsOf, LONGEST_NUMBER, QUIET, QUIET_FIGURE } from '../../ui/list/columns';
import type { PagedDesign } from '../../ui/list/listDesign';
import { toneOf } from '../../ui/statusTones';

export type Payment = PaymentWithCustomerFragment;

const column = columnsOf<Payment, PaymentSort>();

const number = column.text('number', 'Policy', ({ policyNumber }) => policyNumber, {
  className: 'record-name',
  least: LONGEST_NUMBER,
});
const instalment = column.whole(
  'instalment',
  'Instalment',
  ({ instalment }) => String(instalment),
  QUIET,
);
const paid = column.whole('paid', 'Paid on', ({ paidOn }) => formatDay(paidOn), {
  ...QUIET,
  sort: 'paid',
});
const means = column.text('means', 'Paid by', (payment) => PAYMENT_MEANS_LABELS[payment.means]);
const reference = column.text('reference', 'Reference', (payment) => payment.reference, {
  ...QUIET,
  least: 120,
});
const amount = column.whole('amount', 'Amount', (payment) => formatDecimal(payment.amount), {
  ...QUIET_FIGURE,
  className: 'tabular whole',
  sort: 'amount',
});
const state = column.badge('status', 'Status', ({ status }) => [toneOf(status), labelOf(status)]);

const insurer = column.text('insurer', 'Insurer', ({ insuranceCompany }) => insuranceCompany);
const due = column.whole('due', 'Due', ({ dueDate }) => formatDay(dueDate), QUIET);
const by = column.text('by', 'Marked by', ({ recordedBy }) => recordedBy, QUIET);
const recorded = column.whole('recorded', 'Marked', ({ recordedAt }) => formatInstant(recordedAt), {
  ...QUIET,
  sort: 'recorded',
});
const takenBack = column.whole(
  'takenBack',
  'Taken back',
  ({ takenBackOn }) => takenBackOn && formatDay(takenBackOn),
  QUIET,
);

export type PaymentCriteria = typeof paymentList.criteria;

export const PAYMENT_LIST: PagedDesign<Payment, PaymentSort, PaymentCriteria> = {
  type: { one: 'payment', many: 'payments', nameOf: ({ policyNumber }) => policyNumber },
  label: 'Payments',
  names: { one: 'payment', many: 'payments' },
  className: 'payment-table',
  columns: [CUSTOMER_COLUMN, number, instalment, paid, means, reference, amount, state],
  furtherColumns: [insurer, due, takenBack, by, recorded, PHONE_COLUMN],
  list: paymentList,
  document: PaymentListDocument,
  views: 'payments',
  exported: 'payments',
  rowHeights: { wide: 44, medium: 64 },
  stacks: [
    ['customer', 'number'],
    ['means', 'reference'],
    ['instalment'],
    ['amount', 'paid'],
    ['status'],
  ],
  beside: [
    ['customer', 'number'],
    ['paid', 'amount'],
  ],
  card: [['customer', 'status'], ['number', 'amount'], ['means', 'paid'], ['reference']],
  icon: <Repeat size={20} />,
  nothing: 'No premiums in instalments have been marked as paid',
};
