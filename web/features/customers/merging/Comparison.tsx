import { Button, Callout, Intent } from '@blueprintjs/core';
import { ArrowLeft, ChevronLeft, ChevronRight, People } from '@blueprintjs/icons';
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
  type Compared,
  consentRows,
  fieldRows,
  holdingRows,
  movesAlong,
  namesOfFields,
  outcomeOf,
  type Pair,
  proposedToRemain,
  SIDES,
  type Side,
  takenOver,
} from './comparison';
import { Reasons } from './Reasons';
import { useDuplicatePairs } from './useDuplicatePairs';
import { type Named, useMerging } from './useMerging';
import { usePair } from './usePair';
import { askDistinct, comparisonPath, DUPLICATES_PATH } from './words';

/** Two customers beside each other: which one remains, with what of the other one. */
export function Comparison({ ids }: { ids: Pair<number> }) {
  const { compared, error, retry, now, likely } = usePair(ids);
  const [isMerged, setMerged] = useState(false);
  const gone = SIDES.find((side) => now[side] === null);
  const led = SIDES.find((side) => now[side] && now[side].id !== ids[side]);
  const into = led && now[led];
  const body = () => {
    if (isMerged) return <SkeletonRows height={56} what="the customers" />;
    if (led && into)
      return <NotTwo text={`Customer ${ids[led]} has been merged into`} into={into} />;
    if (gone) return <NotTwo text={`Customer ${ids[gone]} is in no list now.`} />;
    if (compared) {
      return <Beside {...{ compared }} onMerged={() => setMerged(true)} onStale={retry} />;
    }
    if (error) return <LoadFailure what="the customers" error={error} onRetry={retry} />;
    return <SkeletonRows height={56} what="the customers" />;
  };
  return (
    <section className="merge" aria-label="Two customers">
      <div className="merge-top">
        <Link className="merge-back" to={DUPLICATES_PATH}>
          <ArrowLeft size={14} /> Likely duplicates
        </Link>
        {likely && <Reasons pair={likely} />}
        <Pager ids={ids} />
      </div>
      {body()}
    </section>
  );
}

/** One of them is no customer any more: somebody else has merged or deleted them. */
const NotTwo = ({ text, into }: { text: string; into?: Named }) => (
  <EmptyState
    icon={<People size={20} />}
    text={into ? `${text} ${into.name} (${into.id}).` : text}
    action={
      into ? (
        <Link className="bp6-button" to={addressOfRecord({ kind: 'customer', id: into.id })}>
          Open Customer
        </Link>
      ) : (
        <Link to={DUPLICATES_PATH}>See likely duplicates</Link>
      )
    }
  />
);

/** Where this pair stands among those that are suggested, and the ones beside it. */
function Pager({ ids }: { ids: Pair<number> }) {
  const { found } = useDuplicatePairs(0);
  const navigate = useNavigate();
  const hasSingleKeys = useSingleKeys();
  const pairs = found?.pairs ?? [];
  const both = Object.values(ids);
  const at = pairs.findIndex(
    ({ firstId, secondId }) => both.includes(firstId) && both.includes(secondId),
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
  compared: Compared;
  onMerged: () => void;
  /** Somebody has changed one of them. */
  onStale: () => void;
}

function Beside({ compared, onMerged, onStale }: BesideProps) {
  const navigate = useNavigate();
  const ask = useConfirm();
  const { merge, setDistinct } = useMerging();
  const [remaining, setRemaining] = useState<Side | null>(null);
  const [chosen, setChosen] = useState<Chosen>({});
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  const { first, second } = compared;
  const remains = remaining ?? proposedToRemain(compared);
  const { differing, alike } = fieldRows(compared);
  const outcome = outcomeOf(differing, remains, chosen);
  const taken = takenOver(outcome, remains);
  const holdings = holdingRows(compared, remains);
  const consents = consentRows(compared);
  const held = [first, second].filter(({ isHeld }) => isHeld);
  const [into, duplicate] = [compared[remains], compared[across(remains)]];

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
    if (!(await ask(askDistinct(first, second)))) return;
    if (await setDistinct(true, first, second)) navigate(DUPLICATES_PATH);
  };

  return (
    <>
      {held.length > 0 && (
        <Callout intent={Intent.WARNING} icon={null} role="status">
          A legal hold stands on the records of{' '}
          {held.map(({ id, name }) => `${name} (${id})`).join(' and ')}: they stay as they are, and
          cannot be merged until it is lifted.
        </Callout>
      )}
      <div className="merge-card">
        <WhoRemains
          {...{ compared, remains }}
          onRemains={setRemaining}
          onAll={(side) =>
            setChosen(Object.fromEntries(differing.map(({ field }) => [field, side])))
          }
        />
        <ChoiceRows
          {...{ differing, outcome }}
          onChoose={(field, side) => setChosen({ ...chosen, [field]: side })}
        />
      </div>
      <div className="merge-parts">
        <HoldingsBeside {...{ holdings }} intoId={into.id} duplicateId={duplicate.id} />
        {consents.length > 0 && <ConsentsBeside {...{ compared, consents }} />}
        {alike.length > 0 && <Alike rows={alike} />}
      </div>
      <section className="merge-foot" aria-label="What will happen">
        {failure !== null && (
          <Callout intent={Intent.DANGER} icon={null} role="alert" className="merge-refused">
            {failure}
          </Callout>
        )}
        <p>
          <InSentences {...{ into, duplicate, taken }} moves={movesAlong(holdings)} />
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
      </section>
    </>
  );
}

interface InSentencesProps {
  into: Named;
  duplicate: Named;
  taken: ReturnType<typeof takenOver>;
  moves: string | null;
}

/** What will have become of both. */
function InSentences({ into, duplicate, taken, moves }: InSentencesProps) {
  const kyc = taken.takesKyc ? (['kycStatus'] as const) : [];
  const fields = namesOfFields([...taken.fields, ...kyc]);
  return (
    <>
      <strong>
        <bdi>{into.name}</bdi> ({into.id}) remains
      </strong>
      ; the number {duplicate.id} leads there for ever. {moves ?? 'Nothing moves along.'}{' '}
      {fields !== '' && `Taken over: ${fields}. `}
      <span className="muted">It can be undone.</span>
    </>
  );
}
