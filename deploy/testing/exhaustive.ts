/** Paths of spec files, separated by blanks, as `deploy/bin/test.mjs` names them. */
const named = process.env.TEST_EXHAUSTIVE?.split(' ').filter(Boolean);

/**
 * Whether this run takes the exhaustive tests of a file, which prove once more and more widely what
 * its other tests prove in each run. The file stands in `exhaustive.json` with what it covers. A
 * file that is run by itself takes all of its tests.
 * @param moduleUrl the spec's own `import.meta.url`
 */
export const isExhaustive = (moduleUrl: string): boolean =>
  named?.some((path) => moduleUrl.endsWith(`/${path}`)) ?? true;
