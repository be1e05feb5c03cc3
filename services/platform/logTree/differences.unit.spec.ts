import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differencesOf, type NamedHash } from './differences.js';

const event = (name: string, hash = `hash of ${name}`): NamedHash => ({ name, hash });
const log = (text: string): NamedHash[] => [...text].map((name) => event(name));

/** Such as `changed c`. */
const inShort = (kept: NamedHash[], found: NamedHash[]) =>
  differencesOf(kept, found).map((difference) => {
    const { name } = 'is' in difference ? difference.is : difference.was;
    return `${difference.problem.replace('event_', '')} ${name}`;
  });

describe('what differs between a log and what was kept of it', () => {
  it('is nothing when it is the same, or only goes on', () => {
    expect(inShort(log('abc'), log('abc'))).toEqual([]);
    expect(inShort(log('abc'), log('abcde'))).toEqual([]);
    expect(inShort([], log('ab'))).toEqual([]);
  });

  it('is an event that was changed, with both hashes', () => {
    const changed = event('b', 'another hash');
    expect(differencesOf(log('abc'), [event('a'), changed, event('c')])).toEqual([
      { problem: 'event_changed', was: event('b'), is: changed },
    ]);
  });

  it('is an event that was removed, inserted or moved', () => {
    expect(inShort(log('abc'), log('ac'))).toEqual(['removed b']);
    expect(inShort(log('abc'), log('axbc'))).toEqual(['inserted x']);
    expect(inShort(log('abcdef'), log('abdefcg'))).toEqual(['moved c']);
    expect(inShort(log('abcdef'), log('aebcdf'))).toEqual(['moved e']);
  });

  it('is the end that was cut off, also when the log went on since', () => {
    expect(inShort(log('abcd'), log('ab'))).toEqual(['removed c', 'removed d']);
    expect(inShort(log('abcd'), log('abx'))).toEqual(['removed c', 'removed d']);
    expect(inShort(log('ab'), [])).toEqual(['removed a', 'removed b']);
  });

  it('is a copy of an event that stands there as well', () => {
    expect(inShort(log('abcd'), log('abcbd'))).toEqual(['inserted b']);
  });

  it('is several at once', () => {
    const found = [...log('xa'), event('b', 'another hash'), ...log('efd')];
    expect(inShort(log('abcdef'), found)).toEqual([
      'inserted x',
      'changed b',
      'moved d',
      'removed c',
    ]);
  });

  it('is never more than was done, and never nothing', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 60 }),
        fc.array(fc.tuple(fc.constantFrom('change', 'remove', 'insert', 'move'), fc.nat())),
        (size, edits) => {
          const kept = Array.from({ length: size }, (_, at) => event(`e${at}`));
          const found = [...kept];
          for (const [nth, [edit, where]] of edits.entries()) {
            const at = where % Math.max(1, found.length - 1);
            const old = found[at];
            if (!old) continue;
            if (edit === 'change') found[at] = event(old.name, `changed ${nth}`);
            else if (edit === 'insert') found.splice(at, 0, event(`new ${nth}`));
            else {
              found.splice(at, 1);
              if (edit === 'move') found.splice((where * 7) % (found.length + 1), 0, old);
            }
          }
          const differences = differencesOf(kept, found);
          expect(differences.length).toBeLessThanOrEqual(edits.length);
          const isSame = kept.every(({ hash }, at) => found[at]?.hash === hash);
          expect(differences.length === 0).toBe(isSame);
        },
      ),
    ));
});
