import { Code, History } from '@blueprintjs/icons';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { operation } from '../../data/operation';
import { ReplayDocument } from '../../data/operations.generated';
import { addressOfRecord, OPENED_HERE, type RecordKind } from '../../records/addresses';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { EmptyState } from '../../ui/list/EmptyState';
import { DossierButton } from '../../ui/record/DossierButton';
import { ChangeList, PartOf } from '../../ui/record/HistoryEntries';
import { historyFailure } from '../../ui/record/HistoryPanel';
import { Loaded } from '../../ui/record/Loaded';
import { replayAddress } from '../../ui/record/replayAddress';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import { BesideNow } from './BesideNow';
import { KycTable } from './KycTable';
import { MomentSlider } from './MomentSlider';
import { RawEventDrawer } from './RawEventDrawer';
import { ReplayedMerges } from './ReplayedMerges';
import {
  formatterOf,
  keyOf,
  RECORD_ICONS,
  type ReplayEvent,
  type ReplayKey,
  type ReplayOf,
} from './replayed';

/** All that happened to one record, and how it stood after each event. */
export const RecordReplay = ({ record, id }: ReplayKey) => (
  <Loaded
    query={operation(ReplayDocument, { record, id })}
    // Asked once: who asks is recorded. The past must not reach the cache either.
    fetchPolicy="no-cache"
    what="the history"
    rowHeight={72}
    failure={historyFailure(record)}
  >
    {({ replay }) => <Replayed replay={replay} />}
  </Loaded>
);

function Replayed({ replay }: { replay: ReplayOf }) {
  const { record, id, events, kyc, merges, leadsTo } = replay;
  const { params, change } = useAddress();
  const asked = events.findIndex((event) => keyOf(event) === params.get('event'));
  const index = asked === -1 ? events.length - 1 : asked;
  const event = events[index];
  const raw = events.find((one) => keyOf(one) === params.get('raw')) ?? null;
  const choose = (next: number) => {
    const chosen = events[next];
    if (chosen) change({ event: keyOf(chosen) });
  };
  if (!event) return <EmptyState icon={<History size={20} />} text="Nothing has happened yet" />;
  return (
    <>
      <div className="replay-page">
        <div className="replay">
          <Head replay={replay} />
          <MomentSlider events={events} index={index} onIndex={choose} />
          <div className="replay-beside">
            <BesideNow {...{ record, id, event }} isMerged={leadsTo !== null} />
            {kyc.length > 0 && <KycTable periods={kyc} />}
            {merges.length > 0 && <ReplayedMerges merges={merges} />}
          </div>
          <Timeline
            {...{ record, events, index }}
            onIndex={choose}
            onRaw={(one) => change({ raw: keyOf(one) })}
          />
        </div>
      </div>
      <RawEventDrawer {...{ record, id }} event={raw} onClose={() => change({ raw: null })} />
    </>
  );
}

function Head({ replay }: { replay: ReplayOf }) {
  const { record, id, name, policyKind, isDeleted, events, leadsTo } = replay;
  const Icon = RECORD_ICONS[record];
  const kind = (policyKind ?? record) as RecordKind;
  return (
    <header className="replay-head">
      <span className="replay-icon" aria-hidden="true">
        <Icon size={18} />
      </span>
      <div className="replay-title">
        <h2 dir="auto">{name}</h2>
        <p className="muted tabular">
          {policyKind ? `${labelOf(policyKind)} policy` : labelOf(record)} {id} ·{' '}
          {events.length === 1 ? '1 event' : `${events.length.toLocaleString('en-IN')} events`}
        </p>
      </div>
      {leadsTo ? (
        <p className="replay-led tabular">
          <Badge tone="ended">Merged</Badge> leads to{' '}
          <Link to={replayAddress('customer', leadsTo.customerId)}>
            <bdi>{leadsTo.name}</bdi> ({leadsTo.customerId})
          </Link>{' '}
          <span className="muted">
            since <time dateTime={leadsTo.at}>{formatInstant(leadsTo.at)}</time>, by {leadsTo.by}
          </span>
        </p>
      ) : (
        isDeleted && <Badge tone="bad">Deleted</Badge>
      )}
      <div className="replay-actions">
        <Link className="bp6-button" to={addressOfRecord({ kind, id })} state={OPENED_HERE}>
          Open Record
        </Link>
        <DossierButton record={record} id={id} />
      </div>
    </header>
  );
}

interface TimelineProps {
  record: ReplayOf['record'];
  events: readonly ReplayEvent[];
  index: number;
  onIndex: (index: number) => void;
  onRaw: (event: ReplayEvent) => void;
}

/** Every event in words, the newest first; the chosen one is marked. */
function Timeline({ record, events, index, onIndex, onRaw }: TimelineProps) {
  const formatValue = formatterOf(record);
  const chosen = useRef<HTMLLIElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    // Whoever comes sees the record first.
    if (shown.current === index) return;
    shown.current = index;
    const item = chosen.current;
    const page = item?.closest('.replay-page');
    // Where it stands beside the record; below it, what is looked at would go away.
    if (page && page.clientWidth >= BESIDE_PX) item?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  return (
    <section className="replay-card replay-events" aria-labelledby="replay-events">
      <h3 id="replay-events">What happened</h3>
      <ol className="history" reversed>
        {events
          .map((event, nth) => (
            <li
              key={keyOf(event)}
              ref={nth === index ? chosen : undefined}
              data-type={event.type}
              aria-current={nth === index ? 'step' : undefined}
            >
              <button type="button" className="replay-choose" onClick={() => onIndex(nth)}>
                <strong>{event.summary}</strong>
                <span className="history-who">
                  {event.actor.username} ({labelOf(event.actor.role)}) ·{' '}
                  <time dateTime={event.at}>{formatInstant(event.at)}</time>
                </span>
              </button>
              <p className="replay-command muted">
                <code>{event.type}</code>
                <span title={`Command ${event.commandId}`}>
                  command <code>{event.commandId.slice(0, 8)}</code>
                </span>
                <PartOf {...event} />
                <button
                  type="button"
                  className="link-button"
                  aria-label={`Raw event: ${event.summary}`}
                  onClick={() => onRaw(event)}
                >
                  <Code size={12} /> Raw event
                </button>
              </p>
              {event.changes.length > 0 && (
                <ChangeList changes={event.changes} formatValue={formatValue} verb="became" />
              )}
            </li>
          ))
          .reverse()}
      </ol>
    </section>
  );
}

/** As in the styles: from this width on, the events stand beside the record. */
const BESIDE_PX = 800;
