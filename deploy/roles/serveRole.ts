import { aborted } from '@insuremanager/services/platform/pauses';
import { parseSettings, withSecretFiles } from '../settings.js';
import { openLogger } from '../telemetry/openLogger.js';
import { PROCESS_ROLES, rolesOf } from './roles.js';
import { onceServersAnswer, requireServers } from './servers.js';
import { type RolesInput, startRoles } from './startRoles.js';
import { endAfter, endAtDefects, stopSignals } from './stopSignals.js';

const USAGE = `Usage: serve ${[...PROCESS_ROLES, 'all'].join(' | ')}`;
/** Longest that a stop takes once the grace is over, in milliseconds. */
const STOP_TIMEOUT_MS = 20_000;

/**
 * One process of an installation on servers of its own. It waits for its servers for as long as they
 * take, and stops at SIGTERM; a second one ends the grace that proxies have.
 * @returns the exit code.
 * @throws WrongSettings; what a start fails with, except for servers that are away.
 */
export async function serveRole(
  [word, ...more]: readonly string[],
  release: Pick<RolesInput, 'projectors'> = {},
): Promise<number> {
  const roles = rolesOf(word);
  if (!roles || more.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const settings = parseSettings(withSecretFiles(process.env));
  const input = { ...requireServers(settings), settings, roles, ...release };
  const logger = await openLogger(settings, { role: word, release: settings.release });
  endAtDefects(logger);
  const { asked, hurry } = stopSignals();
  // A start that hangs is ended, too.
  const endInTime = () => endAfter(settings.drainSeconds * 1000 + STOP_TIMEOUT_MS, logger);
  asked.addEventListener('abort', endInTime, { once: true });
  const start = () => startRoles({ ...input, logger });
  const running = await onceServersAnswer(start, { logger, signal: asked });
  if (running) {
    logger.info({ port: running.gateway?.port }, 'Started');
    await aborted(asked);
    logger.info({}, 'Stopping');
    await running.stop(hurry);
  }
  logger.info({}, 'Stopped');
  return 0;
}
