import {
  type RevenueTrend,
  SAMPLE_TREND,
  TREND_PERIODS,
  type TrendPeriod,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import { formatMonth } from '@insuremanager/contracts/rules/calendar';
import { formatMoney } from '@insuremanager/contracts/rules/money';
import { paiseOf } from './formatFigures';

export interface TrendPoint {
  /** Short, as the axis has it: `Apr`, and `Jan 2026` where a year begins. */
  label: string;
  /** Its label: `Apr 2026`. */
  month: string;
  rupees: number;
  /** To the paisa: `₹45,000.00`. */
  premium: string;
}

export interface Trend {
  points: TrendPoint[];
  isSample: boolean;
}

export const PERIOD_LABELS: Readonly<Record<TrendPeriod, string>> = {
  6: 'Last 6 months',
  12: 'Last year',
};

/** The period in an address; half a year where it names none. */
export const periodIn = (params: URLSearchParams): TrendPeriod =>
  TREND_PERIODS.find((months) => String(months) === params.get('trend')) ?? TREND_PERIODS[0];

const pointOf = (label: string, month: string, premium: string): TrendPoint => ({
  label,
  month,
  rupees: Number(premium),
  premium: formatMoney(paiseOf(premium)),
});

/** The months of the chart; while there is no history, those of the sample. */
export function trendOf({ months, hasHistory }: RevenueTrend): Trend {
  if (!hasHistory) {
    const points = SAMPLE_TREND.map(({ month, premium }) => pointOf(month, month, premium));
    return { points, isSample: true };
  }
  const points = months.map(({ month, premium }, at) => {
    const shown = formatMonth(month);
    // The last month is this one, and goes on.
    const label = at === months.length - 1 ? `${shown}, so far` : shown;
    return pointOf(month.endsWith('-01') ? shown : shown.slice(0, 3), label, premium);
  });
  return { points, isSample: false };
}
