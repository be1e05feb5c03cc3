import { describe, expect, it } from 'vitest';
import { complaintAbout } from './serverVersion.js';

describe('the version of Postgres', () => {
  it.each([150_000, 150_018, 180_001, 190_000])('may be %i', (version) =>
    expect(complaintAbout(version)).toBeUndefined(),
  );

  it('is too old below 15, which is said in a sentence', () =>
    expect(complaintAbout(140_009)).toBe(
      'DATABASE_URL leads to Postgres 14.9; 15 or newer is needed. ' +
        'Upgrade that server, or name another one.',
    ));
});
