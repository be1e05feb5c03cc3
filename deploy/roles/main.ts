/**
 * The app as a process of its own, forked by the supervisor, which sends what it needs and waits
 * for `ready`. It stops when asked to, and when the supervisor has died.
 */
import type { Identity } from '@insuremanager/services/identity/index';
import { Refusal } from '@insuremanager/services/platform/errors';
import { WrongLog } from '@insuremanager/services/platform/eventLog/eventLog';
import { AccessDenied } from '@insuremanager/services/platform/eventLog/eventStoreDb/accessDenied';
import type { FirstSignIn } from '../start/keys.js';
import { openLogger } from '../telemetry/openLogger.js';
import { PROCESS_ROLES } from './roles.js';
import { type RolesInput, type RunningRoles, startRoles } from './startRoles.js';
import { endAtDefects } from './stopSignals.js';

export interface AppInput extends Omit<RolesInput, 'roles' | 'logger'> {
  /** Absent: all. */
  readonly roles?: RolesInput['roles'];
  /** To be made when there is no user at all; undefined once it has been shown. */
  readonly firstSignIn: FirstSignIn | undefined;
}

/** What the app process sends its supervisor: one of these, once. */
export type AppMessage =
  | { type: 'ready'; url: string; pid: number; firstSignInWorks: boolean }
  | { type: 'failed'; message: string; code: string | undefined };

/** Milliseconds. */
const stopTimeoutMs = 20_000;

const say = (message: AppMessage) =>
  new Promise<void>((resolve) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => resolve());
    else resolve();
  });

async function serve(input: AppInput): Promise<void> {
  const { firstSignIn, settings, roles = PROCESS_ROLES } = input;
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
  const role = input.roles?.join('+') ?? 'all';
  const logger = await openLogger(settings, { role, release: settings.release });
  // By itself, Node would print the error with all that it quotes.
  endAtDefects(logger);
  app = await startRoles({
    ...input,
    ...{ roles, logger },
  });
  const { gateway, identity } = app;
  const firstSignInWorks = firstSignIn ? await signsIn(identity, firstSignIn) : false;
  await say({ type: 'ready', url: gateway?.url ?? '', pid: process.pid, firstSignInWorks });
}

/**
 * Makes the first administrator where there is no user; where there is one, finds out whether this
 * sign-in is theirs. True when it signs in: it was made now, or by a start that was killed before
 * it could be shown.
 */
async function signsIn(identity: Identity, first: FirstSignIn): Promise<boolean> {
  const { created } = await identity.ensureFirstAdmin(first);
  if (created) return true;
  const from = {
    address: '127.0.0.1',
    userAgent: '',
    correlationId: 'first-sign-in',
    token: null,
  };
  try {
    const { token } = await identity.signIn(first, from);
    await identity.signOut(token, from.correlationId);
    return true;
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'unavailable') return false;
    throw error;
  }
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
