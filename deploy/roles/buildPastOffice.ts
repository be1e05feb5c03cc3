import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { EventLogPlace } from '@insuremanager/services/platform/eventLog/openEventLog';
import type {
  PastBuild,
  PastProgress,
  PastReadModels,
} from '@insuremanager/services/platform/readModels/pastReadModels';

/** Where the log, the keys and the read models are. */
interface Place extends EventLogPlace {
  readonly masterKey: Uint8Array;
  readonly oldMasterKey?: Uint8Array | undefined;
}

/** What a thread is told. */
export interface PastTask extends Place {
  readonly schema: string;
  readonly moment: Date;
}

/** What it says. */
export type PastSaid =
  | { readonly progress: PastProgress }
  | { readonly isReady: true }
  | { readonly isOurs: boolean };

/**
 * Builds the read models of a past day in a thread of its own, which answers no requests: people who
 * work meanwhile wait for Postgres alone. What is broken off is gone on with by the next one.
 */
export const buildInThread =
  (place: Place): PastReadModels['build'] =>
  (schema: string, { moment, onProgress, onReady, signal }: PastBuild) =>
    new Promise((resolve, reject) => {
      const { databaseUrl, eventStoreUrl, masterKey, oldMasterKey } = place;
      const workerData: PastTask = {
        ...{ databaseUrl, eventStoreUrl, masterKey, oldMasterKey, schema, moment },
      };
      // Compiled code, also where the process itself was told to run sources, as tests do.
      const worker = new Worker(workerFile(), { execArgv: [], workerData });
      let isOurs: boolean | undefined;
      const end = () => void worker.terminate();
      signal.addEventListener('abort', end, { once: true });
      worker.on('message', (said: PastSaid) => {
        if ('progress' in said) onProgress(said.progress);
        else if ('isReady' in said) onReady();
        else isOurs = said.isOurs;
      });
      worker.on('error', reject);
      worker.on('exit', () => {
        signal.removeEventListener('abort', end);
        if (isOurs === undefined) reject(new Error('A thread has ended before its work'));
        else resolve(isOurs);
      });
    });

function workerFile(): URL {
  const isSource = import.meta.url.endsWith('.ts');
  const folder = isSource ? '../dist/roles/' : './';
  const file = new URL(`${folder}pastOfficeWorker.js`, import.meta.url);
  if (existsSync(fileURLToPath(file))) return file;
  throw new Error('The thread that builds past offices is not built: run "npx tsc -b" first.');
}
