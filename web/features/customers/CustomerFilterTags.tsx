import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { FilterTags } from '../../ui/list/FilterTags';
import { statusLook } from '../../ui/statusTones';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  type CustomerListView,
  type Narrowing,
  NO_NARROWING,
} from './listAddress';

export function CustomerFilterTags({ view }: { view: CustomerListView }) {
  const { open } = useAddress();
  const narrow = (part: Partial<Narrowing>) =>
    open({ ...addressOfNarrowing({ ...view, ...part }), row: null });

  const tags = [
    ...view.kycStatuses.map((status) => ({
      key: status,
      label: `KYC: ${statusLook(status).label}`,
      onRemove: () => narrow({ kycStatuses: view.kycStatuses.filter((one) => one !== status) }),
    })),
    view.city && {
      key: 'city',
      label: `City: ${view.city}`,
      onRemove: () => narrow({ city: '' }),
    },
    view.addedFrom && {
      key: 'from',
      label: `Added from ${shownDay(view.addedFrom)}`,
      onRemove: () => narrow({ addedFrom: null }),
    },
    view.addedTo && {
      key: 'to',
      label: `Added until ${shownDay(view.addedTo)}`,
      onRemove: () => narrow({ addedTo: null }),
    },
  ].filter((tag) => typeof tag === 'object' && tag !== null);
  return <FilterTags tags={tags} onClear={() => narrow(NO_NARROWING)} />;
}
