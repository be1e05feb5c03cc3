import { unusedPort } from '@insuremanager/services/platform/testing/unusedPorts';
import { makeInstallation } from '../../harness/testing/installationUnderTest.js';

export { DEMO_PASSWORD } from '../../demo/brokerage.js';

const FILLED_WITHIN_MS = 30 * 60_000;

const CLOCK = new URL('movedClock.js', import.meta.url);
/** What has a program of ours go by a clock that is ahead by so many milliseconds. */
const ahead = (by: number) => ({ NODE_OPTIONS: `--import ${CLOCK.href}?by=${by}` });

/**
 * Starts the built demo, as `npm run demo` does, of fewer customers, by a clock that says `begins` now. What it is
 * filled with follows from that day.
 */
export async function startDemo(begins: Date) {
  const port = await unusedPort();
  const url = `http://localhost:${port}`;
  const aheadBy = begins.getTime() - Date.now();
  const installation = await makeInstallation(
    { PUBLIC_URL: url, ...ahead(aheadBy) },
    { port, options: ['--demo', '--customers=200'] },
  );
  const { remove } = installation;
  installation.start();
  try {
    // A thousand steps of the demo's story.
    await installation.announced(FILLED_WITHIN_MS);
  } catch (error) {
    await remove();
    throw error;
  }
  return {
    url,
    /** How far its clock is ahead, in milliseconds. */
    aheadBy,
    stop: () => installation.stop().finally(remove),
  };
}

/**
 * Starts the built product as it is when it has been in use for long: first by a clock that says
 * `began`, for as long as the work takes, and then by that of today.
 */
export async function startLongUsed(began: Date, work: (url: string) => Promise<void>) {
  const port = await unusedPort();
  const url = `http://localhost:${port}`;
  const installation = await makeInstallation({ PUBLIC_URL: url }, { port });
  const { remove } = installation;
  try {
    installation.start(ahead(began.getTime() - Date.now()));
    await installation.announced();
    await work(url);
    await installation.stop();
    installation.start();
    await installation.announced();
  } catch (error) {
    await remove();
    throw error;
  }
  return { url, stop: () => installation.stop().finally(remove) };
}
