import { expect, it } from 'vitest';
import { areaOf } from './observedQueries.js';

it.each([
  ['SELECT * FROM vault.keys WHERE id = $1', 'vault'],
  ['INSERT INTO ids.allocation (id) VALUES ($1)', 'ids'],
  ['select "id" from "read_4f1c"."customers" where "id" = ?', 'read_model'],
  ['UPDATE identity.sessions SET used_at = now()', 'identity'],
  ['SELECT 1', 'other'],
  ['SELECT * FROM somebody.elses', 'other'],
])('%s is about %s', (sql, area) => {
  expect(areaOf(sql)).toBe(area);
});
