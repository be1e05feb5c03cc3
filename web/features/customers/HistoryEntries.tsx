import { shownInstant } from '../../ui/shownInstant';
import { statusLook } from '../../ui/statusTones';
import type { HistoryEntry } from './staleEdit';
import './HistoryEntries.css';

/** A status by its word, everything else as the history tells it. */
const shownValue = (field: string, value: string): string =>
  field === 'kycStatus' ? statusLook(value).label : value;

const roleOf = (role: string) => (role ? ` (${role})` : '');

/** Events in words: what, who, when, and each value before and after. */
export const HistoryEntries = ({ entries }: { entries: readonly HistoryEntry[] }) => (
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
