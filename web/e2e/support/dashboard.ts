import type { DashboardMetrics } from '@insuremanager/contracts/dashboard/dashboardViews';
import type { Locator, Page } from '@playwright/test';
import { answerWith } from './network.js';

const NO_FIGURES: DashboardMetrics = {
  totalCustomers: 0,
  activePolicies: 0,
  monthlyRevenue: '₹0',
  dueRenewals: 0,
  healthPoliciesCount: 0,
  vehiclePoliciesCount: 0,
  recentCustomers: [],
  upcomingRenewals: [],
  monthlyGrowth: null,
};

/** The dashboard of a book of the test's own, with two open claims. */
export const showMetrics = (page: Page, metrics: () => Partial<DashboardMetrics>) =>
  answerWith(page, 'DashboardMetrics', () => {
    const { recentCustomers, upcomingRenewals, ...figures } = { ...NO_FIGURES, ...metrics() };
    return {
      dashboard: {
        __typename: 'DashboardMetrics',
        ...figures,
        recentCustomers: recentCustomers.map((one) => ({ __typename: 'RecentCustomer', ...one })),
        upcomingRenewals: upcomingRenewals.map((one) => ({
          __typename: 'UpcomingRenewal',
          ...one,
        })),
      },
      claimCards: { __typename: 'ClaimCards', open: 2, overdue: 1 },
    };
  });

/** So many months up to October 2026, each a thousand rupees above the one before. */
export const showTrend = (page: Page, hasHistory: () => boolean) =>
  answerWith(page, 'RevenueTrend', ({ months }: { months: number }) => ({
    revenueTrend: {
      __typename: 'RevenueTrend',
      hasHistory: hasHistory(),
      months: Array.from({ length: months }, (_, at) => ({
        __typename: 'TrendMonth',
        month: new Date(Date.UTC(2026, 10 - months + at, 1)).toISOString().slice(0, 7),
        premium: `${hasHistory() ? 31_000 + at * 1000 : 0}.50`,
      })),
    },
  }));

export const renewal = (id: number, daysUntilExpiry: number) => ({
  id,
  customerId: id,
  customerName: `Customer ${id}`,
  policyId: id,
  policyType: 'health' as const,
  policyNumber: `HL-${id}`,
  dueDate: '2026-12-01',
  daysUntilExpiry,
});

export const card = (page: Page, title: string): Locator =>
  page.getByRole('main').getByRole('region', { name: title, exact: true });

/** One of the four figures above all, with its words. */
export const metric = (page: Page, label: string): Locator =>
  page.locator('.metric-card').filter({ hasText: label });
