import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { expect, it } from 'vitest';
import { createGuessLimits } from './guessLimits.js';
import { openIdentityFixture } from './testing/identityFixture.js';

const fixture = testFixture(openIdentityFixture);

it('names that a stranger makes up are remembered no longer than their address may try', async () => {
  const { pool } = fixture.platform;
  const limits = createGuessLimits(pool);
  const rows = async () => (await pool.query('SELECT FROM identity.guesses')).rowCount;
  const guess = (user: string) => limits.spend('reset', { user, address: '198.51.100.7' });
  for (let tries = 0; tries < 30; tries += 1) await guess(`made-up-${tries}`);
  expect(await rows()).toBe(31);
  for (let tries = 30; tries < 40; tries += 1) {
    await expect(guess(`made-up-${tries}`)).rejects.toMatchObject({ kind: 'too-many' });
  }
  expect(await rows()).toBe(31);
  await limits.spend('reset', { user: 'made-up-40', address: '198.51.100.8' });
});
