import { operation } from '../../data/operation';
import { PolicyDetailsDocument, QuotationListDocument } from '../../data/operations.generated';
import { CustomerCriterion, useCustomer } from '../../records/customers/CustomerPicker';
import { InsurerCriterion } from '../../records/policies/InsurerInput';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { idIn } from '../../ui/list/addressValues';
import { AmountBound, Choice, Choices, DayBound, Flag } from '../../ui/list/FilterInputs';
import { FilterTags } from '../../ui/list/FilterTags';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { beginList, useListScreen } from '../../ui/list/useListScreen';
import { EditDialog, type EditDialogProps } from '../../ui/record/EditDialog';
import { Loaded } from '../../ui/record/Loaded';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { useAddress } from '../../ui/useAddress';
import { ConvertForm } from './ConvertForm';
import { CompareDialog } from './compare/CompareDialog';
import { comparedIn } from './compare/comparison';
import { EmailForm } from './EmailForm';
import { Converted, NotAccepted } from './NextStep';
import { QuotationActions } from './QuotationActions';
import { QuotationCards } from './QuotationCards';
import { QuotationDrawer } from './QuotationDrawer';
import { QuotationForm } from './QuotationForm';
import type { Quotation } from './quotation';
import type { QuotationAction } from './quotationActions';
import { formForRenewal } from './quotationForm';
import { QUOTATION_LIST, type QuotationCriteria } from './quotationListDesign';
import { useAnswerQuotation } from './useAnswerQuotation';

const LIST = {
  design: QUOTATION_LIST,
  field: 'quotations',
  document: QuotationListDocument,
} as const;
export const begin = beginList(LIST);

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
  </>
);

export default function QuotationsScreen() {
  const { params, open, change, close } = useAddress();
  const { filter, actions, afterChange, screen, list, menu, drawer, dialog } = useListScreen(LIST);
  const customer = useCustomer(filter.customerId ?? null);
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
    >
      <QuotationCards />
      <FilterTags
        list={QUOTATION_LIST.list}
        filter={filter}
        names={{ customerId: customer?.name }}
      />
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
          renewing={idIn(params, 'renewing')}
        />
      )}
    </ListScreen>
  );
}

interface QuotationDialogProps extends Omit<EditDialogProps<Quotation>, 'children'> {
  /** For whom one is added, when that is known. */
  customerId: number | null;
  /** The term of a policy for whose renewal one is added. */
  renewing: number | null;
}

const TITLES: Readonly<Record<string, string>> = {
  email: 'Email Quotation',
  convert: 'Convert to Policy',
};

/** What cannot be understood in an address is an edit. */
function QuotationDialog({ customerId, renewing, ...dialog }: QuotationDialogProps) {
  const change = dialog.id === null ? null : dialog.change;
  return (
    <EditDialog {...dialog} title={TITLES[change ?? '']}>
      {(quotation, ends) => {
        if (!quotation && renewing !== null) return <RenewalForm termId={renewing} {...ends} />;
        if (!quotation) return <QuotationForm base={null} customerId={customerId} {...ends} />;
        if (change === 'email') return <EmailForm quotation={quotation} {...ends} />;
        if (quotation.policyId !== null) {
          return (
            <div className="record-form-fields">
              <Converted policyId={quotation.policyId} />
            </div>
          );
        }
        if (change !== 'convert') return <QuotationForm base={quotation} {...ends} />;
        // As it was when it was opened: a form in which somebody types stays.
        return quotation.status === 'accepted' ? (
          <ConvertForm quotation={quotation} {...ends} />
        ) : (
          <div className="record-form-fields">
            <NotAccepted quotation={quotation} />
          </div>
        );
      }}
    </EditDialog>
  );
}

/** The form of a new quotation that begins with the cover of a policy; empty where that is gone. */
const RenewalForm = ({ termId, ...ends }: FormEnds & { termId: number }) => (
  <Loaded query={operation(PolicyDetailsDocument, { id: termId })} what="the policy" rowHeight={56}>
    {({ record }) => (
      <QuotationForm base={null} initial={record ? formForRenewal(record) : undefined} {...ends} />
    )}
  </Loaded>
);
