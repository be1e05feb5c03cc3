import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseSettings } from '../settings.js';
import { backUp } from './backUp.js';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'insuremanager-backup-'));
  await mkdir(join(home, 'data', 'postgres', 'cluster'), { recursive: true });
  await mkdir(join(home, 'monday'));
});
afterAll(() => rm(home, { recursive: true }));

/** What is in one, and that it can be restored, is shown by the specs beside this one. */
describe('a backup is refused, and nothing is made,', () => {
  const nobody = () => {
    throw new Error('Nothing is to be said');
  };
  it.each([
    ['in a folder that is there', 'data', 'monday', /monday is there already/],
    ['in the data folder', 'data', 'data/copy', /must not lie in the data folder/],
    ['in the place of the data folder', 'data', 'data', /must not lie in the data folder/],
    ['in a folder that is not there', 'data', 'no/where', /no is not there/],
    ['of a folder without data', 'empty', 'tuesday', /Is DATA_DIR right\?/],
  ])('%s', async (_, dataDir, target, why) => {
    const settings = parseSettings({ DATA_DIR: join(home, dataDir) });
    const { signal: ended } = new AbortController();
    const parts = { settings, folder: join(home, target), say: nobody, remark: nobody, ended };
    await expect(backUp(parts)).rejects.toThrow(why);
    expect((await readdir(home)).sort()).toEqual(['data', 'monday']);
  });
});
