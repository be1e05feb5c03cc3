import { useApolloClient } from '@apollo/client/react';
import { Button, HTMLSelect } from '@blueprintjs/core';
import { Cross, NewPerson } from '@blueprintjs/icons';
import {
  INSURED_RELATIONS,
  type InsuredRelation,
} from '@insuremanager/contracts/households/relations';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  HouseholdOfDocument,
  type InsuredMemberInput,
  InsuredMembersDocument,
  type InsuredMembersQuery,
  SetInsuredMembersDocument,
} from '../../data/operations.generated';
import { RecordLink } from '../../records/RecordLink';
import { useAllowed } from '../../ui/allowed';
import { useConfirm } from '../../ui/Confirm';
import { labelOf, optionsOf } from '../../ui/labels';
import { rareDialog } from '../../ui/lazyDialog';
import { Loaded } from '../../ui/record/Loaded';
import { forgetFields } from '../../ui/record/recordType';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import { POLICY, type Policy } from './policy';
import { proposedMembers } from './proposedMembers';
import '../../records/households/households.css';

const InsuredDialog = rareDialog(() => import('./InsuredDialog'));

/** The policyholder is self, and nobody else is. */
const OF_OTHERS = INSURED_RELATIONS.filter((relation) => relation !== 'self');

type Member = InsuredMembersQuery['insuredMembers'][number];

/** Whom a health policy covers. */
export const InsuredPanel = ({ policy }: { policy: Policy }) => (
  <Loaded
    query={operation(InsuredMembersDocument, { id: policy.id })}
    fetchPolicy="cache-and-network"
    what="the insured members"
    rowHeight={44}
  >
    {({ insuredMembers }) => <Shown policy={policy} members={insuredMembers} />}
  </Loaded>
);

/** Those of other books, and who are gone, are nobody whom one could send. */
const sentOf = (members: readonly Member[]): InsuredMemberInput[] =>
  members.flatMap(({ customerId, name, relation, dateOfBirth }): InsuredMemberInput[] => {
    if (customerId !== null) return [{ customerId, relation }];
    return name === null ? [] : [{ name, relation, dateOfBirth }];
  });

function Shown({ policy, members }: { policy: Policy; members: readonly Member[] }) {
  const client = useApolloClient();
  const canChange = useAllowed('policies.write');
  const ask = useConfirm();
  const showToast = useToast();
  const { act, busy } = useAction('Failed to change the insured members. Please try again.');
  const [added, setAdded] = useState<Partial<InsuredMemberInput> | null>(null);
  const household = useGatewayQuery(
    operation(HouseholdOfDocument, { customerId: policy.customerId }),
    { skip: !canChange },
  ).data?.household;

  const toSend = (next: readonly InsuredMemberInput[]) => (commandId: string) =>
    operation(SetInsuredMembersDocument, {
      ...{ id: policy.id, members: [...next], expectedVersion: policy.version, commandId },
    });
  const changed = async (title: string, { policyNumber, insuredMembers: count }: Policy) => {
    forgetFields(client.cache, POLICY.health.invalidates);
    await client.refetchQueries({ include: [InsuredMembersDocument] });
    const persons = count === 1 ? '1 insured member' : `${count} insured members`;
    showToast({ title, description: `${policyNumber} has ${persons}.` });
  };
  const setRelation = async (member: Member, relation: InsuredRelation) => {
    const next = members.map((one) => (one === member ? { ...one, relation } : one));
    const answer = await act('relation', toSend(sentOf(next)));
    if (answer) await changed('Relation Changed', answer.saved.record);
  };
  const remove = async (member: Member) => {
    const isWanted = await ask({
      title: `Remove ${member.name} from the insured members?`,
      text: 'The history keeps that the policy covered them.',
      confirm: 'Remove',
    });
    if (!isWanted) return;
    const answer = await act('remove', toSend(sentOf(members.filter((one) => one !== member))));
    if (answer) await changed('Insured Member Removed', answer.saved.record);
  };

  return (
    <section className="household" aria-label="Insured members">
      <header>
        <h3>Insured members</h3>
        {canChange && (
          <Button size="small" icon={<NewPerson />} onClick={() => setAdded({})}>
            Add Member
          </Button>
        )}
      </header>
      {members.length === 0 && (
        <p className="muted">Nobody is named: the policyholder counts as insured.</p>
      )}
      <ul className="household-members">
        {members.map((member, nth) => (
          <li key={member.customerId ?? `${member.name} ${nth}`} className="household-member">
            <Who member={member} />
            {canChange && member.name !== null ? (
              <>
                <HTMLSelect
                  aria-label={`Relation of ${member.name}`}
                  value={member.relation}
                  disabled={busy !== null || member.relation === 'self'}
                  options={optionsOf(member.relation === 'self' ? INSURED_RELATIONS : OF_OTHERS)}
                  onChange={({ currentTarget }) =>
                    void setRelation(member, currentTarget.value as InsuredRelation)
                  }
                />
                <Button
                  variant="minimal"
                  icon={<Cross />}
                  loading={busy === 'remove'}
                  aria-label={`Remove ${member.name} from the insured members`}
                  onClick={() => void remove(member)}
                />
              </>
            ) : (
              <span className="muted">{labelOf(member.relation)}</span>
            )}
          </li>
        ))}
      </ul>
      {canChange && (
        <p className="household-proposed">
          {proposedMembers(policy, household ?? null, members).map(({ name, ...proposed }) => (
            <Button
              key={proposed.customerId}
              size="small"
              icon={<NewPerson />}
              onClick={() => setAdded(proposed)}
            >
              Add {name}
            </Button>
          ))}
        </p>
      )}
      {added && (
        <InsuredDialog
          member={added}
          toSend={(member, commandId) => toSend([...sentOf(members), member])(commandId)}
          onSaved={async (saved) => {
            setAdded(null);
            await changed('Insured Member Added', saved);
          }}
          onClose={() => setAdded(null)}
        />
      )}
    </section>
  );
}

function Who({ member: { customerId, name, dateOfBirth } }: { member: Member }) {
  if (name === null) return <span className="muted">Another customer</span>;
  if (customerId !== null) {
    return <RecordLink record={{ kind: 'customer', id: customerId }}>{name}</RecordLink>;
  }
  return (
    <span>
      <span dir="auto">{name}</span>
      {dateOfBirth && <span className="muted"> · born {formatDay(dateOfBirth)}</span>}
    </span>
  );
}
