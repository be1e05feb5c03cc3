import { DOCUMENT_TYPE_WORDS } from '@insuremanager/contracts/documents/documentKinds';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCustomer } from '../../ui/CustomerPicker';
import { POLICY_KIND_WORDS } from '../../ui/documents/documentWords';
import { type FilterTag, FilterTags } from '../../ui/list/FilterTags';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  type DocumentListView,
  type Narrowing,
  NO_NARROWING,
} from './documentListAddress';

export function DocumentFilterTags({ view }: { view: DocumentListView }) {
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
    ...view.types.map((type) =>
      tag(`type-${type}`, `Type: ${DOCUMENT_TYPE_WORDS[type]}`, {
        types: view.types.filter((one) => one !== type),
      }),
    ),
    ...view.fileKinds.map((kind) =>
      tag(`kind-${kind}`, `File: ${kind.toUpperCase()}`, {
        fileKinds: view.fileKinds.filter((one) => one !== kind),
      }),
    ),
    view.holderId !== null &&
      tag('holder', `Customer: ${holder?.name ?? view.holderId}`, { holderId: null }),
    view.policyType &&
      tag('insurance', `Policy type: ${POLICY_KIND_WORDS[view.policyType]}`, { policyType: null }),
    view.uploadedFrom &&
      tag('from', `Uploaded from ${shownDay(view.uploadedFrom)}`, { uploadedFrom: null }),
    view.uploadedTo &&
      tag('to', `Uploaded until ${shownDay(view.uploadedTo)}`, { uploadedTo: null }),
  ].filter((one) => typeof one === 'object' && one !== null);
  return <FilterTags tags={tags} onClear={() => narrow(NO_NARROWING)} />;
}
