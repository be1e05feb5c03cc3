import { Button, Callout, Intent } from '@blueprintjs/core';
import { Edit, Inbox } from '@blueprintjs/icons';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation, useGatewayQuery } from '../../data/operation';
import { LeadTwinsDocument, type LeadTwinsQuery } from '../../data/operations.generated';
import { CustomerLink } from '../../records/customers/CustomerLink';
import { RecordLink } from '../../records/RecordLink';
import { useOwners } from '../../records/renewals/useOwners';
import { useAllowed, useAllowedOf } from '../../ui/allowed';
import { IconButton } from '../../ui/IconButton';
import { labelOf } from '../../ui/labels';
import { MoreActions } from '../../ui/list/RowMenu';
import { Phone } from '../../ui/Phone';
import { Details, fieldGroups, recordRows } from '../../ui/record/Details';
import { HeadFacts } from '../../ui/record/HeadFacts';
import { type DrawerProps, RecordDrawer } from '../../ui/record/RecordDrawer';
import { StatusBadge } from '../../ui/StatusBadge';
import { LEAD_LOOKS, LeadActions } from './LeadActions';
import './leads.css';
import { actionsFor, LEAD, LEAD_NEEDS, type Lead, type LeadAction } from './lead';

interface LeadDrawerProps extends DrawerProps<Lead, LeadAction> {
  /** It is the same person as a customer who is there already. */
  onLink: (lead: Lead, customerId: number) => void;
}

/** A lead beside the list: who asks for what, and who else that may be. */
export default function LeadDrawer({ id, onClose, onAction, onLink }: LeadDrawerProps) {
  return (
    <RecordDrawer
      type={LEAD}
      id={id}
      onClose={onClose}
      subtitle={(lead) => <Head lead={lead} />}
      avatar={() => <Inbox size={20} />}
      actions={(lead) => <Actions lead={lead} onAction={onAction} />}
      details={(lead) => <LeadDetails lead={lead} onLink={onLink} />}
    />
  );
}

const Head = ({ lead }: { lead: Lead }) => (
  <>
    <StatusBadge status={lead.status} />
    <HeadFacts
      facts={[
        lead.customerId !== null && <CustomerLink key="customer" customer={lead.customer} />,
        labelOf(lead.interest),
        lead.nextStepOn && `Next step ${formatDay(lead.nextStepOn)}`,
      ]}
    />
  </>
);

const FIRST: readonly LeadAction[] = ['quotation', 'customer', 'reopen'];

function Actions({
  lead,
  onAction,
}: Pick<DrawerProps<Lead, LeadAction>, 'onAction'> & { lead: Lead }) {
  const may = useAllowedOf(LEAD_NEEDS);
  const can = actionsFor(lead).filter(may);
  const next = FIRST.find((action) => can.includes(action)) as keyof typeof LEAD_LOOKS | undefined;
  if (!may('edit')) return null;
  const Icon = next && LEAD_LOOKS[next].icon;
  return (
    <>
      {next && Icon && (
        <Button
          intent={next === 'reopen' ? Intent.NONE : Intent.PRIMARY}
          icon={<Icon />}
          onClick={() => onAction(next, lead)}
        >
          {LEAD_LOOKS[next].text}
        </Button>
      )}
      <IconButton text="Edit" icon={<Edit />} onClick={() => onAction('edit', lead)} />
      <MoreActions of={lead.name}>
        <LeadActions
          lead={lead}
          without={next ? ['view', 'edit', next] : ['view', 'edit']}
          onAction={(action) => onAction(action, lead)}
        />
      </MoreActions>
    </>
  );
}

function LeadDetails({ lead, onLink }: Pick<LeadDrawerProps, 'onLink'> & { lead: Lead }) {
  const { nameOf } = useOwners();
  const { customerId, quotationId, policyId } = lead;
  const seesPeople = useAllowed('people.read');
  return (
    <>
      {seesPeople && <Twins lead={lead} onLink={onLink} />}
      <Details
        groups={[
          {
            heading: 'Who',
            rows: [
              { label: 'Name', value: lead.name },
              { label: 'Phone', value: lead.phone && <Phone number={lead.phone} /> },
              { label: 'Email', value: lead.email },
              { label: 'Pincode', value: lead.pincode },
            ],
          },
          ...fieldGroups(
            LEAD,
            [
              { heading: 'What', fields: ['interest', 'details', 'source'] },
              { heading: 'Next Step', fields: ['nextStep', 'nextStepOn'] },
            ],
            lead,
          ),
          {
            heading: 'What Became of It',
            rows: [
              { label: 'Owner', value: nameOf(lead.ownerId) ?? 'Anybody' },
              { label: 'Lost because of', value: lead.lossReason && labelOf(lead.lossReason) },
              {
                label: 'Customer',
                value: customerId !== null && <CustomerLink customer={lead.customer} />,
              },
              {
                label: 'Quotation',
                value: quotationId !== null && (
                  <RecordLink record={{ kind: 'quotation', id: quotationId }}>Open</RecordLink>
                ),
              },
              { label: 'Policy', value: policyId !== null && 'Issued' },
            ],
          },
          {
            heading: 'Record',
            rows: [
              {
                label: 'Agreed to be contacted',
                value: lead.consentOn && formatDay(lead.consentOn),
              },
              { label: 'Erased after', value: lead.keptUntil && formatDay(lead.keptUntil) },
              ...recordRows(lead),
            ],
          },
        ]}
      />
    </>
  );
}

type Twin = LeadTwinsQuery['leadTwins'][number];
const BY: Readonly<Record<Twin['by'], string>> = {
  phone: 'the same phone',
  email: 'the same email',
  name: 'the same name',
};

/** Who may be the same person; pointed out, never merged. */
function Twins({ lead, onLink }: Pick<LeadDrawerProps, 'onLink'> & { lead: Lead }) {
  const { data } = useGatewayQuery(operation(LeadTwinsDocument, { id: lead.id }));
  const may = useAllowedOf(LEAD_NEEDS);
  const twins = data?.leadTwins ?? [];
  if (twins.length === 0) return null;
  return (
    <Callout intent={Intent.WARNING} title="Perhaps known already" className="lead-twins">
      <ul>
        {twins.map(({ record, id, name, by }) => (
          <li key={`${record}-${id}`}>
            <RecordLink record={{ kind: record, id }}>{name}</RecordLink>
            <span>
              {record === 'customer' ? 'Customer' : 'Lead'} with {BY[by]}
            </span>
            {record === 'customer' && lead.customerId === null && may('customer') && (
              <Button size="small" onClick={() => onLink(lead, id)}>
                This Is the Customer
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Callout>
  );
}
