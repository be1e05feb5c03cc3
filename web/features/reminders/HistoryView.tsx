import { MenuItem } from '@blueprintjs/core';
import { EyeOpen, Notifications, Shield } from '@blueprintjs/icons';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { addressOfRecord, OPENED_HERE } from '../../records/addresses';
import { CustomerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { Remind } from '../../records/reminders/Remind';
import { REMIND } from '../../records/reminders/remind';
import { useAllowed } from '../../ui/allowed';
import { lazyDrawer } from '../../ui/lazyDialog';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { idIn } from '../../ui/list/addressValues';
import { Choice, Choices, DayBound } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { useTable } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { policyNumberOf, type Reminder } from './reminder';
import { REMINDER_LIST, type ReminderCriteria } from './reminderListDesign';
import type { ViewProps } from './viewProps';

const ReminderDrawer = lazyDrawer(() => import('./ReminderDrawer'));

const advancedSearch = (form: FilterForm<ReminderCriteria>) => (
  <>
    <Choices {...form.of('statuses')} />
    <Choice {...form.of('channel')} any="Any channel" />
    <Choice {...form.of('policyType')} any="Health and vehicle" />
    <Choices {...form.of('triggers')} />
    <CustomerCriterion {...form.of('customerId')} />
    <div className="advanced-search-pair">
      <DayBound {...form.of('requestedFrom')} />
      <DayBound {...form.of('requestedTo')} />
    </div>
  </>
);

/** Every reminder that was asked for, and what became of it. */
export function HistoryView({ action, head }: ViewProps) {
  const navigate = useNavigate();
  const canSend = useAllowed('reminders.write');
  const { params, open, openBeside, close } = useAddress();
  const { filter, pages, screen, list, menu } = useTable(REMINDER_LIST);
  const customer = useCustomer(filter.customerId ?? null);
  const view = useCallback(({ id }: Reminder) => openBeside('reminder', id), [openBeside]);
  const remind = useCallback(
    ({ policyId }: Reminder) => open({ [REMIND]: String(policyId), reminder: null }),
    [open],
  );
  const openId = idIn(params, 'reminder');
  const shown = list.pages.items?.find(({ policyId }) => policyId === filter.policyId);
  return (
    <ListScreen
      {...screen}
      searchHint="Search by policy number or customer"
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name, policyId: shown && policyNumberOf(shown) }}
      above={head}
      action={action}
    >
      <RecordList {...list} openId={openId} onOpen={view} />
      <RowMenu {...menu}>
        {(reminder) => (
          <>
            <MenuItem text="View" icon={<EyeOpen />} onClick={() => view(reminder)} />
            {canSend && reminder.policy?.status === 'active' && (
              <MenuItem
                text="Send Reminder"
                icon={<Notifications />}
                onClick={() => remind(reminder)}
              />
            )}
            {reminder.policy && (
              <MenuItem
                text="Open Policy"
                icon={<Shield />}
                onClick={() =>
                  void navigate(
                    addressOfRecord({ kind: reminder.policyType, id: reminder.policyId }),
                    { state: OPENED_HERE },
                  )
                }
              />
            )}
          </>
        )}
      </RowMenu>
      <ReminderDrawer id={openId} onClose={() => close('reminder')} onRemind={remind} />
      <Remind onAsked={() => void pages.reload()} />
    </ListScreen>
  );
}
