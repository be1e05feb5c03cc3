import { resolve } from 'node:path';

/** Started in containers; what the suites are given of it. */
export interface StartedServer {
  readonly environment: Readonly<Record<string, string>>;
  stop(): Promise<unknown>;
}

export const START_WITHIN_MS = 120_000;

/** Of the checkout, seen from the build. */
export const ROOT = resolve(import.meta.dirname, '../../..');

export const say = (sentence: string): void => void process.stderr.write(`${sentence}\n`);
