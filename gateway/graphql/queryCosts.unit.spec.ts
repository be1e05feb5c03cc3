import { isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf, MOST_COST } from './queryCosts.js';
import { buildGraphqlSchema } from './schema.js';

const schema = buildGraphqlSchema();
const cost = (query: string): number => costOf(schema, parse(query), null, {});

const policy = schema.getType('Policy');
const SHOWN_OF: Record<string, string> = {
  customer: 'customer { id name phone kycStatus }',
  quotation: 'quotation { id quotationNumber }',
};
const everyField = isObjectType(policy)
  ? Object.keys(policy.getFields())
      .map((field) => SHOWN_OF[field] ?? field)
      .join(' ')
  : '';
const page = (first: number) =>
  `policies(first: ${first}) { items { ${everyField} } nextCursor count { count exact } }`;

describe('what an operation costs', () => {
  it('is far below the limit for a page of policies with all that it shows of their policyholders', () => {
    expect(everyField).toContain('customer {');
    expect(cost(`{ ${page(50)} }`)).toBeLessThan(MOST_COST / 5);
    expect(cost(`{ ${page(200)} }`)).toBeLessThan(MOST_COST / 2);
  });

  it('is so for quotations with their customers and what they became', () => {
    const quotations = (first: number) => `quotations(first: ${first}) {
      items {
        id quotationNumber insuranceType policyType vehicleType vehicleNumber insuranceCompany
        sumAssured premiumAmount serviceCharges totalAmount gstRate gstAmount validityDays
        validUntil isPastValidity status notes pdfPath emailedAt createdAt updatedAt version
        customer { id name phone kycStatus }
        policy { id kind policyNumber quotation { id } }
      }
      nextCursor
      count { count exact }
    }`;
    expect(cost(`{ ${quotations(50)} }`)).toBeLessThan(MOST_COST / 5);
    expect(cost(`{ ${quotations(200)} }`)).toBeLessThan(MOST_COST / 2);
    expect(
      cost(`{ ${[1, 2, 3].map((i) => `q${i}: ${quotations(200)}`).join(' ')} }`),
    ).toBeGreaterThan(MOST_COST);
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
