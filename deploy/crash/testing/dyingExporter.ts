/**
 * A process that makes exports, and is killed at a point that its parent chose. It gets what it needs
 * by a message.
 */
import type { Files } from '@insuremanager/services/platform/files/files';
import { onInput } from '../../harness/forked.js';
import { exporterOf, openIdentity } from '../../roles/openServices.js';
import { die, type Installation, openInstallation } from './dying.js';

/** Where the process ends: before it stores anything, in the middle of the file, or after its end. */
export type ExportFaultPoint = 'before-file' | 'in-file' | 'after-file';

export interface DyingExportInput extends Installation {
  readonly faultPoint: ExportFaultPoint;
}

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
  const { faultPoint } = input;
  const services = await openInstallation(input);
  const identity = await openIdentity(services, 'http://localhost');
  const { platform } = services;
  const files = dyingAt(faultPoint, platform.files);
  exporterOf(
    { ...services, platform: { ...platform, files } },
    identity,
    input.databaseUrl,
  ).start();
  return {};
}

onInput(run, { goesOn: true });
