import { afterAll, beforeAll } from 'vitest';
import { startTestBackend, type TestBackend } from './testBackend.js';

interface Closable {
  close(): Promise<void>;
}

/**
 * What `open` gives over servers of its own, for all tests of a file: filled before the first, closed
 * after the last. Not to be read while the file is loaded.
 */
export function testFixture<Fixture extends Closable>(
  open: (backend: TestBackend) => Promise<Fixture>,
): Fixture {
  const fixture = {} as Fixture;
  let backend: TestBackend | undefined;
  beforeAll(async () => {
    backend = await startTestBackend();
    Object.assign(fixture, await open(backend));
  });
  afterAll(async () => {
    await fixture.close?.();
    await backend?.stop();
  });
  return fixture;
}
