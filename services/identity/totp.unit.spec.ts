import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { newTotpSecret, totpCode, totpStep, totpUri } from './secondFactors.js';

const at = (epoch: number): Date => new Date(epoch * 1000);

const hasOathtool = (): boolean => {
  try {
    execFileSync('oathtool', ['--version']);
    return true;
  } catch {
    return false;
  }
};

describe('the codes of authenticators', () => {
  it('are those of RFC 6238', async () => {
    // Its key is the ASCII text 12345678901234567890; its codes are longer, and end alike.
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    expect(await totpCode(secret, at(59))).toBe('287082');
    expect(await totpCode(secret, at(1_111_111_109))).toBe('081804');
    expect(await totpCode(secret, at(20_000_000_000))).toBe('353130');
  });

  it('count within one period of now, and name theirs', async () => {
    const secret = newTotpSecret();
    const code = await totpCode(secret, at(3_000));
    expect(await totpStep(secret, code, at(3_000))).toBe(100);
    expect(await totpStep(secret, code, at(3_029))).toBe(100);
    expect(await totpStep(secret, code, at(3_059))).toBe(100);
    expect(await totpStep(secret, code, at(2_970))).toBe(100);
    expect(await totpStep(secret, code, at(3_060))).toBeNull();
    expect(await totpStep(secret, code, at(2_969))).toBeNull();
  });

  it('are those that oathtool makes (skipped where it is not installed)', async ({ skip }) => {
    if (!hasOathtool() && process.env.CI !== 'true') skip('Install oathtool');
    for (const epoch of [0, 59, 1_785_000_000, 1_785_000_029, 1_785_000_030, 20_000_000_000]) {
      const secret = newTotpSecret();
      const arguments_ = ['--totp', '--base32', '--now', `@${epoch}`, secret];
      const code = execFileSync('oathtool', arguments_, { encoding: 'utf8' }).trim();
      expect(await totpCode(secret, at(epoch))).toBe(code);
      expect(await totpStep(secret, code, at(epoch))).toBe(Math.floor(epoch / 30));
    }
  });
});

describe('what an authenticator scans', () => {
  it('names the agency and the user', () => {
    const uri = new URL(totpUri('JBSWY3DPEHPK3PXP', 'priya', 'Nair: Insurance'));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toMatch(/Nair {2}Insurance:priya$/);
    expect(uri.searchParams.get('issuer')).toBe('Nair  Insurance');
    expect(uri.searchParams.get('secret')).toBe('JBSWY3DPEHPK3PXP');
  });
});
