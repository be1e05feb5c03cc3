import { existsSync, readFileSync } from 'node:fs';
import { isExhaustive } from './exhaustive.js';

/** As `npm test -- record` writes it: by the path of a spec, with ` (all)` behind it for all its tests. */
const file = new URL('durations.json', import.meta.url);
const durations: Record<string, number> = existsSync(file)
  ? JSON.parse(readFileSync(file, 'utf8'))
  : {};

/** How long a spec takes in this run, in seconds; infinity for one that nobody has measured. */
export const expectedSeconds = (path: string): number =>
  (isExhaustive(`/${path}`) ? durations[`${path} (all)`] : undefined) ??
  durations[path] ??
  Number.POSITIVE_INFINITY;

/** The order of spec files by their paths. */
export const longestFirst = (one: string, other: string): number => {
  const [seconds, others] = [expectedSeconds(one), expectedSeconds(other)];
  return seconds === others ? one.localeCompare(other) : others - seconds;
};
