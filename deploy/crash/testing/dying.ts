import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { type Adapters, openAdapters } from '../../roles/adapters.js';
import { openServices, type Services } from '../../roles/openServices.js';
import { parseSettings } from '../../settings.js';

/** Where an installation is, and the key that opens it: what a process gets that will be killed. */
export interface Installation {
  readonly databaseUrl: string;
  readonly masterKey: Buffer;
  readonly environment: Record<string, string>;
}

/** No handler runs, and nothing is said goodbye to. Never returns. */
export const die = (): Promise<never> => {
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => {});
};

/** The capabilities of a process of an installation, over adapters that may end it. */
export async function openInstallation(
  { databaseUrl, masterKey, environment }: Installation,
  { clock = systemClock, over = (adapters: Adapters): Adapters => adapters } = {},
): Promise<Services> {
  const logger = createLogger('silent');
  const adapters = over(await openAdapters(parseSettings(environment), { clock, logger }));
  return openServices({ databaseUrl, masterKey, clock, logger, adapters });
}
