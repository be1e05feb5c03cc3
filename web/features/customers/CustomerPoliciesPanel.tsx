import { useQuery } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Heart, Plus } from '@blueprintjs/icons';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { shownPlate } from '@insuremanager/contracts/rules/vehicleNumber';
import { Link, useNavigate } from 'react-router';
import { addressOfRecord, OPENED_HERE, RECORD_PLACES } from '../../app/records';
import {
  CustomerPoliciesDocument,
  type CustomerPoliciesQuery,
} from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { PolicyBadges } from '../../ui/policies/PolicyBadges';
import { Premium, shownDecimal } from '../../ui/policies/Premium';
import { POLICY_TYPE_WORDS, wordsOf } from '../../ui/policies/policyWords';
import { VehicleTypeIcon } from '../../ui/policies/VehicleTypeIcon';
import { LoadFailure } from '../../ui/record/LoadFailure';
import './CustomerPoliciesPanel.css';

type HeldPolicy = CustomerPoliciesQuery['policies']['items'][number];
type Holdings = CustomerPoliciesQuery['customerHoldings'];

interface CustomerPoliciesPanelProps {
  id: number;
  /** Without it, policies are only to be read. */
  canAdd: boolean;
}

/** All that a customer holds: in figures, and policy by policy. */
export function CustomerPoliciesPanel({ id, canAdd }: CustomerPoliciesPanelProps) {
  const { data, error, refetch } = useQuery(CustomerPoliciesDocument, {
    variables: { customerId: id },
    fetchPolicy: 'cache-and-network',
  });
  useRetryAfterSignIn(error, refetch);
  if (error) return <LoadFailure what="the policies" error={error} onRetry={refetch} />;
  if (!data) return <SkeletonRows height={56} what="the policies" />;
  return (
    <>
      <HoldingFigures holdings={data.customerHoldings} />
      {POLICY_KINDS.map((kind) => (
        <PoliciesOfKind
          key={kind}
          kind={kind}
          customerId={id}
          canAdd={canAdd}
          policies={data.policies.items.filter((policy) => policy.kind === kind)}
        />
      ))}
      {data.policies.nextCursor !== null && (
        <p className="muted">Only the 200 that end last are shown here.</p>
      )}
    </>
  );
}

const HoldingFigures = ({ holdings }: { holdings: Holdings }) => (
  <dl className="holdings">
    <div>
      <dt>Active policies</dt>
      <dd className="tabular">{holdings.active}</dd>
    </div>
    <div>
      <dt>Yearly premium</dt>
      <dd className="tabular">{shownDecimal(holdings.yearlyPremium)}</dd>
    </div>
    <div>
      <dt>Next expiry</dt>
      <dd className="tabular">{holdings.nextExpiry ? shownDay(holdings.nextExpiry) : '–'}</dd>
    </div>
  </dl>
);

interface PoliciesOfKindProps {
  kind: PolicyKind;
  customerId: number;
  canAdd: boolean;
  policies: readonly HeldPolicy[];
}

function PoliciesOfKind({ kind, customerId, canAdd, policies }: PoliciesOfKindProps) {
  const navigate = useNavigate();
  const words = wordsOf(kind);
  const add = () =>
    navigate(`${RECORD_PLACES[kind].path}?add=1&holder=${customerId}`, { state: OPENED_HERE });
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
        <ul>
          {policies.map((policy) => (
            <li key={policy.id}>
              <HeldPolicyLink policy={policy} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** What is insured, in a few words. */
function coverOf(policy: HeldPolicy): string {
  const { policyType, vehicleNumber, vehicleMake, vehicleModel, insuranceCompany } = policy;
  const what = policyType
    ? [POLICY_TYPE_WORDS[policyType]]
    : [shownPlate(vehicleNumber ?? ''), vehicleMake, vehicleModel];
  return [what.filter(Boolean).join(' '), insuranceCompany].filter(Boolean).join(' · ');
}

const HeldPolicyLink = ({ policy }: { policy: HeldPolicy }) => (
  <Link to={addressOfRecord(policy)} state={OPENED_HERE} className="held-policy">
    {policy.vehicleType ? (
      <VehicleTypeIcon type={policy.vehicleType} />
    ) : (
      <span className="vehicle-type" aria-hidden="true">
        <Heart />
      </span>
    )}
    <span className="held-policy-text">
      <strong className="ellipsis">{policy.policyNumber}</strong>
      <span className="muted ellipsis">{coverOf(policy)}</span>
      <span className="muted tabular">
        {shownDay(policy.startDate)} – {shownDay(policy.endDate)}
      </span>
      <PolicyBadges policy={policy} />
    </span>
    <Premium policy={policy} />
  </Link>
);
