import { useCallback } from 'react';
import { QuotationListDocument } from '../../data/operations.generated';
import { idIn } from '../../ui/list/addressValues';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { SearchBox } from '../../ui/list/SearchBox';
import { useListScreen } from '../../ui/list/useListScreen';
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
import * as listAddress from './quotationListAddress';
import { QUOTATION_LIST } from './quotationListDesign';
import { useAnswerQuotation } from './useAnswerQuotation';
import { useDeleteQuotation } from './useDeleteQuotation';
import { useForgetFigures } from './useForgetFigures';

export default function QuotationsScreen() {
  const { params, open, change, close } = useAddress();
  const forgetFigures = useForgetFigures();
  const forget = useCallback(() => forgetFigures(), [forgetFigures]);
  const { view, rows, menu, openId, openRecord, closeRecord, afterChange, afterDelete } =
    useListScreen({
      address: listAddress,
      document: QuotationListDocument,
      field: 'quotations',
      historyField: 'quotationHistory',
      fallback: 'Failed to fetch quotations',
      drawer: 'quotation',
      forget,
    });
  const deleteQuotation = useDeleteQuotation(afterDelete);
  const answer = useAnswerQuotation(afterChange);

  const add = useCallback(() => open({ add: '1' }), [open]);
  const act = useCallback(
    (action: QuotationAction, quotation: Quotation) => {
      const id = String(quotation.id);
      switch (action) {
        case 'view':
          return openRecord(quotation);
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
    [open, openRecord, answer, deleteQuotation],
  );

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
      <RecordList design={QUOTATION_LIST} {...rows} onAdd={add} />
      <QuotationRowMenu {...menu} onAction={act} />
      <QuotationDrawer id={openId} onClose={closeRecord} onAction={act} />
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
