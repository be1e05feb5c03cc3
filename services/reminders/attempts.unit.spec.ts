import type { Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptOutcome } from './attempts.js';
import type { Delivery } from './noticeChannels.js';

const requestedAt = new Date('2026-04-01T06:00:00Z');
const deferred = (more: object = {}): Delivery => ({
  ...{ outcome: 'deferred', problem: 'unreachable', reply: null, isOfAll: true },
  ...more,
});
const after = (ms: number) => new Date(requestedAt.getTime() + ms);

const anyDelivery: fc.Arbitrary<Delivery> = fc.oneof(
  fc.constant<Delivery>({ outcome: 'delivered' }),
  fc.constant<Delivery>({ outcome: 'failed', problem: 'refused', reply: '550' }),
  fc
    .record({
      problem: fc.constantFrom('unreachable', 'limited', 'bad-answer'),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 86_400_000 }), { nil: undefined }),
    })
    .map(deferred),
);

describe('an attempt', () => {
  it('is followed by another one exactly while a channel is deferred, later and within a day', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 0, max: 100_000_000 }),
        fc.uniqueArray(
          fc.tuple(fc.constantFrom<Channel>('email', 'sms', 'whatsapp'), anyDelivery),
          {
            minLength: 1,
            selector: ([channel]) => channel,
          },
        ),
        (attempt, passed, deliveries) => {
          const now = after(passed);
          const { outcomes, nextAttemptAt } = attemptOutcome({
            ...{ attempt, requestedAt, now, deliveries: new Map(deliveries) },
          });
          expect(outcomes).toHaveLength(deliveries.length);
          const isOpen = outcomes.some(({ outcome }) => outcome === 'deferred');
          expect(nextAttemptAt !== null).toBe(isOpen);
          if (!nextAttemptAt) return;
          expect(nextAttemptAt.getTime()).toBeGreaterThanOrEqual(now.getTime());
          expect(nextAttemptAt.getTime()).toBeLessThanOrEqual(after(86_400_000).getTime());
        },
      ),
    );
  });

  it('waits for the channel that is to be asked last', () => {
    const deliveries = new Map<Channel, Delivery>([
      ['email', deferred()],
      ['sms', deferred({ problem: 'limited', retryAfterMs: 3_600_000 })],
    ]);
    const { nextAttemptAt } = attemptOutcome({
      ...{ attempt: 1, requestedAt, now: requestedAt, deliveries },
    });
    expect(nextAttemptAt).toEqual(after(3_600_000));
  });

  it('that an SMS gateway may have taken is followed by one more, and an email by others', () => {
    const unknown = deferred({ mayHaveArrived: true });
    const afterAttempt = (attempt: number, channel: Channel) =>
      attemptOutcome({
        ...{ attempt, requestedAt, now: requestedAt, deliveries: new Map([[channel, unknown]]) },
      }).outcomes;
    expect(afterAttempt(1, 'sms')).toMatchObject([{ outcome: 'deferred', mayHaveArrived: true }]);
    expect(afterAttempt(2, 'sms')).toMatchObject([{ outcome: 'failed', mayHaveArrived: true }]);
    expect(afterAttempt(2, 'email')).toMatchObject([{ outcome: 'deferred' }]);
  });

  it('is followed by one at the next moment that is allowed, however late that is', () => {
    const allowed = after(3 * 86_400_000);
    const { outcomes, nextAttemptAt } = attemptOutcome({
      ...{ attempt: 1, requestedAt, now: requestedAt, allowedFrom: () => allowed },
      deliveries: new Map([['email', deferred()]]),
    });
    expect(nextAttemptAt).toEqual(allowed);
    expect(outcomes).toMatchObject([{ outcome: 'deferred' }]);
  });

  it('that is the last fails for what was away, and not for what a server puts off', () => {
    const deliveries = new Map<Channel, Delivery>([
      ['email', deferred()],
      ['sms', deferred({ problem: 'limited', retryAfterMs: 60_000 })],
    ]);
    const { outcomes } = attemptOutcome({
      ...{ attempt: 5, requestedAt, now: requestedAt, deliveries },
    });
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['failed', 'deferred']);
  });
});
