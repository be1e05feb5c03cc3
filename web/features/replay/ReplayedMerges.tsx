import { Link } from 'react-router';
import { formatInstant } from '../../ui/format';
import { replayAddress } from '../../ui/record/replayAddress';
import type { ReplayOf } from './replayed';

type Merge = ReplayOf['merges'][number];
type Moved = Merge['merged'];

/** Who was merged into a customer, and parted again, with the records that moved. */
export const ReplayedMerges = ({ merges }: { merges: readonly Merge[] }) => (
  <section className="replay-card replay-merges" aria-labelledby="replay-merges">
    <h3 id="replay-merges">Merges</h3>
    <ul>
      {merges.map((merge) => (
        <li key={merge.merged.at}>
          <p>
            <strong>
              <Link to={replayAddress('customer', merge.customerId)}>
                <bdi>{merge.name}</bdi>
              </Link>{' '}
              ({merge.customerId})
            </strong>
          </p>
          <Step word="Merged" moved={merge.merged} came="came along" />
          {merge.undone && <Step word="Parted again" moved={merge.undone} came="went back" />}
        </li>
      ))}
    </ul>
  </section>
);

function Step({ word, moved, came }: { word: string; moved: Moved; came: string }) {
  const { at, by, count, records } = moved;
  return (
    <div className="replay-merge">
      <p className="tabular">
        {word} by {by} · <time dateTime={at}>{formatInstant(at)}</time>
      </p>
      <p className="muted">
        {count === 0 && `No records ${came}`}
        {records.map((record, nth) => (
          <span key={`${record.record} ${record.id}`}>
            {nth > 0 && ', '}
            <Link to={replayAddress(record.record, record.id)}>
              <bdi>{record.name}</bdi>
            </Link>
          </span>
        ))}
        {count > records.length && ` and ${(count - records.length).toLocaleString('en-IN')} more`}
        {count > 0 && ` ${came}`}
      </p>
    </div>
  );
}
