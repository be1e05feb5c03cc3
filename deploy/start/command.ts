import { openServices, type Services, type ServicesInput } from '../roles/openServices.js';
import type { Settings } from '../settings.js';
import { type Backend, useBackend } from './backend.js';
import type { Say } from './part.js';

/**
 * For commands beside the app: the capabilities, on the servers that run for the data folder or
 * else on servers of our own, for as long as `work` takes.
 */
export async function withServices<Result>(
  settings: Settings,
  { say, ...more }: Omit<ServicesInput, keyof Backend> & { say: Say },
  work: (services: Services) => Promise<Result>,
): Promise<Result> {
  const backend = await useBackend(settings, say);
  try {
    const services = await openServices({ ...backend.servers, ...more });
    try {
      return await work(services);
    } finally {
      await services.close();
    }
  } finally {
    await backend.stop();
  }
}
