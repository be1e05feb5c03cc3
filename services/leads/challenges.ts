import { createHash, randomBytes } from 'node:crypto';
import { hasZeroBits, workOf } from '@insuremanager/contracts/leads/proofOfWork';
import { CHALLENGE_SECONDS } from '@insuremanager/contracts/leads/quoteRequests';
import { invalid } from '../platform/errors.js';
import { namedUuid } from '../platform/namedUuid.js';
import { isSameFingerprint } from '../platform/vault/sameFingerprint.js';
import type { Vault } from '../platform/vault/vault.js';

type Signer = Pick<Vault, 'fingerprint'>;

/** `nonce.end.signature`; `end`: until when it counts, in seconds since 1970. */
export function newChallenge(vault: Signer, now: Date): string {
  const said = `${randomBytes(12).toString('base64url')}.${secondsOf(now) + CHALLENGE_SECONDS}`;
  return `${said}.${signatureOf(vault, said)}`;
}

/**
 * Whether it is one of ours that still counts, and was worked for until its hash has so many zero bits.
 * @returns the id of the command that it allows: the same each time, so that it counts once
 * @throws Refusal invalid on `challenge` or `answer`
 */
export function commandOfChallenge(
  vault: Signer,
  { challenge, answer }: { readonly challenge: string; readonly answer: number },
  now: Date,
  bits: number,
): string {
  const [nonce = '', end = '', signature = ''] = challenge.split('.');
  const said = `${nonce}.${end}`;
  if (!isSameFingerprint(signature, signatureOf(vault, said)) || Number(end) < secondsOf(now)) {
    const message = 'This form was open for too long. Please try again.';
    throw invalid([{ field: 'challenge', code: 'challenge-expired', message }]);
  }
  const hash = createHash('sha256').update(workOf(challenge, answer)).digest();
  if (!hasZeroBits(hash, bits)) {
    const message = 'This is not the answer to the challenge. Please try again.';
    throw invalid([{ field: 'answer', code: 'answer-wrong', message }]);
  }
  return namedUuid('quote-request', nonce);
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);
const signatureOf = (vault: Signer, said: string): string =>
  vault.fingerprint('quote-challenge', said);
