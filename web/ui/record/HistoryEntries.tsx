import { importWords } from '@insuremanager/contracts/history';
import { Link } from 'react-router';
import { PAST_DAY } from '../../data/pastDay';
import { useAllowed } from '../allowed';
import { formatInstant } from '../format';
import type { FormatValue, HistoryEntry } from './recordType';
import './HistoryEntries.css';

interface HistoryEntriesProps {
  entries: readonly HistoryEntry[];
  formatValue: FormatValue;
}

type Change = HistoryEntry['changes'][number];

const roleOf = (role: string) => (role ? ` (${role})` : '');

/** Events in words: what, who, when, and each value before and after. */
export const HistoryEntries = ({ entries, formatValue }: HistoryEntriesProps) => (
  <ol className="history">
    {entries.map((entry) => (
      <li key={`${entry.at} ${entry.version} ${entry.type}`} data-type={entry.type}>
        <strong>{entry.summary}</strong>
        <p className="history-who">
          {entry.actor.username}
          {roleOf(entry.actor.role)} · <time dateTime={entry.at}>{formatInstant(entry.at)}</time>
          <PartOf {...entry} before=" · " />
        </p>
        {entry.changes.length > 0 && (
          <ChangeList changes={entry.changes} formatValue={formatValue} verb="became" />
        )}
      </li>
    ))}
  </ol>
);

interface PartOfProps extends Pick<HistoryEntry, 'batchId' | 'ofImport'> {
  before?: string;
}

/** What an event was part of: an import, which is told to whoever may import, or a bulk change. */
export function PartOf({ batchId, ofImport, before = '' }: PartOfProps) {
  // There are no imports on a past day.
  const isLinked = useAllowed('imports.manage') && PAST_DAY === null;
  if (batchId === null) return null;
  const words = ofImport ? importWords(ofImport) : 'part of a bulk change';
  return (
    <span>
      {before}
      {ofImport && isLinked ? <Link to={`/import/${ofImport.id}`}>{words}</Link> : words}
    </span>
  );
}

interface ChangeListProps {
  changes: readonly Change[];
  formatValue: FormatValue;
  /** Between before and after, for those who do not see the arrow. */
  verb: 'became' | 'becomes';
}

/** Fields that change, each before and after. */
export const ChangeList = ({ changes, formatValue, verb }: ChangeListProps) => (
  <dl className="changes">
    {changes.map(({ field, label, before, after }) => (
      <div key={field}>
        <dt>{label}</dt>
        <dd className="tabular">
          {before !== null && (
            <>
              <del>{formatValue(field, before)}</del>
              <span aria-hidden="true"> → </span>
              <span className="visually-hidden">{verb}</span>
            </>
          )}
          <ins>{after === null ? '(empty)' : formatValue(field, after)}</ins>
        </dd>
      </div>
    ))}
  </dl>
);
