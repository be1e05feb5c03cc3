/** `npm run golden`: writes the golden file of each event, in its current version, that has none. */
import { writeFile } from 'node:fs/promises';
import { reservationEventDefinitions } from '@insuremanager/contracts/reservations/reservationEvents';
import { goldenEvent, goldenName } from '@insuremanager/services/platform/codec/goldenEvents';
import { eventDefinitions } from '../roles/openServices.js';

const folder = new URL('../../../services/platform/codec/golden/', import.meta.url);
const only = process.argv[2];

for (const definition of [...eventDefinitions, ...reservationEventDefinitions]) {
  const { type, version } = definition;
  if (only !== undefined && only !== type) continue;
  const file = `${goldenName(type, version)}.json`;
  const text = `${JSON.stringify(await goldenEvent(definition), null, 2)}\n`;
  try {
    await writeFile(new URL(file, folder), text, { flag: 'wx' });
    process.stdout.write(`${file} is written.\n`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    if (only === undefined) continue;
    // What a release has written stays in logs for ever.
    process.stderr.write(`${file} exists and never changes. Give the event a new version.\n`);
    process.exitCode = 1;
  }
}
