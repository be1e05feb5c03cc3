/**
 * A process that plays some of the roles over servers that others share, forked by the runner, which
 * sends what it needs and waits for `ready`. It stops when asked to, and when the runner has died.
 */
import { createLogger } from '@insuremanager/services/platform/logger';
import type { RolesInput, RunningRoles } from '../roles/startRoles.js';
import { startRoles } from '../roles/startRoles.js';

export type RoleProcessInput = Omit<RolesInput, 'logger'>;

/** What it sends the runner: one of these, once. */
export type RoleProcessMessage =
  | { readonly type: 'ready'; readonly url: string | undefined }
  | { readonly type: 'failed'; readonly message: string };

const say = (message: RoleProcessMessage): void => {
  if (process.connected) process.send?.(message);
};

async function play(input: RoleProcessInput): Promise<void> {
  let running: RunningRoles | undefined;
  let isStopping = false;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await running?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  running = await startRoles({
    ...input,
    masterKey: Buffer.from(input.masterKey),
    logger: createLogger(input.settings.logLevel, { role: input.roles.join(',') }),
  });
  say({ type: 'ready', url: running.gateway?.url });
}

process.once('message', (input) => {
  play(input as RoleProcessInput).catch((error: unknown) => {
    say({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    process.exitCode = 1;
    process.disconnect?.();
  });
});
