/**
 * `npm run golden`: writes the golden file of each event and of each message, in its current
 * version, that has none. With a type as its argument, only those of that type.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { messageDefinitions } from '@insuremanager/contracts/messages/integrationMessages';
import { goldenEvent, goldenName } from '@insuremanager/services/platform/codec/goldenEvents';
import { goldenMessage } from '@insuremanager/services/platform/relay/goldenMessages';
import { allDefinitions } from '../roles/openServices.js';

const platform = new URL('../../../services/platform/', import.meta.url);
const only = process.argv[2];

interface Versioned {
  readonly type: string;
  readonly version: number;
}

async function writeGolden<Definition extends Versioned>(
  place: string,
  definitions: readonly Definition[],
  contentOf: (definition: Definition) => unknown,
): Promise<void> {
  const folder = new URL(place, platform);
  await mkdir(folder, { recursive: true });
  for (const definition of definitions) {
    const { type, version } = definition;
    if (only !== undefined && only !== type) continue;
    const file = `${place}${goldenName(type, version)}.json`;
    const text = `${JSON.stringify(await contentOf(definition), null, 2)}\n`;
    try {
      await writeFile(new URL(file, platform), text, { flag: 'wx' });
      process.stdout.write(`${file} is written.\n`);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      if (only === undefined) continue;
      // What a release has written stays in logs, and with consumers, for ever.
      process.stderr.write(`${file} exists and never changes. Define a new version.\n`);
      process.exitCode = 1;
    }
  }
}

await writeGolden('codec/golden/', allDefinitions, goldenEvent);
await writeGolden('relay/golden/', messageDefinitions, goldenMessage);
