import { useApolloClient } from '@apollo/client/react';
import { Button, HTMLSelect } from '@blueprintjs/core';
import { Cross, NewPerson } from '@blueprintjs/icons';
import {
  HOUSEHOLD_RELATIONS,
  type HouseholdRelation,
} from '@insuremanager/contracts/households/relations';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Fragment, useMemo, useState } from 'react';
import { operation } from '../../data/operation';
import {
  HouseholdOfDocument,
  type HouseholdShownFragment,
  LeaveHouseholdDocument,
  SetHouseholdMemberDocument,
} from '../../data/operations.generated';
import { useConfirm } from '../../ui/Confirm';
import { labelOf, optionsOf } from '../../ui/labels';
import { rareDialog } from '../../ui/lazyDialog';
import { Loaded } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import { HeldPolicy } from '../policies/HeldPolicy';
import { formatDecimal } from '../policies/Premium';
import { RecordLink } from '../RecordLink';
import './households.css';

const AddMemberDialog = rareDialog(() => import('./AddMemberDialog'));

type Member = HouseholdShownFragment['members'][number];
type Policy = Member['policies'][number];

export interface HouseholdPanelProps {
  customer: { readonly id: number; readonly name: string };
  /** Without it, the household is only to be read. */
  canChange: boolean;
}

/** The family of a customer, and what each of them holds. */
export default function HouseholdPanel({ customer, canChange }: HouseholdPanelProps) {
  const asked = useMemo(
    () => operation(HouseholdOfDocument, { customerId: customer.id }),
    [customer.id],
  );
  const [isAdding, setAdding] = useState(false);
  return (
    <Loaded query={asked} fetchPolicy="cache-and-network" what="the household" rowHeight={56}>
      {({ household }) => (
        <section className="household" aria-label="Household">
          <header>
            <h3>{titleOf(household)}</h3>
            {canChange && (
              <Button size="small" icon={<NewPerson />} onClick={() => setAdding(true)}>
                Add Member
              </Button>
            )}
          </header>
          {household ? (
            <Shown {...{ customer, canChange, household }} />
          ) : (
            <p className="muted">No family members</p>
          )}
          {isAdding && <AddMemberDialog customer={customer} onClose={() => setAdding(false)} />}
        </section>
      )}
    </Loaded>
  );
}

/** A household has no name of its own. */
function titleOf(household: HouseholdShownFragment | null): string {
  const head = household?.members.find(({ relation }) => relation === 'head')?.customer;
  return head ? `Household of ${head.name}` : 'Household';
}

type ShownProps = HouseholdPanelProps & { readonly household: HouseholdShownFragment };

function Shown({ customer, canChange, household }: ShownProps) {
  const policies = household.members.flatMap((member) => member.policies);
  const ends = policies.map(({ endDate }) => endDate).sort()[0];
  return (
    <>
      <dl className="holdings">
        <div>
          <dt>Active policies</dt>
          <dd className="tabular">{policies.length}</dd>
        </div>
        <div>
          <dt>Yearly premium</dt>
          <dd className="tabular">{formatDecimal(household.yearlyPremium)}</dd>
        </div>
        <div>
          <dt>Next expiry</dt>
          <dd className="tabular">{ends ? formatDay(ends) : '–'}</dd>
        </div>
      </dl>
      <ul className="household-members">
        {household.members.map((member, nth) => (
          <li key={member.customer?.id ?? `hidden ${nth}`}>
            <MemberRow {...{ customer, canChange, household, member }} />
          </li>
        ))}
      </ul>
    </>
  );
}

function MemberRow({ customer, canChange, household, member }: ShownProps & { member: Member }) {
  const client = useApolloClient();
  const ask = useConfirm();
  const showToast = useToast();
  const { act, busy } = useAction('Failed to change the household. Please try again.');
  const { customer: shown, relation } = member;
  if (!shown) {
    return (
      <div className="household-member">
        <span className="muted">Another customer</span>
        <span className="muted">{labelOf(relation)}</span>
      </div>
    );
  }

  const setRelation = async (next: HouseholdRelation) => {
    const answer = await act('relation', (commandId) =>
      operation(SetHouseholdMemberDocument, {
        ...{ customerId: customer.id, memberId: shown.id, relation: next, commandId },
      }),
    );
    if (answer) showToast({ title: 'Household Changed', description: shown.name });
  };

  const remove = async () => {
    const isWanted = await ask({
      title: `Remove ${shown.name} from the household?`,
      text: 'Their policies stay as they are. Whoever is left alone is in no household.',
      confirm: 'Remove',
    });
    if (!isWanted) return;
    const answer = await act('remove', (commandId) =>
      operation(LeaveHouseholdDocument, {
        ...{ customerId: shown.id, householdId: household.id, commandId },
      }),
    );
    if (!answer) return;
    await client.refetchQueries({ include: [HouseholdOfDocument] });
    showToast({ title: 'Member Removed', description: shown.name });
  };

  return (
    <>
      <div className="household-member">
        {shown.id === customer.id ? (
          <strong dir="auto">{shown.name}</strong>
        ) : (
          <RecordLink record={{ kind: 'customer', id: shown.id }}>{shown.name}</RecordLink>
        )}
        {canChange ? (
          <HTMLSelect
            aria-label={`Relation of ${shown.name}`}
            value={relation}
            // Who heads it is changed by naming another one.
            disabled={busy !== null || relation === 'head'}
            options={optionsOf(HOUSEHOLD_RELATIONS)}
            onChange={({ currentTarget }) =>
              void setRelation(currentTarget.value as HouseholdRelation)
            }
          />
        ) : (
          <span className="muted">{labelOf(relation)}</span>
        )}
        {canChange && (
          <Button
            variant="minimal"
            icon={<Cross />}
            loading={busy === 'remove'}
            aria-label={`Remove ${shown.name} from the household`}
            onClick={() => void remove()}
          />
        )}
      </div>
      <CoveredBy member={member} />
      {member.policies.length === 0 ? (
        <p className="muted">No active policies</p>
      ) : (
        <ul className="held-records">
          {member.policies.map((policy) => (
            <li key={policy.id}>
              <HeldPolicy policy={policy} days={daysOf(policy)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** By which health policies a member is insured, also those that another one holds. */
function CoveredBy({ member: { coveredBy, coveredElsewhere } }: { member: Member }) {
  const isCovered = coveredBy.length > 0 || coveredElsewhere;
  return (
    <p className="household-cover muted">
      {!isCovered && <Badge tone="wait">No health cover</Badge>}
      {isCovered && 'Health cover: '}
      {coveredBy.map((policy, nth) => (
        <Fragment key={policy.id}>
          {nth > 0 && ', '}
          <RecordLink record={{ kind: policy.kind, id: policy.id }}>
            {policy.policyNumber}
          </RecordLink>
        </Fragment>
      ))}
      {coveredElsewhere && `${coveredBy.length > 0 ? ', ' : ''}a policy of another book`}
    </p>
  );
}

/** Until when it holds, and which premium is due before. */
const daysOf = ({ endDate, nextDueDate, nextDueAmount }: Policy): string =>
  [
    `Ends ${formatDay(endDate)}`,
    ...(nextDueDate && nextDueAmount
      ? [`${formatDecimal(nextDueAmount)} due ${formatDay(nextDueDate)}`]
      : []),
  ].join(' · ');
