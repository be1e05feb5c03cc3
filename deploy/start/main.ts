/**
 * `npm start`: all of it on one machine. `--demo` does the same in a data folder of its own, which
 * it fills with a lively book of business when it is empty: of 400 customers, or of as many as
 * `--customers=100` says.
 */

import { demoUserLines } from '../demo/brokerage.js';
import type { DemoInput } from '../demo/main.js';
import { freePort } from '../embedded/postgres/freePort.js';
import { parseSettings, type Settings, WrongSettings, withSecretFiles } from '../settings.js';
import { type AppFacts, appPart, checkPorts } from './appPart.js';
import { startBackend } from './backend.js';
import { forkChild } from './childProcess.js';
import { type FirstSignIn, firstSignInShown, pendingFirstSignIn } from './keys.js';
import { AlreadyRunning } from './lock.js';
import { type KeptPart, keepRunning } from './part.js';

const isDemo = process.argv.includes('--demo');
const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  const settings = parseSettings(withSecretFiles(process.env), {
    dataDir: isDemo ? 'data-demo' : 'data',
    isDemo,
  });
  const size = demoSize();
  const stopRequest = stopRequested();
  const startedAt = performance.now();
  const installation = await startInstallation(settings);
  try {
    if (isDemo) await fillDemo({ settings, size }, stopRequest);
    await announce(installation, performance.now() - startedAt);
    say(`Stopping: ${await stopRequest}.`);
  } finally {
    await installation.stop();
  }
  say('Stopped. All data is kept.');
}

/** How many customers; undefined: as many as every demo. @throws WrongSettings */
function demoSize(): number | undefined {
  const prefix = '--customers=';
  const given = process.argv.find((argument) => argument.startsWith(prefix));
  if (given === undefined) return undefined;
  const size = Number(given.slice(prefix.length));
  if (Number.isInteger(size) && size > 0) return size;
  throw new WrongSettings('A demo has one customer at least: --customers=1.');
}

/**
 * Settles at the first request. Later ones change nothing: npm and the terminal both send Ctrl-C.
 */
function stopRequested(): Promise<string> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => resolve(signal === 'SIGINT' ? 'Ctrl-C' : signal));
    }
    // A closed terminal must not hinder the stop.
    process.stdout.on('error', () => resolve('the terminal has gone'));
    process.stderr.on('error', () => {});
    // npm that is killed passes nothing on. Started otherwise, we may well outlive who did it.
    const parent = process.ppid;
    if (process.env.npm_lifecycle_event !== undefined) {
      setInterval(() => process.ppid !== parent && resolve('npm has gone'), 500).unref();
    }
  });
}

/**
 * A process of its own, on the servers that run already; it ends when the folder is full.
 * @throws when it failed, which it has said itself: half a book is no demo
 */
async function fillDemo(
  { settings, size }: DemoInput,
  stopRequest: Promise<string>,
): Promise<void> {
  const seeding = forkChild({ entry: 'demo/main.js', stopTimeoutMs: 5_000 });
  seeding.process.send({ settings, size } satisfies DemoInput);
  const stopped = stopRequest.then(() => null);
  const end = await Promise.race([seeding.ended, stopped]);
  await seeding.stop();
  if (end !== null && end !== 'code 0') {
    throw new Error('The demo is not complete. Start it again: it goes on where it was.');
  }
}

async function announce(installation: Installation, milliseconds: number): Promise<void> {
  say('');
  say(`InsureManager is ready at ${installation.url} (${(milliseconds / 1000).toFixed(1)} s).`);
  await installation.revealFirstSignIn(({ username, password }) => {
    const given = process.env.ADMIN_PASSWORD === password;
    say('');
    say('  First sign-in, shown this once:');
    say(`    username  ${username}`);
    say(`    password  ${given ? 'as given in ADMIN_PASSWORD' : password}`);
  });
  if (isDemo) for (const line of ['', ...demoUserLines()]) say(line);
  say('');
  say('Ctrl-C stops it.');
}

interface Installation {
  readonly url: string;
  /** Passes on the first sign-in, once. */
  revealFirstSignIn(show: (signIn: FirstSignIn) => void): Promise<void>;
  /** In order: the app, Postgres. */
  stop(): Promise<void>;
}

/**
 * Starts all of it and keeps it running.
 * @throws with a sentence for a person; nothing is left running then.
 */
async function startInstallation(initialSettings: Settings): Promise<Installation> {
  // Chosen here when any will do: a browser must find the app where it was after it died.
  const settings =
    initialSettings.port === 0 ? { ...initialSettings, port: await freePort() } : initialSettings;
  const backend = await startBackend(settings, say);
  let app: KeptPart<AppFacts> | undefined;
  const stop = async () => {
    await backend.lock?.publish({ isStopping: true });
    await app?.stop();
    await backend.stop();
  };
  try {
    await checkPorts(settings);
    const firstSignIn = await pendingFirstSignIn(settings);
    app = await keepRunning(appPart({ ...backend.servers, settings, firstSignIn }), say);
    const { url, firstSignInWorks } = app.facts;
    await backend.lock?.publish({ url });
    return {
      url,
      revealFirstSignIn: async (show) => {
        if (firstSignIn === undefined) return;
        if (firstSignInWorks) show(firstSignIn);
        await firstSignInShown(settings.dataDir);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    const expected = error instanceof WrongSettings || error instanceof AlreadyRunning;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`\n${expected || !process.env.DEBUG ? message : stack}\n`);
    process.exit(1);
  },
);
