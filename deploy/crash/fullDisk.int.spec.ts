import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest';
import { signIn } from '../harness/client.js';
import {
  type InstallationUnderTest,
  isReady,
  makeInstallation,
} from '../harness/testing/installationUnderTest.js';
import { until } from '../harness/waiting.js';
import { isExhaustive } from '../testing/exhaustive.js';
import { startLoad } from './testing/agents.js';
import { expectNoDefects, expectNothingLost, expectRowsAsRebuilt } from './testing/nothingLost.js';
import { openBeside } from './testing/whatRemains.js';

const whole = isExhaustive(import.meta.url);

const run = promisify(execFile);
const DISK = '600m';
const PIECE = Buffer.alloc(1024 * 1024);

/** A small disk in memory; undefined where we may not make one. */
async function smallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-disk-'));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${DISK},mode=0711`, 'small disk', folder]);
    return folder;
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
}

/** Writes until there is no room for a single byte. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w');
  try {
    for (let piece = PIECE; piece.length > 0; ) {
      await handle.write(piece).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
        piece = piece.subarray(0, Math.floor(piece.length / 2));
      });
    }
  } finally {
    await handle.close();
  }
}

const isRoot = platform() === 'linux' && process.getuid?.() === 0;

describe.skipIf(!isRoot)('an installation whose disk is full', () => {
  let disk: string | undefined;
  let installation: InstallationUnderTest;
  beforeAll(async () => {
    disk = await smallDisk();
    if (disk) installation = await makeInstallation({}, { disk });
  });
  afterAll(async () => {
    if (!disk) return;
    await installation.remove();
    await run('umount', [disk]);
    await rm(disk, { recursive: true });
  });

  it.runIf(whole)(
    'says so, loses nothing, and works again by itself when there is room',
    async ({ skip }) => {
      if (!disk) skip('no disk can be made here');
      onTestFailed(() => void process.stderr.write(installation.said()));
      const { url, dataDir } = installation;
      installation.start();
      await installation.announced();
      const cookie = await signIn(url);
      const load = startLoad({ url, cookie, agents: 4, seed: 3 });
      onTestFailed(load.abandon);
      load.insist();
      await load.moreAcknowledged(40);

      const ballast = join(dataDir, 'ballast');
      await fill(ballast);
      await until(() => load.failures() >= 20, 'agents to be refused');
      await rm(ballast);
      await load.moreAcknowledged(40);
      await load.finish();
      await until(() => isReady(url), 'readiness');

      await expectNoDefects(load, { url, cookie });
      const beside = await openBeside(dataDir);
      try {
        await expectNothingLost(load, { beside, url, cookie });
        await expectRowsAsRebuilt(beside);
      } finally {
        await beside.close();
      }
      expect(await installation.stop()).toBe(0);
    },
  );
});
