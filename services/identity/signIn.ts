import {
  type SecondFactor,
  type SignInMethod,
  UserSignedIn,
  UserSignedOut,
  UserSignInFailed,
} from '@insuremanager/contracts/identity/userEvents';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import type { Clock } from '../platform/clock.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { conflict, Refusal, unauthenticated } from '../platform/errors.js';
import { MailRefused } from '../platform/mail/mailer.js';
import type { AccessLog } from './accessLog.js';
import type { AccountMails } from './accountMails.js';
import type { Credentials } from './credentials.js';
import { deviceName, type KnownDevices } from './devices.js';
import type { GuessLimits } from './guessLimits.js';
import type { Caller, SessionToken, SignedIn, SignedInUser, SigningIn } from './identity.js';
import { type Passkeys, passkeyRefused } from './passkeys.js';
import { kindOfCode, type SecondFactors } from './secondFactors.js';
import type { Passwords } from './secrets.js';
import type { PendingSignIn, Sessions } from './sessions.js';

interface Parts {
  readonly clock: Clock;
  readonly credentials: Credentials;
  readonly sessions: Sessions;
  readonly limits: GuessLimits;
  readonly accessLog: AccessLog;
  readonly mails: AccountMails;
  readonly passwords: Passwords;
  readonly secondFactors: SecondFactors;
  readonly passkeys: Passkeys;
  readonly devices: KnownDevices;
}

/** A user whose proofs were checked. */
interface Proven {
  readonly user: SignedInUser;
  readonly method: SignInMethod;
  readonly secondFactor: SecondFactor | null;
  /** Opens the session. Null: the user or their proof changed meanwhile. */
  open(): Promise<SessionToken | null>;
}

type Steps = Pick<
  SigningIn,
  | 'signIn'
  | 'verifySecondFactor'
  | 'sendEmailCode'
  | 'passkeySignInOptions'
  | 'signInByPasskey'
  | 'signOut'
>;

/** How users sign in and out. */
export const signInAndOut = (parts: Parts): Steps => {
  const { clock, credentials, sessions, limits, accessLog, mails } = parts;
  const { passwords, secondFactors, passkeys, devices } = parts;

  const recordFailure = (
    userId: number,
    step: 'password' | 'second_factor' | 'passkey',
    { correlationId }: Caller,
  ): void => {
    accessLog.recordInBackground(UserSignInFailed({ userId, step }), systemActor, correlationId);
  };

  /** A browser has one session: a new sign-in, or a step of it, ends the previous one. */
  const endSession = async (token: string | null, correlationId: string): Promise<void> => {
    const user = token === null ? null : await sessions.close(token);
    if (user) {
      accessLog.recordInBackground(UserSignedOut({ userId: user.userId }), user, correlationId);
    }
  };

  /** Completes a sign-in. Null when the user or their proof changed meanwhile. */
  const complete = async (
    { user, method, secondFactor, open }: Proven,
    { userAgent, address, correlationId }: Caller,
  ): Promise<SignedIn | null> => {
    const { userId } = user;
    // 1. Recorded before the session opens: no sign-in is unrecorded.
    await accessLog.record(UserSignedIn({ userId, method, secondFactor }), user, correlationId);
    const session = await open();
    if (!session) return null;
    // 2. Only now is it a sign-in that happened.
    const at = clock.now();
    await credentials.recordSignIn(userId, at);
    const device = deviceName(userAgent);
    const isNew = await devices.isNew(userId, device, address);
    if (isNew && user.preferences.emailOnNewDevice) {
      mails.post(user, { kind: 'new_device', device, at });
    }
    return { user, ...session };
  };

  /** @throws `wrong-code`; `not-signed-in` after the last try */
  const refuseCode = async (signIn: PendingSignIn, caller: Caller): Promise<never> => {
    recordFailure(signIn.user.userId, 'second_factor', caller);
    if (!signIn.isLastTry) throw wrongCode();
    await sessions.close(caller.token ?? '');
    mails.post(signIn.user, { kind: 'second_factor_refused' });
    throw unauthenticated('Too many wrong codes. Please sign in again.');
  };

  return {
    async signIn(typed, caller) {
      const username = normalizeUsername(typed.username);
      const guesser = { user: username, address: caller.address };
      // 1. Counted before it is checked, so that concurrent guesses count, too.
      await limits.spend('sign_in', guesser);
      // 2. The same work for active, inactive and unknown users: timing must not tell them apart.
      const found = isUsername(username) ? await credentials.find(username) : null;
      const hash = found?.status === 'active' ? found.passwordHash : null;
      if (!(await passwords.matches(hash, typed.password)) || !found || !hash) {
        if (found) recordFailure(found.userId, 'password', caller);
        throw wrongCredentials();
      }
      await limits.refund('sign_in', guesser);
      await endSession(caller.token, caller.correlationId);
      const user = asUser(found);
      const device = deviceName(caller.userAgent);
      const { version } = found;
      const { userId, isTwoFactorEnabled } = user;
      const proof = {
        method: 'password',
        passwordHash: hash,
        isTwoFactorEnabled,
        version,
      } as const;
      const session = { userId, proof, device };
      // 3. With a second factor, the sign-in is pending.
      if (isTwoFactorEnabled) {
        const pending = await sessions.openPending(session);
        if (!pending) throw wrongCredentials();
        return { ...pending, requiresTwoFactor: true as const, methods: ['totp', 'email'] };
      }
      const open = () => sessions.open(session);
      const signedIn = await complete(
        { user, method: 'password', secondFactor: null, open },
        caller,
      );
      if (!signedIn) throw wrongCredentials();
      return signedIn;
    },

    async verifySecondFactor({ code, method }, caller) {
      const token = caller.token ?? '';
      const pending = await sessions.pending(token);
      if (!pending) throw unauthenticated();
      const { userId } = pending.user;
      const secondFactor = method === 'email' ? 'email' : kindOfCode(code);
      const limited = secondFactor === 'recovery_code' ? 'recovery_code' : 'code';
      const guesser = { user: userId, address: caller.address };
      await limits.spend(limited, guesser);
      const signIn = await sessions.spendTry(token);
      if (!signIn) throw unauthenticated();
      const { id, user } = signIn;
      const isRight =
        secondFactor === 'email'
          ? await secondFactors.useEmailCode(id, code)
          : await secondFactors.useCode(user, code, caller.correlationId);
      if (!isRight) return refuseCode(signIn, caller);
      await limits.refund(limited, guesser);
      const open = () => sessions.complete(token);
      const signedIn = await complete({ user, method: 'password', secondFactor, open }, caller);
      if (!signedIn) throw unauthenticated();
      return signedIn;
    },

    async sendEmailCode({ token }) {
      const pending = await sessions.pending(token);
      if (!pending) throw unauthenticated();
      await limits.spend('email_code', { user: pending.user.userId });
      const code = await secondFactors.newEmailCode(pending.id);
      try {
        await mails.send(pending.user, { kind: 'email_code', code });
      } catch (error) {
        throw error instanceof MailRefused ? emailRefused() : error;
      }
    },

    async passkeySignInOptions({ address }) {
      await limits.spend('passkey_request', { address });
      return passkeys.signInOptions();
    },

    async signInByPasskey(answer, caller) {
      await limits.spend('passkey', { address: caller.address });
      const proof = await passkeys.verify(answer);
      const found = proof && (await credentials.findById(proof.userId));
      if (!proof?.isRight || found?.status !== 'active') {
        if (proof) recordFailure(proof.userId, 'passkey', caller);
        throw passkeyRefused('unauthenticated');
      }
      await limits.refund('passkey', { address: caller.address });
      await endSession(caller.token, caller.correlationId);
      const user = asUser(found);
      const device = deviceName(caller.userAgent);
      const by = { method: 'passkey', passkeyId: proof.passkeyId } as const;
      const open = () => sessions.open({ userId: user.userId, proof: by, device });
      const proven = { user, method: by.method, secondFactor: null, open };
      const signedIn = await complete(proven, caller);
      if (!signedIn) throw passkeyRefused('unauthenticated');
      return signedIn;
    },

    signOut: endSession,
  };
};

const asUser = (user: SignedInUser): SignedInUser => {
  const { userId, username, email, role, isTwoFactorEnabled, preferences } = user;
  return { userId, username, email, role, isTwoFactorEnabled, preferences };
};

const wrongCredentials = (): Refusal =>
  new Refusal('unauthenticated', {
    code: 'wrong-credentials',
    message: 'The username or password is wrong.',
  });

const wrongCode = (): Refusal =>
  new Refusal('unauthenticated', {
    code: 'wrong-code',
    message: 'This code is wrong, has expired, or was already used.',
  });

const emailRefused = (): Refusal =>
  conflict(
    'email-refused',
    'The mail server refuses your email address. Ask an administrator to change it.',
  );
