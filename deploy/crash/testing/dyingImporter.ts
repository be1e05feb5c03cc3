import { onInput } from '../../harness/forked.js';
import { importerOf } from '../../roles/openServices.js';
import { die, type Installation, openInstallation } from './dying.js';

/** Where the process ends: before a row is written or taken back, or before that can be said. */
export type ImporterFaultPoint =
  | 'before-create'
  | 'after-create'
  | 'before-delete'
  | 'after-delete'
  /** The file of a document is stored, and no event says so. */
  | 'before-upload'
  | 'after-upload';

export interface DyingImporterInput extends Installation {
  readonly faultPoint: ImporterFaultPoint;
  /** So many rows before. */
  readonly after: number;
  readonly userId: number;
}

async function run(input: DyingImporterInput): Promise<object> {
  const { faultPoint, after, userId } = input;
  const services = await openInstallation(input);
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
    input.databaseUrl,
  ).start();
  return {};
}

onInput(run, { goesOn: true });
