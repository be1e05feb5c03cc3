import { HTMLSelect } from '@blueprintjs/core';
import {
  DOCUMENT_TYPE_WORDS,
  DOCUMENT_TYPES,
  FILE_KINDS,
} from '@insuremanager/contracts/documents/documentKinds';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { useState } from 'react';
import { CustomerPicker } from '../../ui/CustomerPicker';
import { DayInput } from '../../ui/DayInput';
import { POLICY_KIND_WORDS } from '../../ui/documents/documentWords';
import { FormField } from '../../ui/FormField';
import { AdvancedSearch, AdvancedSearchForm } from '../../ui/list/AdvancedSearch';
import { Choices } from '../../ui/list/Choices';
import { useAddress } from '../../ui/useAddress';
import {
  addressOfNarrowing,
  type DocumentListView,
  type Narrowing,
  NO_NARROWING,
} from './documentListAddress';

export const DocumentAdvancedSearch = ({ view }: { view: DocumentListView }) => (
  <AdvancedSearch>{(onDone) => <NarrowingForm view={view} onDone={onDone} />}</AdvancedSearch>
);

const narrowingOf = (view: DocumentListView): Narrowing => {
  const { search: _search, sort: _sort, direction: _direction, ...narrowing } = view;
  return narrowing;
};

function NarrowingForm({ view, onDone }: { view: DocumentListView; onDone: () => void }) {
  const { open } = useAddress();
  const [narrowing, setNarrowing] = useState(() => narrowingOf(view));
  const set = (part: Partial<Narrowing>) => setNarrowing({ ...narrowing, ...part });
  const { uploadedFrom, uploadedTo } = narrowing;
  const isBackward = uploadedFrom !== null && uploadedTo !== null && uploadedFrom > uploadedTo;

  const apply = (wanted: Narrowing) => {
    open({ ...addressOfNarrowing(wanted), row: null });
    onDone();
  };
  return (
    <AdvancedSearchForm
      onApply={() => !isBackward && apply(narrowing)}
      onClear={() => apply(NO_NARROWING)}
    >
      <Choices
        legend="Document type"
        options={DOCUMENT_TYPES}
        chosen={narrowing.types}
        wordOf={(type) => DOCUMENT_TYPE_WORDS[type]}
        onChange={(types) => set({ types })}
      />
      <Choices
        legend="Kind of file"
        options={FILE_KINDS}
        chosen={narrowing.fileKinds}
        wordOf={(kind) => kind.toUpperCase()}
        onChange={(fileKinds) => set({ fileKinds })}
      />
      <FormField label="Customer">
        {(field) => (
          <CustomerPicker
            {...field}
            customerId={narrowing.holderId}
            onChange={(customer) => set({ holderId: customer?.id ?? null })}
            placeholder="Any customer"
          />
        )}
      </FormField>
      <FormField label="Policy type">
        {({ intent: _intent, ...field }) => (
          <HTMLSelect
            {...field}
            fill
            value={narrowing.policyType ?? ''}
            onChange={({ currentTarget: { value } }) =>
              set({ policyType: POLICY_KINDS.find((kind) => kind === value) ?? null })
            }
          >
            <option value="">Any</option>
            {POLICY_KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {POLICY_KIND_WORDS[kind]}
              </option>
            ))}
          </HTMLSelect>
        )}
      </FormField>
      <div className="advanced-search-pair">
        <FormField
          label="Uploaded from"
          error={isBackward ? 'Must not be after the last day' : undefined}
        >
          {(field) => (
            <DayInput
              {...field}
              day={uploadedFrom}
              onChange={(uploadedFrom) => set({ uploadedFrom })}
            />
          )}
        </FormField>
        <FormField label="Uploaded until">
          {(field) => (
            <DayInput {...field} day={uploadedTo} onChange={(uploadedTo) => set({ uploadedTo })} />
          )}
        </FormField>
      </div>
    </AdvancedSearchForm>
  );
}
