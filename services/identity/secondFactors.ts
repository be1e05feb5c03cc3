import { randomInt } from 'node:crypto';
import { UserRecoveryCodeUsed, userStream } from '@insuremanager/contracts/identity/userEvents';
import { generate, generateSecret, generateURI, verify } from 'otplib';
import type { Clock } from '../platform/clock.js';
import { inTransaction, type Pool, type Queryable, query } from '../platform/postgres/postgres.js';
import type { Vault } from '../platform/vault/vault.js';
import type { AccessLog } from './accessLog.js';
import { type AccountMails, MAILED_LASTS_MS } from './accountMails.js';
import type { SignedInUser } from './identity.js';

const RECOVERY_CODES = 10;
/** Without letters that look alike. */
const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const WITHOUT_TOTP = 'SET totp_secret = NULL, pending_totp_secret = NULL, totp_step = NULL';

/** Authenticator, recovery codes and emailed codes. Each code is accepted once, atomically. */
export interface SecondFactors {
  /** A new secret, not active until verified; replaces an unverified one. */
  setUp(userId: number): Promise<string>;
  /**
   * Activates the secret that was set up if the code is right; returns recovery codes. `no-setup`
   * when there is none, null when the code is wrong.
   * @param record called before the commit, which does not happen when it fails
   */
  enable(
    userId: number,
    code: string,
    record: () => Promise<void>,
  ): Promise<string[] | 'no-setup' | null>;
  /** Removes the authenticator and the recovery codes. */
  disable(userId: number): Promise<void>;
  /** Removes passkeys, too, and pending sign-ins: for a user who lost their devices. */
  removeAll(userId: number): Promise<void>;
  /** Uses a TOTP or recovery code; records and mails the latter. False when it is wrong. */
  useCode(user: SignedInUser, code: string, correlationId: string): Promise<boolean>;
  /** Replaces all by ten new ones. */
  makeRecoveryCodes(userId: number): Promise<string[]>;
  countRecoveryCodes(userId: number): Promise<number>;
  /** A new code for a pending sign-in; replaces the previous one. */
  newEmailCode(signInId: string): Promise<string>;
  useEmailCode(signInId: string, code: string): Promise<boolean>;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'seal' | 'loadKeys' | 'unseal' | 'fingerprint'>;
  readonly accessLog: AccessLog;
  readonly mails: Pick<AccountMails, 'post'>;
}

/** Recovery codes are entered in the same field as an authenticator's. */
export const kindOfCode = (code: string): 'totp' | 'recovery_code' =>
  /^\d{6}$/.test(code) ? 'totp' : 'recovery_code';

export function createSecondFactors(parts: Parts): SecondFactors {
  const { pool, clock, vault, accessLog, mails } = parts;

  /** Encrypted with the user's own key, which the master key wraps. */
  const seal = (userId: number, secret: string): Promise<string> =>
    vault.seal(userStream(userId), { totp: secret });

  const unseal = async (userId: number, sealed: string): Promise<string | null> => {
    const subject = userStream(userId);
    await vault.loadKeys([subject]);
    const opened = vault.unseal(subject, sealed) as { totp: string } | null;
    return opened?.totp ?? null;
  };

  const stepOf = async (
    userId: number,
    sealed: string | null | undefined,
    code: string,
  ): Promise<number | null> => {
    const secret = sealed ? await unseal(userId, sealed) : null;
    return secret === null ? null : totpStep(secret, code, clock.now());
  };

  const recoveryHash = (userId: number, code: string): string =>
    vault.fingerprint('recovery code', `${userId} ${code.toLowerCase().replace('-', '')}`);

  const emailHash = (signInId: string, code: string): string =>
    vault.fingerprint('emailed code', `${signInId} ${code}`);

  const replaceRecoveryCodes = async (on: Queryable, userId: number): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await query(on, 'DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
    await query(
      on,
      'INSERT INTO identity.recovery_codes (user_id, code_hash) SELECT $1, unnest($2::text[])',
      [userId, codes.map((code) => recoveryHash(userId, code))],
    );
    return codes;
  };

  const useTotp = async (userId: number, code: string): Promise<boolean> => {
    const [row] = await query<{ sealed: string | null }>(
      pool,
      'SELECT totp_secret AS sealed FROM identity.credentials WHERE user_id = $1',
      [userId],
    );
    const step = await stepOf(userId, row?.sealed, code);
    if (step === null) return false;
    const used = await query(
      pool,
      `UPDATE identity.credentials SET totp_step = $3
       WHERE user_id = $1 AND totp_secret = $2 AND (totp_step IS NULL OR totp_step < $3)
       RETURNING user_id`,
      [userId, row?.sealed, step],
    );
    return used.length > 0;
  };

  /** Returns how many are left; null when the code is wrong or used. */
  const useRecoveryCode = async (userId: number, code: string): Promise<number | null> => {
    const used = await query(
      pool,
      `DELETE FROM identity.recovery_codes WHERE user_id = $1 AND code_hash = $2
       RETURNING user_id`,
      [userId, recoveryHash(userId, code)],
    );
    return used.length > 0 ? countCodes(pool, userId) : null;
  };

  return {
    async setUp(userId) {
      const secret = newTotpSecret();
      await query(
        pool,
        'UPDATE identity.credentials SET pending_totp_secret = $2 WHERE user_id = $1',
        [userId, await seal(userId, secret)],
      );
      return secret;
    },

    async enable(userId, code, record) {
      const [row] = await query<{ pending: string | null }>(
        pool,
        `SELECT pending_totp_secret AS pending FROM identity.credentials
         WHERE user_id = $1 AND totp_secret IS NULL`,
        [userId],
      );
      if (!row?.pending) return 'no-setup';
      const step = await stepOf(userId, row.pending, code);
      if (step === null) return null;
      return inTransaction(pool, async (client) => {
        const enabled = await query(
          client,
          `UPDATE identity.credentials
           SET totp_secret = pending_totp_secret, pending_totp_secret = NULL, totp_step = $3
           WHERE user_id = $1 AND pending_totp_secret = $2 AND totp_secret IS NULL
           RETURNING user_id`,
          [userId, row.pending, step],
        );
        if (enabled.length === 0) return 'no-setup';
        const codes = await replaceRecoveryCodes(client, userId);
        await record();
        return codes;
      });
    },

    async disable(userId) {
      await query(
        pool,
        `WITH codes AS (DELETE FROM identity.recovery_codes WHERE user_id = $1)
         UPDATE identity.credentials ${WITHOUT_TOTP}
         WHERE user_id = $1 AND totp_secret IS NOT NULL`,
        [userId],
      );
    },

    async removeAll(userId) {
      await query(
        pool,
        `WITH codes AS (DELETE FROM identity.recovery_codes WHERE user_id = $1),
              keys AS (DELETE FROM identity.passkeys WHERE user_id = $1),
              challenges AS (DELETE FROM identity.passkey_challenges WHERE user_id = $1),
              pending AS (DELETE FROM identity.sessions
                          WHERE user_id = $1 AND phase = 'second_factor')
         UPDATE identity.credentials ${WITHOUT_TOTP} WHERE user_id = $1`,
        [userId],
      );
    },

    async useCode(user, code, correlationId) {
      const { userId } = user;
      if (kindOfCode(code) === 'totp') return useTotp(userId, code);
      const left = await useRecoveryCode(userId, code);
      if (left === null) return false;
      await accessLog.record(UserRecoveryCodeUsed({ userId, left }), user, correlationId);
      mails.post(user, { kind: 'recovery_code_used', left });
      return true;
    },

    makeRecoveryCodes: (userId) =>
      inTransaction(pool, (client) => replaceRecoveryCodes(client, userId)),

    countRecoveryCodes: (userId) => countCodes(pool, userId),

    async newEmailCode(signInId) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const expiresAt = new Date(clock.now().getTime() + MAILED_LASTS_MS.email_code);
      await query(
        pool,
        `INSERT INTO identity.email_codes (session_id, code_hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (session_id) DO UPDATE
         SET code_hash = excluded.code_hash, expires_at = excluded.expires_at`,
        [signInId, emailHash(signInId, code), expiresAt],
      );
      return code;
    },

    async useEmailCode(signInId, code) {
      const used = await query(
        pool,
        `DELETE FROM identity.email_codes
         WHERE session_id = $1 AND code_hash = $2 AND expires_at > $3 RETURNING session_id`,
        [signInId, emailHash(signInId, code), clock.now()],
      );
      return used.length > 0;
    },
  };
}

/** Such as `k7fq2-9xw3m`: 49 random bits. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: 10 }, () =>
    RECOVERY_LETTERS.charAt(randomInt(RECOVERY_LETTERS.length)),
  ).join('');
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

async function countCodes(pool: Pool, userId: number): Promise<number> {
  const [row] = await query<{ count: number }>(
    pool,
    'SELECT count(*)::int AS count FROM identity.recovery_codes WHERE user_id = $1',
    [userId],
  );
  return row?.count ?? 0;
}

/** Seconds. */
const PERIOD = 30;

/** 160 random bits in Base32. */
export const newTotpSecret = (): string => generateSecret();

/** The content of the QR code. */
export const totpUri = (secret: string, username: string, agency: string): string =>
  // A colon ends the issuer.
  generateURI({ issuer: agency.replaceAll(':', ' '), label: username, secret });

/**
 * The period of 30 seconds that the code belongs to, at most one before or after now; null when the
 * code is wrong.
 */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | null> {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: PERIOD });
  return result.valid ? Math.floor(epoch / PERIOD) + result.delta : null;
}

/** The code at a time. */
export const totpCode = (secret: string, at: Date): Promise<string> =>
  generate({ secret, epoch: Math.floor(at.getTime() / 1000) });
