import { generate, generateSecret, generateURI, verify } from 'otplib';

/** Seconds for which a code is shown. */
const PERIOD = 30;

/** 160 random bits in Base32, as authenticators take them. */
export const newTotpSecret = (): string => generateSecret();

/** What authenticators scan. */
export const totpUri = (secret: string, username: string, agency: string): string =>
  // A colon ends the issuer.
  generateURI({ issuer: agency.replaceAll(':', ' '), label: username, secret });

/**
 * The number of the period of 30 seconds whose code it is, within one of now; null when it is of
 * none of them.
 */
export async function totpStep(secret: string, code: string, now: Date): Promise<number | null> {
  const epoch = Math.floor(now.getTime() / 1000);
  const result = await verify({ secret, token: code, epoch, epochTolerance: PERIOD });
  return result.valid ? Math.floor(epoch / PERIOD) + result.delta : null;
}

/** The code at a time. */
export const totpCode = (secret: string, at: Date): Promise<string> =>
  generate({ secret, epoch: Math.floor(at.getTime() / 1000) });
