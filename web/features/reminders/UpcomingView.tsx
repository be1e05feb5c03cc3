import { MenuItem } from '@blueprintjs/core';
import { EyeOpen, Notifications } from '@blueprintjs/icons';
import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { useCallback } from 'react';
import { CustomerCriterion, InsurerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { Remind } from '../../records/reminders/Remind';
import { REMIND } from '../../records/reminders/remind';
import { CONTACT } from '../../records/renewals/contact';
import { useAllowed } from '../../ui/allowed';
import { rareDialog } from '../../ui/lazyDialog';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { idIn } from '../../ui/list/addressValues';
import { AmountBound, Choice, DayBound } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import type { FilterValues } from '../../ui/list/listFilter';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { useTable } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { useToday } from '../../ui/useToday';
import {
  mustBeCalled,
  type Policy,
  UPCOMING_LIST,
  type UpcomingCriteria,
} from './upcomingListDesign';
import type { ViewProps } from './viewProps';

const Contact = rareDialog(async () => ({
  default: (await import('../../records/renewals/Contact')).Contact,
}));

const advancedSearch = (form: FilterForm<UpcomingCriteria>) => (
  <>
    <Choice {...form.of('kind')} any="Health and vehicle" />
    <InsurerCriterion {...form.of('insurer')} />
    <CustomerCriterion {...form.of('customerId')} />
    <DayBound {...form.of('endsTo')} />
    <div className="advanced-search-pair">
      <AmountBound {...form.of('premiumFrom')} />
      <AmountBound {...form.of('premiumTo')} />
    </div>
  </>
);

/** Active policies that end within 30 days, today included; not beyond, whatever the address says. */
function useUpcoming() {
  const today = useToday();
  return useCallback(
    (filter: FilterValues<UpcomingCriteria>) => {
      const last = addDays(today, EXPIRING_SOON_DAYS);
      const { endsTo = last } = filter;
      const until = endsTo < last ? endsTo : last;
      return { ...filter, statuses: ['active'], endsFrom: today, endsTo: until };
    },
    [today],
  );
}

/** The renewals that are due, the soonest first. */
export function UpcomingView({ action, head, PolicyPanel }: ViewProps) {
  const { params, open, openBeside, close } = useAddress();
  const canSend = useAllowed('reminders.write');
  const { filter, pages, screen, list, menu } = useTable(UPCOMING_LIST, useUpcoming());
  const customer = useCustomer(filter.customerId ?? null);
  const openId = idIn(params, 'policy');
  const view = useCallback(({ id }: Policy) => openBeside('policy', id), [openBeside]);
  return (
    <ListScreen
      {...screen}
      searchHint="Search by customer, policy number, insurer or vehicle"
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name }}
      above={head}
      action={action}
    >
      <RecordList {...list} openId={openId} onOpen={view} />
      <RowMenu {...menu}>
        {(policy) => (
          <>
            <MenuItem text="View" icon={<EyeOpen />} onClick={() => view(policy)} />
            {canSend && !mustBeCalled(policy) && (
              <MenuItem
                text="Send Reminder"
                icon={<Notifications />}
                onClick={() => open({ [REMIND]: String(policy.id) })}
              />
            )}
          </>
        )}
      </RowMenu>
      <PolicyPanel
        id={openId}
        onClose={() => close('policy', 'tab', 'asof')}
        onChanged={pages.reload}
      />
      <Remind />
      {params.has(CONTACT) && <Contact />}
    </ListScreen>
  );
}
