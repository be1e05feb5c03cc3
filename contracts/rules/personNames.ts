import { searchKey } from './text.js';

const TITLE = /^(?:mr|mrs|ms|miss|shri|smt|sri|dr|m s|master|kum)\s/;

const partsOf = (name: string): string[] =>
  searchKey(name)
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim()
    .replace(TITLE, '')
    .split(' ');

const scriptsOf = (name: string): boolean => /\p{Script=Latin}/u.test(name);

/**
 * Whether two spellings may name one person: every part of the shorter one is in the other, or is
 * its initial there. Names in different alphabets may always.
 */
export function mayBeSamePerson(one: string, other: string): boolean {
  if (scriptsOf(one) !== scriptsOf(other)) return true;
  const [shorter = [], longer = []] = [partsOf(one), partsOf(other)].toSorted(
    (first, second) => first.length - second.length,
  );
  const isIn = (part: string) =>
    longer.some((long) =>
      part.length === 1 || long.length === 1 ? long[0] === part[0] : long === part,
    );
  return shorter.every(isIn);
}
