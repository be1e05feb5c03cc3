import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useCallback } from 'react';
import { PolicyListDocument } from '../../data/operations.generated';
import { idIn } from '../../ui/list/addressValues';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { SearchBox } from '../../ui/list/SearchBox';
import { useListScreen } from '../../ui/list/useListScreen';
import { wordsOf } from '../../ui/policies/policyWords';
import { useAddress } from '../../ui/useAddress';
import { PolicyAdvancedSearch } from './PolicyAdvancedSearch';
import { PolicyCards } from './PolicyCards';
import { changeIn, PolicyDialog } from './PolicyDialog';
import { PolicyDrawer } from './PolicyDrawer';
import { PolicyFilterTags } from './PolicyFilterTags';
import { PolicyRowMenu } from './PolicyRowMenu';
import type { Policy } from './policy';
import type { PolicyAction } from './policyActions';
import { POLICY_LIST_ADDRESSES } from './policyListAddress';
import { POLICY_LISTS } from './policyListDesign';
import { useDeletePolicy } from './useDeletePolicy';
import { useForgetFigures } from './useForgetFigures';

/** The policies of one kind; both screens are made of the same parts. */
export function PoliciesScreen({ kind }: { kind: PolicyKind }) {
  const { params, open, close } = useAddress();
  const design = POLICY_LISTS[kind];
  const forget = useForgetFigures();
  const { view, rows, menu, openId, openRecord, closeRecord, afterChange, afterDelete } =
    useListScreen({
      address: POLICY_LIST_ADDRESSES[kind],
      document: PolicyListDocument,
      field: 'policies',
      historyField: 'policyHistory',
      fallback: `Failed to fetch ${wordsOf(kind).many}`,
      drawer: 'policy',
      forget,
    });
  const deletePolicy = useDeletePolicy(kind, afterDelete);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const act = useCallback(
    (action: PolicyAction, policy: Policy) => {
      const id = String(policy.id);
      if (action === 'view') return openRecord(policy);
      if (action === 'delete') return void deletePolicy(policy.id, policy.policyNumber);
      return open({ edit: id, change: action === 'edit' ? null : action });
    },
    [open, openRecord, deletePolicy],
  );

  const editId = idIn(params, 'edit');
  const isAdding = params.get('add') === '1';
  return (
    <ListScreen
      label={design.label}
      addLabel={design.addLabel}
      onAdd={add}
      filters={
        <>
          <SearchBox
            search={view.search}
            label={`Search ${wordsOf(kind).many}`}
            placeholder={SEARCH_HINT[kind]}
          />
          <PolicyAdvancedSearch kind={kind} view={view} />
        </>
      }
    >
      <PolicyCards kind={kind} />
      <PolicyFilterTags kind={kind} view={view} />
      <RecordList design={design} {...rows} onAdd={add} />
      <PolicyRowMenu {...menu} onAction={act} />
      <PolicyDrawer kind={kind} id={openId} onClose={closeRecord} onAction={act} />
      {(isAdding || editId !== null) && (
        <PolicyDialog
          key={`${changeIn(params)}-${editId ?? 'add'}`}
          kind={kind}
          id={editId}
          change={changeIn(params)}
          holderId={view.holderId}
          onSaved={afterChange}
          onClose={() => close('add', 'edit', 'change')}
        />
      )}
    </ListScreen>
  );
}

const SEARCH_HINT: Readonly<Record<PolicyKind, string>> = {
  health: 'Search by policy number or insurer',
  vehicle: 'Search by policy number, insurer or vehicle number',
};
