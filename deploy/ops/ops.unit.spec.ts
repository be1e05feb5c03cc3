import type { RebuildProgress } from '@insuremanager/services/platform/readModels/readModels';
import { describe, expect, it } from 'vitest';
import { duration } from './figures.js';
import { progressText } from './rebuild.js';
import { statusLines } from './status.js';

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

it.each([
  [0, '0 s'],
  [41.2, '42 s'],
  [185, '3 min 5 s'],
  [7_800, '2 h 10 min'],
])('%d seconds are %s', (seconds, words) => expect(duration(seconds)).toBe(words));
