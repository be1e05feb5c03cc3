import { Button } from '@blueprintjs/core';
import { ArrowLeft, ChevronLeft, ChevronRight, Tick } from '@blueprintjs/icons';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatPhone } from '@insuremanager/contracts/rules/phone';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { useSingleKeys } from '../../../data/useSessionState';
import { OPENED_HERE, RECORD_PLACES } from '../../../records/addresses';
import { Avatar } from '../../../ui/Avatar';
import { useConfirm } from '../../../ui/Confirm';
import { formatCount } from '../../../ui/format';
import { idIn } from '../../../ui/list/addressValues';
import { EmptyState } from '../../../ui/list/EmptyState';
import { SkeletonRows } from '../../../ui/list/SkeletonRows';
import { LoadFailure } from '../../../ui/record/Loaded';
import { Badge, StatusBadge } from '../../../ui/StatusBadge';
import { useAddress } from '../../../ui/useAddress';
import { isTypedInto, useUncoveredKeys } from '../../../ui/useUncoveredKeys';
import { type ScreenView, ViewSwitch } from '../../../ui/ViewSwitch';
import { likelihood } from './comparison';
import { Reasons } from './Reasons';
import {
  type DistinctPair,
  type DuplicatePair,
  useDistinctPairs,
  useDuplicatePairs,
} from './useDuplicatePairs';
import { useMerging } from './useMerging';
import { askDistinct, comparisonPath } from './words';

const PAGE = 50;
const ROW_HEIGHT = 72;

const SUGGESTED: ScreenView = { id: 'suggested', label: 'Suggested' };
const DISTINCT: ScreenView = { id: 'distinct', label: 'Marked as Not the Same' };

/** All pairs of customers who seem to be one person, and those of whom somebody said they are not. */
export function DuplicatesList() {
  const { params } = useAddress();
  const view = params.get('view') === DISTINCT.id ? DISTINCT : SUGGESTED;
  return (
    <section className="duplicates" aria-label="Likely duplicates">
      <div className="duplicates-head">
        <Link className="merge-back" to={RECORD_PLACES.customer.path}>
          <ArrowLeft size={14} /> Customers
        </Link>
        <p className="muted">
          {view === DISTINCT
            ? 'These are not suggested any more, until somebody compares them again.'
            : 'Nobody is merged by itself: look at both beside each other, and decide.'}
        </p>
        <ViewSwitch views={[SUGGESTED, DISTINCT]} shown={view} />
      </div>
      {view === DISTINCT ? <Distinct /> : <Suggested />}
    </section>
  );
}

/** Those of whom most speaks for it first. */
function Suggested() {
  const page = usePage();
  return (
    <PairsPage
      {...{ ...page, ...useDuplicatePairs(page.offset) }}
      what="the duplicates"
      none="No two customers seem to be one person"
    >
      {(pairs) => <Pairs pairs={pairs} />}
    </PairsPage>
  );
}

/** Those who are marked as distinct, the last first. */
function Distinct() {
  const page = usePage();
  return (
    <PairsPage
      {...{ ...page, ...useDistinctPairs(page.offset) }}
      what="the pairs"
      none="Nobody has marked two customers as not the same"
    >
      {(pairs) => (
        <PairRows count={pairs.length}>
          {(onGone) =>
            pairs.map((pair, nth) => (
              <DistinctRow
                key={`${pair.firstId} ${pair.secondId}`}
                pair={pair}
                onGone={() => onGone(nth)}
              />
            ))
          }
        </PairRows>
      )}
    </PairsPage>
  );
}

function usePage() {
  const { params, open } = useAddress();
  const move = (to: number) => open({ from: to > 0 ? String(to) : null });
  return { offset: idIn(params, 'from') ?? 0, move };
}

interface PairsPageProps<Pair> {
  offset: number;
  move: (to: number) => void;
  found: { pairs: readonly Pair[]; hasMore: boolean } | undefined;
  error: ReturnType<typeof useDuplicatePairs>['error'];
  retry: () => void;
  what: string;
  none: string;
  children: (pairs: readonly Pair[]) => ReactNode;
}

/** Fifty pairs, and the way to others. */
function PairsPage<Pair>(props: PairsPageProps<Pair>) {
  const { offset, move, found, error, retry, what, none, children } = props;
  if (error && !found) return <LoadFailure what={what} error={error} onRetry={retry} />;
  if (!found) return <SkeletonRows height={ROW_HEIGHT} what={what} />;
  if (found.pairs.length === 0) {
    return (
      <EmptyState
        icon={<Tick size={20} />}
        text={offset > 0 ? 'There are no more pairs' : none}
        action={offset > 0 && <Button onClick={() => move(0)}>See the First</Button>}
      />
    );
  }
  return (
    <>
      {children(found.pairs)}
      <div className="duplicates-foot">
        <span className="muted tabular" role="status">
          {offset > 0 && `${formatCount(offset + 1)} to `}
          {formatCount(offset + found.pairs.length)}
          {found.hasMore && '+'} {offset + found.pairs.length === 1 ? 'pair' : 'pairs'}
        </span>
        {(offset > 0 || found.hasMore) && (
          <span className="duplicates-pages">
            <Button
              size="small"
              icon={<ChevronLeft />}
              aria-label="Previous pairs"
              disabled={offset === 0}
              onClick={() => move(offset - PAGE)}
            />
            <Button
              size="small"
              icon={<ChevronRight />}
              aria-label="Next pairs"
              disabled={!found.hasMore}
              onClick={() => move(offset + PAGE)}
            />
          </span>
        )}
      </div>
    </>
  );
}

const KEYS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

const Pairs = ({ pairs }: { pairs: readonly DuplicatePair[] }) => (
  <PairRows count={pairs.length}>
    {(onGone) =>
      pairs.map((pair, nth) => (
        <PairRow
          key={`${pair.firstId} ${pair.secondId}`}
          pair={pair}
          onMarked={() => onGone(nth)}
        />
      ))
    }
  </PairRows>
);

interface PairRowsProps {
  count: number;
  /** @param onGone told before the pair of a row goes from the list. */
  children: (onGone: (nth: number) => void) => ReactNode;
}

/** Rows that keys go through. */
function PairRows({ count, children }: PairRowsProps) {
  const list = useRef<HTMLUListElement>(null);
  const hasSingleKeys = useSingleKeys();
  const linkAt = (nth: number) => list.current?.querySelectorAll('a')[nth];
  useUncoveredKeys(true, (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTypedInto(event.target)) return;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const by = hasSingleKeys || key.length > 1 ? KEYS[key] : undefined;
    if (by === undefined) return;
    const rows = [...(list.current?.children ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const next = linkAt(at === -1 ? 0 : at + by);
    if (!next) return;
    event.preventDefault();
    next.focus();
  });

  // The pair is gone, and the focus with it: on to the one in its place.
  const toFocus = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once other pairs are there
  useEffect(() => {
    const nth = toFocus.current;
    toFocus.current = null;
    if (nth === null || document.activeElement !== document.body) return;
    linkAt(Math.min(nth, count - 1))?.focus();
  }, [count]);

  return (
    <ul ref={list} className="duplicates-list">
      {children((nth) => {
        toFocus.current = nth;
      })}
    </ul>
  );
}

function PairRow({ pair, onMarked }: { pair: DuplicatePair; onMarked: () => void }) {
  const { firstId, secondId, score } = pair;
  const first = { id: firstId, name: pair.firstName };
  const second = { id: secondId, name: pair.secondName };
  const ask = useConfirm();
  const { setDistinct } = useMerging();
  const { word, tone } = likelihood(score);
  const dismiss = async () => {
    if (await ask(askDistinct(first, second))) {
      onMarked();
      await setDistinct(true, first, second);
    }
  };
  return (
    <li className="duplicate-pair">
      <Link to={comparisonPath(firstId, secondId)} state={OPENED_HERE} className="duplicate-link">
        <Person {...first} of={pair.first} />
        <Person {...second} of={pair.second} />
        <span className="duplicate-why">
          <Badge tone={tone}>{word}</Badge>
          <Reasons pair={pair} />
        </span>
      </Link>
      <Button
        size="small"
        variant="minimal"
        aria-label={`${first.name} and ${second.name} are not the same person`}
        onClick={() => void dismiss()}
      >
        Not the Same
      </Button>
    </li>
  );
}

function DistinctRow({ pair, onGone }: { pair: DistinctPair; onGone: () => void }) {
  const { firstId, secondId, markedAt, markedBy } = pair;
  const first = { id: firstId, name: pair.firstName };
  const second = { id: secondId, name: pair.secondName };
  const { setDistinct } = useMerging();
  const again = async () => {
    onGone();
    await setDistinct(false, first, second);
  };
  return (
    <li className="duplicate-pair">
      <Link to={comparisonPath(firstId, secondId)} state={OPENED_HERE} className="duplicate-link">
        <Person {...first} of={pair.first} />
        <Person {...second} of={pair.second} />
        <span className="duplicate-told muted tabular">
          Not the same, said {markedBy} on {formatDay(kolkataDay(new Date(markedAt)))}
        </span>
      </Link>
      <Button
        size="small"
        variant="minimal"
        aria-label={`Compare ${first.name} and ${second.name} again`}
        onClick={() => void again()}
      >
        Compare Again
      </Button>
    </li>
  );
}

interface PersonProps {
  id: number;
  name: string;
  of: DuplicatePair['first'];
}

const Person = ({ id, name, of }: PersonProps) => (
  <span className="duplicate-person">
    <Avatar name={name} />
    <span className="duplicate-named">
      <strong className="ellipsis" dir="auto">
        {name}
      </strong>
      <span className="muted ellipsis tabular">
        {id}
        {of && ` · ${formatPhone(of.phone)}`}
      </span>
    </span>
    {of && <StatusBadge status={of.kycStatus} />}
  </span>
);
