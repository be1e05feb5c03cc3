import { Button } from '@blueprintjs/core';
import { Plus } from '@blueprintjs/icons';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useNavigate } from 'react-router';
import { operation } from '../../data/operation';
import {
  CustomerPoliciesDocument,
  type CustomerPoliciesQuery,
} from '../../data/operations.generated';
import { OPENED_HERE, RECORD_PLACES } from '../../records/addresses';
import { HeldPolicy } from '../../records/policies/HeldPolicy';
import { formatDecimal } from '../../records/policies/Premium';
import { wordsOf } from '../../records/policies/policyLabels';
import { Loaded } from '../../ui/record/Loaded';

type Policy = CustomerPoliciesQuery['policies']['items'][number];
type Holdings = CustomerPoliciesQuery['customerHoldings'];

interface CustomerPoliciesPanelProps {
  id: number;
  /** Without it, policies are only to be read. */
  canAdd: boolean;
}

/** All that a customer holds: in figures, and policy by policy. */
export const CustomerPoliciesPanel = ({ id, canAdd }: CustomerPoliciesPanelProps) => (
  <Loaded
    query={operation(CustomerPoliciesDocument, { customerId: id })}
    fetchPolicy="cache-and-network"
    what="the policies"
    rowHeight={56}
  >
    {({ customerHoldings, policies }) => (
      <>
        <HoldingFigures holdings={customerHoldings} />
        {POLICY_KINDS.map((kind) => (
          <PoliciesOfKind
            key={kind}
            kind={kind}
            customerId={id}
            canAdd={canAdd}
            policies={policies.items.filter((policy) => policy.kind === kind)}
          />
        ))}
        {policies.nextCursor !== null && (
          <p className="muted">Only the 200 with the latest end dates are shown.</p>
        )}
      </>
    )}
  </Loaded>
);

const HoldingFigures = ({ holdings }: { holdings: Holdings }) => (
  <dl className="holdings">
    <div>
      <dt>Active policies</dt>
      <dd className="tabular">{holdings.active}</dd>
    </div>
    <div>
      <dt>Yearly premium</dt>
      <dd className="tabular">{formatDecimal(holdings.yearlyPremium)}</dd>
    </div>
    <div>
      <dt>Next expiry</dt>
      <dd className="tabular">{holdings.nextExpiry ? formatDay(holdings.nextExpiry) : '–'}</dd>
    </div>
  </dl>
);

interface PoliciesOfKindProps {
  kind: PolicyKind;
  customerId: number;
  canAdd: boolean;
  policies: readonly Policy[];
}

function PoliciesOfKind({ kind, customerId, canAdd, policies }: PoliciesOfKindProps) {
  const navigate = useNavigate();
  const words = wordsOf(kind);
  const add = () =>
    navigate(`${RECORD_PLACES[kind].path}?add=1&customerId=${customerId}`, { state: OPENED_HERE });
  return (
    <section className="held-policies" aria-label={words.heading}>
      <header>
        <h3>{words.heading}</h3>
        {canAdd && (
          <Button size="small" icon={<Plus />} onClick={add}>
            Add {words.one}
          </Button>
        )}
      </header>
      {policies.length === 0 ? (
        <p className="muted">No {words.many}</p>
      ) : (
        <ul className="held-records">
          {policies.map((policy) => (
            <li key={policy.id}>
              <HeldPolicy
                policy={policy}
                days={`${formatDay(policy.startDate)} – ${formatDay(policy.endDate)}`}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
