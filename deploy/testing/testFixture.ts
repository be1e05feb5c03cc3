import { afterAll, beforeAll } from 'vitest';
import {
  type LocalBackend,
  startLocalBackend,
  startTestBackend,
  type TestBackend,
} from './testBackend.js';

interface Closable {
  close(): Promise<void>;
}

/**
 * What `open` gives over servers of its own, for all tests of a file: filled before the first, closed
 * after the last. Not to be read while the file is loaded.
 */
export const testFixture = <Fixture extends Closable>(
  open: (backend: TestBackend) => Promise<Fixture>,
): Fixture => fixtureOver(startTestBackend, open);

/** The same over a log in memory, for tests that prove nothing about the server of the log. */
export const localFixture = <Fixture extends Closable>(
  open: (backend: LocalBackend) => Promise<Fixture>,
): Fixture => fixtureOver(startLocalBackend, open);

function fixtureOver<Backend extends { stop(): Promise<void> }, Fixture extends Closable>(
  start: () => Promise<Backend>,
  open: (backend: Backend) => Promise<Fixture>,
): Fixture {
  const fixture = {} as Fixture;
  let backend: Backend | undefined;
  beforeAll(async () => {
    backend = await start();
    Object.assign(fixture, await open(backend));
  });
  afterAll(async () => {
    await fixture.close?.();
    await backend?.stop();
  });
  return fixture;
}
