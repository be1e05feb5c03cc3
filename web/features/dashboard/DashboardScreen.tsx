import { Button } from '@blueprintjs/core';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import { Navigate } from 'react-router';
import { DashboardMetricsDocument } from '../../data/operations.generated';
import { PAST_DAY, screenPath } from '../../data/pastDay';
import { useAgency } from '../../records/agency/useAgency';
import { STEPS_SEEN } from '../../session/firstStepsSeen';
import { useCurrentUser } from '../../session/SessionProvider';
import { useAllowed } from '../../ui/allowed';
import { rarePart } from '../../ui/lazyPart';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { remembered } from '../../ui/remembered';
import '../../ui/list/states.css';
import { Card } from './Card';
import { LetterheadNotice } from './LetterheadNotice';
import { MetricCards } from './MetricCards';
import { PoliciesOverview } from './PoliciesOverview';
import { PolicyDistribution } from './PolicyDistribution';
import { RecentCustomers } from './RecentCustomers';
import { RevenueTrends } from './RevenueTrends';
import { UpcomingRenewals } from './UpcomingRenewals';
import { useFresh } from './useFresh';
import './DashboardScreen.css';

const FirstSteps = rarePart(() => import('./FirstSteps'), <StepsToCome />);

const NO_VARIABLES = {};
const FAILED = 'Failed to load dashboard data';

export default function DashboardScreen() {
  const { role } = useCurrentUser();
  return beginsDay(role) ? <Navigate to="/my-day" replace /> : <Dashboard />;
}

/**
 * Whether this is the first screen of a page that was opened where everybody begins: agents begin with
 * their day. From there the dashboard is one press away, and stays where it is loaded again.
 */
function beginsDay(role: Role): boolean {
  const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isFirst = window.history.state?.idx === 0 && opened?.type === 'navigate';
  return role === 'agent' && PAST_DAY === null && isFirst && screenPath() === '/';
}

function Dashboard() {
  const { data, failure, retry } = useFresh(DashboardMetricsDocument, NO_VARIABLES);
  const needsSteps = useNeedsSteps();
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
      {needsSteps && <FirstSteps />}
      <MetricCards metrics={metrics} />
      <div className="dashboard-figures">
        <RevenueTrends />
        <div className="dashboard-side">
          <PolicyDistribution counts={metrics} />
          <PoliciesOverview overview={metrics} claims={data?.claimCards} />
        </div>
      </div>
      <div className="dashboard-lists">
        <RecentCustomers customers={metrics?.recentCustomers} />
        <UpcomingRenewals renewals={metrics?.upcomingRenewals} />
      </div>
      {/* Last: it comes by itself, and moves nothing. */}
      {!needsSteps && <LetterheadNotice />}
    </section>
  );
}

/** Whether an admin may still find something to set up, as far as is known before it is looked at. */
function useNeedsSteps(): boolean {
  const isAdmin = useAllowed('users.manage');
  const { putAway } = useCurrentUser().preferences;
  const agency = useAgency();
  const seen = remembered(STEPS_SEEN);
  // Where they were shown the last time there is an agency of its own, also before it is known.
  const isInstalled = agency ? !agency.isDemo : seen === 'open';
  return isAdmin && isInstalled && !putAway.includes('first-steps') && seen !== 'done';
}

/** As high as the steps: where they were shown the last time, nothing moves when they come. */
function StepsToCome() {
  if (remembered(STEPS_SEEN) !== 'open') return null;
  return (
    <Card title="First Steps" className="first-steps-to-come">
      <div aria-hidden="true" />
    </Card>
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
