import { Button, Callout, Intent } from '@blueprintjs/core';
import { ArrowLeft, ChevronLeft, ChevronRight, People } from '@blueprintjs/icons';
import type { CustomerField } from '@insuremanager/contracts/customers/customerFields';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { sentenceFor } from '../../../data/problems';
import { useSingleKeys } from '../../../data/useSessionState';
import { addressOfRecord } from '../../../records/addresses';
import { useConfirm } from '../../../ui/Confirm';
import { ignoreRelease } from '../../../ui/heldKeys';
import { IconButton } from '../../../ui/IconButton';
import { EmptyState } from '../../../ui/list/EmptyState';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { LoadFailure } from '../../../ui/record/Loaded';
import { isTypedInto, useUncoveredKeys } from '../../../ui/useUncoveredKeys';
import { ConsentsBeside, HoldingsBeside } from './Belongings';
import { Alike, ChoiceRows, WhoRemains } from './Choices';
import {
  across,
  type Chosen,
  comparedConsents,
  comparedFields,
  comparedHoldings,
  movesAlong,
  namesOfFields,
  outcomeOf,
  type Pair,
  proposedToRemain,
  type Side,
  takenOver,
} from './comparison';
import { Reasons } from './Reasons';
import { useDuplicatePairs } from './useDuplicatePairs';
import { useMerging } from './useMerging';
import { areThere, type Found, usePair } from './usePair';
import { askTellApart, comparisonPath, DUPLICATES_PATH } from './words';

interface ComparisonProps {
  oneId: number;
  otherId: number;
}

/** Two customers beside each other: which one remains, with what of the other one. */
export function Comparison({ oneId, otherId }: ComparisonProps) {
  const ids = { one: oneId, other: otherId };
  const { found, error, likely, retry } = usePair(ids);
  const [isMerged, setMerged] = useState(false);
  const body = () => {
    if (error && !found) return <LoadFailure what="the customers" error={error} onRetry={retry} />;
    if (!found || isMerged) return <SkeletonRows height={56} what="the customers" />;
    if (!areThere(found)) return <NotTwo {...{ ids, found }} />;
    const pair = { one: found.one.compared, other: found.other.compared };
    return (
      <Beside
        {...{ pair }}
        reasons={likely?.reasons ?? []}
        onMerged={() => setMerged(true)}
        onStale={retry}
      />
    );
  };
  return (
    <section className="merge" aria-label="Two customers">
      <div className="merge-top">
        <Link className="merge-back" to={DUPLICATES_PATH}>
          <ArrowLeft size={14} /> Likely duplicates
        </Link>
        {likely && <Reasons pair={likely} />}
        <Pager {...{ oneId, otherId }} />
      </div>
      {body()}
    </section>
  );
}

/** One of them is no customer any more: somebody else has merged or deleted them. */
function NotTwo({ ids, found }: { ids: Pair<number>; found: Pair<Found> }) {
  const { one, other } = found;
  const into = [one, other].flatMap((side) => (side.state === 'merged' ? [side.into] : []))[0];
  if (!into) {
    const gone = one.state === 'gone' ? ids.one : ids.other;
    return (
      <EmptyState
        icon={<People size={20} />}
        text={`Customer ${gone} is in no list now.`}
        action={<Link to={DUPLICATES_PATH}>See likely duplicates</Link>}
      />
    );
  }
  const gone = one.state === 'merged' ? ids.one : ids.other;
  return (
    <EmptyState
      icon={<People size={20} />}
      text={`Customer ${gone} has been merged into ${into.name} (${into.id}).`}
      action={
        <Link className="bp6-button" to={addressOfRecord({ kind: 'customer', id: into.id })}>
          Open Customer
        </Link>
      }
    />
  );
}

/** Where this pair stands among those that are suggested, and the ones beside it. */
function Pager({ oneId, otherId }: ComparisonProps) {
  const { found } = useDuplicatePairs(0);
  const navigate = useNavigate();
  const hasSingleKeys = useSingleKeys();
  const pairs = found?.pairs ?? [];
  const at = pairs.findIndex(
    ({ firstId, secondId }) =>
      (firstId === oneId && secondId === otherId) || (firstId === otherId && secondId === oneId),
  );
  const beside = (by: number) => (at === -1 ? undefined : pairs[at + by]);
  const go = (by: number) => {
    const pair = beside(by);
    if (pair) navigate(comparisonPath(pair.firstId, pair.secondId), { replace: true });
  };
  useUncoveredKeys(hasSingleKeys, (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (isTypedInto(event.target) && !isRadio(event.target)) return;
    const by = { j: 1, k: -1 }[event.key.toLowerCase()];
    if (by === undefined || !beside(by)) return;
    event.preventDefault();
    go(by);
  });
  if (at === -1) return null;
  return (
    <span className="merge-pager">
      <span className="muted tabular">
        {at + 1} of {pairs.length}
        {found?.hasMore && '+'}
      </span>
      <IconButton
        size="small"
        text="Previous pair (K)"
        label="Previous pair"
        icon={<ChevronLeft />}
        disabled={!beside(-1)}
        onClick={() => go(-1)}
      />
      <IconButton
        size="small"
        text="Next pair (J)"
        label="Next pair"
        icon={<ChevronRight />}
        disabled={!beside(1)}
        onClick={() => go(1)}
      />
    </span>
  );
}

const isRadio = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'radio';

interface BesideProps {
  pair: Pair<Parameters<typeof comparedHoldings>[0]['one']>;
  reasons: Parameters<typeof comparedFields>[1];
  onMerged: () => void;
  /** Somebody has changed one of them. */
  onStale: () => void;
}

function Beside({ pair, reasons, onMerged, onStale }: BesideProps) {
  const navigate = useNavigate();
  const ask = useConfirm();
  const { merge, tellApart } = useMerging();
  const [remaining, setRemaining] = useState<Side | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const customers = { one: pair.one.customer, other: pair.other.customer };
  const remains = remaining ?? proposedToRemain(pair);
  const goes = across(remains);
  const { differing, alike } = comparedFields(customers, reasons);
  const outcome = outcomeOf(differing, remains, customers, chosen);
  const taken = takenOver(outcome, remains);
  const holdings = comparedHoldings(pair);
  const consents = comparedConsents(pair, remains);
  const held = [pair.one, pair.other].filter(({ legalHolds }) =>
    legalHolds.some(({ liftedAt }) => liftedAt === null),
  );
  const [into, duplicate] = [customers[remains], customers[goes]];

  const submit = async () => {
    if (isBusy || held.length > 0) return;
    setBusy(true);
    setFailure(null);
    const seen = { version: into.version, duplicateVersion: duplicate.version };
    const refused = await merge(into, duplicate, { ...taken, ...seen }, () => {
      onMerged();
      navigate(addressOfRecord({ kind: 'customer', id: into.id }));
    });
    setBusy(false);
    if (!refused) return;
    setFailure(sentenceFor(refused, 'Failed to merge the customers. Please try again.'));
    onStale();
  };
  useUncoveredKeys(true, (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
    event.preventDefault();
    ignoreRelease(event.key);
    void submit();
  });
  const dismiss = async () => {
    if (!(await ask(askTellApart(customers.one, customers.other)))) return;
    if (await tellApart(customers.one, customers.other)) navigate(DUPLICATES_PATH);
  };
  const choose = (field: CustomerField, side: Side) => setChosen({ ...chosen, [field]: side });

  return (
    <>
      {held.length > 0 && (
        <Callout intent={Intent.WARNING} icon={null} role="status">
          A legal hold stands on the records of{' '}
          {held.map(({ customer }) => `${customer.name} (${customer.id})`).join(' and ')}: they stay
          as they are, and cannot be merged until it is lifted.
        </Callout>
      )}
      <div className="merge-card merge-choices">
        <WhoRemains
          {...{ customers, remains }}
          onRemains={setRemaining}
          onAll={(side) => setChosen(Object.fromEntries(differing.map((one) => [one, side])))}
        />
        <ChoiceRows {...{ customers, differing, outcome }} onChoose={choose} />
      </div>
      <div className="merge-parts">
        <HoldingsBeside {...{ customers, holdings, remains }} />
        {consents.length > 0 && <ConsentsBeside {...{ customers, consents }} />}
        {alike.length > 0 && <Alike {...{ customer: into, alike }} />}
      </div>
      <footer className="merge-foot">
        {failure !== null && (
          <Callout intent={Intent.DANGER} icon={null} role="alert" className="merge-refused">
            {failure}
          </Callout>
        )}
        <p>
          <Outcome {...{ into, duplicate, taken }} moves={movesAlong(holdings, goes)} />
        </p>
        <div className="merge-actions">
          <Button onClick={() => void dismiss()}>Not the Same Person</Button>
          <Button
            intent={Intent.PRIMARY}
            loading={isBusy}
            disabled={held.length > 0}
            title="Ctrl+Enter"
            onClick={() => void submit()}
          >
            Merge Customers
          </Button>
        </div>
      </footer>
    </>
  );
}

interface OutcomeProps {
  into: { id: number; name: string };
  duplicate: { id: number; name: string };
  taken: ReturnType<typeof takenOver>;
  moves: string | null;
}

/** What will have become of both, in sentences. */
function Outcome({ into, duplicate, taken, moves }: OutcomeProps) {
  const fields = namesOfFields([
    ...taken.fields,
    ...(taken.takesKyc ? ['kycStatus' as const] : []),
  ]);
  return (
    <>
      <strong>
        <bdi>{into.name}</bdi> ({into.id}) remains
      </strong>
      ; the number {duplicate.id} leads there for ever.{' '}
      {moves === null
        ? 'Nothing else moves along. '
        : `${moves} move${isOne(moves) ? 's' : ''} along. `}
      {fields !== '' && `Taken over: ${fields}. `}
      <span className="muted">It can be undone.</span>
    </>
  );
}

const isOne = (moves: string): boolean => /^1 \S+( request)?$/.test(moves);
