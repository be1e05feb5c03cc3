import { ALL_RECORDS } from '@insuremanager/contracts/records/records';
import { expect, it } from 'vitest';
import { allEventDefinitions } from '../platform/codec/testing/allEventDefinitions.js';
import { AUDITED_EVENTS } from './auditedEvents.js';

it('every record that can be deleted has an event that says so', async () => {
  const deleted = (await allEventDefinitions()).flatMap(({ deletes }) => deletes?.kind ?? []);
  const deletable = ALL_RECORDS.filter(({ changes }) => changes.includes('delete'));
  expect(deleted.sort()).toEqual(deletable.map(({ one }) => one).sort());
});

it.each([
  [[], 7, 'Exported health policies'],
  [['search', 'city'], 7, 'Exported health policies, filtered by search, city'],
  [['selection'], 7, 'Exported health policies, selected records only'],
  [[], 0, 'Exported health policies, by an operations command'],
])('an export narrowed by %j is named by what it holds', (filters, userId, summary) => {
  const data = { userId, list: 'health-policies', filters } as const;
  expect(AUDITED_EVENTS.DataExported.summary(data, String)).toBe(summary);
});

it.each([
  [0, 'nothing was touched'],
  [1, 'one difference'],
  [12, '12 differences'],
])('a verification that found %i differences says so', (differences, found) => {
  const data = { userId: 7, events: 65_000, heads: 3, differences };
  expect(AUDITED_EVENTS.LogVerified.summary(data, String)).toBe(
    `Verified the log of 65000 events: ${found}`,
  );
});

it.each([
  [[], 'found nobody', { kind: 'user', id: 7 }],
  [[12], 'found one customer', { kind: 'customer', id: 12 }],
  [[12, 40, 31], 'found 3 customers: 12, 40 and 31', { kind: 'customer', id: 12 }],
])('a look for an identity number that found %j says whom', (customerIds, found, record) => {
  const { IdentityNumberLookedUp } = AUDITED_EVENTS;
  const data = { userId: 7, fields: ['panNumber' as const], customerIds };
  expect(IdentityNumberLookedUp.summary(data, String)).toBe(
    `Looked for others with the same PAN: ${found}`,
  );
  expect(IdentityNumberLookedUp.record(data)).toEqual(record);
});
