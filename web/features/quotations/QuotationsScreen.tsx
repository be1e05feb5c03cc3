import { CustomerCriterion, InsurerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { useOwnerName } from '../../records/customers/useOwnerName';
import { lazyDialog, lazyDrawer } from '../../ui/lazyDialog';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { idIn } from '../../ui/list/addressValues';
import { AmountBound, Choice, Choices, DayBound, Flag } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { beginList, useListScreen } from '../../ui/list/useListScreen';
import { useAddress } from '../../ui/useAddress';
import { comparedIn } from './compare/comparedIn';
import { QuotationActions } from './QuotationActions';
import { QuotationCards } from './QuotationCards';
import type { Quotation } from './quotation';
import type { QuotationAction } from './quotationActions';
import { QUOTATION_LIST, type QuotationCriteria } from './quotationListDesign';
import { useAnswerQuotation } from './useAnswerQuotation';

const QuotationDrawer = lazyDrawer(() => import('./QuotationDrawer'));
const QuotationDialog = lazyDialog(() => import('./QuotationDialog'));
const CompareDialog = lazyDialog(async () => ({
  default: (await import('./compare/CompareDialog')).CompareDialog,
}));

export const begin = beginList(QUOTATION_LIST);

const advancedSearch = (form: FilterForm<QuotationCriteria>) => (
  <>
    <Choices {...form.of('statuses')} />
    <Choice {...form.of('insuranceType')} label="Insurance type" any="Any type" />
    <InsurerCriterion {...form.of('insurer')} />
    <CustomerCriterion {...form.of('customerId')} />
    <div className="advanced-search-pair">
      <DayBound {...form.of('createdFrom')} />
      <DayBound {...form.of('createdTo')} />
      <AmountBound {...form.of('totalFrom')} />
      <AmountBound {...form.of('totalTo')} />
    </div>
    <Flag {...form.of('pastValidity')} />
    <Flag {...form.of('emailed')} />
    <Flag {...form.of('becamePolicy')} />
  </>
);

export default function QuotationsScreen() {
  const { params, open, change, close } = useAddress();
  const { filter, actions, afterChange, screen, list, menu, drawer, dialog } =
    useListScreen(QUOTATION_LIST);
  const customer = useCustomer(filter.customerId ?? null);
  const owner = useOwnerName(filter.ownerId ?? null);
  const answer = useAnswerQuotation(afterChange);
  const act = (action: QuotationAction, quotation: Quotation) => {
    switch (action) {
      case 'view':
      case 'edit':
      case 'delete':
        return void actions[action](quotation);
      case 'pdf':
        return; // a link, which opens by itself
      case 'accept':
        return void answer(quotation, 'accepted');
      case 'reject':
        return void answer(quotation, 'rejected');
      case 'compare':
        return open({ compare: String(quotation.id) });
      case 'email':
      case 'link':
      case 'convert':
        return actions.edit(quotation, action);
    }
  };
  const compared = comparedIn(params);
  return (
    <ListScreen
      {...screen}
      searchHint="Search by number, customer, insurer or vehicle"
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name, ownerId: owner }}
      above={<QuotationCards />}
    >
      <RecordList {...list} />
      <RowMenu {...menu}>
        {(quotation) => <QuotationActions quotation={quotation} onAction={act} />}
      </RowMenu>
      <QuotationDrawer {...drawer} onAction={act} />
      {compared && (
        <CompareDialog
          ids={compared}
          onChange={(ids) => change({ compare: ids.join(',') || null })}
          onClose={() => close('compare')}
        />
      )}
      {dialog && (
        <QuotationDialog
          {...dialog}
          customerId={filter.customerId ?? null}
          insuranceType={filter.insuranceType ?? null}
          renewing={idIn(params, 'renewing')}
        />
      )}
    </ListScreen>
  );
}
