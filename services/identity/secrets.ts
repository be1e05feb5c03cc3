/** How secrets are stored that somebody proves themselves by; codes are in secondFactors.ts. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../platform/errors.js';

/** 32 random bytes, as cookies and links carry them. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a token: nobody can guess one, so that no key and no salt is needed. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** One password, however the keyboard composed its characters. */
const normal = (password: string): string => password.normalize('NFC');

/** argon2id, with a salt of its own. */
export const hashOfPassword = (password: string): Promise<string> => hash(normal(password));

/** Hashes at once: of the pool's four threads, two stay free for everything else. */
const AT_ONCE = 2;
/** Hashes that wait for their turn: some seconds of work. */
const MOST_WAITING = 200;

/** Hashing is slow on purpose, so only a few are made at once, and only so many wait. */
export interface Passwords {
  /** @throws Refusal `busy` while too many wait */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password. Without a hash it is none, which takes as long to say.
   * @throws Refusal `busy` while too many wait
   */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
  /** So many wait for their turn. */
  waiting(): number;
}

export async function createPasswords(
  { atOnce, mostWaiting } = { atOnce: AT_ONCE, mostWaiting: MOST_WAITING },
): Promise<Passwords> {
  const queued = createQueue(atOnce, mostWaiting);
  // Of a password that nobody knows.
  const nobodysHash = await hashOfPassword(randomBytes(32).toString('base64'));
  return {
    hash: (password) => queued(() => hashOfPassword(password)),
    waiting: queued.waiting,
    async matches(passwordHash, password) {
      const isEqual = await queued(() => verify(passwordHash ?? nobodysHash, normal(password)));
      return isEqual && passwordHash !== null;
    },
  };
}

interface Queued {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  waiting(): number;
}

/** First come, first served. @throws Refusal `busy` */
export function createQueue(atOnce: number, mostWaiting: number): Queued {
  const waiting: (() => void)[] = [];
  let running = 0;
  const queued = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= mostWaiting) throw busy();
    // Whoever ends hands their place on.
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
  return Object.assign(queued, { waiting: () => waiting.length });
}

const busy = (): Refusal =>
  new Refusal('unavailable', {
    code: 'busy',
    message: 'Many people are signing in just now. Please try again in a moment.',
    retryAfterSeconds: 5,
  });
