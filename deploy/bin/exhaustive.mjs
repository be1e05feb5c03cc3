/**
 * Which exhaustive tests a run takes. `deploy/testing/exhaustive.json` lists the spec files that have
 * some, what they cover, and what each run proves of it anyway. A run takes those of
 * - a file when it, or something it covers, has changed: since the commit that TEST_BASE names, or in
 *   the four hours up to HEAD; what is not committed yet counts, too
 * - the share of all that falls to HEAD: the files lie in `SHARES` shares that take equally long, and
 *   the hash of the commit chooses, so that a run can be repeated
 * and of all files when it is asked for all.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const SHARES = 24;
const HOURS = 4;

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const listed = readJson('deploy/testing/exhaustive.json');

export const durationsFile = 'deploy/testing/durations.json';
/** Seconds by the path of a spec file; with ` (all)` behind it, those of all of its tests. */
export const durations = existsSync(join(root, durationsFile)) ? readJson(durationsFile) : {};
export const ALL = ' (all)';

/**
 * @param {{ all?: boolean }} wanted
 * @returns {{ files: string[], listed: string[], reason: string }} the files whose exhaustive tests are
 *   run, all that have some, and a sentence on why these
 */
export function exhaustiveTests({ all = false } = {}) {
  const specs = Object.keys(listed).filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'));
  if (all) return { files: specs, listed: specs, reason: 'All exhaustive tests are run.' };
  const head = git('rev-parse', 'HEAD');
  const share = head ? Number.parseInt(head.slice(0, 8), 16) % SHARES : 0;
  const ofShare = shares(specs)[share];
  const changed = specs.filter(isDue);
  const of = head ? `, as falls to commit ${head.slice(0, 10)}` : '';
  return {
    files: [...new Set([...ofShare, ...changed])],
    listed: specs,
    reason:
      `Of the exhaustive tests, share ${share + 1} of ${SHARES} is run${of}, and those of ` +
      `${changed.length} files that cover what has changed${base ? ` since ${base.slice(0, 10)}` : ''}.`,
  };
}

/** Whether something has changed that an entry of the list covers, or the entry's own file or folder. */
export function isDue(path) {
  const { covers } = listed[path];
  return changes === null || [path, ...covers].some(hasChanged);
}

const hasChanged = (prefix) =>
  changes.some((path) => path === prefix || path.startsWith(`${prefix.replace(/\/$/, '')}/`));

/** Longest first, each into the share that is shortest so far. */
function shares(specs) {
  // What a share adds to a run, which takes the other tests of these files anyway.
  const seconds = (path) => Math.max((durations[path + ALL] ?? 60) - (durations[path] ?? 0), 1);
  const all = Array.from({ length: SHARES }, () => ({ seconds: 0, files: [] }));
  const longestFirst = specs.toSorted((a, b) => seconds(b) - seconds(a) || (a < b ? -1 : 1));
  for (const path of longestFirst) {
    const shortest = all.reduce((least, one) => (one.seconds < least.seconds ? one : least));
    shortest.seconds += seconds(path);
    shortest.files.push(path);
  }
  return all.map(({ files }) => files);
}

/** What git answers, without the line's end; null when it cannot. */
function git(...args) {
  try {
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', args, options).trim();
  } catch {
    return null;
  }
}

const base = (() => {
  if (process.env.TEST_BASE) return git('rev-parse', process.env.TEST_BASE);
  const committed = git('log', '-1', '--format=%ct');
  return committed && git('rev-list', '-1', `--before=${committed - HOURS * 3600}`, 'HEAD');
})();

/** Paths; null where nobody can say, as in a copy without its history: then all counts as changed. */
const changes = (() => {
  const tracked = base && git('diff', '--name-only', base);
  const others = git('ls-files', '--others', '--exclude-standard');
  return tracked === null || others === null || !base
    ? null
    : `${tracked}\n${others}`.split('\n').filter(Boolean);
})();
