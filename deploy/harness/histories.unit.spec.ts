import { PolicyRenewed, TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { QuotationCreated } from '@insuremanager/contracts/quotations/quotationEvents';
import { describe, expect, it } from 'vitest';
import { recordsOf, streamsOf } from './histories.js';

const CUSTOMERS = 301;
const now = new Date('2026-11-21T18:00:00Z');
const upTo = (most: number) => Array.from({ length: most }, (_, at) => at + 1);
const customers = upTo(CUSTOMERS);

const streams = customers.flatMap((id) => streamsOf(id, CUSTOMERS, now));
const idsOf = (kind: string) =>
  streams
    .map(({ stream }) => stream.split('-'))
    .filter(([name]) => name === kind)
    .map(([, id]) => Number(id));

describe('the population of the benchmark', () => {
  it('gives every record a number, without gaps', () => {
    expect(idsOf('customer')).toEqual(customers);
    const policies = idsOf('policy').map((id) => id / TERMS_PER_POLICY);
    const renewed = streams.flatMap(({ history }) =>
      history.flatMap(({ event }) =>
        event.type === PolicyRenewed.type
          ? [(event.data as { nextTermId: number }).nextTermId]
          : [],
      ),
    );
    const thirdTerms = renewed.map((id) => Math.floor(id / TERMS_PER_POLICY) + 1);
    expect([...policies, ...thirdTerms].toSorted((a, b) => a - b)).toEqual(upTo(CUSTOMERS * 3));
    expect(renewed.length).toBeGreaterThan(50);
    expect(idsOf('document')).toEqual(upTo(recordsOf(CUSTOMERS).documents));
    expect(idsOf('quotation')).toEqual(upTo(recordsOf(CUSTOMERS).quotations));
  });

  it('is the same each time', () => {
    expect(streamsOf(4, CUSTOMERS, now)).toEqual(streamsOf(4, CUSTOMERS, now));
  });

  it('has lived through its histories in order, and not beyond the day', () => {
    for (const { stream, history } of streams) {
      const times = history.map(({ at }) => at.getTime());
      expect(times, stream).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1), stream).toBeLessThanOrEqual(now.getTime());
    }
  });

  it('counts quotations from 1 in every financial year, in the order in which they were made', () => {
    const numbers = streams
      .flatMap(({ history }) => history.map(({ event }) => event))
      .filter(({ type }) => type === QuotationCreated.type)
      .map(({ data }) => (data as { quotationNumber: string }).quotationNumber);
    const ofYear = (year: string) => numbers.filter((number) => number.startsWith(`QT-${year}-`));
    const [before, after] = ['2025-26', '2026-27'].map(ofYear) as [string[], string[]];
    expect([...before, ...after]).toEqual(numbers);
    expect(before).toEqual(upTo(before.length).map((count) => `QT-2025-26-${count}`));
    expect(after).toEqual(upTo(after.length).map((count) => `QT-2026-27-${count}`));
    expect(Math.min(before.length, after.length)).toBeGreaterThan(50);
  });
});
