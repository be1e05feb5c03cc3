import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCustomer } from '../../ui/CustomerPicker';
import { type FilterTag, FilterTags } from '../../ui/list/FilterTags';
import { shownDecimal } from '../../ui/policies/Premium';
import { typeWord } from '../../ui/policies/policyTypeWords';
import { statusLook } from '../../ui/statusTones';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  type Narrowing,
  NO_NARROWING,
  type PolicyListView,
} from './policyListAddress';

interface PolicyFilterTagsProps {
  kind: PolicyKind;
  view: PolicyListView;
}

export function PolicyFilterTags({ kind, view }: PolicyFilterTagsProps) {
  const { open } = useAddress();
  const holder = useCustomer(view.holderId);
  const narrow = (part: Partial<Narrowing>) =>
    open({ ...addressOfNarrowing({ ...view, ...part }), row: null });
  const tag = (key: string, label: string, without: Partial<Narrowing>): FilterTag => ({
    key,
    label,
    onRemove: () => narrow(without),
  });
  const typeLabel = kind === 'health' ? 'Type' : 'Vehicle';

  const tags = [
    view.expiringSoon && tag('soon', 'Expiring within 30 days', { expiringSoon: false }),
    ...view.statuses.map((status) =>
      tag(`status-${status}`, `Status: ${statusLook(status).label}`, {
        statuses: view.statuses.filter((one) => one !== status),
      }),
    ),
    ...view.types.map((type) =>
      tag(`type-${type}`, `${typeLabel}: ${typeWord(type)}`, {
        types: view.types.filter((one) => one !== type),
      }),
    ),
    view.insurer && tag('insurer', `Insurer: ${view.insurer}`, { insurer: '' }),
    view.holderId !== null &&
      tag('holder', `Customer: ${holder?.name ?? view.holderId}`, { holderId: null }),
    ...view.kycStatuses.map((status) =>
      tag(`kyc-${status}`, `KYC: ${statusLook(status).label}`, {
        kycStatuses: view.kycStatuses.filter((one) => one !== status),
      }),
    ),
    view.endsFrom && tag('from', `Ends from ${shownDay(view.endsFrom)}`, { endsFrom: null }),
    view.endsTo && tag('to', `Ends until ${shownDay(view.endsTo)}`, { endsTo: null }),
    view.premiumFrom &&
      tag('min', `Premium from ${shownDecimal(view.premiumFrom)}`, { premiumFrom: '' }),
    view.premiumTo &&
      tag('max', `Premium up to ${shownDecimal(view.premiumTo)}`, { premiumTo: '' }),
  ].filter((one) => typeof one === 'object' && one !== null);
  return <FilterTags tags={tags} onClear={() => narrow(NO_NARROWING)} />;
}
