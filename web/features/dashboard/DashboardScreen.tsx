import { Button } from '@blueprintjs/core';
import { DashboardMetricsDocument } from '../../data/operations.generated';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import '../../ui/list/states.css';
import { LetterheadNotice } from './LetterheadNotice';
import { MetricCards } from './MetricCards';
import { PoliciesOverview } from './PoliciesOverview';
import { PolicyDistribution } from './PolicyDistribution';
import { RecentCustomers } from './RecentCustomers';
import { RevenueTrends } from './RevenueTrends';
import { UpcomingRenewals } from './UpcomingRenewals';
import { useFresh } from './useFresh';
import './DashboardScreen.css';

const NO_VARIABLES = {};
const FAILED = 'Failed to load dashboard data';

export default function DashboardScreen() {
  const { data, failure, retry } = useFresh(DashboardMetricsDocument, NO_VARIABLES);
  const metrics = data?.dashboard;
  if (!metrics && failure !== null) {
    return (
      <section className="dashboard dashboard-failed" aria-label="Dashboard">
        <ErrorPanel title={FAILED} message={failure} onRetry={retry} />
      </section>
    );
  }
  return (
    <section className="dashboard" aria-label="Dashboard" aria-busy={!metrics}>
      {!metrics && (
        <p className="visually-hidden" role="status">
          Loading the dashboard
        </p>
      )}
      {failure !== null && <OldFigures failure={failure} onRetry={retry} />}
      <MetricCards metrics={metrics} />
      <div className="dashboard-figures">
        <RevenueTrends />
        <div className="dashboard-side">
          <PolicyDistribution counts={metrics} />
          <PoliciesOverview overview={metrics} />
        </div>
      </div>
      <div className="dashboard-lists">
        <RecentCustomers customers={metrics?.recentCustomers} />
        <UpcomingRenewals renewals={metrics?.upcomingRenewals} />
      </div>
      {/* Last: it comes by itself, and moves nothing. */}
      <LetterheadNotice />
    </section>
  );
}

/** Newer figures could not be had: those on the screen stay, and are said to be older. */
const OldFigures = ({ failure, onRetry }: { failure: string; onRetry: () => void }) => (
  <div className="dashboard-old" role="alert">
    <p>
      <strong>{FAILED}</strong> {failure}. Showing the last figures received.
    </p>
    <Button size="small" onClick={onRetry}>
      Retry
    </Button>
  </div>
);
