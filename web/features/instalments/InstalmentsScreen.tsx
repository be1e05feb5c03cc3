import { MenuItem } from '@blueprintjs/core';
import { EyeOpen, TickCircle } from '@blueprintjs/icons';
import { type ComponentType, useCallback } from 'react';
import { CustomerCriterion, InsurerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { useOwnerName } from '../../records/customers/useOwnerName';
import { useAllowed } from '../../ui/allowed';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { idIn } from '../../ui/list/addressValues';
import { AmountBound, Choice, Choices, DayBound } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { beginList, useTable } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { type Policy, PREMIUM_LIST, type PremiumCriteria } from './premiumListDesign';

/** Another feature's: a policy beside the list. */
export interface PolicyBeside {
  id: number | null;
  onClose: () => void;
  onChanged: (id?: number) => Promise<void>;
}

export const begin = beginList(PREMIUM_LIST);

const advancedSearch = (form: FilterForm<PremiumCriteria>) => (
  <>
    <Choices {...form.of('dues')} />
    <Choice {...form.of('kind')} any="Health and vehicle" />
    <InsurerCriterion {...form.of('insurer')} />
    <CustomerCriterion {...form.of('customerId')} />
    <div className="advanced-search-pair">
      <DayBound {...form.of('dueFrom')} />
      <DayBound {...form.of('dueTo')} />
      <AmountBound {...form.of('premiumFrom')} />
      <AmountBound {...form.of('premiumTo')} />
    </div>
  </>
);

/** The next premium of every policy in instalments that is not paid, the longest due first. */
export function InstalmentsScreen({ PolicyPanel }: { PolicyPanel: ComponentType<PolicyBeside> }) {
  const { params, open, openBeside, close } = useAddress();
  const canWrite = useAllowed('policies.write');
  const { filter, pages, screen, list, menu } = useTable(PREMIUM_LIST);
  const customer = useCustomer(filter.customerId ?? null);
  const owner = useOwnerName(filter.ownerId ?? null);
  const openId = idIn(params, 'policy');
  const view = useCallback(
    ({ id }: Policy) =>
      openId === null
        ? open({ policy: String(id), tab: 'premiums', asof: null })
        : openBeside('policy', id),
    [openId, open, openBeside],
  );
  return (
    <ListScreen
      {...screen}
      searchHint="Search by customer, policy number, insurer or vehicle"
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name, ownerId: owner }}
    >
      <RecordList {...list} openId={openId} onOpen={view} />
      <RowMenu {...menu}>
        {(policy) => (
          <>
            <MenuItem text="View" icon={<EyeOpen />} onClick={() => view(policy)} />
            {canWrite && (
              <MenuItem
                text="Mark as Paid"
                icon={<TickCircle />}
                onClick={() =>
                  open({ policy: String(policy.id), edit: String(policy.id), change: 'pay' })
                }
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
    </ListScreen>
  );
}
