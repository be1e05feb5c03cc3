import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCustomer } from '../../ui/CustomerPicker';
import { type FilterTag, FilterTags } from '../../ui/list/FilterTags';
import { shownDecimal } from '../../ui/policies/Premium';
import { INSURANCE_WORDS } from '../../ui/quotations/quotationWords';
import { statusLook } from '../../ui/statusTones';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  type Narrowing,
  NO_NARROWING,
  type QuotationListView,
} from './quotationListAddress';

export function QuotationFilterTags({ view }: { view: QuotationListView }) {
  const { open } = useAddress();
  const holder = useCustomer(view.holderId);
  const narrow = (part: Partial<Narrowing>) =>
    open({ ...addressOfNarrowing({ ...view, ...part }), row: null });
  const tag = (key: string, label: string, without: Partial<Narrowing>): FilterTag => ({
    key,
    label,
    onRemove: () => narrow(without),
  });

  const tags = [
    view.pastValidity && tag('past', 'Pending past their validity', { pastValidity: false }),
    ...view.statuses.map((status) =>
      tag(`status-${status}`, `Status: ${statusLook(status).label}`, {
        statuses: view.statuses.filter((one) => one !== status),
      }),
    ),
    view.insuranceType &&
      tag('type', `Type: ${INSURANCE_WORDS[view.insuranceType]}`, { insuranceType: null }),
    view.insurer && tag('insurer', `Insurer: ${view.insurer}`, { insurer: '' }),
    view.holderId !== null &&
      tag('holder', `Customer: ${holder?.name ?? view.holderId}`, { holderId: null }),
    view.createdFrom &&
      tag('from', `Created from ${shownDay(view.createdFrom)}`, { createdFrom: null }),
    view.createdTo && tag('to', `Created until ${shownDay(view.createdTo)}`, { createdTo: null }),
    view.totalFrom && tag('min', `Total from ${shownDecimal(view.totalFrom)}`, { totalFrom: '' }),
    view.totalTo && tag('max', `Total up to ${shownDecimal(view.totalTo)}`, { totalTo: '' }),
  ].filter((one) => typeof one === 'object' && one !== null);
  return <FilterTags tags={tags} onClear={() => narrow(NO_NARROWING)} />;
}
