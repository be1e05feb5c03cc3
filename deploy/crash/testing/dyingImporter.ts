/**
 * A process that works imports off, and is killed at a point that its parent chose. It gets what it
 * needs by a message.
 */
import { createLogger } from '@insuremanager/services/platform/logger';
import { onInput } from '../../harness/forked.js';
import { openAdapters } from '../../roles/adapters.js';
import { importerOf, openServices } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';

/** Where the process ends: before a row is written or taken back, or before that can be said. */
export type ImporterFaultPoint =
  | 'before-create'
  | 'after-create'
  | 'before-delete'
  | 'after-delete'
  /** The file of a document is stored, and no event says so. */
  | 'before-upload'
  | 'after-upload';

export interface DyingImporterInput {
  readonly faultPoint: ImporterFaultPoint;
  /** So many rows before. */
  readonly after: number;
  readonly userId: number;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly environment: Record<string, string>;
}

/** No handler runs, and nothing is said goodbye to. Never returns. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

async function run(input: DyingImporterInput): Promise<object> {
  const { faultPoint, after, userId, databaseUrl, masterKey, environment } = input;
  const logger = createLogger('silent');
  const clock = { now: () => new Date() };
  const adapters = await openAdapters(parseSettings(environment), { clock, logger });
  const services = await openServices({ databaseUrl, masterKey, clock, logger, adapters });
  services.readModels.start();
  let left = after;
  const dying =
    <Args extends unknown[], Result>(
      verb: 'create' | 'delete' | 'upload',
      work: (...args: Args) => Promise<Result>,
    ) =>
    async (...args: Args): Promise<Result> => {
      if (!faultPoint.endsWith(verb)) return work(...args);
      left -= 1;
      if (left < 0 && faultPoint.startsWith('before')) await die();
      const result = await work(...args);
      return left < 0 ? die() : result;
    };
  const { customers, documents } = services;
  importerOf(
    {
      ...services,
      customers: {
        ...customers,
        create: dying('create', customers.create),
        delete: dying('delete', customers.delete),
      },
      documents: { ...documents, upload: dying('upload', documents.upload) },
    },
    { activeUsers: async () => [{ userId, username: 'admin', role: 'admin' }] },
    databaseUrl,
  ).start();
  return {};
}

onInput(run, { goesOn: true });
