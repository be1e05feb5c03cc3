import { parentPort, workerData } from 'node:worker_threads';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openPlatform } from '@insuremanager/services/platform/platform';
import { openReadModels } from '@insuremanager/services/platform/readModels/readModels';
import type { PastSaid, PastTask } from './buildPastOffice.js';
import { eventDefinitions, pastProjectors, projectors } from './openServices.js';

/** A thread that builds the read models of a past day, and ends. */
const { schema, moment, masterKey, oldMasterKey, ...place } = workerData as PastTask;
const platform = await openPlatform({
  ...place,
  masterKey: Buffer.from(masterKey),
  ...(oldMasterKey && { oldMasterKey: Buffer.from(oldMasterKey) }),
  definitions: eventDefinitions,
  logger: createLogger('warn', { part: 'past offices' }),
  maxConnections: 2,
});
const readModels = await openReadModels({
  ...platform,
  databaseUrl: place.databaseUrl,
  projectors,
  pastProjectors,
});
try {
  const isOurs = await readModels.past.build(schema, {
    moment,
    signal: new AbortController().signal,
    onProgress: (progress) => parentPort?.postMessage({ progress } satisfies PastSaid),
    onReady: () => parentPort?.postMessage({ isReady: true } satisfies PastSaid),
  });
  parentPort?.postMessage({ isOurs } satisfies PastSaid);
} finally {
  await readModels.stop();
  await platform.close();
}
