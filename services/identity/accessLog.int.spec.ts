import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../platform/errors.js';
import { platformOver } from '../platform/testing/platformOver.js';
import type { Identity } from './identity.js';
import { totpCode } from './secondFactors.js';
import { caller, openIdentityFixture, PASSWORD } from './testing/identityFixture.js';
import { softAuthenticator } from './testing/softAuthenticator.js';

const fixture = testFixture(openIdentityFixture);
/** The same, while nothing can be recorded. */
let withoutLog: Identity;

beforeAll(async () => {
  const append = async () => {
    throw unavailable('The event store');
  };
  withoutLog = await fixture.start(platformOver(fixture.platform, { append }));
});

const away = { kind: 'unavailable' };

describe('while nothing can be recorded', () => {
  it('nobody comes in, but everybody can go', async () => {
    const { token } = await fixture.enter('asha');
    await expect(
      withoutLog.signIn({ username: 'asha', password: PASSWORD }, caller),
    ).rejects.toMatchObject(away);
    await withoutLog.signOut(token, 'test');
    expect(await fixture.identity.isSessionOpen(token)).toBe(false);
    await withoutLog.close();
  });

  it('a password stays as it is', async () => {
    const { user, caller: inside } = await fixture.enter('bala');
    const change = { currentPassword: PASSWORD, newPassword: 'copper lantern 81 monsoon' };
    await expect(withoutLog.changePassword(user, change, inside)).rejects.toMatchObject(away);
    await fixture.enterAgain('bala');
    expect(await fixture.mailsTo('bala')).toEqual([]);
  });

  it('a second factor is neither enabled nor disabled', async () => {
    const entered = await fixture.enter('chitra');
    const { user, caller: inside } = entered;
    const { manualEntryKey } = await withoutLog.setUpTwoFactor(user, inside);
    const code = await totpCode(manualEntryKey, fixture.now());
    const input = { code, password: PASSWORD };
    await expect(withoutLog.verifyTwoFactorSetup(user, input, inside)).rejects.toMatchObject(away);
    expect(await fixture.signIn('chitra')).toHaveProperty('user');

    await fixture.identity.verifyTwoFactorSetup(user, input, inside);
    await expect(
      withoutLog.disableTwoFactor(user, { password: PASSWORD }, inside),
    ).rejects.toMatchObject(away);
    expect(await fixture.signIn('chitra')).toHaveProperty('requiresTwoFactor');
    expect(await fixture.identity.security(user, inside)).toMatchObject({ recoveryCodesLeft: 10 });
  });

  it('a passkey is neither added nor removed', async () => {
    const { user, caller: inside } = await fixture.enter('devi');
    const { identity } = fixture;
    const proof = { password: PASSWORD };
    const answer = async () => {
      const options = await identity.passkeyCreationOptions(user, proof, inside);
      return softAuthenticator('https://agency.example').create(options);
    };
    await expect(
      withoutLog.addPasskey(user, { name: 'No', answer: await answer() }, inside),
    ).rejects.toMatchObject(away);
    const { id } = await identity.addPasskey(user, { name: 'Yes', answer: await answer() }, inside);
    const removed = { passkeyId: id, proof };
    await expect(withoutLog.removePasskey(user, removed, inside)).rejects.toMatchObject(away);
    expect((await identity.security(user, inside)).passkeys).toMatchObject([{ name: 'Yes' }]);
  });
});
