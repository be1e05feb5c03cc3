import { Button, HTMLSelect } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { daysOfMonth } from '@insuremanager/contracts/renewals/renewalKinds';
import {
  NOBODY,
  type ReportScope,
  reportList,
  reportNamed,
} from '@insuremanager/contracts/reports/reports';
import { addMonths, financialYearDays, monthOf } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { useGatewayQuery } from '../../data/operation';
import { OWNERS } from '../../records/customers/useOwnerName';
import { InsurerFilter } from '../../records/policies/InsurerFilter';
import { useAllowed } from '../../ui/allowed';
import { optionsOf, usersToChoose } from '../../ui/labels';
import { addressOfFilter } from '../../ui/list/listFilter';
import { addressNow, useAddress } from '../../ui/useAddress';
import { useToday } from '../../ui/useToday';
import { monthOptions, nameIn, type ReportAddress, reportIn, yearOptions } from './reportAddress';

const OTHER = 'other';

interface ReportFiltersProps {
  address: ReportAddress;
  scope: ReportScope;
}

/** What a report is narrowed down to, remembered in the address. */
export function ReportFilters({ address, scope }: ReportFiltersProps) {
  const { change } = useAddress();
  const { filters, hasPeriod } = reportNamed(nameIn(address));
  const seesOwners = useAllowed('books.readAll');
  // On top of the address itself: another report may have been chosen since this was drawn.
  const set = (changes: Partial<ReportAddress>) =>
    change(addressOfFilter(reportList, { ...reportIn(addressNow()), ...changes }));
  const { report: _, measure: __, ...filter } = address;
  return (
    <fieldset className="report-filters">
      <legend className="visually-hidden">Filters of the report</legend>
      {hasPeriod && <PeriodFilter scope={scope} onChange={(from, to) => set({ from, to })} />}
      {filters.includes('kind') && (
        <HTMLSelect
          aria-label="Kind"
          options={[{ value: '', label: 'Both kinds' }, ...optionsOf(POLICY_KINDS)]}
          value={scope.kind ?? ''}
          onChange={({ currentTarget: { value } }) =>
            set({ kind: POLICY_KINDS.find((kind) => kind === value) })
          }
        />
      )}
      {filters.includes('owner') && seesOwners && <OwnerFilter scope={scope} onChange={set} />}
      {filters.includes('insurer') && (
        <InsurerFilter
          insurer={scope.insurer ?? ''}
          onChange={(insurer) => set({ insurer: insurer ?? undefined })}
        />
      )}
      {Object.keys(filter).length > 0 && (
        <Button
          variant="minimal"
          icon={<Cross />}
          aria-label="Clear filters"
          title="Clear filters"
          onClick={() =>
            set(Object.fromEntries(Object.keys(filter).map((name) => [name, undefined])))
          }
        />
      )}
    </fieldset>
  );
}

type OnPeriod = (from: Day | undefined, to: Day | undefined) => void;

/** A financial year, or any months. */
function PeriodFilter({ scope, onChange }: { scope: ReportScope; onChange: OnPeriod }) {
  const today = useToday();
  const { from, to } = scope;
  const [thisYear] = financialYearDays(today);
  const years = yearOptions(today);
  const isYear = years.some(({ value }) => value === from) && financialYearDays(from)[1] === to;
  const months = monthOptions(today);
  const choose = (value: string) => {
    if (value === thisYear) return onChange(undefined, undefined);
    if (value !== OTHER) return onChange(value, undefined);
    const month = monthOf(today);
    return onChange(daysOfMonth(monthOf(addMonths(today, -2)))[0], daysOfMonth(month)[1]);
  };
  return (
    <>
      <HTMLSelect
        aria-label="Period"
        options={[...years, { value: OTHER, label: 'Other months' }]}
        value={isYear ? from : OTHER}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {!isYear && (
        <>
          <HTMLSelect
            aria-label="From"
            options={months}
            value={monthOf(from)}
            onChange={({ currentTarget: { value } }) => {
              const [first] = daysOfMonth(value);
              onChange(first, to < first ? daysOfMonth(value)[1] : to);
            }}
          />
          <HTMLSelect
            aria-label="Until"
            options={months.filter(({ value }) => value >= monthOf(from))}
            value={monthOf(to)}
            onChange={({ currentTarget: { value } }) => onChange(from, daysOfMonth(value)[1])}
          />
        </>
      )}
    </>
  );
}

interface OwnerFilterProps {
  scope: ReportScope;
  onChange: (changes: Partial<ReportAddress>) => void;
}

function OwnerFilter({ scope, onChange }: OwnerFilterProps) {
  const owners = useGatewayQuery(OWNERS).data?.customerOwners ?? [];
  const chosen = scope.withoutOwner ? NOBODY : String(scope.ownerId ?? '');
  return (
    <HTMLSelect
      aria-label="Owner"
      options={[
        { value: '', label: 'Any owner' },
        { value: NOBODY, label: 'No owner' },
        ...usersToChoose(owners),
      ]}
      value={chosen}
      onChange={({ currentTarget: { value } }) =>
        onChange({
          ownerId: value && value !== NOBODY ? Number(value) : undefined,
          withoutOwner: value === NOBODY ? true : undefined,
        })
      }
    />
  );
}
