import { useApolloClient } from '@apollo/client/react';
import { Button, Intent } from '@blueprintjs/core';
import { Lock } from '@blueprintjs/icons';
import { LegalHoldInput } from '@insuremanager/contracts/customers/legalHolds';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useMemo, useState } from 'react';
import { useCommands } from '../../data/commands';
import { type Operation, operation, useGatewayQuery } from '../../data/operation';
import {
  type LegalHoldShownFragment,
  LegalHoldsDocument,
  type LegalHoldsQuery,
  LiftLegalHoldDocument,
  PlaceLegalHoldDocument,
} from '../../data/operations.generated';
import { PAST_DAY } from '../../data/pastDay';
import { sentenceFor } from '../../data/problems';
import { useAllowed } from '../../ui/allowed';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { useToast } from '../../ui/toaster/Toaster';
import './privacy.css';

const dayOf = (instant: string): string => formatDay(kolkataDay(new Date(instant)));

/** What is known of the holds on a customer; of today alone, for those who read about persons. */
function useLegalHolds(customerId: number) {
  const mayRead = useAllowed('people.read') && PAST_DAY === null;
  const asked = useMemo(() => operation(LegalHoldsDocument, { customerId }), [customerId]);
  const { data, error, retry } = useGatewayQuery(asked, { skip: !mayRead });
  const holds = (data as LegalHoldsQuery | undefined)?.legalHolds;
  return { mayRead, asked, holds, error, retry };
}

/** Says in the head of a customer that a hold stands; nothing where there is none. */
export function HoldBadge({ customerId }: { customerId: number }) {
  const { holds = [] } = useLegalHolds(customerId);
  const [oldest] = holds.filter(({ liftedAt }) => liftedAt === null);
  return oldest ? (
    <span className="hold-badge">
      <Badge tone="wait">{`Legal hold since ${dayOf(oldest.placedAt)}`}</Badge>
    </span>
  ) : null;
}

interface OfCustomer {
  customer: { readonly id: number; readonly name: string };
}

/** The holds on a customer; placed and lifted by the privacy desk. */
export function LegalHolds({ customer }: OfCustomer) {
  const { mayRead, asked, holds, error, retry } = useLegalHolds(customer.id);
  const mayManage = useAllowed('privacy.manage');
  const client = useApolloClient();
  const send = useCommands();
  const showToast = useToast();
  const [open, setOpen] = useState<'place' | LegalHoldShownFragment | null>(null);
  if (!mayRead) return null;
  if (error && !holds) return <LoadFailure what="the legal holds" error={error} onRetry={retry} />;
  if (!holds) return <SkeletonRows height={52} what="the legal holds" />;

  /** What failed, as a sentence. */
  const save = async (
    toSend: (commandId: string) => Operation<{ saved: { holds: LegalHoldShownFragment[] } }>,
    content: string,
    done: string,
  ): Promise<string | null> => {
    const answer = await send(toSend, { content });
    if (answer.failure) {
      return sentenceFor(answer.failure, 'Failed to save the legal hold. Please try again.');
    }
    client.writeQuery({ ...asked, data: { legalHolds: answer.data.saved.holds } });
    showToast({ title: done, description: customer.name });
    return null;
  };
  const place = (matter: string) =>
    save(
      (commandId) =>
        operation(PlaceLegalHoldDocument, { customerId: customer.id, matter, commandId }),
      matter,
      'Legal Hold Placed',
    );
  const lift = ({ id: holdId }: LegalHoldShownFragment, reason: string) =>
    save(
      (commandId) =>
        operation(LiftLegalHoldDocument, { customerId: customer.id, holdId, reason, commandId }),
      `${holdId} ${reason}`,
      'Legal Hold Lifted',
    );

  return (
    <section className="privacy-part" aria-label="Legal holds">
      <div className="privacy-part-head">
        <h3>Legal holds</h3>
        {mayManage && (
          <Button size="small" icon={<Lock size={14} />} onClick={() => setOpen('place')}>
            Place Hold
          </Button>
        )}
      </div>
      {holds.length === 0 ? (
        <p className="muted">No legal hold was placed.</p>
      ) : (
        <ul className="privacy-rows">
          {holds.map((hold) => (
            <HoldRow
              key={hold.id}
              hold={hold}
              onLift={mayManage && hold.liftedAt === null ? () => setOpen(hold) : undefined}
            />
          ))}
        </ul>
      )}
      {open === 'place' && (
        <ReasonDialog
          title="Place legal hold"
          label="Matter"
          hint="Such as the court and the number of the case"
          schema={LegalHoldInput.shape.matter}
          submitLabel="Place Hold"
          onClose={() => setOpen(null)}
          onSubmit={place}
        >
          <p>
            While the hold stands, nothing known of <bdi>{customer.name}</bdi> is destroyed: erasing
            is refused. Everybody sees that there is a hold; only administrators see the matter.
          </p>
        </ReasonDialog>
      )}
      {open !== null && open !== 'place' && (
        <ReasonDialog
          title="Lift legal hold"
          submitLabel="Lift Hold"
          intent={Intent.PRIMARY}
          onClose={() => setOpen(null)}
          onSubmit={(reason) => lift(open, reason)}
        >
          <p>
            <bdi>{open.matter}</bdi>, since {dayOf(open.placedAt)}. Without a hold, the customer can
            be erased again.
          </p>
        </ReasonDialog>
      )}
    </section>
  );
}

interface HoldRowProps {
  hold: LegalHoldShownFragment;
  /** Absent: it cannot be lifted. */
  onLift: (() => void) | undefined;
}

function HoldRow({ hold, onLift }: HoldRowProps) {
  const { matter, placedAt, placedBy, liftedAt, liftedBy, liftReason } = hold;
  return (
    <li data-ended={liftedAt !== null}>
      <div className="privacy-row">
        <strong dir="auto">
          {matter ?? 'Legal hold'}{' '}
          <Badge tone={liftedAt === null ? 'wait' : 'ended'}>
            {liftedAt === null ? 'Stands' : 'Lifted'}
          </Badge>
        </strong>
        <span className="muted">
          Since {dayOf(placedAt)}, by {placedBy}
          {liftedAt !== null && `; lifted on ${dayOf(liftedAt)} by ${liftedBy}`}
        </span>
        {liftReason && (
          <span className="muted" dir="auto">
            {liftReason}
          </span>
        )}
      </div>
      {onLift && (
        <Button size="small" aria-label={`Lift: ${matter ?? 'legal hold'}`} onClick={onLift}>
          Lift
        </Button>
      )}
    </li>
  );
}
