import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { useCallback, useMemo, useState } from 'react';
import { PolicyListDocument } from '../../data/operations.generated';
import { useRecordPages } from '../../data/useRecordPages';
import { idIn } from '../../ui/list/addressValues';
import { ListScreen } from '../../ui/list/ListScreen';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RecordList } from '../../ui/list/RecordList';
import { SearchBox } from '../../ui/list/SearchBox';
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
import { filterOf, isNarrowed, listViewIn } from './policyListAddress';
import { POLICY_LISTS } from './policyListDesign';
import { useDeletePolicy } from './useDeletePolicy';
import { useForgetFigures } from './useForgetFigures';

/** The policies of one kind; both screens are made of the same parts. */
export function PoliciesScreen({ kind }: { kind: PolicyKind }) {
  const { params, open, close } = useAddress();
  const design = POLICY_LISTS[kind];
  const view = useMemo(() => listViewIn(kind, params), [kind, params]);
  const [firstRow] = useState(() => idIn(params, 'row') ?? 0);
  const asked = useMemo(
    () => ({ filter: filterOf(kind, view), sort: view.sort, direction: view.direction }),
    [kind, view],
  );
  const pages = useRecordPages({
    document: PolicyListDocument,
    field: 'policies',
    historyField: 'policyHistory',
    variables: asked,
    rowsWanted: firstRow,
    fallback: `Failed to fetch ${wordsOf(kind).many}`,
  });
  const [menu, setMenu] = useState<OpenMenu<Policy> | null>(null);

  const forgetFigures = useForgetFigures();
  const { reload } = pages;
  const afterChange = useCallback(
    async (id: number) => {
      forgetFigures();
      await reload(id);
    },
    [forgetFigures, reload],
  );

  const drawerId = idIn(params, 'policy');
  const afterDelete = useCallback(
    (id: number) => {
      if (drawerId === id) close('policy', 'tab', 'asof');
      return afterChange(id);
    },
    [drawerId, close, afterChange],
  );
  const deletePolicy = useDeletePolicy(kind, afterDelete);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const act = useCallback(
    (action: PolicyAction, policy: Policy) => {
      const id = String(policy.id);
      if (action === 'view') return open({ policy: id, tab: null, asof: null });
      if (action === 'delete') return void deletePolicy(policy.id, policy.policyNumber);
      return open({ edit: id, change: action === 'edit' ? null : action });
    },
    [open, deletePolicy],
  );
  const openRow = useCallback((policy: Policy) => act('view', policy), [act]);

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
      <RecordList
        design={design}
        pages={pages}
        filter={asked.filter}
        sorting={view}
        isNarrowed={isNarrowed(kind, view)}
        firstRow={firstRow}
        onOpen={openRow}
        onMenu={setMenu}
        onAdd={add}
      />
      <PolicyRowMenu menu={menu} onClose={() => setMenu(null)} onAction={act} />
      <PolicyDrawer
        kind={kind}
        id={drawerId}
        onClose={() => close('policy', 'tab', 'asof')}
        onAction={act}
      />
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
