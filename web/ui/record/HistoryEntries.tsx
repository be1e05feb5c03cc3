import { shownInstant } from '../shownInstant';
import type { HistoryEntry, ShownInHistory } from './history';
import './HistoryEntries.css';

interface HistoryEntriesProps {
  entries: readonly HistoryEntry[];
  shownValue: ShownInHistory;
}

const roleOf = (role: string) => (role ? ` (${role})` : '');

/** Events in words: what, who, when, and each value before and after. */
export const HistoryEntries = ({ entries, shownValue }: HistoryEntriesProps) => (
  <ol className="history">
    {entries.map((entry) => (
      <li key={entry.version} data-type={entry.type}>
        <strong>{entry.summary}</strong>
        <p className="history-who">
          {entry.actor.username}
          {roleOf(entry.actor.role)} · <time dateTime={entry.at}>{shownInstant(entry.at)}</time>
        </p>
        {entry.changes.length > 0 && (
          <dl>
            {entry.changes.map(({ field, label, before, after }) => (
              <div key={field}>
                <dt>{label}</dt>
                <dd className="tabular">
                  {before !== null && (
                    <>
                      <del>{shownValue(field, before)}</del>
                      <span aria-hidden="true"> → </span>
                      <span className="visually-hidden">became</span>
                    </>
                  )}
                  <ins>{after === null ? '(empty)' : shownValue(field, after)}</ins>
                </dd>
              </div>
            ))}
          </dl>
        )}
      </li>
    ))}
  </ol>
);
