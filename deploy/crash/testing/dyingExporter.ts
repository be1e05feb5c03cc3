/**
 * A process that makes exports, and is killed at a point that its parent chose. It gets what it needs
 * by a message.
 */
import type { Files } from '@insuremanager/services/platform/files/files';
import { createLogger } from '@insuremanager/services/platform/logger';
import { onInput } from '../../harness/forked.js';
import { openAdapters } from '../../roles/adapters.js';
import { exporterOf, openIdentity, openServices } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';

/** Where the process ends: before it stores anything, in the middle of the file, or after its end. */
export type ExportFaultPoint = 'before-file' | 'in-file' | 'after-file';

export interface DyingExportInput {
  readonly faultPoint: ExportFaultPoint;
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly environment: Record<string, string>;
}

/** No handler runs, and nothing is said goodbye to. Never returns. */
const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

/** More than the store's cipher holds back, and less than the file has. Bytes. */
const MIDDLE = 200_000;

async function* dyingWithin(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let given = 0;
  for await (const bytes of content) {
    yield bytes;
    given += bytes.length;
    if (given > MIDDLE) await die();
  }
}

const dyingAt = (faultPoint: ExportFaultPoint, files: Files): Files => ({
  ...files,
  async keep(fileKey, contentKey, content) {
    if (faultPoint === 'before-file') await die();
    const given = faultPoint === 'in-file' ? dyingWithin(content) : content;
    await files.keep(fileKey, contentKey, given);
    return die();
  },
});

async function run(input: DyingExportInput): Promise<object> {
  const { faultPoint, databaseUrl, masterKey, environment } = input;
  const settings = parseSettings(environment);
  const logger = createLogger('silent');
  const clock = { now: () => new Date() };
  const adapters = await openAdapters(settings, { clock, logger });
  const services = await openServices({ databaseUrl, masterKey, clock, logger, adapters });
  const identity = await openIdentity(services, 'http://localhost');
  const { platform } = services;
  const files = dyingAt(faultPoint, platform.files);
  exporterOf({ ...services, platform: { ...platform, files } }, identity, databaseUrl).start();
  return {};
}

onInput(run, { goesOn: true });
