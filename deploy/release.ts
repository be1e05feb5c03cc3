import { readFileSync } from 'node:fs';

/** Of the package that this is built from; an image may name its build more closely in RELEASE. */
export const packageVersion = (): string => {
  // From the build as from the sources, a package.json of the same version is one folder up.
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
};
