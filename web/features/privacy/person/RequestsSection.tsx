import { Button } from '@blueprintjs/core';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useId, useMemo } from 'react';
import { Link, useNavigate } from 'react-router';
import { operation } from '../../../data/operation';
import {
  PersonRequestsOfDocument,
  type PersonRequestsOfQuery,
} from '../../../data/operations.generated';
import { Loaded } from '../../../ui/record/Loaded';
import { Badge } from '../../../ui/StatusBadge';
import { rightOf, stateOf } from '../requests/personRequest';
import '../../../ui/SectionCard.css';
import '../privacy.css';

/** What a person has asked for, and what became of it. */
export function RequestsSection({ customerId }: { customerId: number }) {
  const id = useId();
  const navigate = useNavigate();
  const asked = useMemo(() => operation(PersonRequestsOfDocument, { customerId }), [customerId]);
  return (
    <section className="privacy-requests" aria-labelledby={id}>
      <div className="section-card-head">
        <h2 id={id}>Requests</h2>
        <Button
          size="small"
          onClick={() => void navigate(`/privacy/requests?add=1&of=${customerId}`)}
        >
          Add Request
        </Button>
      </div>
      <Loaded query={asked} fetchPolicy="cache-and-network" what="the requests" rowHeight={44}>
        {(data) => {
          const { items } = (data as PersonRequestsOfQuery).personRequests;
          if (items.length === 0) return <p className="muted">Nothing was asked for.</p>;
          return (
            <ul className="privacy-list">
              {items.map((request) => {
                const [tone, label] = stateOf(request);
                return (
                  <li key={request.id}>
                    <div>
                      <Link to={`/privacy/requests?request=${request.id}`}>{rightOf(request)}</Link>
                      <span className="muted">
                        {' '}
                        received {formatDay(request.receivedOn)}, to be answered by{' '}
                        {formatDay(request.dueOn)}
                      </span>
                    </div>
                    <Badge tone={tone}>{label}</Badge>
                  </li>
                );
              })}
            </ul>
          );
        }}
      </Loaded>
    </section>
  );
}
