import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from './Card';
import { formatCount, formatGrowth } from './formatFigures';
import { OPEN_CLAIMS } from './listsBehind';
import type { PolicyCounts } from './PolicyDistribution';
import './PoliciesOverview.css';

interface PoliciesOverviewProps {
  overview: (PolicyCounts & { monthlyGrowth: number | null }) | undefined;
  claims: { open: number; overdue: number } | undefined;
}

const GROWTH_HINT = 'Policies started this month, compared with the same days of last month';
const NO_GROWTH_HINT =
  'No policy started in the same days of last month, so there is nothing to compare';

export const PoliciesOverview = ({ overview, claims }: PoliciesOverviewProps) => (
  <Card title="Policies Overview">
    <dl className="overview">
      <Term label="Health Insurance">{overview && formatCount(overview.healthPoliciesCount)}</Term>
      <Term label="Vehicle Insurance">
        {overview && formatCount(overview.vehiclePoliciesCount)}
      </Term>
      <Term
        label="Open Claims"
        hint={`${formatCount(claims?.overdue ?? 0)} with the insurer overdue`}
      >
        {claims && <Link to={OPEN_CLAIMS}>{formatCount(claims.open)}</Link>}
      </Term>
      <Term
        label="Monthly Growth"
        hint={overview?.monthlyGrowth === null ? NO_GROWTH_HINT : GROWTH_HINT}
      >
        {overview && <Growth percent={overview.monthlyGrowth} />}
      </Term>
    </dl>
  </Card>
);

const Growth = ({ percent }: { percent: number | null }) => (
  <span data-trend={percent === null ? 'none' : percent < 0 ? 'down' : 'up'}>
    {percent === null ? '–' : formatGrowth(percent)}
  </span>
);

interface TermProps {
  label: string;
  hint?: string;
  /** Undefined until it has arrived. */
  children: ReactNode;
}

const Term = ({ label, hint, children }: TermProps) => (
  <div>
    <dt>
      {label}
      {hint && <small>{hint}</small>}
    </dt>
    <dd className="tabular">{children ?? <span className="skeleton-bar" aria-hidden="true" />}</dd>
  </div>
);
