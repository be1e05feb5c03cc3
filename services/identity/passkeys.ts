import { isIP } from 'node:net';
import type { PasskeyView } from '@insuremanager/contracts/identity/userViews';
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransportFuture,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { Clock } from '../platform/clock.js';
import { Refusal } from '../platform/errors.js';
import { inTransaction, type Pool, query } from '../platform/postgres/postgres.js';
import type { PasskeyAnswer, PasskeyRequest } from './identity.js';
import { hashOfToken, newToken } from './secrets.js';

/** Two hundred files about certificates, which a process that starts does not wait for. */
const webauthn = () => import('@simplewebauthn/server');

/** Lifetime of a challenge, in milliseconds. */
const CHALLENGE_LASTS_MS = 5 * 60_000;
/** Per user. */
export const MOST_PASSKEYS = 20;

export interface PasskeyOwner {
  readonly userId: number;
  readonly username: string;
  /** A UUID. */
  readonly passkeyHandle: string;
}

export interface NewPasskey {
  readonly name: string;
  readonly answer: PasskeyAnswer;
  /** Called before the commit, which does not happen when it fails. */
  record(passkeyId: number): Promise<void>;
}

/** A known passkey, and whether its response is valid. */
export interface PasskeyProof {
  readonly userId: number;
  readonly passkeyId: number;
  readonly isRight: boolean;
}

/**
 * Passkeys (WebAuthn). The authenticator verifies its user by fingerprint, face or PIN, so a
 * passkey is both factors. A challenge is accepted once.
 */
export interface Passkeys {
  /** Browsers support passkeys on secure domain names only. */
  readonly arePossible: boolean;
  creationOptions(owner: PasskeyOwner, agency: string): Promise<PasskeyRequest>;
  /** Null when the response is not valid. */
  add(owner: PasskeyOwner, passkey: NewPasskey): Promise<PasskeyView | null>;
  signInOptions(): Promise<PasskeyRequest>;
  /** Null when the passkey is unknown. */
  verify(answer: PasskeyAnswer): Promise<PasskeyProof | null>;
  list(userId: number): Promise<PasskeyView[]>;
  /**
   * False when the user has no such passkey.
   * @param record called before the commit, which does not happen when it fails
   */
  remove(userId: number, passkeyId: number, record: () => Promise<void>): Promise<boolean>;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly publicUrl: string;
}

interface PasskeyRow {
  id: number;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface VerifiedRow {
  id: number;
  userId: number;
  handle: string;
  publicKey: Buffer;
  counter: number;
  transports: AuthenticatorTransportFuture[];
}

const COLUMNS = `passkey_id AS id, name, created_at AS "createdAt", last_used_at AS "lastUsedAt"`;

export function createPasskeys({ pool, clock, publicUrl }: Parts): Passkeys {
  const { hostname, origin, protocol } = new URL(publicUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isSecure = protocol === 'https:' || /(^|\.)localhost$/.test(hostname);
  const expected = {
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  };

  const newChallenge = async (userId: number | null): Promise<Uint8Array<ArrayBuffer>> => {
    const now = clock.now();
    const challenge = newToken();
    await query(pool, 'DELETE FROM identity.passkey_challenges WHERE expires_at <= $1', [now]);
    await query(
      pool,
      `INSERT INTO identity.passkey_challenges (challenge_hash, user_id, expires_at)
       VALUES ($1, $2, $3)`,
      [hashOfToken(challenge), userId, new Date(now.getTime() + CHALLENGE_LASTS_MS)],
    );
    return new Uint8Array(Buffer.from(challenge, 'base64url'));
  };

  /** Uses up the challenge; null when it is expired, used, or of another purpose. */
  const useChallenge = async (
    answer: PasskeyAnswer,
    userId: number | null,
  ): Promise<string | null> => {
    const challenge = challengeIn(answer);
    if (challenge === null) return null;
    const used = await query(
      pool,
      `DELETE FROM identity.passkey_challenges
       WHERE challenge_hash = $1 AND user_id IS NOT DISTINCT FROM $2 AND expires_at > $3
       RETURNING challenge_hash`,
      [hashOfToken(challenge), userId, clock.now()],
    );
    return used.length > 0 ? challenge : null;
  };

  return {
    arePossible: isSecure && !isAddress,

    async creationOptions({ userId, username, passkeyHandle }, agency) {
      const existing = await query<{ id: string; transports: AuthenticatorTransportFuture[] }>(
        pool,
        'SELECT credential_id AS id, transports FROM identity.passkeys WHERE user_id = $1',
        [userId],
      );
      const options = await (await webauthn()).generateRegistrationOptions({
        rpName: agency,
        rpID: hostname,
        userName: username,
        userID: handleBytes(passkeyHandle),
        userDisplayName: username,
        challenge: await newChallenge(userId),
        timeout: CHALLENGE_LASTS_MS,
        excludeCredentials: existing,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { ...options };
    },

    async add({ userId }, { name, answer, record }) {
      const response = answer as unknown as RegistrationResponseJSON;
      const expectedChallenge = await useChallenge(answer, userId);
      if (expectedChallenge === null) return null;
      const { verifyRegistrationResponse } = await webauthn();
      const verified = await nullOnError(
        verifyRegistrationResponse({ response, expectedChallenge, ...expected }),
      );
      if (!verified?.verified) return null;
      const { id, publicKey, counter } = verified.registrationInfo.credential;
      const transports = transportsOf(response.response.transports);
      return inTransaction(pool, async (client) => {
        const [row] = await query<PasskeyRow>(
          client,
          `INSERT INTO identity.passkeys
             (user_id, credential_id, public_key, counter, transports, name, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7)
           ON CONFLICT (credential_id) DO NOTHING RETURNING ${COLUMNS}`,
          [userId, id, Buffer.from(publicKey), counter, transports, name, clock.now()],
        );
        if (!row) return null;
        await record(row.id);
        return viewOf(row);
      });
    },

    async signInOptions() {
      const options = await (await webauthn()).generateAuthenticationOptions({
        rpID: hostname,
        challenge: await newChallenge(null),
        timeout: CHALLENGE_LASTS_MS,
        userVerification: 'required',
      });
      return { ...options };
    },

    async verify(answer) {
      const response = answer as unknown as AuthenticationResponseJSON;
      if (!isCredentialId(response.id)) return null;
      const [row] = await query<VerifiedRow>(
        pool,
        `SELECT p.passkey_id AS id, p.user_id AS "userId", c.passkey_handle AS handle,
                p.public_key AS "publicKey", p.counter::float8 AS counter, p.transports
         FROM identity.passkeys p JOIN identity.credentials c USING (user_id)
         WHERE p.credential_id = $1`,
        [response.id],
      );
      if (!row) return null;
      const { id, userId, handle, publicKey, counter, transports } = row;
      const credential = {
        id: response.id,
        publicKey: new Uint8Array(publicKey),
        counter,
        transports,
      };
      const expectedChallenge = await useChallenge(answer, null);
      if (expectedChallenge === null) return { userId, passkeyId: id, isRight: false };
      const { verifyAuthenticationResponse } = await webauthn();
      const verified = await nullOnError(
        verifyAuthenticationResponse({ response, expectedChallenge, credential, ...expected }),
      );
      const isOwn = isHandle(response.response?.userHandle, handle);
      if (!verified?.verified || !isOwn) return { userId, passkeyId: id, isRight: false };
      const { newCounter } = verified.authenticationInfo;
      // A counter that does not increase indicates a cloned authenticator.
      const used = await query(
        pool,
        `UPDATE identity.passkeys SET counter = $2, last_used_at = $3
         WHERE passkey_id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))
         RETURNING passkey_id`,
        [id, newCounter, clock.now()],
      );
      return { userId, passkeyId: id, isRight: used.length > 0 };
    },

    async list(userId) {
      const rows = await query<PasskeyRow>(
        pool,
        `SELECT ${COLUMNS} FROM identity.passkeys WHERE user_id = $1 ORDER BY passkey_id`,
        [userId],
      );
      return rows.map(viewOf);
    },

    remove: (userId, passkeyId, record) =>
      inTransaction(pool, async (client) => {
        const removed = await query(
          client,
          'DELETE FROM identity.passkeys WHERE user_id = $1 AND passkey_id = $2 RETURNING user_id',
          [userId, passkeyId],
        );
        if (removed.length > 0) await record();
        return removed.length > 0;
      }),
  };
}

const viewOf = ({ createdAt, lastUsedAt, ...row }: PasskeyRow): PasskeyView => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
});

const handleBytes = (uuid: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(uuid.replaceAll('-', ''), 'hex'));

/** Bytes as base64url, at most the 1023 that WebAuthn allows. */
const isCredentialId = (id: unknown): boolean =>
  typeof id === 'string' && /^[\w-]{1,1364}$/.test(id);

/** How the browser reached the authenticator; a hint for the next time. */
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
const transportsOf = (listed: unknown): AuthenticatorTransportFuture[] =>
  Array.isArray(listed) ? TRANSPORTS.filter((transport) => listed.includes(transport)) : [];

/** Discoverable credentials, as all of ours are, return the user handle. */
const isHandle = (answered: string | undefined, uuid: string): boolean =>
  answered === Buffer.from(handleBytes(uuid)).toString('base64url');

/** The challenge that the response claims to answer. */
function challengeIn({ response }: PasskeyAnswer): string | null {
  const { clientDataJSON } = Object(response) as { clientDataJSON?: unknown };
  if (typeof clientDataJSON !== 'string') return null;
  try {
    const { challenge } = Object(
      JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()),
    ) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    // Not JSON, so no response to ours.
    return null;
  }
}

/** Input is untrusted, and the library throws at what it cannot parse. */
const nullOnError = <Result>(verification: Promise<Result>): Promise<Result | null> =>
  verification.catch(() => null);

/** @param kind whether it was used to sign in, or to be added */
export const passkeyRefused = (kind: 'unauthenticated' | 'invalid'): Refusal =>
  new Refusal(kind, {
    code: 'passkey-refused',
    message: 'This passkey was not accepted. Try again, or use your password.',
  });
