import { existsSync } from 'node:fs';

/** From the source, or as it is built, which browser tests load. */
const PROJECT = import.meta.url.replace(/deploy\/(?:dist\/)?testing\/[^/]*$/, '');

/** Paths of spec files, separated by blanks, as `deploy/bin/test.mjs` names them. */
const named = process.env.TEST_EXHAUSTIVE?.split(' ').filter(Boolean);

/** A part of a path would choose nothing, and the short form would pass for the whole. */
const unknown = named?.filter((path) => !existsSync(new URL(path, PROJECT))) ?? [];
if (unknown.length > 0) {
  throw new Error(
    `TEST_EXHAUSTIVE names ${unknown.join(', ')}: name whole paths of specs, from the folder of the project on.`,
  );
}

/**
 * Whether this run takes the exhaustive tests of a file, which prove once more and more widely what
 * its other tests prove in each run. The file stands in `exhaustive.json` with what it covers. A
 * file that is run by itself takes all of its tests.
 * @param moduleUrl the spec's own `import.meta.url`
 */
export const isExhaustive = (moduleUrl: string): boolean =>
  named?.some((path) => moduleUrl.endsWith(`/${path}`)) ?? true;

/** A number that follows from the commit, as `deploy/bin/test.mjs` takes it from its hash. */
const turn = Number(process.env.TEST_TURN ?? 0);

/**
 * What a run takes of things that prove the same of different ones: all of them where it takes the
 * exhaustive tests of a file, and else every so many-th, which of them follows from the commit.
 * @param moduleUrl the spec's own `import.meta.url`
 */
export const inTurn = <One>(all: readonly One[], every: number, moduleUrl: string): One[] =>
  all.filter((_, place) => isExhaustive(moduleUrl) || (place + turn) % every === 0);
