import { Refusal } from '../errors.js';
import type { Logger } from '../logger.js';

/** Who our emails are from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** A sender whose name may change while the process runs. */
export interface NamedSender {
  /** With the name that it has now; with the last that was known while nobody can say. */
  current(): Promise<Sender>;
  /** Where the name is asked for from now on. */
  namedBy(name: () => Promise<string>): void;
}

/** @param initial also whom emails are from until anybody names the sender. */
export function createSender(initial: Sender, logger: Logger): NamedSender {
  let last = initial;
  let ask = async (): Promise<string> => last.name;
  return {
    async current() {
      try {
        last = { ...last, name: await ask() };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        logger.warn({}, 'An email has the name of its sender that was last known', error);
      }
      return last;
    },
    namedBy(name) {
      ask = name;
    },
  };
}
