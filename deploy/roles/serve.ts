/**
 * `node deploy/dist/roles/serve.js ROLE`: one process of an installation on servers of its own, such
 * as a container. ROLE is gateway, projector, relay, notifier, scheduler or all. It waits for its
 * servers for as long as they take, and stops at SIGTERM; a second one ends the grace that proxies
 * have.
 */
import { parseSettings, withSecretFiles } from '../settings.js';
import { endWith } from '../start/command.js';
import { openLogger } from '../telemetry/openLogger.js';
import { PROCESS_ROLES, rolesOf } from './roles.js';
import { requireServers } from './servers.js';
import { onceServersAnswer } from './serversAway.js';
import { startRoles } from './startRoles.js';
import { aborted, endAfter, endAtDefects, stopSignals } from './stopSignals.js';

const USAGE = `Usage: serve ${[...PROCESS_ROLES, 'all'].join(' | ')}`;
/** Longest that a stop takes once the grace is over, in milliseconds. */
const STOP_PATIENCE_MS = 20_000;

async function main([word, ...more]: string[]): Promise<number> {
  const roles = rolesOf(word);
  if (!roles || more.length > 0) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const settings = parseSettings(withSecretFiles(process.env));
  const input = { ...requireServers(settings), settings, roles };
  const logger = await openLogger(settings, { role: word, release: settings.release });
  endAtDefects(logger);
  const { asked, hurry } = stopSignals();
  const start = () => startRoles({ ...input, logger });
  const running = await onceServersAnswer(start, { logger, signal: asked });
  if (running) {
    logger.info({ port: running.gateway?.port }, 'Started');
    await aborted(asked);
    logger.info({}, 'Stopping');
    endAfter(settings.drainSeconds * 1000 + STOP_PATIENCE_MS, logger);
    await running.stop(hurry);
  }
  logger.info({}, 'Stopped');
  return 0;
}

endWith(main(process.argv.slice(2)));
