import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createComparison, type Difference, type PlacedHash } from './differences.js';

interface NamedHash {
  readonly name: string;
  readonly hash: string;
}

const event = (name: string, hash = `hash of ${name}`): NamedHash => ({ name, hash });
const log = (text: string): NamedHash[] => [...text].map((name) => event(name));
/** Longer than what is held at once. */
const many = (count: number): NamedHash[] =>
  Array.from({ length: count }, (_, at) => event(`e${at}`));

const placed = (events: readonly NamedHash[]): PlacedHash[] =>
  events.map((one, at) => ({ ...one, at }));

/** As both are read, some at a time. */
function compared(kept: NamedHash[], found: NamedHash[], atOnce = 500) {
  const comparison = createComparison();
  const [before, now] = [placed(kept), placed(found)];
  for (let at = 0; at < now.length; at += atOnce) {
    for (const one of now.slice(at, at + atOnce)) comparison.addFound(one);
    while (comparison.keptWaiting() < comparison.foundWaiting() && before.length > 0) {
      for (const one of before.splice(0, 256)) comparison.addKept(one);
    }
    comparison.advance();
  }
  for (const one of before) comparison.addKept(one);
  comparison.advance(true);
  return comparison.differences();
}

const differencesOf = (kept: NamedHash[], found: NamedHash[]): Difference[] =>
  compared(kept, found).differences;

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
      {
        problem: 'event_changed',
        was: { ...event('b'), at: 1 },
        is: { ...changed, at: 1 },
      },
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

  it('is found far from each other in a long log, and where its parts have changed places', () => {
    const kept = many(20_000);
    const found = many(20_000);
    found.splice(19_000, 0, event('x'));
    found.splice(9_000, 1);
    found[5_000] = event('e5000', 'another hash');
    found.splice(12_000, 0, ...found.splice(100, 1));
    expect(inShort(kept, found)).toEqual([
      'changed e5000',
      'moved e100',
      'inserted x',
      'removed e9000',
    ]);
    const turned = [...kept.slice(10_000), ...kept.slice(0, 10_000)];
    expect(differencesOf(kept, turned).length).toBeGreaterThanOrEqual(9_000);
  });

  it('is counted, and held in part, when all of a log is another one', () => {
    const others = many(30_000).map(({ name }) => event(name, `other ${name}`));
    const { differences, notHeld } = compared(many(30_000), others);
    expect(differences).toHaveLength(10_000);
    expect(notHeld).toBe(40_000);
  });

  it('is never more than was done to each event, and never nothing', () =>
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
          // What stands around a difference may count as moved with it.
          expect(differences.length).toBeLessThanOrEqual(edits.length * 16);
          const isSame = kept.every(({ hash }, at) => found[at]?.hash === hash);
          expect(differences.length === 0).toBe(isSame);
        },
      ),
    ));
});
