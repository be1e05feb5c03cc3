import { Repeat } from '@blueprintjs/icons';
import { UNPAID_STATES } from '@insuremanager/contracts/policies/instalments';
import { type PolicySort, policyList } from '@insuremanager/contracts/policies/policyViews';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import {
  type PolicyWithCustomerFragment,
  PremiumListDocument,
} from '../../data/operations.generated';
import { CUSTOMER_COLUMN, PHONE_COLUMN } from '../../records/customers/CustomerLink';
import { formatDecimal } from '../../records/policies/Premium';
import { labelOf } from '../../ui/labels';
import { columnsOf, LONGEST_NUMBER, QUIET, QUIET_FIGURE } from '../../ui/list/columns';
import type { Column, PagedDesign } from '../../ui/list/listDesign';
import { Badge } from '../../ui/StatusBadge';
import { toneOf } from '../../ui/statusTones';

export type Policy = PolicyWithCustomerFragment;

type PremiumColumn = Column<Policy, PolicySort>;
const column = columnsOf<Policy, PolicySort>();

const number = column.text('number', 'Policy', ({ policyNumber }) => policyNumber, {
  sort: 'number',
  className: 'record-name',
  least: LONGEST_NUMBER,
});
const insurer = column.text('insurer', 'Insurer', ({ insuranceCompany }) => insuranceCompany);
const instalment = column.whole(
  'instalment',
  'Instalment',
  ({ instalmentsPaid, instalments }) => `${instalmentsPaid + 1} of ${instalments}`,
  QUIET,
);
const due = column.whole('due', 'Due', ({ nextDueDate }) => nextDueDate && formatDay(nextDueDate), {
  ...QUIET,
  sort: 'due',
});
const amount = column.whole(
  'amount',
  'Amount',
  ({ nextDueAmount }) => nextDueAmount && formatDecimal(nextDueAmount),
  { ...QUIET_FIGURE, className: 'tabular whole' },
);
const textOf = ({ nextDueState, nextGraceUntil }: Policy): string => {
  if (nextDueState === null || nextDueState === undefined) return 'Paid';
  return nextDueState === 'in_grace' && nextGraceUntil
    ? `In grace until ${formatDay(nextGraceUntil)}`
    : labelOf(nextDueState);
};
const state: PremiumColumn = {
  key: 'state',
  label: 'Status',
  room: { badges: (policy) => [textOf(policy)] },
  render: (policy) => (
    <span className="badges">
      <Badge tone={toneOf(policy.nextDueState ?? 'paid')}>{textOf(policy)}</Badge>
    </span>
  ),
};
const kind = column.text('kind', 'Kind', (policy) => labelOf(policy.kind));
const frequency = column.text('frequency', 'Frequency', (policy) =>
  labelOf(policy.premiumFrequency),
);

const criteria = pick(policyList.criteria, [
  ...(['dues', 'kind', 'search', 'insurer', 'customerId', 'dueFrom', 'dueTo'] as const),
  ...(['premiumFrom', 'premiumTo', 'ownerId', 'withoutOwner'] as const),
]);
export type PremiumCriteria = typeof criteria;

export const PREMIUM_LIST: PagedDesign<Policy, PolicySort, PremiumCriteria> = {
  type: { one: 'policy', many: 'policies', nameOf: ({ policyNumber }) => policyNumber },
  label: 'Premiums due',
  names: { one: 'premium', many: 'premiums due' },
  className: 'premium-table',
  columns: [CUSTOMER_COLUMN, number, insurer, instalment, due, amount, state],
  furtherColumns: [kind, frequency, PHONE_COLUMN],
  list: { ...policyList, criteria, usualSort: 'due' },
  always: { dues: [...UNPAID_STATES] },
  document: PremiumListDocument,
  views: 'premiums_due',
  rowHeights: { wide: 52, medium: 64 },
  stacks: [['customer', 'number'], ['insurer', 'instalment'], ['amount'], ['due'], ['state']],
  beside: [
    ['customer', 'number'],
    ['due', 'amount'],
  ],
  card: [['customer', 'state'], ['number', 'instalment'], ['insurer'], ['due', 'amount']],
  icon: <Repeat size={20} />,
  nothing: 'No premiums are due',
};
