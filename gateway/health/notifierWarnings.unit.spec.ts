import type { NotifierStatus } from '@insuremanager/services/reminders/index';
import { expect, it } from 'vitest';
import { notifierWarnings } from './notifierWarnings.js';

const well: NotifierStatus = {
  problem: null,
  channels: [{ channel: 'email', away: null }],
  progress: { open: 0, due: 0, failedInADay: 3, byStatus: {} },
};
const due = (count: number) => ({ open: count, due: count, failedInADay: 0, byStatus: {} });
const since = new Date('2026-04-01T06:00:00Z');

it.each([
  [well, []],
  [{ ...well, progress: due(10_000), problem: 'starting' }, []],
  [{ ...well, progress: due(100_000) }, ['notifier-behind']],
  [{ ...well, progress: null, problem: 'The database cannot be reached' }, ['notifier-waits']],
  [
    { ...well, channels: [{ channel: 'sms', away: { problem: 'misconfigured', since } }] },
    ['channel-away'],
  ],
  ['unknown', ['notifier-unknown']],
] as const)('%j warns of %j', (status, codes) => {
  expect(notifierWarnings(status).map(({ code }) => code)).toEqual(codes);
});

it('names the channel that is away, since when, and what to look at', () => {
  const channels = [{ channel: 'sms', away: { problem: 'misconfigured', since } }] as const;
  expect(notifierWarnings({ ...well, channels })).toEqual([
    {
      code: 'channel-away',
      message:
        'Reminders by SMS wait. Its server refuses us: look at the settings, the account and what is paid for.',
      since,
    },
  ]);
});
