/** The one source of "now": commands, schedulers and tests take it as a dependency. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
