import { isObjectType, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { costOf, createCostLimit, MOST_COST } from './queryCosts.js';
import { graphqlSchema } from './schema.js';

const schema = graphqlSchema();
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
const page = (first: number) => pageOf(String(first));
const pageOf = (first: string) =>
  `policies(first: ${first}) { items { ${everyField} } nextCursor count { count exact } }`;

describe('what an operation costs', () => {
  it('is far below the limit for a page of policies with all that it shows of their policyholders', () => {
    expect(everyField).toContain('customer {');
    expect(cost(`{ ${page(50)} }`)).toBeLessThan(MOST_COST / 5);
    expect(cost(`{ ${page(200)} }`)).toBeLessThan(MOST_COST * 0.55);
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
      cost(`{ ${[1, 2, 3, 4].map((i) => `q${i}: ${quotations(200)}`).join(' ')} }`),
    ).toBeGreaterThan(MOST_COST);
  });

  it('lets one operation look for one person’s duplicates', () => {
    const probe = (alias: string) =>
      `${alias}: customerDuplicates(probe: { aadhaarNumber: "234123412346" }) { id }`;
    expect(cost(`{ ${probe('a')} }`)).toBeLessThan(MOST_COST);
    expect(cost(`{ ${probe('a')} ${probe('b')} }`)).toBeGreaterThan(MOST_COST);
  });

  it('lets an operation look through everybody who is due once', () => {
    const preview = `bulkPreview {
      renewals leftOut unreachable
      unreachablePolicies {
        id kind policyNumber premiumAmount premiumFrequency startDate endDate status
        daysUntilExpiry graceUntil
        customer { id name phone } contact { unreachable missing text }
      }
    }`;
    expect(cost(`{ ${preview} }`)).toBeLessThan(MOST_COST);
    expect(cost('{ a: bulkPreview { renewals } b: bulkPreview { renewals } }')).toBeGreaterThan(
      MOST_COST,
    );
  });

  it('grows with the rows that are asked for', () => {
    expect(cost(`{ ${page(200)} }`)).toBeGreaterThan(3 * cost(`{ ${page(50)} }`));
    expect(cost(`{ ${[1, 2, 3, 4].map((i) => `p${i}: ${page(200)}`).join(' ')} }`)).toBeGreaterThan(
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

describe('an operation that is asked again', () => {
  const limit = createCostLimit(schema);
  const tooCostly = expect.objectContaining({ code: 'query-too-costly' });
  const variables = { first: 1 };

  it('is reckoned anew where its variables say how much is asked for', () => {
    for (const text of [
      `query ($first: Int!) { ${[1, 2, 3].map((i) => `p${i}: ${pageOf('$first')}`).join(' ')} }`,
      `query ($first: Int!) { ...P } fragment P on Query {
        ${[1, 2, 3].map((i) => `p${i}: ${pageOf('$first')}`).join(' ')} }`,
    ]) {
      const query = parse(text);
      limit(query, null, variables);
      expect(() => limit(query, null, { first: 200 })).toThrow(tooCostly);
      limit(query, null, variables);
    }
  });

  it('is so where they say whether it is asked for', () => {
    const pages = [1, 2, 3].map((i) => `p${i}: ${page(200)}`).join(' ');
    const query = parse(
      `query ($all: Boolean!) { a: __typename ... @include(if: $all) { ${pages} } }`,
    );
    limit(query, null, { all: false });
    expect(() => limit(query, null, { all: true })).toThrow(tooCostly);
  });

  it('is so where a document has another that costs more', () => {
    const pages = [1, 2, 3].map((i) => `p${i}: ${page(200)}`).join(' ');
    const query = parse(`query Small { __typename } query Large { ${pages} }`);
    limit(query, 'Small', {});
    expect(() => limit(query, 'Large', {})).toThrow(tooCostly);
  });

  it('is not reckoned anew where its cost is always the same', () => {
    const query = parse('query ($id: Int!) { customer(id: $id) { id } }');
    limit(query, null, { id: 1 });
    // Its variables are not even read: whoever carries it out does.
    limit(query, null, { id: 'none' });
  });

  it('is reckoned anew for another number, not for another text', () => {
    const query = parse(`query ($first: Int!, $filter: CustomerFilter) {
      ${[1, 2, 3].map((i) => `p${i}: customers(first: $first, filter: $filter) { items { name phone } }`).join(' ')}
    }`);
    limit(query, null, { first: 1, filter: { kycStatuses: ['pending'] } });
    // Were it reckoned, its variables would be read.
    limit(query, null, { first: 1, filter: { kycStatuses: ['none'] } });
    const more = { first: 2, filter: { kycStatuses: ['none'] } };
    expect(() => limit(query, null, more)).toThrow(/none/);
  });
});
