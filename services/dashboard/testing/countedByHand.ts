import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type {
  DashboardMetrics,
  RevenueTrend,
} from '@insuremanager/contracts/dashboard/dashboardViews';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyCards, PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  addMonths,
  daysBetween,
  monthOf,
  monthsBack,
} from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import {
  decimalOf,
  formatRupees,
  monthlyRevenue,
  parsePaise,
} from '@insuremanager/contracts/rules/money';
import { monthsOf, PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';

/* Every figure, counted over complete lists: what totals are held against. */

const premiumOf = (policies: readonly PolicyView[]): bigint =>
  policies.reduce((sum, { premiumAmount }) => sum + BigInt(parsePaise(premiumAmount) ?? 0), 0n);

/** As if each policy ran for a year. */
const yearlyPremiumOf = (policies: readonly PolicyView[]): bigint =>
  policies.reduce(
    (sum, policy) => sum + premiumOf([policy]) * BigInt(12 / monthsOf(policy.premiumFrequency)),
    0n,
  );

const isActive = ({ status }: PolicyView): boolean => status === 'active';

const dueWithin = (policies: readonly PolicyView[], today: Day, from: number): PolicyView[] =>
  policies.filter((policy) => {
    const days = daysBetween(today, policy.endDate);
    return isActive(policy) && days >= from && days <= 30;
  });

export function metricsByHand(
  customers: readonly CustomerView[],
  policies: readonly PolicyView[],
  today: Day,
): DashboardMetrics {
  const active = policies.filter(isActive);
  const byFrequency = PREMIUM_FREQUENCIES.map(
    (frequency) =>
      [
        frequency,
        premiumOf(active.filter(({ premiumFrequency }) => premiumFrequency === frequency)),
      ] as const,
  );
  const due = dueWithin(policies, today, 0);
  const newest = [...customers].sort((a, b) =>
    a.createdAt === b.createdAt ? b.id - a.id : a.createdAt < b.createdAt ? 1 : -1,
  );
  const soonest = [...due].sort((a, b) =>
    a.endDate === b.endDate ? a.id - b.id : a.endDate < b.endDate ? -1 : 1,
  );
  return {
    totalCustomers: customers.length,
    activePolicies: active.length,
    monthlyRevenue: formatRupees(monthlyRevenue(Object.fromEntries(byFrequency))),
    dueRenewals: due.length,
    healthPoliciesCount: active.filter(({ kind }) => kind === 'health').length,
    vehiclePoliciesCount: active.filter(({ kind }) => kind === 'vehicle').length,
    recentCustomers: newest
      .slice(0, 5)
      .map(({ id, name, phone, createdAt }) => ({ id, name, phone, createdAt })),
    upcomingRenewals: soonest.slice(0, 5).map((policy) => ({
      id: policy.id,
      customerId: policy.customerId,
      customerName:
        customers.find(({ id }) => id === policy.customerId)?.name ?? 'Deleted customer',
      policyId: policy.id,
      policyType: policy.kind,
      policyNumber: policy.policyNumber,
      dueDate: policy.endDate,
      daysUntilExpiry: daysBetween(today, policy.endDate),
    })),
    monthlyGrowth: growthByHand(policies, today),
  };
}

function growthByHand(policies: readonly PolicyView[], today: Day): number | null {
  const begunTo = (day: Day) =>
    policies.filter(({ startDate }) => monthOf(startDate) === monthOf(day) && startDate <= day)
      .length;
  const before = begunTo(addMonths(today, -1));
  return before === 0 ? null : Math.round(((begunTo(today) - before) * 100) / before);
}

export function trendByHand(
  policies: readonly PolicyView[],
  today: Day,
  period: 6 | 12,
): RevenueTrend {
  const begun = (month: string) => policies.filter(({ startDate }) => monthOf(startDate) === month);
  const months = monthsBack(today, period);
  return {
    months: months.map((month) => ({ month, premium: decimalOf(premiumOf(begun(month))) })),
    hasHistory: months.some((month) => begun(month).length > 0),
  };
}

export function cardsByHand(
  policies: readonly PolicyView[],
  kind: PolicyKind,
  today: Day,
): PolicyCards {
  const listed = policies.filter((policy) => policy.kind === kind);
  return {
    total: listed.length,
    active: listed.filter(isActive).length,
    totalPremium: decimalOf(yearlyPremiumOf(listed)),
    expiringSoon: dueWithin(listed, today, 1).length,
  };
}

/** Sorted: which of two that are used as often comes first is told elsewhere. */
export const insurersByHand = (policies: readonly PolicyView[]): string[] =>
  [...new Set(policies.map(({ insuranceCompany }) => insuranceCompany))].sort();
