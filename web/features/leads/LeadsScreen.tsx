import { useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import { LinkLeadDocument, MoveLeadDocument } from '../../data/operations.generated';
import { RECORD_PLACES } from '../../records/addresses';
import { useOwners } from '../../records/renewals/useOwners';
import { lazyDialog, lazyDrawer } from '../../ui/lazyDialog';
import type { FilterForm } from '../../ui/list/AdvancedSearch';
import { Choice, Choices, DayBound, Flag } from '../../ui/list/FilterInputs';
import { ListScreen } from '../../ui/list/ListScreen';
import { RecordList } from '../../ui/list/RecordList';
import { RowMenu } from '../../ui/list/RowMenu';
import { beginList, useListScreen } from '../../ui/list/useListScreen';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import { LeadActions } from './LeadActions';
import type { Lead, LeadAction } from './lead';
import { LEAD_LIST, type LeadCriteria } from './leadListDesign';

const LeadDrawer = lazyDrawer(() => import('./LeadDrawer'));
const LeadDialog = lazyDialog(() => import('./LeadDialog'));

export const begin = beginList(LEAD_LIST);

const advancedSearch = (form: FilterForm<LeadCriteria>) => (
  <>
    <Choices {...form.of('statuses')} />
    <Choices {...form.of('interests')} />
    <Choices {...form.of('sources')} />
    <Choice {...form.of('lossReason')} any="Any reason" />
    <div className="advanced-search-pair">
      <DayBound {...form.of('createdFrom')} />
      <DayBound {...form.of('createdTo')} />
    </div>
    <Flag {...form.of('due')} />
    <Flag {...form.of('open')} />
  </>
);

const MOVES = { contacted: 'contacted', won: 'won', reopen: 'contacted' } as const;
const SAID = {
  contacted: 'Lead Contacted',
  won: 'Lead Won',
  reopen: 'Lead Opened Again',
} as const;

/** All leads. */
export default function LeadsScreen() {
  const { filter, actions, screen, list, menu, drawer, dialog, afterChange } =
    useListScreen(LEAD_LIST);
  const { nameOf } = useOwners();
  const navigate = useNavigate();
  const showToast = useToast();
  const { act: send } = useAction('Failed to save the lead. Please try again.');

  const move = async (action: keyof typeof MOVES, { id, name }: Lead) => {
    const input = { status: MOVES[action] };
    const done = await send(`${action}-${id}`, (commandId) =>
      operation(MoveLeadDocument, { id, input, commandId }),
    );
    if (!done) return;
    await afterChange(id);
    showToast({ title: SAID[action], description: name });
  };
  const link = async ({ id, name }: Lead, customerId: number) => {
    const done = await send(`link-${id}`, (commandId) =>
      operation(LinkLeadDocument, { id, input: { customerId }, commandId }),
    );
    if (!done) return;
    await afterChange(id);
    showToast({ title: 'Lead Linked', description: `${name} is a customer.` });
  };
  const act = (action: LeadAction, lead: Lead) => {
    const { id, customerId, interest } = lead;
    switch (action) {
      case 'contacted':
      case 'won':
      case 'reopen':
        return void move(action, lead);
      case 'lose':
        return void actions.edit(lead, 'lose');
      case 'customer':
        return void navigate(`${RECORD_PLACES.customer.path}?add=1&lead=${id}`);
      case 'quotation': {
        const kind = interest === 'other' ? '' : `&insuranceType=${interest}`;
        const { path } = RECORD_PLACES.quotation;
        return void navigate(`${path}?add=1&customerId=${customerId}${kind}`);
      }
      default:
        return void actions[action](lead);
    }
  };
  return (
    <ListScreen
      {...screen}
      searchHint="Search by name, phone or email"
      advancedSearch={advancedSearch}
      names={{ ownerId: nameOf(filter.ownerId ?? null) ?? undefined }}
    >
      <RecordList {...list} />
      <RowMenu {...menu}>
        {(lead) => <LeadActions lead={lead} onAction={(action) => act(action, lead)} />}
      </RowMenu>
      <LeadDrawer
        {...drawer}
        onAction={act}
        onLink={(lead, customerId) => void link(lead, customerId)}
      />
      {dialog && <LeadDialog {...dialog} />}
    </ListScreen>
  );
}
