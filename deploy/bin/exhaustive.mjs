/**
 * Which exhaustive tests a run takes. `deploy/testing/exhaustive.json` lists the spec files that have
 * some, what they cover, and what each run proves of it anyway. A run takes those of
 * - a file when it, or something it covers, has changed: since the commit that TEST_BASE names, or in
 *   the four hours up to HEAD; what is not committed yet counts, too. Of these as many as fit into what
 *   the share leaves of `BUDGET`, or all when it is asked for what has changed
 * - the share of all that falls to HEAD: the files lie in `SHARES` shares that take equally long
 * and of all files when it is asked for all. The hash of the commit chooses, so that a run can be
 * repeated.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const SHARES = 96;
const HOURS = 4;
/** Seconds, by the recorded durations, that exhaustive tests may add to a run: only a share takes more. */
const BUDGET = 60;

const readJson = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const listed = readJson('deploy/testing/exhaustive.json');

export const durationsFile = 'deploy/testing/durations.json';
/** Seconds by the path of a spec file; with ` (all)` behind it, those of all of its tests. */
export const durations = existsSync(join(root, durationsFile)) ? readJson(durationsFile) : {};
export const ALL = ' (all)';

/**
 * @param {{ all?: boolean, changed?: boolean }} wanted
 * @returns {{ files: string[], listed: string[], due: string[], turn: number, reason: string }} the
 *   files whose exhaustive tests are run, all that have some, those that cover what has changed, a
 *   number that follows from the commit, and a sentence on why these are run
 */
export function exhaustiveTests({ all = false, changed = false } = {}) {
  const specs = Object.keys(listed).filter((path) => path.endsWith('.ts') || path.endsWith('.tsx'));
  const due = specs.filter(isDue);
  const head = git('rev-parse', 'HEAD') ?? '0';
  const turn = Number.parseInt(head.slice(0, 8), 16);
  if (all)
    return { files: specs, listed: specs, due, turn, reason: 'All exhaustive tests are run.' };
  const share = turn % SHARES;
  const inTurn = shares(specs)[share];
  const taken = due.filter((path) => inTurn.includes(path));
  const others = due.filter((path) => !inTurn.includes(path));
  const left = BUDGET - inTurn.reduce((sum, path) => sum + addedSeconds(path), 0);
  const chosen = changed ? others : withinBudget(left, others, head);
  return {
    files: [...inTurn, ...chosen],
    listed: specs,
    due,
    turn,
    reason:
      `Of the exhaustive tests, share ${share + 1} of ${SHARES} is run, as falls to commit ` +
      `${head.slice(0, 10)}, and those of ${taken.length + chosen.length} of the ${due.length} files ` +
      `that cover what has changed${base ? ` since ${base.slice(0, 10)}` : ''}.`,
  };
}

/** Specs that have changed themselves first, the others in an order that each commit shuffles. */
function withinBudget(seconds, due, head) {
  const place = (path) =>
    createHash('sha1')
      .update(head + path)
      .digest('hex');
  const order = (path) => `${changes?.includes(path) ? 0 : 1}${place(path)}`;
  let left = seconds;
  return due
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    .filter((path) => {
      const fits = addedSeconds(path) <= left;
      if (fits) left -= addedSeconds(path);
      return fits;
    });
}

/** What the exhaustive tests of a file add to a run, which takes its other tests anyway. */
const addedSeconds = (path) => Math.max((durations[path + ALL] ?? 60) - (durations[path] ?? 0), 1);

/** Whether something has changed that an entry of the list covers, or the entry's own file or folder. */
export function isDue(path) {
  const { covers } = listed[path];
  return changes === null || [path, ...covers].some(hasChanged);
}

const hasChanged = (prefix) =>
  changes.some((path) => path === prefix || path.startsWith(`${prefix.replace(/\/$/, '')}/`));

/** Longest first, each into the share that is shortest so far. */
function shares(specs) {
  const all = Array.from({ length: SHARES }, () => ({ seconds: 0, files: [] }));
  const longestFirst = specs.toSorted(
    (a, b) => addedSeconds(b) - addedSeconds(a) || (a < b ? -1 : 1),
  );
  for (const path of longestFirst) {
    const shortest = all.reduce((least, one) => (one.seconds < least.seconds ? one : least));
    shortest.seconds += addedSeconds(path);
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
