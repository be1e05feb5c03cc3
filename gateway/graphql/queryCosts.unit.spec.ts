import { isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf, MOST_COST } from './queryCosts.js';
import { buildGraphqlSchema } from './schema.js';

const schema = buildGraphqlSchema();
const cost = (query: string): number => costOf(schema, parse(query), null, {});

const policy = schema.getType('Policy');
const everyField = isObjectType(policy)
  ? Object.keys(policy.getFields())
      .map((field) => (field === 'customer' ? 'customer { id name phone kycStatus }' : field))
      .join(' ')
  : '';
const page = (first: number) =>
  `policies(first: ${first}) { items { ${everyField} } nextCursor count { count exact } }`;

describe('what an operation costs', () => {
  it('is far below the limit for a page of policies with all that it shows of their holders', () => {
    expect(everyField).toContain('customer {');
    expect(cost(`{ ${page(50)} }`)).toBeLessThan(MOST_COST / 5);
    expect(cost(`{ ${page(200)} }`)).toBeLessThan(MOST_COST / 2);
  });

  it('grows with the rows that are asked for', () => {
    expect(cost(`{ ${page(200)} }`)).toBeGreaterThan(3 * cost(`{ ${page(50)} }`));
    expect(cost(`{ ${[1, 2, 3].map((i) => `p${i}: ${page(200)}`).join(' ')} }`)).toBeGreaterThan(
      MOST_COST,
    );
  });

  it('lets a whole screen ask at once: dashboard, trend, search, cards, a page', () => {
    const screen = `{
      dashboard { totalCustomers recentCustomers { id name } upcomingRenewals { id customerName } }
      revenueTrend(months: 12) { months { month premium } }
      search(query: "asha") { customers { items { id name } count } }
      policyCards(kind: health) { total active totalPremium expiringSoon }
      ${page(50)}
    }`;
    expect(cost(screen)).toBeLessThan(MOST_COST / 2);
  });
});
