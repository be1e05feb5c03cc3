import { Clipboard, Endorsed, Time, WarningSign } from '@blueprintjs/icons';
import type { SortIn } from '@insuremanager/contracts/fields/list';
import { operation } from '../../data/operation';
import { ClaimCardsDocument, type ClaimCardsQuery } from '../../data/operations.generated';
import { CustomerCriterion } from '../../records/criteria';
import { useCustomer } from '../../records/customers/useCustomer';
import { formatDecimal } from '../../records/policies/Premium';
import { formatCount } from '../../ui/format';
import { lazyDialog, lazyDrawer } from '../../ui/lazyDialog';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { Choice, Choices, DayBound, Flag } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { type SummaryCard, SummaryCards } from '../../ui/list/SummaryCards';
import { beginList, useListScreen } from '../../ui/list/useListScreen';
import { ClaimActions } from './ClaimActions';
import type { Claim, ClaimAction } from './claim';
import { CLAIM_LIST, type ClaimCriteria } from './claimListDesign';

const ClaimDrawer = lazyDrawer(() => import('./ClaimDrawer'));
const ClaimDialog = lazyDialog(() => import('./ClaimDialog'));

export const begin = beginList(CLAIM_LIST);

const CARDS: SummaryCard<ClaimCardsQuery, SortIn<typeof CLAIM_LIST.list>, ClaimCriteria>[] = [
  {
    label: 'Open Claims',
    hint: 'Neither settled nor closed otherwise',
    icon: Clipboard,
    figure: ({ claimCards: { open } }) => formatCount(open),
    filter: { open: true },
  },
  {
    label: 'Insurer Overdue',
    hint: 'Past the regulator’s days',
    icon: Time,
    figure: ({ claimCards: { overdue } }) => formatCount(overdue),
    filter: { overdue: true },
    sort: 'due',
  },
  {
    label: 'Documents Missing',
    hint: 'To be asked for',
    icon: WarningSign,
    figure: ({ claimCards: { lackDocuments } }) => formatCount(lackDocuments),
    filter: { lacksDocuments: true },
  },
  {
    label: 'Settled',
    hint: 'Paid by insurers',
    icon: Endorsed,
    figure: ({ claimCards: { amountSettled } }) => formatDecimal(amountSettled),
    filter: { stages: ['settled'] },
  },
];

const advancedSearch = (form: FilterForm<ClaimCriteria>) => (
  <>
    <Choices {...form.of('stages')} />
    <Choices {...form.of('kinds')} />
    <Choice {...form.of('policyKind')} any="Any insurance" />
    <CustomerCriterion {...form.of('customerId')} />
    <div className="advanced-search-pair">
      <DayBound {...form.of('lossFrom')} />
      <DayBound {...form.of('lossTo')} />
    </div>
    <Flag {...form.of('open')} />
    <Flag {...form.of('overdue')} />
    <Flag {...form.of('lacksDocuments')} />
  </>
);

export default function ClaimsScreen() {
  const { filter, actions, screen, list, menu, drawer, dialog, afterChange } =
    useListScreen(CLAIM_LIST);
  const customer = useCustomer(filter.customerId ?? null);
  const { policy } = list.pages.items?.find((one) => one.policyId === filter.policyId) ?? {};
  const act = (action: ClaimAction, claim: Claim) => {
    if (action === 'view' || action === 'delete') return void actions[action](claim);
    actions.edit(claim, action === 'edit' ? null : action);
  };
  return (
    <ListScreen
      {...screen}
      searchHint="Search by number, customer, hospital or garage"
      advancedSearch={advancedSearch}
      names={{ customerId: customer?.name, policyId: policy?.policyNumber }}
      above={
        <SummaryCards
          design={CLAIM_LIST}
          cards={CARDS}
          figures={operation(ClaimCardsDocument, {})}
        />
      }
    >
      <RecordList {...list} />
      <RowMenu {...menu}>
        {(claim) => <ClaimActions claim={claim} onAction={(action) => act(action, claim)} />}
      </RowMenu>
      <ClaimDrawer {...drawer} onAction={act} onChanged={afterChange} />
      {dialog && <ClaimDialog {...dialog} policyId={filter.policyId ?? null} />}
    </ListScreen>
  );
}
