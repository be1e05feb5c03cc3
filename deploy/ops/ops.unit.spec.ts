import type { RebuildProgress } from '@insuremanager/services/platform/readModels/readModels';
import type { RelayStatus } from '@insuremanager/services/platform/relay/relayStatus';
import { describe, expect, it } from 'vitest';
import { duration } from './figures.js';
import type { Status } from './foundStatus.js';
import { parkedLines } from './parked.js';
import { problemsOf } from './problems.js';
import { progressText } from './rebuild.js';
import { setAsideLines } from './setAsideEvents.js';
import {
  notifierLines,
  processLines,
  readModelLines,
  relayLines,
  sizeLines,
  sweepLines,
} from './statusLines.js';

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
  setAside: [],
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
    const lines = readModelLines({ ...building, lagEvents: 65_000 }).join('\n');
    expect(lines).toMatch(/checkpoint +65000\/65000/);
    expect(lines).toMatch(/head of the log +130000\/130000/);
    expect(lines).toMatch(/lag +1,000 events or more, 1 min 30 s/);
  });
  it('names the event that stopped it', () => {
    const poison = {
      ...{ stream: 'customer-7', revision: '3', type: 'CustomerDeleted' },
      ...{ position: '9/9', reason: 'Postgres refused it (22P02)' },
    };
    const lines = readModelLines({ ...building, state: 'stopped', poison, lagEvents: null }).join(
      '\n',
    );
    expect(lines).toContain('CustomerDeleted, customer-7@3, 9/9');
    expect(lines).toContain('Postgres refused it (22P02)');
  });
});

describe('what is shown of events that were set aside', () => {
  it('is which event, why it could not be projected, and who decided that and why', () => {
    const at = new Date('2026-11-21T20:00:00Z');
    const event = { eventId: 'e', stream: 'customer-7', revision: '3', type: 'CustomerUpdated' };
    const found = { ...event, position: '9/9', failure: 'Its data does not fit.', at };
    expect(setAsideLines([{ ...found, by: 'ravi@crm-1', reason: 'forged' }])).toEqual([
      '9/9  CustomerUpdated, customer-7@3',
      '  Its data does not fit.',
      '  set aside by ravi@crm-1, 22/11/2026 01:30: forged',
    ]);
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
    expect(relayLines(null)[1]).toBe('  No Kafka is named: nothing is published.');
  });
});

it('status shows how reminders get on', () => {
  const channels = [
    { channel: 'email', isThere: true },
    { channel: 'sms', isThere: false },
  ] as const;
  const progress = { open: 100_000, due: 12, failedInADay: 3, byStatus: {} };
  expect(notifierLines({ channels, progress })).toEqual([
    'Reminders',
    '  due notices      12',
    '  open notices     1,00,000',
    '  failed in a day  3',
    '  Email            reachable',
    '  SMS              NOT REACHABLE',
  ]);
  expect(notifierLines({ channels: [], progress: null })[1]).toBe('  due notices      unknown');
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
});

it.each([
  [0, '0 s'],
  [41.2, '42 s'],
  [185, '3 min 5 s'],
  [7_800, '2 h 10 min'],
])('%d seconds are %s', (seconds, words) => expect(duration(seconds)).toBe(words));

describe('what status shows of processes and sizes', () => {
  const startedAt = new Date('2026-11-21T20:00:00Z');
  const one = {
    ...{ host: 'crm-1', pid: 7, release: '1.2.0', readSchema: 'read_0123456789' },
    ...{ masterKeyIds: [], startedAt, seenAt: startedAt },
  };

  it('is who runs, for how long, and what each does in its roles', () => {
    const roles = { projector: 'live', relay: 'standby' };
    const now = new Date('2026-11-21T22:10:00Z');
    expect(processLines([{ ...one, roles }], now)).toEqual([
      'Processes',
      '  crm-1:7                1.2.0, for 2 h 10 min: projector live, relay standby',
    ]);
    expect(processLines([], now)).toEqual(['Processes', '  None runs.']);
  });

  it('is what takes room', () => {
    const schemas = { events: 5_000_000_000, vault: 1_200 };
    const files = { count: 1_200, bytes: 3_400_000, isComplete: false };
    expect(sizeLines({ database: 6_000_000_000, schemas, files })).toEqual([
      'Sizes',
      '  database         6.0 GB',
      '    events         5.0 GB',
      '    vault          2 kB',
      '  files            1,200 files, 3.4 MB, and more',
    ]);
  });

  it('is a problem for each role that nobody plays, and for what has stopped', () => {
    const status = {
      processes: [{ ...one, roles: { gateway: 'active', projector: 'stopped' } }],
      readModels: { state: 'stopped', reason: 'It does not fit' },
      relay: { state: 'live', parked: { events: 2, streams: 1 } },
      notifier: { channels: [{ channel: 'sms', isThere: false }] },
      sweeps: [],
    } as unknown as Status;
    expect(problemsOf(status).map(({ code }) => code)).toEqual([
      ...['role-not-played', 'role-not-played', 'role-not-played'],
      ...['read-models-stopped', 'events-parked', 'channel-away'],
    ]);
    expect(problemsOf({ ...status, relay: null }).map(({ code }) => code)).toEqual([
      ...['role-not-played', 'role-not-played', 'read-models-stopped', 'channel-away'],
    ]);
    expect(problemsOf({ ...status, processes: [] })[0]?.code).toBe('nothing-runs');
  });
});
