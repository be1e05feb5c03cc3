import { freePort } from '../embedded/postgres/freePort.js';
import type { Settings } from '../settings.js';
import { type AppFacts, appPart } from './appPart.js';
import { type OpenBackend, startBackend } from './backend.js';
import { type FirstSignIn, firstSignInShown, pendingFirstSignIn } from './firstSignIn.js';
import { type KeptPart, keepRunning, type Say } from './part.js';
import { checkPort } from './portCheck.js';

export interface Installation {
  readonly url: string;
  /** Tells the first sign-in, if it has not been told yet; from then on it is told no more. */
  revealFirstSignIn(tell: (signIn: FirstSignIn) => void): Promise<void>;
  /** In order: the app, the event node, Postgres. */
  stop(): Promise<void>;
}

/**
 * Starts all of it and keeps it running.
 * @throws with a sentence for a person; nothing is left running then.
 */
export async function startInstallation(given: Settings, say: Say): Promise<Installation> {
  // Chosen here when any will do: a browser must find the app where it was after it died.
  const settings = given.port === 0 ? { ...given, port: await freePort() } : given;
  const backend = await startBackend(settings, say);
  let app: KeptPart<AppFacts> | undefined;
  const stop = async () => {
    await backend.lock?.publish({ isStopping: true });
    await app?.stop();
    await backend.stop();
  };
  try {
    await checkPort(settings);
    const firstSignIn = await pendingFirstSignIn(settings);
    app = await keepRunning(appPart(appInput(settings, backend, firstSignIn)), say);
    const { url, firstSignInWorks } = app.facts;
    await backend.lock?.publish({ url });
    return {
      url,
      revealFirstSignIn: async (tell) => {
        if (firstSignIn === undefined) return;
        if (firstSignInWorks) tell(firstSignIn);
        await firstSignInShown(settings.dataDir);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function appInput(settings: Settings, backend: OpenBackend, firstSignIn?: FirstSignIn) {
  const { databaseUrl, eventStoreUrl, masterKey } = backend;
  const { dataDir } = settings;
  return { settings, databaseUrl, eventStoreUrl, masterKey, dataDir, firstSignIn };
}
