/** How tokens and passwords are stored; for codes see secondFactors.ts. */
import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Refusal } from '../platform/errors.js';

/** 32 random bytes, for cookies and links. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** The stored form of a token: 256 random bits need no key and no salt. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Unicode normal form: keyboards compose the same characters differently. */
const normal = (password: string): string => password.normalize('NFC');

/** argon2id with a random salt. */
export const hashOfPassword = (password: string): Promise<string> => hash(normal(password));

/** Concurrent hashes: two of the thread pool's four threads stay free. */
const AT_ONCE = 2;
/** Length of the queue: some seconds of work. */
const MOST_WAITING = 200;

/** Hashing is slow by design, so concurrency and queue are limited. */
export interface Passwords {
  /** @throws Refusal `busy` when the queue is full */
  hash(password: string): Promise<string>;
  /**
   * Whether it is the password. Without a hash false, in the same time.
   * @throws Refusal `busy` when the queue is full
   */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
  /** Length of the queue. */
  waiting(): number;
}

/** Of a random password, to spend the same time where there is no hash. Made once in a process. */
let nobodysHash: Promise<string> | undefined;

export async function createPasswords(
  { atOnce, mostWaiting } = { atOnce: AT_ONCE, mostWaiting: MOST_WAITING },
): Promise<Passwords> {
  const queued = createQueue(atOnce, mostWaiting);
  nobodysHash ??= hashOfPassword(randomBytes(32).toString('base64'));
  const hashOfNobody = await nobodysHash;
  return {
    hash: (password) => queued(() => hashOfPassword(password)),
    waiting: queued.waiting,
    async matches(passwordHash, password) {
      const isEqual = await queued(() => verify(passwordHash ?? hashOfNobody, normal(password)));
      return isEqual && passwordHash !== null;
    },
  };
}

interface Queued {
  <Result>(work: () => Promise<Result>): Promise<Result>;
  waiting(): number;
}

/** Runs work in order, `atOnce` at a time. @throws Refusal `busy` */
export function createQueue(atOnce: number, mostWaiting: number): Queued {
  const waiting: (() => void)[] = [];
  let running = 0;
  const queued = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running < atOnce) running += 1;
    else if (waiting.length >= mostWaiting) throw busy();
    // A finished job passes its slot on.
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
