import { Link } from 'react-router';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { replayAddress } from '../../ui/record/replayAddress';
import { StatusBadge } from '../../ui/StatusBadge';
import { afterInWords, type ReplayOf } from './replayed';

type Period = ReplayOf['kyc'][number];

/** Each KYC status of a customer: by whom, on which document, after how long. */
export const KycTable = ({ periods }: { periods: readonly Period[] }) => (
  <section className="panel-card replay-card" aria-labelledby="replay-kyc">
    <h3 id="replay-kyc">KYC</h3>
    <table className="replay-table replay-kyc">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">From, until</th>
          <th scope="col">By</th>
          <th scope="col">Document</th>
        </tr>
      </thead>
      <tbody>
        {periods.map(({ status, from, until, actor, documentId, documentName, afterDays }) => (
          <tr key={from}>
            <th scope="row">
              <StatusBadge status={status} />
              <small>{afterInWords(afterDays)}</small>
            </th>
            <td className="tabular">
              {formatInstant(from)}
              <small>{until === null ? 'still' : `until ${formatInstant(until)}`}</small>
            </td>
            <td>
              {actor.username}
              <small>{labelOf(actor.role)}</small>
            </td>
            <td dir="auto">
              {documentId === null ? (
                <span className="muted">–</span>
              ) : (
                <Link to={replayAddress('document', documentId)}>
                  {documentName ?? `Document ${documentId}`}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);
