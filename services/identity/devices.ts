import type { Clock } from '../platform/clock.js';
import { type Pool, query } from '../platform/postgres/postgres.js';
import type { Vault } from '../platform/vault/vault.js';
import { networkOf } from './guessLimits.js';

/** Most specific first: many user agents also contain the names of other browsers. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** No browser's user agent is longer. */
const LONGEST = 1_000;

/** Browser and system, such as `Firefox on Windows`. The input is untrusted. */
export function deviceName(userAgent: string): string {
  const text = userAgent.slice(0, LONGEST);
  const named = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(text))?.[1];
  const browser = named(BROWSERS);
  const system = named(SYSTEMS);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? 'Unknown device';
}

/** A device not seen for this long counts as new again. */
const REMEMBERED_MS = 90 * 24 * 3_600_000;

/**
 * A heuristic without cookies: a device is a user agent in a network. A phone that changes networks
 * is new each time; an attacker with the same browser in the same office is not.
 */
export interface KnownDevices {
  /** Remembers the device. True when it is unknown and not the user's first. */
  isNew(userId: number, device: string, address: string): Promise<boolean>;
}

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'fingerprint'>;
}

export const createKnownDevices = ({ pool, clock, vault }: Parts): KnownDevices => ({
  async isNew(userId, device, address) {
    const now = clock.now();
    const place = JSON.stringify([userId, device, neighbourhoodOf(address)]);
    const hash = vault.fingerprint('device', place);
    await query(pool, 'DELETE FROM identity.known_devices WHERE last_seen_at <= $1', [
      new Date(now.getTime() - REMEMBERED_MS),
    ]);
    const [known] = await query<{ others: number; isKnown: boolean }>(
      pool,
      `WITH seen AS (
         INSERT INTO identity.known_devices (user_id, device_hash, last_seen_at)
         VALUES ($1, $2, $3)
         ON CONFLICT (user_id, device_hash) DO UPDATE SET last_seen_at = excluded.last_seen_at)
       SELECT count(*) FILTER (WHERE device_hash <> $2)::int AS others,
              count(*) FILTER (WHERE device_hash = $2) > 0 AS "isKnown"
       FROM identity.known_devices WHERE user_id = $1`,
      [userId, hash, now],
    );
    return known !== undefined && !known.isKnown && known.others > 0;
  },
});

/** Providers reassign addresses, so networks are compared: /24 for IPv4, /48 for IPv6. */
function neighbourhoodOf(address: string): string {
  const network = networkOf(address);
  const sign = network.includes(':') ? ':' : '.';
  return network.split(sign).slice(0, 3).join(sign);
}
