import { expect, it } from 'vitest';
import { type Bulk, describeResult, isUnderWay, progressOf, resultOf } from './bulk';

const aBulk = (given: Partial<Bulk> = {}): Bulk => ({
  id: 1,
  startedAt: '2026-11-22T04:00:00.000Z',
  startedBy: 'admin',
  state: 'finished',
  renewals: 10,
  requested: 7,
  sent: 7,
  failed: 0,
  waiting: 0,
  leftOut: 2,
  suppressed: 1,
  ...given,
});

it.each([
  [{}, false, 1],
  [{ state: 'running', requested: 3, sent: 1, waiting: 2 }, true, 0.4],
  [{ sent: 5, waiting: 2 }, true, 0.8],
  [{ renewals: 0, requested: 0, sent: 0, leftOut: 0, suppressed: 0 }, false, 1],
] as const)('a bulk of %j is under way: %j, at %d', (given, underWay, progress) => {
  expect(isUnderWay(aBulk(given))).toBe(underWay);
  expect(progressOf(aBulk(given))).toBeCloseTo(progress);
});

it('ends with how many were sent, and how many were left out', () => {
  expect(resultOf(aBulk(), false)).toEqual({
    title: 'Bulk Reminders Sent',
    description: '7 reminders have been sent. 3 skipped.',
  });
  expect(resultOf(aBulk({ sent: 1, leftOut: 0, suppressed: 0 }), false).description).toBe(
    '1 reminder has been sent.',
  );
});

it('says that some have failed', () => {
  const bulk = aBulk({ sent: 5, failed: 2 });
  expect(resultOf(bulk, false)).toEqual({
    title: 'Error',
    description: 'Failed to send bulk reminders. Some may have failed. 5 sent, 2 failed.',
    tone: 'destructive',
  });
  expect(describeResult(bulk, false)).toBe(
    '5 sent, 2 failed, 2 already reminded that day, 1 opted out or not reachable',
  );
});

it('says that none was delivered where there is no mail server', () => {
  expect(resultOf(aBulk(), true)).toEqual({
    title: 'Bulk Reminders Saved',
    description: '7 reminders: saved to a folder, not delivered. 3 skipped.',
  });
  expect(describeResult(aBulk(), true)).toMatch(/^7 saved to a folder, not delivered, /);
});
