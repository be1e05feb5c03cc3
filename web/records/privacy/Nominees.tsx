import { useApolloClient } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { NewPerson } from '@blueprintjs/icons';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useMemo, useState } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  type NomineeShownFragment,
  NomineesDocument,
  type NomineesQuery,
  RevokeNomineeDocument,
} from '../../data/operations.generated';
import { PAST_DAY } from '../../data/pastDay';
import { useAllowed } from '../../ui/allowed';
import { useConfirm } from '../../ui/Confirm';
import { rareDialog } from '../../ui/lazyDialog';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { Phone } from '../../ui/Phone';
import { LoadFailure } from '../../ui/record/Loaded';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import './privacy.css';

const NomineeDialog = rareDialog(() => import('./NomineeDialog'));

interface NomineesProps {
  customer: { readonly id: number; readonly name: string };
}

/** Who is to act for a customer on their death or incapacity. */
export function Nominees({ customer }: NomineesProps) {
  const mayRead = useAllowed('people.read') && PAST_DAY === null;
  const mayWrite = useAllowed('customers.write');
  const asked = useMemo(() => operation(NomineesDocument, { customerId: customer.id }), [customer]);
  const { data, error, retry } = useGatewayQuery(asked, { skip: !mayRead });
  const client = useApolloClient();
  const { act } = useAction('Failed to revoke. Please try again.');
  const ask = useConfirm();
  const showToast = useToast();
  const [isAdding, setAdding] = useState(false);
  const nominees = (data as NomineesQuery | undefined)?.nominees;
  if (!mayRead) return null;
  if (error && !nominees) return <LoadFailure what="the nominees" error={error} onRetry={retry} />;
  if (!nominees) return <SkeletonRows height={52} what="the nominees" />;

  const show = (now: readonly NomineeShownFragment[]) =>
    client.writeQuery({ ...asked, data: { nominees: [...now] } });

  const revoke = async ({ id: nomineeId, name }: NomineeShownFragment) => {
    const isWanted = await ask({
      title: `Revoke the nomination of ${name}?`,
      text: 'They may not act for the customer any more. The history keeps that they were named.',
      confirm: 'Revoke',
    });
    if (!isWanted) return;
    const toSend = (commandId: string) =>
      operation(RevokeNomineeDocument, { customerId: customer.id, nomineeId, commandId });
    const answer = await act('revoke', toSend);
    if (!answer) return;
    show(answer.saved.nominees);
    showToast({ title: 'Nomination Revoked', description: name });
  };

  return (
    <section className="privacy-part" aria-label="Nominees">
      <div className="privacy-part-head">
        <h3>Nominees</h3>
        {mayWrite && (
          <Button
            size="small"
            icon={<NewPerson size={14} />}
            aria-label="Record nominee"
            onClick={() => setAdding(true)}
          >
            Record
          </Button>
        )}
      </div>
      {nominees.length === 0 ? (
        <p className="muted">Nobody is named to act on death or incapacity.</p>
      ) : (
        <ul className="privacy-rows">
          {nominees.map((nominee) => (
            <li key={nominee.id}>
              <div className="privacy-row">
                <strong dir="auto">{nominee.name}</strong>
                <span className="muted" dir="auto">
                  {nominee.relation}, named on {formatDay(nominee.recordedOn)}
                </span>
                <span className="privacy-reach">
                  {nominee.phone && <Phone number={nominee.phone} />}
                  {nominee.email && <a href={`mailto:${nominee.email}`}>{nominee.email}</a>}
                </span>
              </div>
              {mayWrite && (
                <Button
                  size="small"
                  aria-label={`Revoke ${nominee.name}`}
                  onClick={() => void revoke(nominee)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <NomineeDialog customer={customer} onSaved={show} onClose={() => setAdding(false)} />
      )}
    </section>
  );
}
