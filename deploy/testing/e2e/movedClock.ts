/**
 * From now on every clock of this process, or of this page, is ahead by so many milliseconds. Stands
 * by itself, as it is sent into pages too.
 */
export function moveClock(by: number): void {
  globalThis.Date = new Proxy(Date, {
    construct: (Real, given, target) =>
      Reflect.construct(Real, given.length > 0 ? given : [Real.now() + by], target),
    get: (Real, key) => (key === 'now' ? () => Real.now() + by : Reflect.get(Real, key)),
  });
}

// As it is loaded before a program of ours: `node --import …/movedClock.js?by=1000`.
const by = new URL(import.meta.url).searchParams.get('by');
if (by !== null) moveClock(Number(by));
