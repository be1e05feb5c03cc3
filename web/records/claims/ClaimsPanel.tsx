import { Button } from '@blueprintjs/core';
import { Clipboard, Plus } from '@blueprintjs/icons';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import { type ClaimFilter, ClaimsOfDocument } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';
import { EmptyState } from '../../ui/list/EmptyState';
import { Loaded } from '../../ui/record/Loaded';
import { OPENED_HERE, RECORD_PLACES } from '../addresses';
import { HeldRecord } from '../HeldRecord';
import { formatDecimal } from '../policies/Premium';
import { ClaimBadges } from './ClaimBadges';

interface ClaimsPanelProps {
  /** Of a customer, or of a term. */
  of: Pick<ClaimFilter, 'customerId' | 'policyId'>;
  /** Without it, claims are only to be read. */
  canAdd: boolean;
}

/** What was claimed by a customer, or under a term; the latest loss first. */
export function ClaimsPanel({ of, canAdd }: ClaimsPanelProps) {
  const navigate = useNavigate();
  const [[name, id] = []] = Object.entries(of);
  const add = () =>
    navigate(`${RECORD_PLACES.claim.path}?add=1&${name}=${id}`, { state: OPENED_HERE });
  return (
    <Loaded
      query={operation(ClaimsOfDocument, { filter: of })}
      fetchPolicy="cache-and-network"
      what="the claims"
      rowHeight={56}
    >
      {({ claims: { items, nextCursor } }) => (
        <section className="held-panel" aria-label="Claims">
          {canAdd && (
            <header>
              <Button size="small" icon={<Plus />} onClick={add}>
                Add claim
              </Button>
            </header>
          )}
          {items.length === 0 && <EmptyState icon={<Clipboard size={20} />} text="No claims" />}
          <ul className="held-records">
            {items.map((claim) => (
              <li key={claim.id}>
                <HeldRecord
                  record={{ kind: 'claim', id: claim.id }}
                  icon={<Clipboard />}
                  name={claim.claimNumber}
                  cover={`${labelOf(claim.kind)}, ${claim.policy?.policyNumber ?? 'deleted policy'}`}
                  days={`Loss on ${formatDay(claim.lossDate)}`}
                  badges={<ClaimBadges claim={claim} />}
                  amount={<span className="tabular">{formatDecimal(claim.amountClaimed)}</span>}
                />
              </li>
            ))}
          </ul>
          {nextCursor !== null && (
            <p className="muted">Only the latest {items.length} are shown here.</p>
          )}
        </section>
      )}
    </Loaded>
  );
}
