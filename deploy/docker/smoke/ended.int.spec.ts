import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processes } from '../../harness/processes.js';
import { launch } from '../../harness/testing/launch.js';
import { until } from '../../harness/waiting.js';

/** Answers as a Docker that has everything, and builds for ever by another process. */
const DOCKER = `#!/bin/sh
[ "$1" = build ] || exit 0
sleep 600 &
echo $$ $! >> "$BUILDS"
wait
`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-smoke-'));
  await writeFile(join(folder, 'docker'), DOCKER);
  await chmod(join(folder, 'docker'), 0o755);
});
afterEach(() => rm(folder, { recursive: true }));

/** One that has ended has no command any more, as long as nobody asked how. */
const isRunning = async (pid: number) =>
  (await processes()).some((one) => one.pid === pid && one.command !== '');

describe.skipIf(process.platform !== 'linux')('the compose smoke test', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'ends at %s while it builds images, and with it whatever builds them',
    async (signal) => {
      const builds = join(folder, 'builds');
      const begun = async () => {
        const lines = await readFile(builds, 'utf8').catch(() => '');
        return lines.split(/\s+/).filter(Boolean).map(Number);
      };
      const path = `${folder}${delimiter}${process.env.PATH}`;
      const env = { ...process.env, PATH: path, BUILDS: builds, KAFKA_HOME: folder, MINIO: folder };
      const { child, said, ended } = launch('docker/smoke/main.js', [], env);
      // Two images at once, each by two processes.
      await until(
        async () => (await begun()).length === 4,
        () => `builds: ${said()}`,
      );
      child.kill(signal);
      expect(await ended()).toBe(1);
      expect(said()).toContain('The test was ended.');
      for (const pid of await begun()) {
        await until(async () => !(await isRunning(pid)), `the end of ${pid}`);
      }
    },
  );
});
