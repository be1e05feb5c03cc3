import { describe, expect, it } from 'vitest';
import { AddressNotAllowed, addressOf, isPublic } from './publicAddress.js';

const at = (...addresses: string[]) => {
  const asked: string[] = [];
  const resolve = async (hostname: string) => {
    asked.push(hostname);
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  };
  return { asked, resolve };
};

describe('an address', () => {
  it.each([
    ...['8.8.8.8', '1.1.1.1', '172.15.0.1', '172.32.0.1', '100.63.0.1', '192.167.1.1'],
    ...['2606:4700:4700::1111', '2a00:1450:4001:81b::200e'],
  ])('%s is public', (address) => expect(isPublic(address)).toBe(true));

  it.each([
    ...['127.0.0.1', '127.8.8.8', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255'],
    ...[
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '198.18.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
    ...['::1', '::', '::ffff:127.0.0.1', '::ffff:8.8.8.8', 'fe80::1', 'fd00:ec2::254', 'fc00::1'],
    ...['64:ff9b::7f00:1', '2001:db8::1', '2002:7f00:1::', 'ff02::1', '2001::1'],
  ])('%s is not', (address) => expect(isPublic(address)).toBe(false));

  it('is refused where any of a name’s is not public', async () => {
    const { resolve } = at('8.8.8.8', '127.0.0.1');
    const looked = addressOf(new URL('https://example.in'), { allowsPrivate: false, resolve });
    await expect(looked).rejects.toThrow(AddressNotAllowed);
  });

  it('is the first that a name has, asked for once', async () => {
    const { resolve, asked } = at('8.8.8.8', '8.8.4.4');
    const looked = addressOf(new URL('https://example.in:8443/x'), {
      allowsPrivate: false,
      resolve,
    });
    expect(await looked).toEqual({ address: '8.8.8.8', family: 4 });
    expect(asked).toEqual(['example.in']);
  });

  it.each([
    ...['https://127.1/', 'https://2130706433/', 'https://0x7f000001/', 'https://[::1]/'],
    ...['https://[::ffff:169.254.169.254]/', 'https://localhost/'],
  ])('%s leads home, however it is written', async (url) => {
    await expect(addressOf(new URL(url), { allowsPrivate: false })).rejects.toThrow(
      AddressNotAllowed,
    );
    await expect(addressOf(new URL(url), { allowsPrivate: true })).resolves.toBeDefined();
  });
});
