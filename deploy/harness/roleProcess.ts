/** A process that plays some of the roles over servers that others share, until it is stopped. */
import { createLogger } from '@insuremanager/services/platform/logger';
import { type RolesInput, type RunningRoles, startRoles } from '../roles/startRoles.js';
import { onInput } from './forked.js';

export type RoleProcessInput = Omit<RolesInput, 'logger'>;

/** What it says when it is ready. */
export interface RoleProcessFacts {
  /** Where browsers reach it; undefined where it is no gateway. */
  readonly url: string | undefined;
}

let running: RunningRoles | undefined;

async function play(input: RoleProcessInput): Promise<RoleProcessFacts> {
  const { roles, settings } = input;
  const masterKey = Buffer.from(input.masterKey);
  const logger = createLogger(settings.logLevel, { role: roles.join(',') });
  running = await startRoles({ ...input, masterKey, logger });
  return { url: running.gateway?.url };
}

onInput(play, { goesOn: true, stop: async () => running?.stop() });
