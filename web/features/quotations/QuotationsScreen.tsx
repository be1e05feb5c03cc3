import { useCallback, useMemo, useState } from 'react';
import { QuotationListDocument } from '../../data/operations.generated';
import { useRecordPages } from '../../data/useRecordPages';
import { idIn } from '../../ui/list/addressValues';
import { ListScreen } from '../../ui/list/ListScreen';
import type { OpenMenu } from '../../ui/list/listDesign';
import { RecordList } from '../../ui/list/RecordList';
import { SearchBox } from '../../ui/list/SearchBox';
import { useAddress } from '../../ui/useAddress';
import { CompareDialog } from './compare/CompareDialog';
import { comparedIn } from './compare/comparison';
import { QuotationAdvancedSearch } from './QuotationAdvancedSearch';
import { QuotationCards } from './QuotationCards';
import { changeIn, QuotationDialog } from './QuotationDialog';
import { QuotationDrawer } from './QuotationDrawer';
import { QuotationFilterTags } from './QuotationFilterTags';
import { QuotationRowMenu } from './QuotationRowMenu';
import type { Quotation } from './quotation';
import type { QuotationAction } from './quotationActions';
import { filterOf, isNarrowed, listViewIn } from './quotationListAddress';
import { QUOTATION_LIST } from './quotationListDesign';
import { useAnswerQuotation } from './useAnswerQuotation';
import { useDeleteQuotation } from './useDeleteQuotation';
import { useForgetFigures } from './useForgetFigures';

export default function QuotationsScreen() {
  const { params, open, change, close } = useAddress();
  const view = useMemo(() => listViewIn(params), [params]);
  const [firstRow] = useState(() => idIn(params, 'row') ?? 0);
  const asked = useMemo(
    () => ({ filter: filterOf(view), sort: view.sort, direction: view.direction }),
    [view],
  );
  const pages = useRecordPages({
    document: QuotationListDocument,
    field: 'quotations',
    historyField: 'quotationHistory',
    variables: asked,
    rowsWanted: firstRow,
    fallback: 'Failed to fetch quotations',
  });
  const [menu, setMenu] = useState<OpenMenu<Quotation> | null>(null);

  const forgetFigures = useForgetFigures();
  const { reload } = pages;
  const afterChange = useCallback(
    async (id: number) => {
      forgetFigures();
      await reload(id);
    },
    [forgetFigures, reload],
  );

  const drawerId = idIn(params, 'quotation');
  const afterDelete = useCallback(
    (id: number) => {
      if (drawerId === id) close('quotation', 'tab', 'asof');
      return afterChange(id);
    },
    [drawerId, close, afterChange],
  );
  const deleteQuotation = useDeleteQuotation(afterDelete);
  const answer = useAnswerQuotation(afterChange);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const act = useCallback(
    (action: QuotationAction, quotation: Quotation) => {
      const id = String(quotation.id);
      switch (action) {
        case 'view':
          return open({ quotation: id, tab: null, asof: null });
        case 'pdf':
          return; // a link, which opens by itself
        case 'accept':
          return void answer(quotation, 'accepted');
        case 'reject':
          return void answer(quotation, 'rejected');
        case 'compare':
          return open({ compare: id });
        case 'delete':
          return void deleteQuotation(quotation.id, quotation.quotationNumber);
        case 'edit':
        case 'email':
        case 'convert':
          return open({ edit: id, change: action === 'edit' ? null : action });
      }
    },
    [open, answer, deleteQuotation],
  );
  const openRow = useCallback((quotation: Quotation) => act('view', quotation), [act]);

  const editId = idIn(params, 'edit');
  const isAdding = params.get('add') === '1';
  const compared = comparedIn(params);
  return (
    <ListScreen
      label={QUOTATION_LIST.label}
      addLabel={QUOTATION_LIST.addLabel}
      onAdd={add}
      filters={
        <>
          <SearchBox
            search={view.search}
            label="Search quotations"
            placeholder="Search by number, customer, insurer or vehicle"
          />
          <QuotationAdvancedSearch view={view} />
        </>
      }
    >
      <QuotationCards />
      <QuotationFilterTags view={view} />
      <RecordList
        design={QUOTATION_LIST}
        pages={pages}
        filter={asked.filter}
        sorting={view}
        isNarrowed={isNarrowed(view)}
        firstRow={firstRow}
        onOpen={openRow}
        onMenu={setMenu}
        onAdd={add}
      />
      <QuotationRowMenu menu={menu} onClose={() => setMenu(null)} onAction={act} />
      <QuotationDrawer
        id={drawerId}
        onClose={() => close('quotation', 'tab', 'asof')}
        onAction={act}
      />
      {compared && (
        <CompareDialog
          ids={compared}
          onChange={(ids) => change({ compare: ids.join(',') || null })}
          onClose={() => close('compare')}
        />
      )}
      {(isAdding || editId !== null) && (
        <QuotationDialog
          key={`${changeIn(params)}-${editId ?? 'add'}`}
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
