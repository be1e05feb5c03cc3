import { Button, Intent } from '@blueprintjs/core';
import { Clipboard, Edit } from '@blueprintjs/icons';
import { stepsFrom } from '@insuremanager/contracts/claims/claimKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Link } from 'react-router';
import { addressOfRecord, OPENED_HERE } from '../../records/addresses';
import { ClaimBadges } from '../../records/claims/ClaimBadges';
import { CustomerLink, customerGroup } from '../../records/customers/CustomerLink';
import { formatDecimal } from '../../records/policies/Premium';
import { TasksPanel } from '../../records/tasks/TasksPanel';
import { useAllowed, useAllowedOf } from '../../ui/allowed';
import { IconButton } from '../../ui/IconButton';
import { MoreActions } from '../../ui/list/RowMenu';
import { Details, fieldGroups, recordRows } from '../../ui/record/Details';
import { HeadFacts } from '../../ui/record/HeadFacts';
import { type DrawerProps, RecordDrawer } from '../../ui/record/RecordDrawer';
import { ASK_LOOK, ClaimActions, lookOf } from './ClaimActions';
import { ClaimProgress } from './ClaimProgress';
import { CLAIM, CLAIM_NEEDS, type Claim, type ClaimAction } from './claim';

interface ClaimDrawerProps extends DrawerProps<Claim, ClaimAction> {
  /** Brings the list up to date, after the checklist was marked in here. */
  onChanged: (id: number) => Promise<void>;
}

/** A claim beside the list: its stages, what it waits for, and all that happened to it. */
export default function ClaimDrawer({ id, onClose, onAction, onChanged }: ClaimDrawerProps) {
  const maySeeProgress = useAllowed('people.read');
  const canNote = useAllowed('tasks.write');
  return (
    <RecordDrawer
      type={CLAIM}
      id={id}
      onClose={onClose}
      subtitle={(claim) => <Head claim={claim} />}
      avatar={() => <Clipboard size={20} />}
      actions={(claim) => <Actions claim={claim} onAction={onAction} />}
      aboveDetails={(claim) =>
        maySeeProgress && (
          <ClaimProgress
            key={claim.id}
            claim={claim}
            onAsk={() => onAction('ask', claim)}
            onChanged={() => onChanged(claim.id)}
          />
        )
      }
      details={(claim) => <ClaimDetails claim={claim} />}
      tabs={(of, claim) => [
        {
          ...{ id: 'notes', title: 'Notes' },
          panel: (
            <TasksPanel
              of={{ record: 'claim', id: of }}
              canAdd={claim !== null && canNote}
              isGone={claim === null}
            />
          ),
        },
      ]}
    />
  );
}

/** How it stands, whose it is, how much, when. */
const Head = ({ claim }: { claim: Claim }) => (
  <>
    <ClaimBadges claim={claim} />
    <HeadFacts
      facts={[
        <CustomerLink key="customer" customer={claim.customer} />,
        `${formatDecimal(claim.amountClaimed)} claimed`,
        `Loss on ${formatDay(claim.lossDate)}`.replaceAll(' ', '\u00a0'),
      ]}
    />
  </>
);

function Actions({ claim, onAction }: Pick<ClaimDrawerProps, 'onAction'> & { claim: Claim }) {
  const may = useAllowedOf(CLAIM_NEEDS);
  const [step] = stepsFrom(claim.stage, claim.kind);
  // What is missing keeps an insurer from deciding.
  const isToAsk = step === 'approved' && claim.missingDocuments > 0;
  const next = isToAsk ? 'ask' : step;
  if (!next || !may(next)) return null;
  const { text, icon: Icon } = next === 'ask' ? ASK_LOOK : lookOf(next, claim);
  return (
    <>
      <Button intent={Intent.PRIMARY} icon={<Icon />} onClick={() => onAction(next, claim)}>
        {text}
      </Button>
      <IconButton text="Edit" icon={<Edit />} onClick={() => onAction('edit', claim)} />
      <MoreActions of={claim.claimNumber}>
        <ClaimActions
          claim={claim}
          without={['view', 'edit', next]}
          onAction={(action) => onAction(action, claim)}
        />
      </MoreActions>
    </>
  );
}

const paid = (decimal: string) => Number(decimal) > 0 && formatDecimal(decimal);

function ClaimDetails({ claim }: { claim: Claim }) {
  const { policy, dueOn, amountApproved, amountSettled } = claim;
  const address = policy && addressOfRecord(policy);
  return (
    <Details
      groups={[
        {
          heading: 'Amounts',
          rows: [
            { label: 'Claimed', value: formatDecimal(claim.amountClaimed) },
            { label: 'Approved', value: paid(amountApproved) },
            { label: 'Settled', value: paid(amountSettled) },
          ],
        },
        {
          heading: 'Policy',
          rows: [
            {
              label: 'Number',
              value: address && (
                <Link to={address} state={OPENED_HERE}>
                  {policy.policyNumber}
                </Link>
              ),
            },
            { label: 'Insurer', value: policy?.insuranceCompany },
            { label: 'Insurer’s step by', value: dueOn && formatDay(dueOn) },
          ],
        },
        ...fieldGroups(
          CLAIM,
          [
            {
              heading: 'Loss',
              fields: [
                'kind',
                ...(claim.policyKind === 'health' ? (['patient'] as const) : []),
                'lossDate',
                'intimatedOn',
              ],
            },
            {
              heading: 'Handled by',
              fields: ['insurerClaimNumber', 'provider', 'surveyor', 'notes'],
            },
          ],
          claim,
        ),
        customerGroup(claim),
        { heading: 'Record', rows: recordRows(claim) },
      ]}
    />
  );
}
