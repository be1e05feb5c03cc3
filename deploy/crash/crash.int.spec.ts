import { afterEach, beforeEach, describe, expect, it, onTestFailed } from 'vitest';
import { type Dice, dice } from '../demo/dice.js';
import { signIn } from '../harness/client.js';
import {
  healthOf,
  type InstallationUnderTest,
  isReady,
  makeInstallation,
  VICTIMS,
  type Victim,
} from '../harness/testing/installationUnderTest.js';
import { until } from '../harness/waiting.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startLoad } from './testing/agents.js';
import type { Book } from './testing/book.js';
import { emailsIn, emailsNotSentOnce, filesIn, type Log } from './testing/checks.js';
import {
  expectNoDefects,
  expectNoErrorLines,
  expectNothingLost,
  expectRowsAsRebuilt,
} from './testing/nothingLost.js';
import {
  downloaded,
  emailsStored,
  type Gateway,
  leaveBrokenUploads,
  openBeside,
  storedFiles,
  sweptInTwoDays,
} from './testing/whatRemains.js';

const whole = isExhaustive(import.meta.url);

const SEED = 20_260_104;
const AGENTS = 6;
/** Before so many last kills, nobody goes away without an answer any more. */
const INSISTING = 3;

let installation: InstallationUnderTest;
beforeEach(async () => {
  installation = await makeInstallation();
});
afterEach(() => installation.remove());

/** In an order that looks random. */
function kills(chance: Dice): Victim[] {
  const remaining: Victim[] = whole ? [...VICTIMS, ...VICTIMS] : ['app', 'everything'];
  const order: Victim[] = [];
  while (remaining.length > 0) order.push(...remaining.splice(chance.below(remaining.length), 1));
  return order;
}

describe('an installation whose processes are killed', () => {
  it('keeps every acknowledged write, once, however often its processes are killed under load', async () => {
    onTestFailed(() => void process.stderr.write(installation.said()));
    const chance = dice(SEED);
    const { url, dataDir } = installation;
    installation.start();
    await installation.announced();
    await leaveBrokenUploads(dataDir);
    const cookie = await signIn(url);
    const load = startLoad({ url, cookie, agents: AGENTS, seed: SEED });
    onTestFailed(load.abandon);

    const order = kills(chance);
    for (const [index, victim] of order.entries()) {
      if (order.length - index === INSISTING) load.insist();
      // Commands are under way at any moment; which ones, is random.
      await load.moreAcknowledged(30 + chance.below(60));
      const app = await installation.appPid();
      await installation.kill(victim);
      if (victim === 'supervisor' || victim === 'everything') installation.start();
      await load.moreAcknowledged(AGENTS + 1);
      // Who was not killed does not fall.
      if (victim === 'postgres' || victim === 'backend') {
        expect(await installation.appPid(), `the app after the end of ${victim}`).toBe(app);
      }
    }

    await load.finish();
    await until(() => isReady(url), 'readiness');

    await expectNoDefects(load, { url, cookie });
    const { book } = load;
    const beside = await openBeside(dataDir);
    try {
      const gateway = { url, cookie };
      const log = await expectNothingLost(load, { beside, ...gateway });
      expect(emailsNotSentOnce(log)).toEqual([]);
      expect(await emailsStored(dataDir)).toEqual(emailsIn(log));
      await expectFiles(log, book, { ...gateway, dataDir });
      await expectRowsAsRebuilt(beside);
    } finally {
      await beside.close();
    }

    await until(() => isReady(url), 'readiness');
    const { readModels } = (await healthOf(url)).json;
    expect(readModels).toMatchObject({ state: 'live', lagSeconds: 0, progress: 1 });
    expect(await installation.stop()).toBe(0);
    expect(await installation.leftovers()).toEqual([]);
    expectNoErrorLines(installation.said());
  });
});

/** Every file is there that an event names, and after the sweep no other one of a document. */
async function expectFiles(
  log: Log,
  { documents }: Readonly<Book>,
  { dataDir, ...gateway }: Gateway & { dataDir: string },
): Promise<void> {
  const named = filesIn(log);
  const before = await storedFiles(dataDir, 'documents/');
  expect(before).toEqual(expect.arrayContaining(named.documents));
  const swept = await sweptInTwoDays(dataDir);
  expect(swept.documents).toBe(before.length - named.documents.length);
  expect(swept.documents).toBeGreaterThan(0);
  expect(await storedFiles(dataDir, 'documents/')).toEqual(named.documents);
  expect(await storedFiles(dataDir, 'quotations/')).toEqual(expect.arrayContaining(named.emailed));
  for (const { id, sha256, isDeleted } of documents.values()) {
    expect(await downloaded(id, gateway), `document ${id}`).toBe(isDeleted ? '404' : sha256);
  }
}
