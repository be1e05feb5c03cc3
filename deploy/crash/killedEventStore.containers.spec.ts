import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { signIn } from '../harness/client.js';
import {
  type InstallationUnderTest,
  isReady,
  makeInstallation,
} from '../harness/testing/installationUnderTest.js';
import { until } from '../harness/waiting.js';
import { startLoad } from './testing/agents.js';
import { expectNoDefects, expectNothingLost, expectRowsAsRebuilt } from './testing/nothingLost.js';
import { openBeside } from './testing/whatRemains.js';

const SEED = 20_261_125;
const AGENTS = 6;
/** Each of three nodes once, and so the one that leads, too. */
const KILLS = 3;
const MINUTES = 60_000;

/**
 * The product, on the event store that EVENTSTORE_URL names and nobody has written to. A POST to
 * EVENTSTORE_KILL_URL kills one of its nodes, and is answered once that one serves again.
 */
describe('an installation on a server of events', () => {
  let installation: InstallationUnderTest;
  const { EVENTSTORE_URL = '', EVENTSTORE_KILL_URL = '' } = process.env;
  beforeAll(async () => {
    installation = await makeInstallation({ EVENTSTORE_URL });
  });
  afterAll(() => installation.remove());

  const killNode = async (): Promise<void> => {
    const { status } = await fetch(EVENTSTORE_KILL_URL, { method: 'POST' });
    expect(status).toBe(200);
  };

  it(
    'keeps every acknowledged write, once, however often a node is killed under load',
    async () => {
      onTestFailed(() => void process.stderr.write(installation.said()));
      const { url, dataDir } = installation;
      installation.start();
      await installation.announced();
      const cookie = await signIn(url);
      const load = startLoad({ url, cookie, agents: AGENTS, seed: SEED });
      onTestFailed(load.abandon);
      load.insist();
      await load.moreAcknowledged(100, 2 * MINUTES);
      const app = await installation.appPid();
      for (let kill = 0; kill < KILLS; kill += 1) {
        await killNode();
        await load.moreAcknowledged(100, 2 * MINUTES);
      }
      expect(await installation.appPid()).toBe(app);
      await load.finish();
      await until(() => isReady(url), 'readiness');
      await expectNoDefects(load, { url, cookie });
      const beside = await openBeside(dataDir, { eventStoreUrl: EVENTSTORE_URL });
      try {
        await expectNothingLost(load, { url, cookie, beside });
        await expectRowsAsRebuilt(beside);
      } finally {
        await beside.close();
      }
      expect(await installation.stop()).toBe(0);
    },
    15 * MINUTES,
  );
});
