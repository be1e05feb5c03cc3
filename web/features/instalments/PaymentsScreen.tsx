import { MenuItem } from '@blueprintjs/core';
import { Calendar, Document, EyeOpen } from '@blueprintjs/icons';
import { PAYMENT_MEANS_LABELS } from '@insuremanager/contracts/policies/paymentKinds';
import { paymentList } from '@insuremanager/contracts/policies/paymentViews';
import {
  addDays,
  addMonths,
  financialYearDays,
  financialYearOf,
  formatMonth,
  monthOf,
} from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { type ComponentType, useCallback, useMemo } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  PaymentCardsDocument,
  type PaymentSumFragment,
  PaymentTotalsDocument,
} from '../../data/operations.generated';
import { CustomerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { OWNERS, useOwnerName } from '../../records/customers/useOwnerName';
import { formatDecimal } from '../../records/policies/Premium';
import { useAllowed } from '../../ui/allowed';
import { formatCount } from '../../ui/format';
import { usersToChoose } from '../../ui/labels';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { Choice, Choices, DayBound, type FilterInput } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { addressOfFilter, type FilterValues } from '../../ui/list/listFilter';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { FigureCards } from '../../ui/list/SummaryCards';
import { useTable } from '../../ui/list/useListScreen';
import { SelectField } from '../../ui/SelectField';
import { useAddress } from '../../ui/useAddress';
import { useToday } from '../../ui/useToday';
import type { PolicyBeside } from './InstalmentsScreen';
import { PAYMENT_LIST, type Payment, type PaymentCriteria } from './paymentListDesign';
import './payments.css';

type Filter = FilterValues<PaymentCriteria>;

const advancedSearch = (form: FilterForm<PaymentCriteria>) => (
  <>
    <Choices {...form.of('means')} />
    <Choice {...form.of('status')} any="Paid and taken back" />
    <CustomerCriterion {...form.of('customerId')} />
    <OwnerCriterion {...form.of('ownerId')} />
    <div className="advanced-search-pair">
      <DayBound {...form.of('paidFrom')} />
      <DayBound {...form.of('paidTo')} />
    </div>
  </>
);

/** What was paid over all policies, the latest first, and what it comes to. */
export default function PaymentsScreen({
  PolicyPanel,
}: {
  PolicyPanel: ComponentType<PolicyBeside>;
}) {
  const { params, open, openBeside, close } = useAddress();
  const canSeePeople = useAllowed('people.read');
  const { filter, pages, screen, list, menu } = useTable(PAYMENT_LIST);
  const customer = useCustomer(filter.customerId ?? null);
  const owner = useOwnerName(filter.ownerId ?? null);
  const opened = params.get('payment');
  const view = useCallback(
    ({ id }: Payment) =>
      opened === null
        ? open({ payment: id, tab: 'premiums', asof: null })
        : openBeside('payment', id),
    [opened, open, openBeside],
  );
  return (
    <ListScreen
      {...screen}
      searchHint="Search by customer, policy number or reference"
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name, ownerId: owner }}
      above={<Cards />}
    >
      <Totals filter={list.filter} />
      <RecordList {...list} openId={opened} onOpen={view} />
      <RowMenu {...menu}>
        {(payment) => (
          <>
            <MenuItem text="View" icon={<EyeOpen />} onClick={() => view(payment)} />
            {canSeePeople && payment.status === 'paid' && (
              <MenuItem
                text="Receipt"
                icon={<Document />}
                href={receiptOf(payment)}
                target="_blank"
                rel="noreferrer"
              />
            )}
          </>
        )}
      </RowMenu>
      <PolicyPanel
        id={policyIn(opened)}
        onClose={() => close('payment', 'tab', 'asof')}
        onChanged={() => pages.reload()}
      />
    </ListScreen>
  );
}

const receiptOf = ({ policyType, policyId, instalment }: Payment): string =>
  `/api/${policyType}-policies/${policyId}/receipt?instalment=${instalment}`;

/** The policy of a receipt's number. */
const policyIn = (payment: string | null): number | null => {
  const [, policy] = /^([1-9]\d{0,8})-\d{1,3}$/.exec(payment ?? '') ?? [];
  return policy === undefined ? null : Number(policy);
};

type Period = 'day' | 'month' | 'before' | 'year';

/** What the cards count, by the day that it is. */
const periodsOf = (today: Day): Record<Period, Filter> => {
  const first: Day = `${monthOf(today)}-01`;
  const [paidFrom, paidTo] = financialYearDays(today);
  return {
    day: { paidFrom: today, paidTo: today },
    month: { paidFrom: first, paidTo: addDays(addMonths(first, 1), -1) },
    before: { paidFrom: addMonths(first, -1), paidTo: addDays(first, -1) },
    year: { paidFrom, paidTo },
  };
};

/** What came in in four periods; each opens its list. */
function Cards() {
  const { open } = useAddress();
  const today = useToday();
  const periods = useMemo(() => periodsOf(today), [today]);
  const { data, error } = useGatewayQuery(operation(PaymentCardsDocument, periods));
  const cardOf = (period: Period, label: string) => ({
    ...{ period, label, icon: Calendar },
    hint: data ? countOf(data[period]) : '',
    figure: () => (data ? formatDecimal(data[period].amount) : ''),
  });
  const cards = [
    cardOf('day', 'Today'),
    cardOf('month', formatMonth(monthOf(today))),
    cardOf('before', formatMonth(monthOf(addMonths(today, -1)))),
    cardOf('year', `Year ${financialYearOf(today)}`),
  ];
  return (
    <FigureCards
      cards={cards}
      data={data}
      error={error}
      onShow={({ period }) =>
        open({ ...addressOfFilter(paymentList, periods[period]), q: null, row: null })
      }
    />
  );
}

const countOf = ({ count, takenBack }: PaymentSumFragment): string =>
  [
    `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'}`,
    takenBack > 0 && `${formatCount(takenBack)} taken back`,
  ]
    .filter(Boolean)
    .join(', ');

/** What the payments of the list come to, and by what they were paid. */
function Totals({ filter }: { filter: Filter }) {
  const { data } = useGatewayQuery(operation(PaymentTotalsDocument, { filter }));
  if (!data) return <p className="payment-totals" />;
  const { paymentTotals: totals } = data;
  return (
    <p className="payment-totals tabular" role="status">
      <strong>{formatDecimal(totals.amount)}</strong> <span>{countOf(totals)}</span>
      {totals.byMeans.length > 1 &&
        totals.byMeans.map(({ means, amount }) => (
          <span key={means} className="muted">
            {PAYMENT_MEANS_LABELS[means]} {formatDecimal(amount)}
          </span>
        ))}
    </p>
  );
}

/** In whose book the customers are; not offered where there is one book only. */
function OwnerCriterion({ label, value, onChange }: FilterInput<number>) {
  const { data } = useGatewayQuery(OWNERS);
  const owners = data?.customerOwners ?? [];
  if (owners.length < 2) return null;
  return (
    <SelectField
      label={label}
      options={[{ value: '', label: 'Anyone' }, ...usersToChoose(owners)]}
      value={value ?? ''}
      onChange={(id) => onChange(Number(id) || null)}
    />
  );
}
