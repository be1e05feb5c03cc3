import { HTMLSelect } from '@blueprintjs/core';
import { TREND_PERIODS } from '@insuremanager/contracts/dashboard/dashboardViews';
import { RevenueTrendDocument } from '../../data/operations.generated';
import { rarePart } from '../../ui/lazyPart';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { useAddress } from '../../ui/useAddress';
import { Card } from './Card';
import { PERIOD_LABELS, periodIn, type Trend, trendOf } from './trend';
import { useFresh } from './useFresh';
import './RevenueTrends.css';

const ChartSkeleton = () => <div className="revenue-skeleton skeleton-bar" aria-hidden="true" />;

const RevenueChart = rarePart(() => import('./RevenueChart'), <ChartSkeleton />);

export const REVENUE_TRENDS_ID = 'revenue-trends';

/** What the months brought: a chart to look at, a table for those who cannot see it. */
export function RevenueTrends() {
  const { params, change } = useAddress();
  const period = periodIn(params);
  const { data, failure, retry } = useFresh(RevenueTrendDocument, { months: period });
  const trend = data && trendOf(data.revenueTrend);
  return (
    <Card
      title="Revenue Trends"
      id={REVENUE_TRENDS_ID}
      className="revenue-trends"
      action={
        <HTMLSelect
          aria-label="Period of the revenue trends"
          value={period}
          onChange={({ target }) => change({ trend: target.value === '6' ? null : target.value })}
          options={TREND_PERIODS.map((months) => ({ value: months, label: PERIOD_LABELS[months] }))}
        />
      }
    >
      {!trend && failure !== null ? (
        <ErrorPanel title="Failed to load revenue trends" message={failure} onRetry={retry} />
      ) : (
        <Shown trend={trend} />
      )}
    </Card>
  );
}

const Shown = ({ trend }: { trend: Trend | undefined }) => (
  <>
    <p className="revenue-note">
      {trend?.isSample && <span className="revenue-sample">Sample data</span>}
      {trend?.isSample
        ? 'Your own figures appear here after your first policy starts.'
        : 'Premium of the policies that started in each month. This month is to date.'}
    </p>
    <div className="revenue-chart">
      {trend ? <RevenueChart trend={trend} /> : <ChartSkeleton />}
    </div>
    {trend && <RevenueTable trend={trend} />}
  </>
);

const RevenueTable = ({ trend: { points, isSample } }: { trend: Trend }) => (
  <div className="visually-hidden">
    <table>
      <caption>{isSample ? 'Revenue by month (sample data)' : 'Revenue by month'}</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Premium</th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ month, premium }) => (
          <tr key={month}>
            <th scope="row">{month}</th>
            <td>{premium}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
