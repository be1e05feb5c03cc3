import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { CustomerCriterion, InsurerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { useOwnerName } from '../../records/customers/useOwnerName';
import { Remind } from '../../records/reminders/Remind';
import { REMIND } from '../../records/reminders/remind';
import { lazyDialog, lazyDrawer } from '../../ui/lazyDialog';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { AmountBound, Choices, DayBound, Flag } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { beginList, useListScreen } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { PolicyActions } from './PolicyActions';
import { PolicyCards } from './PolicyCards';
import type { Policy } from './policy';
import type { PolicyAction } from './policyActions';
import { POLICY_LISTS, type PolicyCriteria } from './policyListDesign';

const PolicyDrawer = lazyDrawer(() => import('./PolicyDrawer'));
const PolicyDialog = lazyDialog(() => import('./PolicyDialog'));

const SEARCH_HINT: Readonly<Record<PolicyKind, string>> = {
  health: 'Search by policy number or insurer',
  vehicle: 'Search by policy number, insurer or vehicle number',
};

export const HEALTH_POLICIES = {
  default: () => <PoliciesScreen kind="health" />,
  begin: beginList(POLICY_LISTS.health),
};
export const VEHICLE_POLICIES = {
  default: () => <PoliciesScreen kind="vehicle" />,
  begin: beginList(POLICY_LISTS.vehicle),
};

const advancedSearch = (kind: PolicyKind, form: FilterForm<PolicyCriteria>) => (
  <>
    <Choices {...form.of('statuses')} />
    {kind === 'health' ? (
      <Choices {...form.of('policyTypes')} label="Policy type" />
    ) : (
      <Choices {...form.of('vehicleTypes')} label="Vehicle type" />
    )}
    <InsurerCriterion {...form.of('insurer')} />
    <CustomerCriterion {...form.of('customerId')} />
    <Choices {...form.of('kycStatuses')} label="KYC of the customer" />
    <Choices {...form.of('renewals')} />
    <div className="advanced-search-pair">
      <DayBound {...form.of('startsFrom')} />
      <DayBound {...form.of('startsTo')} />
      <DayBound {...form.of('endsFrom')} />
      <DayBound {...form.of('endsTo')} />
      <AmountBound {...form.of('premiumFrom')} />
      <AmountBound {...form.of('premiumTo')} />
    </div>
    <Flag {...form.of('expiringSoon')} />
  </>
);

/** The policies of one kind; both screens are made of the same parts. */
function PoliciesScreen({ kind }: { kind: PolicyKind }) {
  const { open } = useAddress();
  const { filter, actions, screen, list, menu, drawer, dialog } = useListScreen(POLICY_LISTS[kind]);
  const customer = useCustomer(filter.customerId ?? null);
  const owner = useOwnerName(filter.ownerId ?? null);
  const act = (action: PolicyAction, policy: Policy) => {
    if (action === 'view' || action === 'edit' || action === 'delete') {
      return void actions[action](policy);
    }
    if (action === 'remind') return open({ [REMIND]: String(policy.id) });
    return actions.edit(policy, action);
  };
  return (
    <ListScreen
      {...screen}
      searchHint={SEARCH_HINT[kind]}
      advancedSearch={(form) => advancedSearch(kind, form)}
      names={{ customerId: customer?.name, ownerId: owner }}
      above={<PolicyCards kind={kind} />}
    >
      <RecordList {...list} />
      <RowMenu {...menu}>{(policy) => <PolicyActions policy={policy} onAction={act} />}</RowMenu>
      <PolicyDrawer kind={kind} {...drawer} onAction={act} />
      <Remind />
      {dialog && <PolicyDialog kind={kind} customerId={filter.customerId ?? null} {...dialog} />}
    </ListScreen>
  );
}
