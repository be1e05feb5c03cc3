import { expect, it } from 'vitest';
import { AUDITED_EVENTS } from './auditedEvents.js';

it.each([
  [[], 7, 'Exported health policies'],
  [['search', 'city'], 7, 'Exported health policies, filtered by search, city'],
  [['selection'], 7, 'Exported health policies, selected records only'],
  [[], 0, 'Exported health policies, by an operations command'],
])('an export narrowed by %j is named by what it holds', (filters, userId, summary) => {
  const data = { userId, list: 'health-policies', filters } as const;
  expect(AUDITED_EVENTS.DataExported.summary(data, String)).toBe(summary);
});
