import {
  type DashboardMetrics,
  RECENT_CUSTOMERS_SHOWN,
  type RevenueTrend,
  type TrendPeriod,
  UPCOMING_RENEWALS_SHOWN,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import type { UpcomingRenewal } from '@insuremanager/contracts/policies/policyViews';
import { addDays, addMonths, monthsBack } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, formatRupees } from '@insuremanager/contracts/rules/money';
import type { Customers } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import type { Platform } from '../platform/platform.js';
import type { AllTables, ReadTables } from '../platform/readModels/readTables.js';
import { POLICY_SUMMARIES, type Policies } from '../policies/index.js';
import { firstOf, growth, inForce, RENEWAL_DUE_DAYS, turnover } from './bookFigures.js';
import type { Dashboard, DashboardOfBook } from './dashboard.js';

export interface DashboardSources {
  readonly customers: Pick<Customers, 'recent' | 'summaries' | 'total' | 'within'>;
  readonly policies: Pick<Policies, 'list' | 'within'>;
}

/** The figures of all books, and of each. `clock` says which day it is in Kolkata. */
export const createDashboard = (
  { clock }: Pick<Platform, 'clock'>,
  tables: AllTables,
  { customers, policies }: DashboardSources,
): Dashboard => ({
  ...figuresOf({ tables, customers, policies, clock }),
  within: (book) =>
    figuresOf({
      tables: tables.within(book),
      customers: customers.within(book),
      policies: policies.within(book),
      clock,
    }),
});

interface FigureParts {
  readonly tables: ReadTables;
  readonly customers: Pick<Customers, 'recent' | 'summaries' | 'total'>;
  readonly policies: Pick<Policies, 'list'>;
  readonly clock: Clock;
}

function figuresOf({ tables, customers, policies, clock }: FigureParts): DashboardOfBook {
  const today = () => kolkataDay(clock.now());

  async function upcomingRenewals(limit: number, day: Day): Promise<UpcomingRenewal[]> {
    const { items } = await policies.list({
      filter: { statuses: ['active'], endsFrom: day, endsTo: addDays(day, RENEWAL_DUE_DAYS) },
      sort: 'ends',
      direction: 'asc',
      limit,
    });
    const holders = await customers.summaries(items.map(({ customerId }) => customerId));
    return items.map((policy) => ({
      id: policy.id,
      customerId: policy.customerId,
      customerName: holders.get(policy.customerId)?.name ?? 'Deleted customer',
      policyId: policy.id,
      policyType: policy.kind,
      policyNumber: policy.policyNumber,
      dueDate: policy.endDate,
      daysUntilExpiry: policy.daysUntilExpiry,
    }));
  }

  const hasBegun = async (day: Day): Promise<boolean> =>
    Boolean(await tables.from(POLICY_SUMMARIES.byStart).where('start_date', '<=', day).first());

  return {
    upcomingRenewals: (limit) => upcomingRenewals(limit, today()),

    async metrics(): Promise<DashboardMetrics> {
      const day = today();
      const [totalCustomers, force, turned, recent, renewals] = await Promise.all([
        customers.total(),
        inForce(tables),
        turnover(tables, day),
        customers.recent(RECENT_CUSTOMERS_SHOWN),
        upcomingRenewals(UPCOMING_RENEWALS_SHOWN, day),
      ]);
      return {
        totalCustomers,
        activePolicies: force.active.health + force.active.vehicle,
        monthlyRevenue: formatRupees(force.monthlyRevenue),
        dueRenewals: turned.dueRenewals,
        healthPoliciesCount: force.active.health,
        vehiclePoliciesCount: force.active.vehicle,
        recentCustomers: recent.map(({ id, name, phone, createdAt }) => ({
          id,
          name,
          phone,
          createdAt,
        })),
        upcomingRenewals: renewals,
        monthlyGrowth: growth(turned),
      };
    },

    async revenueTrend(period: TrendPeriod): Promise<RevenueTrend> {
      const day = today();
      const months = monthsBack(day, period);
      const rows: { month: string; premium: string }[] = await tables
        .from(POLICY_SUMMARIES.byStart)
        .where('start_date', '>=', firstOf(addMonths(day, 1 - period)))
        .where('start_date', '<', firstOf(addMonths(firstOf(day), 1)))
        .groupByRaw('month')
        .select(
          tables.knex.raw(`to_char(start_date, 'YYYY-MM') AS month`),
          tables.knex.raw('sum(premium_amount) AS premium'),
        );
      const premiums = new Map(rows.map(({ month, premium }) => [month, BigInt(premium)]));
      return {
        months: months.map((month) => ({ month, premium: decimalOf(premiums.get(month) ?? 0n) })),
        hasHistory: rows.length > 0 || (await hasBegun(day)),
      };
    },
  };
}
