import { timingSafeEqual } from 'node:crypto';

/** Whether a fingerprint that somebody sent is the right one; how long it takes does not say where it differs. */
export function isSameFingerprint(sent: string, right: string): boolean {
  // Of the bytes: characters of other scripts have more of them.
  const [one, other] = [Buffer.from(sent), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
