/**
 * The app as a process of its own, forked by the supervisor, which sends what it needs and waits
 * for `ready`. It stops when asked to, and when the supervisor has died.
 */
import { Refusal } from '@insuremanager/services/platform/errors';
import { WrongLog } from '@insuremanager/services/platform/eventLog/eventLog';
import { AccessDenied } from '@insuremanager/services/platform/eventLog/eventStoreDb/errors';
import type { FirstSignIn } from '../start/keys.js';
import { openLogger } from '../telemetry/openLogger.js';
import { signsIn } from './firstUser.js';
import { PROCESS_ROLES } from './roles.js';
import { type RolesInput, type RunningRoles, startRoles } from './startRoles.js';
import { endAtDefects } from './stopSignals.js';

export interface AppInput extends Omit<RolesInput, 'roles' | 'logger'> {
  /** To be made when there is no user at all; undefined once it has been shown. */
  readonly firstSignIn: FirstSignIn | undefined;
}

/** What the app process sends its supervisor: one of these, once. */
export type AppMessage =
  | { type: 'ready'; url: string; port: number; firstSignInWorks: boolean }
  | { type: 'failed'; message: string; code: string | undefined };

/** Milliseconds. */
const stopTimeoutMs = 20_000;

const say = (message: AppMessage) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });

async function serve(input: AppInput): Promise<void> {
  const { firstSignIn, settings } = input;
  let app: RunningRoles | undefined;
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // An orphan has nobody left who would end it.
    const drainMs = settings.drainSeconds * 1000;
    setTimeout(() => process.exit(1), stopTimeoutMs + drainMs).unref();
    await app?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  const logger = await openLogger(settings, { role: 'all', release: settings.release });
  // By itself, Node would print the error with all that it quotes.
  endAtDefects(logger);
  app = await startRoles({
    ...input,
    masterKey: Buffer.from(input.masterKey),
    oldMasterKey: input.oldMasterKey && Buffer.from(input.oldMasterKey),
    roles: PROCESS_ROLES,
    logger,
  });
  const { gateway, identity } = app;
  if (!gateway) throw new Error('There is no gateway among all roles');
  const firstSignInWorks = firstSignIn ? await signsIn(identity, firstSignIn) : false;
  await say({ type: 'ready', ...gateway, firstSignInWorks });
}

process.once('message', (input) => {
  serve(input as AppInput).catch(async (error: unknown) => {
    const cause = error instanceof Error ? error : new Error(String(error));
    // A server that is away, denies something or holds another log is reported in a sentence, by the
    // supervisor; a stack helps nobody then.
    if (!(cause instanceof Refusal || cause instanceof AccessDenied || cause instanceof WrongLog))
      process.stderr.write(`${cause.stack}\n`);
    await say({
      type: 'failed',
      message: cause.message,
      code: (cause as NodeJS.ErrnoException).code,
    });
    process.exit(1);
  });
});
