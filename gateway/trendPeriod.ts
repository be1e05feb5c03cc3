import { TREND_PERIODS, type TrendPeriod } from '@insuremanager/contracts/dashboard/dashboardViews';
import { invalid } from '@insuremanager/services/platform/errors';

/** What is shown when nobody says otherwise. */
export const USUAL_TREND_PERIOD: TrendPeriod = 6;

/** @throws Refusal `invalid`, naming `months`. */
export function trendPeriod(months: unknown): TrendPeriod {
  const period = TREND_PERIODS.find((one) => String(one) === String(months));
  if (period) return period;
  const message = `months is one of: ${TREND_PERIODS.join(', ')}`;
  throw invalid([{ field: 'months', code: 'out-of-range', message }]);
}
