import { Duplicate } from '@blueprintjs/icons';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  DuplicatesOfCustomerDocument,
  type DuplicatesOfCustomerQuery,
} from '../../../data/operations.generated';
import { OPENED_HERE } from '../../../records/addresses';
import type { Customer } from '../customer';
import { Reasons } from './Reasons';
import { comparisonPath, DUPLICATES_PATH } from './words';
import './ofCustomer.css';

/** Says who may be the same person as a customer; nothing where nobody seems to be. */
export default function LikelyDuplicate({ customer: { id } }: { customer: Customer }) {
  const { data } = useGatewayQuery(operation(DuplicatesOfCustomerDocument, { customerId: id }));
  const pairs = (data as DuplicatesOfCustomerQuery | undefined)?.duplicatePairs.pairs ?? [];
  const [pair, ...others] = pairs;
  if (!pair) return null;
  const other =
    pair.firstId === id
      ? { id: pair.secondId, name: pair.secondName }
      : { id: pair.firstId, name: pair.firstName };
  return (
    <aside className="merge-likely" aria-label="Likely duplicate">
      <Duplicate size={16} />
      <div className="merge-likely-text">
        <span>
          May be the same person as{' '}
          <strong>
            <bdi>{other.name}</bdi>
          </strong>{' '}
          ({other.id})
          {others.length > 0 && (
            <>
              {' '}
              and <Link to={DUPLICATES_PATH}>{others.length} more</Link>
            </>
          )}
        </span>
        <Reasons pair={pair} />
      </div>
      <Link
        className="bp6-button bp6-small"
        to={comparisonPath(id, other.id)}
        state={OPENED_HERE}
        aria-label={`Compare with ${other.name}`}
      >
        Compare
      </Link>
    </aside>
  );
}
