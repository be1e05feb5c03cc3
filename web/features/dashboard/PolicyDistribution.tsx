import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { Link } from 'react-router';
import { Card } from './Card';
import { formatCount, percentOf } from './formatFigures';
import { ACTIVE_POLICIES } from './listsBehind';
import './PolicyDistribution.css';

export interface PolicyCounts {
  healthPoliciesCount: number;
  vehiclePoliciesCount: number;
}

/** How the active policies part into the two kinds. */
export function PolicyDistribution({ counts }: { counts: PolicyCounts | undefined }) {
  const active = counts && counts.healthPoliciesCount + counts.vehiclePoliciesCount;
  return (
    <Card title="Policy Distribution">
      <ul className="shares">
        <Share
          kind="health"
          label="Health Insurance"
          count={counts?.healthPoliciesCount}
          of={active}
        />
        <Share
          kind="vehicle"
          label="Vehicle Insurance"
          count={counts?.vehiclePoliciesCount}
          of={active}
        />
      </ul>
    </Card>
  );
}

interface ShareProps {
  kind: PolicyKind;
  label: string;
  /** Undefined until they have arrived. */
  count: number | undefined;
  of: number | undefined;
}

function Share({ kind, label, count = 0, of }: ShareProps) {
  const percent = of === undefined ? null : percentOf(count, of);
  return (
    <li className="share">
      <Link to={ACTIVE_POLICIES[kind]}>{label}</Link>
      <span className="share-figures tabular">
        {percent === null ? (
          <span className="skeleton-bar" aria-hidden="true" />
        ) : (
          <>
            <strong>{formatCount(count)}</strong> <span className="muted">{percent}%</span>
          </>
        )}
      </span>
      <div
        role="progressbar"
        aria-label={`${label}, share of the active policies`}
        aria-valuenow={percent ?? undefined}
        aria-valuemin={0}
        aria-valuemax={100}
        className="share-bar"
        data-kind={kind}
      >
        <div style={{ width: `${percent ?? 0}%` }} />
      </div>
    </li>
  );
}
