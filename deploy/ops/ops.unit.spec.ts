import type { RebuildProgress } from '@insuremanager/services/platform/readModels/readModels';
import type { RelayStatus } from '@insuremanager/services/platform/relay/relayStatus';
import { describe, expect, it } from 'vitest';
import { duration } from './figures.js';
import { parkedLines, parkedRequest, relayRequest } from './parked.js';
import { progressText } from './rebuild.js';
import { notifierLines, relayLines, statusLines, sweepLines } from './status.js';

const position = { commit: 65_000n, prepare: 65_000n };
const building: RebuildProgress = {
  step: 'building',
  schema: 'read_0123456789',
  state: 'building',
  position,
  head: { commit: 130_000n, prepare: 130_000n },
  eventsHandled: 65_000,
  eventsPerSecond: 16_250,
  progress: 0.5,
  secondsLeft: 4,
  lagSeconds: 90,
  reason: null,
};

describe('what a rebuild shows', () => {
  it('is events, rate and time left', () => {
    expect(progressText(building)).toBe(
      '████████████░░░░░░░░░░░░ 50 %  65,000 events  16,250/s  4 s left',
    );
  });
  it('says what it is at when all events are handled', () => {
    expect(progressText({ ...building, progress: 1 })).toContain('making indexes');
    expect(progressText({ ...building, step: 'swapping' })).toContain('taking the place');
  });
});

describe('what status shows', () => {
  it('is the checkpoint, the head of the log and the lag', () => {
    const lines = statusLines(building).join('\n');
    expect(lines).toMatch(/checkpoint +65000\/65000/);
    expect(lines).toMatch(/head of the log +130000\/130000/);
    expect(lines).toMatch(/lag +1 min 30 s/);
  });
  it('names the event that stopped it', () => {
    const poison = {
      ...{ stream: 'customer-7', revision: '3', type: 'CustomerDeleted' },
      ...{ position: '9/9', reason: 'Postgres refused it (22P02)' },
    };
    const lines = statusLines({ ...building, state: 'stopped', poison }).join('\n');
    expect(lines).toContain('CustomerDeleted, customer-7@3, 9/9');
    expect(lines).toContain('Postgres refused it (22P02)');
  });
});

describe('what status shows of sweeps', () => {
  const at = new Date('2026-11-21T20:00:00Z');
  const sweep = { prefix: 'documents/', at, result: 'done', removed: 1200, refusal: null } as const;

  it('is when the last one ended, and how', () => {
    expect(sweepLines([sweep])).toEqual([
      'Sweeps of stored files',
      '  documents/       22/11/2026 01:30  done, 1,200 removed',
    ]);
    expect(sweepLines([{ ...sweep, result: 'postponed' }])[1]).toContain('put off');
  });

  it('is what hinders them, since when, and what to do', () => {
    const since = new Date('2026-11-20T20:00:00Z');
    const refusal = { why: 'foreign', since } as const;
    const lines = sweepLines([{ ...sweep, result: 'foreign', removed: 0, refusal }]);
    expect(lines[1]).toBe('  documents/       22/11/2026 01:30  REFUSED, nothing removed');
    expect(lines[2]).toContain('since 21/11/2026 01:30: Sweeps of documents/ remove nothing. The');
    expect(lines[2]).toContain('Give each installation its own bucket or folder.');
  });

  it('is that there was none', () => {
    expect(sweepLines([])[1]).toContain('None has ended yet');
  });
});

describe('what status shows of the relay', () => {
  const live: RelayStatus = {
    ...{ name: 'integration messages', state: 'live', position, head: position, reason: null },
    ...{ eventsHandled: 65_000, lagEvents: 3, lagSeconds: 41.2 },
    parked: { events: 0, streams: 0 },
  };

  it('is how far it is behind', () => {
    expect(relayLines(live)).toEqual([
      'Relay of messages',
      '  state            live',
      '  checkpoint       65000/65000',
      '  events handled   65,000',
      '  lag              3 events, 42 s',
      '  parked           none',
    ]);
  });

  it('is why it does not go on, and what is parked', () => {
    const reason = 'The bus cannot be reached just now.';
    const parked = { events: 12, streams: 2 };
    const lines = relayLines({ ...live, state: 'waiting', reason, lagEvents: 1_000, parked });
    expect(lines[1]).toBe('  state            waiting: The bus cannot be reached just now.');
    expect(lines[4]).toBe('  lag              1,000 events or more, 42 s');
    expect(lines[5]).toBe('  parked           12 events, of streams: 2 (npm run ops -- parked)');
    const stopped = relayLines({ ...live, state: 'stopped', reason: 'The log ends' });
    expect(stopped[1]).toBe('  state            STOPPED');
    expect(stopped.at(-1)).toBe('  because          The log ends');
  });
});

it('status shows how reminders get on', () => {
  const channels = [
    { channel: 'email', isThere: true },
    { channel: 'sms', isThere: false },
  ] as const;
  const progress = { open: 12, failedInADay: 3, byStatus: {} };
  expect(notifierLines({ lag: 100_000, channels, progress })).toEqual([
    'Reminders',
    '  lag              1,00,000 messages',
    '  open notices     12',
    '  failed in a day  3',
    '  Email            reachable',
    '  SMS              NOT REACHABLE',
  ]);
  expect(notifierLines({ lag: null, channels: [], progress: null })[1]).toBe(
    '  lag              unknown: the bus cannot be reached',
  );
});

describe('parked events', () => {
  it('are listed with the reason of the first of each stream', () => {
    const event = { stream: 'customer-1', revision: 1n, type: 'CustomerDeleted' };
    const parkedAt = new Date('2026-11-21T20:00:00Z');
    const parked = [
      { ...event, id: 7, parkedAt, reason: 'It is too large.' },
      { ...event, id: 8, revision: 2n, parkedAt, reason: null },
    ];
    expect(parkedLines(parked)).toEqual([
      '     7  22/11/2026 01:30  customer-1@1 CustomerDeleted  It is too large.',
      '     8  22/11/2026 01:30  customer-1@2 CustomerDeleted  waits its turn',
    ]);
    expect(parkedLines([])).toEqual(['Nothing is parked.']);
  });

  it.each([[[]], [['list']], [['retry', '7']], [['retry', 'all']], [['discard', '7']]])(
    'are asked for by %j',
    (args) => expect(parkedRequest(args)).toBeTypeOf('function'),
  );
  it.each([
    [['list', '7']],
    [['retry']],
    [['discard', 'all']],
    [['discard', '7', '8']],
    [['retry', '0']],
    [['drop']],
  ])('are not asked for by %j', (args) => expect(parkedRequest(args)).toBeUndefined());

  it('the relay begins anew only where it is said from where', () => {
    expect(relayRequest(['from-start'])).toBeTypeOf('function');
    expect(relayRequest(['from-now'])).toBeTypeOf('function');
    for (const args of [[], ['from'], ['from-now', 'on']])
      expect(relayRequest(args)).toBeUndefined();
  });
});

it.each([
  [0, '0 s'],
  [41.2, '42 s'],
  [185, '3 min 5 s'],
  [7_800, '2 h 10 min'],
])('%d seconds are %s', (seconds, words) => expect(duration(seconds)).toBe(words));
