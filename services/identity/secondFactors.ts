import { randomInt } from 'node:crypto';
import { userStream } from '@insuremanager/contracts/identity/userEvents';
import type { Clock } from '../platform/clock.js';
import { inTransaction, type Pool, type Queryable, query } from '../platform/postgres/postgres.js';
import type { Vault } from '../platform/vault/vault.js';
import { EMAIL_CODE_LASTS_MS } from './accountMails.js';
import { newTotpSecret, totpStep } from './totp.js';

const RECOVERY_CODES = 10;
/** Without those that look like others. */
const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** What users prove themselves by beside their password. A code counts once, of two at once too. */
export interface SecondFactors {
  /** A new secret, which replaces one that was not verified. It counts for nothing yet. */
  setUp(userId: number): Promise<string>;
  /**
   * Turns it on when the code is of the secret that was set up; answers recovery codes. `no-setup`
   * when there is none, null when the code is wrong.
   * @param record called before it counts; it does not when that fails
   */
  enable(
    userId: number,
    code: string,
    record: () => Promise<void>,
  ): Promise<string[] | 'no-setup' | null>;
  /** Takes away the authenticator and the recovery codes. False when there was none. */
  disable(userId: number): Promise<boolean>;
  useTotp(userId: number, code: string): Promise<boolean>;
  /** How many are left; null when the code is wrong, or was used. */
  useRecoveryCode(userId: number, code: string): Promise<number | null>;
  /** Ten new ones in place of the old. */
  makeRecoveryCodes(userId: number): Promise<string[]>;
  countRecoveryCodes(userId: number): Promise<number>;
  /** A code of a pending sign-in, which replaces the one before. */
  newEmailCode(signInId: string): Promise<string>;
  useEmailCode(signInId: string, code: string): Promise<boolean>;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'seal' | 'loadKeys' | 'unseal' | 'fingerprint'>;
}

export function createSecondFactors({ pool, clock, vault }: Parts): SecondFactors {
  /** Under the user's own key, which the master key wraps. */
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

    disable: (userId) =>
      inTransaction(pool, async (client) => {
        await query(client, 'DELETE FROM identity.recovery_codes WHERE user_id = $1', [userId]);
        const disabled = await query(
          client,
          `UPDATE identity.credentials
           SET totp_secret = NULL, pending_totp_secret = NULL, totp_step = NULL
           WHERE user_id = $1 AND totp_secret IS NOT NULL RETURNING user_id`,
          [userId],
        );
        return disabled.length > 0;
      }),

    async useTotp(userId, code) {
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
    },

    async useRecoveryCode(userId, code) {
      const used = await query(
        pool,
        `DELETE FROM identity.recovery_codes WHERE user_id = $1 AND code_hash = $2
         RETURNING user_id`,
        [userId, recoveryHash(userId, code)],
      );
      return used.length > 0 ? countCodes(pool, userId) : null;
    },

    makeRecoveryCodes: (userId) =>
      inTransaction(pool, (client) => replaceRecoveryCodes(client, userId)),

    countRecoveryCodes: (userId) => countCodes(pool, userId),

    async newEmailCode(signInId) {
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const expiresAt = new Date(clock.now().getTime() + EMAIL_CODE_LASTS_MS);
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
