import { Callout, Intent, ProgressBar } from '@blueprintjs/core';
import { Link } from 'react-router';
import type { SweepRefusal, SweepShownFragment } from '../../../data/operations.generated';
import { formatCount, formatInstant } from '../../../ui/format';

const WHY: Readonly<Record<SweepRefusal, string>> = {
  legal_hold: 'under a legal hold',
  customer_has_active_policies: 'has an active policy',
  customer_has_open_claims: 'has an open claim',
  retention_runs: 'there was business again, and the records must be kept',
  customer_not_found: 'no such customer',
  failed: 'something went wrong: erase them by themselves',
};

const people = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'customer' : 'customers'}`;

/** How far the last sweep is, and who could not be erased. */
export function SweepProgress({ sweep }: { sweep: SweepShownFragment }) {
  const { askedBy, askedAt, finishedAt, total, erased, refused, notSwept } = sweep;
  const done = erased + refused;
  if (finishedAt === null) {
    return (
      <section className="panel-card retention-sweep" aria-label="Erasing">
        <strong role="status">
          Erasing {people(total)}: {formatCount(done)} done
        </strong>
        <ProgressBar
          value={total === 0 ? 0 : done / total}
          intent={Intent.PRIMARY}
          stripes={false}
          aria-label="Customers done"
        />
        <span className="muted">
          Asked for by {askedBy}, {formatInstant(askedAt)}. It goes on when you leave.
        </span>
      </section>
    );
  }
  return (
    <Callout
      icon={null}
      intent={refused > 0 ? Intent.WARNING : Intent.SUCCESS}
      className="retention-ended"
    >
      <p role="status">
        {people(erased)} erased, {formatInstant(finishedAt)}, asked for by {askedBy}.
        {refused > 0 && ` ${people(refused)} could not be erased:`}
      </p>
      {notSwept.length > 0 && (
        <ul>
          {notSwept.map(({ customerId, name, why }) => (
            <li key={customerId}>
              <Link to={`/privacy/people/${customerId}`} dir="auto">
                {name}
              </Link>
              : {WHY[why]}
            </li>
          ))}
        </ul>
      )}
      {refused > notSwept.length && <p>The first {notSwept.length} are named.</p>}
    </Callout>
  );
}
