import { Button, MenuItem } from '@blueprintjs/core';
import { Calendar, DriveTime, Heart, People, Shield, TrendingUp } from '@blueprintjs/icons';
import type { DashboardMetrics } from '@insuremanager/contracts/dashboard/dashboardViews';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { ActionMenu } from '../../ui/ActionMenu';
import { Flyout } from '../../ui/Flyout';
import { formatCount } from './formatFigures';
import { ACTIVE_POLICIES } from './listsBehind';
import { REVENUE_TRENDS_ID } from './RevenueTrends';
import { UPCOMING_RENEWALS_ID } from './UpcomingRenewals';
import './MetricCards.css';

type Metrics = Pick<
  DashboardMetrics,
  | 'totalCustomers'
  | 'activePolicies'
  | 'monthlyRevenue'
  | 'dueRenewals'
  | 'healthPoliciesCount'
  | 'vehiclePoliciesCount'
>;

/** The four figures above all, each leading to what it counts. Undefined until the first answer. */
export const MetricCards = ({ metrics }: { metrics: Metrics | undefined }) => (
  <div className="metric-cards">
    <Link className="metric-card" to="/customers">
      <Figure
        label="Total Customers"
        value={metrics && formatCount(metrics.totalCustomers)}
        hint="Active accounts"
        icon={<People />}
      />
    </Link>
    <ActivePolicies metrics={metrics} />
    <a className="metric-card" href={`#${REVENUE_TRENDS_ID}`}>
      <Figure
        label="Monthly Revenue"
        value={metrics?.monthlyRevenue}
        hint="Estimated monthly"
        icon={<TrendingUp />}
      />
    </a>
    <a className="metric-card" href={`#${UPCOMING_RENEWALS_ID}`}>
      <Figure
        label="Due Renewals"
        value={metrics && formatCount(metrics.dueRenewals)}
        hint="Requires attention"
        icon={<Calendar />}
      />
    </a>
  </div>
);

/** Policies of two kinds stand in two lists: the card offers both. */
function ActivePolicies({ metrics }: { metrics: Metrics | undefined }) {
  const navigate = useNavigate();
  const countOf = (count: number | undefined) =>
    count === undefined ? undefined : <span className="tabular">{formatCount(count)}</span>;
  const menu = (
    <ActionMenu label="Active Policies">
      <MenuItem
        text="Health Insurance"
        icon={<Heart />}
        labelElement={countOf(metrics?.healthPoliciesCount)}
        onClick={() => navigate(ACTIVE_POLICIES.health)}
      />
      <MenuItem
        text="Vehicle Insurance"
        icon={<DriveTime />}
        labelElement={countOf(metrics?.vehiclePoliciesCount)}
        onClick={() => navigate(ACTIVE_POLICIES.vehicle)}
      />
    </ActionMenu>
  );
  return (
    <Flyout content={menu} placement="bottom-start">
      <Button variant="minimal" className="metric-card" alignText="start">
        <Figure
          label="Active Policies"
          value={metrics && formatCount(metrics.activePolicies)}
          hint="Currently active"
          icon={<Shield />}
        />
      </Button>
    </Flyout>
  );
}

interface FigureProps {
  label: string;
  /** Undefined until it has arrived. */
  value: string | undefined;
  hint: string;
  icon: ReactNode;
}

const Figure = ({ label, value, hint, icon }: FigureProps) => (
  <>
    <span className="metric-head">
      {label}
      <span className="metric-icon" aria-hidden="true">
        {icon}
      </span>
    </span>
    <span className="metric-value tabular">
      {value ?? <span className="skeleton-bar" aria-hidden="true" />}
    </span>
    <span className="metric-hint">{hint}</span>
  </>
);
