/**
 * `node deploy/dist/roles/serve.js ROLE`: one process of an installation on servers of its own, such
 * as a container. ROLE is gateway, projector, relay, notifier, scheduler or all. It waits for its
 * servers for as long as they take, and stops at SIGTERM.
 */
import { Refusal } from '@insuremanager/services/platform/errors';
import type { Logger } from '@insuremanager/services/platform/logger';
import { createBackoff, pause } from '@insuremanager/services/platform/pauses';
import { parseSettings, withSecretFiles } from '../settings.js';
import { endWith } from '../start/command.js';
import { openLogger } from '../telemetry/openLogger.js';
import { PROCESS_ROLES, rolesOf } from './roles.js';
import { requireServers } from './servers.js';
import { type RolesInput, type RunningRoles, startRoles } from './startRoles.js';

const USAGE = `Usage: serve ${[...PROCESS_ROLES, 'all'].join(' | ')}`;

async function main([word, ...more]: string[]): Promise<number> {
  const roles = rolesOf(word);
  if (!roles || more.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const settings = parseSettings(withSecretFiles(process.env));
  const logger = await openLogger(settings, { role: word, release: settings.release });
  const stopped = stopRequest();
  const input = { ...requireServers(settings), settings, logger, roles };
  const running = await startWhenPossible(input, stopped);
  if (running) {
    logger.info({ port: running.gateway?.port }, 'Ready');
    await asked(stopped);
    await running.stop();
  }
  logger.info({}, 'Stopped');
  return 0;
}

/** Undefined when a stop was asked for before the servers were there. */
async function startWhenPossible(
  input: RolesInput,
  stopped: AbortSignal,
): Promise<RunningRoles | undefined> {
  const backoff = createBackoff();
  while (!stopped.aborted) {
    try {
      return await startRoles(input);
    } catch (error) {
      if (!isAway(error)) throw error;
      warnOf(input.logger, error);
      await pause(backoff.next(), stopped);
    }
  }
  return undefined;
}

const isAway = (error: unknown): boolean =>
  error instanceof Refusal && error.kind === 'unavailable';

const warnOf = (logger: Logger, error: unknown): void =>
  logger.warn({}, 'A server is not there yet', error);

function stopRequest(): AbortSignal {
  const request = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => request.abort());
  return request.signal;
}

const asked = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });

endWith(main(process.argv.slice(2)));
