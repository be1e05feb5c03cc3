import { randomUUID } from 'node:crypto';
import { formatPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import { createMemoryEventLog } from '@insuremanager/services/platform/eventLog/memoryEventLog';
import { describe, expect, it } from 'vitest';
import { copyLog } from './logCopy.js';
import type { Segment } from './manifest.js';
import type { SealedFolder } from './sealedFiles.js';

const folder = {} as SealedFolder;

describe('a backup that was broken off', () => {
  it('goes on with the log that it was begun with, not with a copy of it', async () => {
    const eventLog = createMemoryEventLog();
    const id = randomUUID();
    const { position } = await eventLog.append('customer-1', 'no-stream', [
      { id, type: 'Happened', data: {}, metadata: {} },
    ]);
    const begun = (last: string): Segment => ({
      ...{ name: 'log-000001', events: 1, first: last, last },
      ...{ lastEvent: { id, stream: 'customer-1', revision: '0' }, bytes: 1, sha256: '' },
    });
    const goOn = (segment: Segment) =>
      copyLog({
        ...{ folder, eventLog, segments: [segment], onSegment: async () => {} },
        ...{ remark: () => {}, ended: new AbortController().signal },
      });
    const there = begun(formatPosition(position));
    expect(await goOn(there)).toEqual([there]);
    const elsewhere = formatPosition({ commit: position.commit + 7n, prepare: position.prepare });
    await expect(goOn(begun(elsewhere))).rejects.toThrow('Begin another one.');
  });
});
