import { Button, Intent } from '@blueprintjs/core';
import { Plus, Shield } from '@blueprintjs/icons';
import { STEP_LABELS } from '@insuremanager/contracts/privacy/breachKinds';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  BreachesDocument,
  type BreachesQuery,
  type BreachShownFragment,
} from '../../data/operations.generated';
import { formatInstant } from '../../ui/format';
import { idIn } from '../../ui/list/addressValues';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import { BreachDialog } from './breaches/BreachForm';
import { BreachPage } from './breaches/BreachPage';
import { clockState, useNow } from './breaches/Clocks';
import './privacy.css';

const ASKED = operation(BreachesDocument, {});

/** Breaches of personal data, with what is owed until when; one of them by its address. */
export default function BreachesPanel() {
  const { params } = useAddress();
  const id = idIn(params, 'breach');
  return id === null ? <BreachList /> : <BreachPage key={id} id={id} />;
}

function BreachList() {
  const { params, open, close } = useAddress();
  const { data, error, retry } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const isAdding = params.get('add') === '1';
  const add = (
    <Button
      intent={Intent.PRIMARY}
      icon={<Plus />}
      className="add-button"
      onClick={() => open({ add: '1' })}
    >
      Open Breach
    </Button>
  );
  if (error && !data) return <LoadFailure what="breaches" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={72} what="breaches" />;
  const { breaches } = data as BreachesQuery;
  return (
    <section className="breach-list" aria-label="Breaches">
      {breaches.length === 0 ? (
        <EmptyState
          icon={<Shield size={20} />}
          text="No breach of personal data has been recorded"
          action={add}
        />
      ) : (
        <>
          <div className="breach-list-head">{add}</div>
          <ul>
            {breaches.map((breach) => (
              <BreachRow key={breach.id} breach={breach} />
            ))}
          </ul>
        </>
      )}
      {isAdding && (
        <BreachDialog
          asked={null}
          onSaved={({ id }) => {
            retry();
            open({ add: null, breach: String(id) });
          }}
          onClose={() => close('add')}
        />
      )}
    </section>
  );
}

function BreachRow({ breach }: { breach: BreachShownFragment }) {
  const now = useNow();
  const { id, title, awareAt, isClosed, clocks } = breach;
  const open = clocks.filter(({ end }) => end === null);
  return (
    <li>
      <Link to={`/privacy/breaches?breach=${id}`} className="breach-row">
        <span className="breach-row-head">
          <strong dir="auto">{title}</strong>
          <Badge tone={isClosed ? 'ended' : 'bad'}>{isClosed ? 'Closed' : 'Open'}</Badge>
        </span>
        <span className="muted">Aware since {formatInstant(awareAt)}</span>
        {!isClosed && (
          <span className="breach-row-clocks">
            {open.map((clock) => {
              const [tone, label] = clockState(clock, now);
              return (
                <span key={clock.step}>
                  {STEP_LABELS[clock.step]} <Badge tone={tone}>{label}</Badge>
                </span>
              );
            })}
          </span>
        )}
      </Link>
    </li>
  );
}
