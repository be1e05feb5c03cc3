/**
 * Fills the data folder with the demo's book of business, on the servers that run there already
 * (or on its own, for as long as it takes). A folder that was filled once is not changed. The
 * supervisor that forks it sends the settings.
 */
import { join } from 'node:path';
import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { onInput } from '../harness/forked.js';
import { openAdapters } from '../roles/adapters.js';
import { openIdentity, openServices } from '../roles/openServices.js';
import { publicUrlOf, type Settings } from '../settings.js';
import { useBackend } from '../start/backend.js';
import { exists, writeOnce } from '../start/keys.js';
import { addDemoUsers, setDemoLetterhead } from './brokerage.js';
import { fillBook } from './fillBook.js';
import { demoChannels } from './reminders.js';
import { createStoryClock } from './seed.js';
import { demoBeginning } from './story.js';

export interface DemoInput {
  readonly settings: Settings;
  /** How many customers it has; undefined: as many as every demo. */
  readonly size: number | undefined;
}

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main({ settings, size }: DemoInput): Promise<object> {
  const filled = join(settings.dataDir, 'demo.filled');
  if (await exists(filled)) return {};
  const logger = createLogger('warn');
  const backend = await useBackend(settings, say);
  const clock = createStoryClock(systemClock);
  const opened = await openAdapters(settings, { clock, logger });
  const adapters = { ...opened, channels: demoChannels(opened.channels) };
  const services = await openServices({ ...backend.servers, clock, logger, adapters });
  try {
    const { readModels } = services;
    const identity = await openIdentity(services, publicUrlOf(settings));
    const actors = await addDemoUsers({ identity, clock }, demoBeginning(clock.now()));
    await identity.close();
    await setDemoLetterhead({ ...services, clock }, actors, demoBeginning(clock.now()));
    // Steps that look up who holds a number, or what is due, find it only if somebody projects.
    readModels.start();
    const { steps, repeated, asked } = await fillBook({
      ...{ services, clock, actors, size, onProgress },
    });
    await writeOnce(filled, systemClock.now().toISOString());
    say(
      `The demo's book of business is there: ${steps - repeated} steps of its story, ${asked} reminders.`,
    );
  } finally {
    await services.close();
    await backend.stop();
  }
  return {};
}

function onProgress(done: number, total: number): void {
  if (done === 1) say('Filling the demo with customers, policies and quotations …');
  if (done % 250 === 0) say(`  ${done} of ${total}`);
}

onInput((input: DemoInput) =>
  main(input).catch((cause: Error) => {
    throw new Error(`The demo could not be filled: ${cause.message}`, { cause });
  }),
);
