import {
  UserPasskeyAdded,
  UserPasskeyRemoved,
  UserRecoveryCodesMade,
  UserSessionsEnded,
  UserSignInFailed,
  UserTwoFactorDisabled,
  UserTwoFactorEnabled,
} from '@insuremanager/contracts/identity/userEvents';
import type { Proof } from '@insuremanager/contracts/identity/userInputs';
import { conflict, invalid, notFound, Refusal, unauthenticated } from '../platform/errors.js';
import type { AccessLog } from './accessLog.js';
import type { AccountMails } from './accountMails.js';
import type { Credential, Credentials } from './credentials.js';
import type { GuessLimits } from './guessLimits.js';
import type { Caller, OwnAccount, SignedInUser } from './identity.js';
import type { NewPasswords } from './newPasswords.js';
import { MOST_PASSKEYS, type Passkeys, passkeyRefused } from './passkeys.js';
import { type SecondFactors, totpUri } from './secondFactors.js';
import type { Passwords } from './secrets.js';
import type { Sessions } from './sessions.js';

interface Parts {
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly limits: GuessLimits;
  readonly accessLog: AccessLog;
  readonly mails: AccountMails;
  readonly passwords: Passwords;
  readonly newPasswords: NewPasswords;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  agencyName(): Promise<string>;
}

/**
 * What users change about their own account. Changes of how they sign in require their password or
 * a code again, which somebody at an unattended computer does not have, and are recorded before
 * they take effect.
 */
export const ownAccount = (parts: Parts): OwnAccount => {
  const { credentials, sessions, limits, accessLog, mails } = parts;
  const { passwords, newPasswords, secondFactors, passkeys } = parts;

  /** @throws `too-many` */
  const counted = async (
    user: SignedInUser,
    { correlationId }: Caller,
    prove: () => Promise<boolean>,
  ): Promise<boolean> => {
    const { userId } = user;
    await limits.spend('proof', { user: userId });
    const isRight = await prove();
    if (isRight) await limits.refund('proof', { user: userId });
    else {
      const failed = UserSignInFailed({ userId, step: 'proof' });
      accessLog.recordInBackground(failed, user, correlationId);
    }
    return isRight;
  };

  const isPassword = async ({ userId }: SignedInUser, password: string): Promise<boolean> => {
    const credential = await credentials.findById(userId);
    return passwords.matches(credential?.passwordHash ?? null, password);
  };

  /** @throws `wrong-proof`; `too-many` */
  const requireProof = async (
    user: SignedInUser,
    { password, code }: Proof,
    caller: Caller,
  ): Promise<void> => {
    const isProven = await counted(user, caller, async () => {
      if (password !== undefined) return isPassword(user, password);
      return code !== undefined && secondFactors.useCode(user, code, caller.correlationId);
    });
    if (!isProven) throw wrongProof();
  };

  const requireOwn = async ({ userId }: SignedInUser): Promise<Credential> => {
    const credential = await credentials.findById(userId);
    if (!credential) throw unauthenticated();
    return credential;
  };

  const requireTwoFactor = async (user: SignedInUser): Promise<void> => {
    const { isTwoFactorEnabled } = await requireOwn(user);
    if (!isTwoFactorEnabled) {
      throw conflict('two-factor-not-enabled', 'Two-factor authentication is not enabled.');
    }
  };

  const requirePasskeys = (): void => {
    if (passkeys.arePossible) return;
    const message =
      'Passkeys need a secure site with a domain name. Ask an administrator for its address.';
    throw conflict('passkeys-impossible', message);
  };

  const recordEnded = (
    user: SignedInUser,
    count: number,
    { correlationId }: Caller,
    reason: 'by_user' | 'two_factor_enabled' = 'by_user',
  ): void => {
    if (count === 0) return;
    const ended = UserSessionsEnded({ userId: user.userId, count, reason });
    accessLog.recordInBackground(ended, user, correlationId);
  };

  return {
    async security(user, { token }) {
      const { userId } = user;
      const [credential, recoveryCodesLeft, ownPasskeys, openSessions] = await Promise.all([
        requireOwn(user),
        secondFactors.countRecoveryCodes(userId),
        passkeys.list(userId),
        sessions.list(userId, token),
      ]);
      const { isTwoFactorEnabled, passwordChangedAt } = credential;
      if (!passwordChangedAt) throw new Error('Somebody is signed in without a password');
      return {
        isTwoFactorEnabled,
        recoveryCodesLeft,
        passwordChangedAt: passwordChangedAt.toISOString(),
        passkeys: ownPasskeys,
        arePasskeysPossible: passkeys.arePossible,
        sessions: openSessions,
      };
    },

    async changePassword(user, { currentPassword, newPassword }, caller) {
      const { token, correlationId } = caller;
      if (token === null) throw unauthenticated();
      if (!(await counted(user, caller, () => isPassword(user, currentPassword)))) {
        const message = 'This is not your password.';
        throw invalid([{ field: 'currentPassword', code: 'wrong-password', message }]);
      }
      if (newPassword === currentPassword) {
        const message = 'Choose a password different from your current one.';
        throw invalid([{ field: 'newPassword', code: 'same-password', message }]);
      }
      const passwordHash = await newPasswords.prepare(user, newPassword);
      await newPasswords.set({ user, passwordHash, how: 'changed', token, correlationId });
      const renewed = await sessions.renewToken(token);
      if (!renewed) throw unauthenticated();
      return renewed;
    },

    async setUpTwoFactor(user, { token }) {
      const { isTwoFactorEnabled } = await requireOwn(user);
      if (isTwoFactorEnabled) {
        const message = 'Two-factor authentication is enabled already.';
        throw conflict('two-factor-enabled', message);
      }
      const manualEntryKey = await secondFactors.setUp(user.userId);
      const uri = totpUri(manualEntryKey, user.username, await parts.agencyName());
      // Loaded here: sixty files, for what each user does once.
      const { default: QRCode } = await import('qrcode');
      return {
        qrCode: await QRCode.toDataURL(uri, { margin: 2, scale: 5 }),
        manualEntryKey,
        needsPassword: !(await sessions.isFresh(token)),
      };
    },

    async verifyTwoFactorSetup(user, { code, password }, caller) {
      const { userId } = user;
      if (password !== undefined) await requireProof(user, { password }, caller);
      else if (!(await sessions.isFresh(caller.token))) throw passwordRequired();
      const enabledNow = UserTwoFactorEnabled({ userId });
      const record = () => accessLog.record(enabledNow, user, caller.correlationId);
      const enabled = await secondFactors.enable(userId, code, record);
      if (enabled === 'no-setup') {
        throw conflict('no-setup', 'Start again: there is no authenticator to verify.');
      }
      if (enabled === null) throw wrongSetupCode();
      // Whoever came in without a code does not stay.
      const count = await sessions.closeAll(userId, caller.token ?? undefined);
      recordEnded(user, count, caller, 'two_factor_enabled');
      mails.post(user, { kind: 'two_factor_enabled' });
      return { recoveryCodes: enabled };
    },

    async disableTwoFactor(user, proof, caller) {
      const { userId } = user;
      await requireTwoFactor(user);
      await requireProof(user, proof, caller);
      const disabled = UserTwoFactorDisabled({ userId, by: 'user' });
      await accessLog.record(disabled, user, caller.correlationId);
      await secondFactors.disable(userId);
      mails.post(user, { kind: 'two_factor_disabled' });
    },

    async newRecoveryCodes(user, proof, caller) {
      const { userId } = user;
      await requireTwoFactor(user);
      await requireProof(user, proof, caller);
      await accessLog.record(UserRecoveryCodesMade({ userId }), user, caller.correlationId);
      const recoveryCodes = await secondFactors.makeRecoveryCodes(userId);
      mails.post(user, { kind: 'recovery_codes_made' });
      return { recoveryCodes };
    },

    async passkeyCreationOptions(user, { password }, caller) {
      requirePasskeys();
      await requireProof(user, { password }, caller);
      const existing = await passkeys.list(user.userId);
      if (existing.length >= MOST_PASSKEYS) {
        const message = `You have ${MOST_PASSKEYS} passkeys. Remove one first.`;
        throw conflict('too-many-passkeys', message);
      }
      return passkeys.creationOptions(await requireOwn(user), await parts.agencyName());
    },

    async addPasskey(user, { name, answer }, { correlationId }) {
      requirePasskeys();
      const { userId } = user;
      const record = (passkeyId: number) =>
        accessLog.record(UserPasskeyAdded({ userId, passkeyId }), user, correlationId);
      const passkey = await passkeys.add(await requireOwn(user), { name, answer, record });
      if (!passkey) throw passkeyRefused('invalid');
      mails.post(user, { kind: 'passkey_added' });
      return passkey;
    },

    async removePasskey(user, { passkeyId, proof }, caller) {
      const { userId } = user;
      await requireProof(user, proof, caller);
      const removed = UserPasskeyRemoved({ userId, passkeyId, by: 'user' });
      const record = () => accessLog.record(removed, user, caller.correlationId);
      const isRemoved = await passkeys.remove(userId, passkeyId, record);
      if (!isRemoved) throw notFound('passkey', passkeyId);
      mails.post(user, { kind: 'passkey_removed' });
    },

    async endSession(user, sessionId, caller) {
      if (!(await sessions.closeOne(user.userId, sessionId))) {
        throw new Refusal('not-found', {
          code: 'session-not-found',
          message: 'This session has already ended.',
        });
      }
      recordEnded(user, 1, caller);
    },

    async endOtherSessions(user, caller) {
      const count = await sessions.closeAll(user.userId, caller.token ?? undefined);
      recordEnded(user, count, caller);
      return count;
    },

    async savePreferences({ userId }, preferences) {
      await credentials.setPreferences(userId, preferences);
      return preferences;
    },
  };
};

const wrongSetupCode = (): Refusal =>
  new Refusal('invalid', {
    code: 'wrong-code',
    message: 'This code is wrong. Enter the one your authenticator app shows now.',
  });

const passwordRequired = (): Refusal =>
  invalid([{ field: 'password', code: 'required', message: 'Password is required' }]);

/** Not `unauthenticated`: the session stays open. */
const wrongProof = (): Refusal =>
  new Refusal('invalid', {
    code: 'wrong-proof',
    message: 'The password or code is wrong, or the code was already used.',
  });
