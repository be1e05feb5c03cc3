import type { ReadModelStatus } from '@insuremanager/services/platform/readModels/status';
import { expect, it } from 'vitest';
import { readModelWarnings } from './readModelWarnings.js';

const live: ReadModelStatus = {
  ...{ schema: 'read_0123456789', state: 'live', position: null, head: null, eventsHandled: 0 },
  ...{ eventsPerSecond: 0, progress: 1, secondsLeft: 0, lagSeconds: 0, reason: null, setAside: [] },
};
const poison = {
  ...{ stream: 'policy-7', revision: '3', type: 'PolicyRenewed', position: '1', reason: 'Broken' },
};

it.each<[ReadModelStatus | 'unknown', string[]]>([
  [live, []],
  [{ ...live, lagSeconds: 29 }, []],
  [{ ...live, lagSeconds: 31 }, ['read-models-behind']],
  [{ ...live, state: 'standby', lagSeconds: 3 }, []],
  [{ ...live, state: 'standby', lagSeconds: 300 }, ['read-models-behind']],
  [{ ...live, state: 'building', lagSeconds: 300 }, []],
  [{ ...live, state: 'waiting', reason: 'starting' }, []],
  [{ ...live, state: 'waiting', reason: 'not started' }, ['read-models-waiting']],
  [{ ...live, state: 'stopped', reason: 'Broken', poison }, ['read-models-stopped']],
  ['unknown', ['read-models-unknown']],
])('%j warns of %j', (status, codes) => {
  expect(readModelWarnings(status).map(({ code }) => code)).toEqual(codes);
});
