import { type LookupAddress, promises } from 'node:dns';
import { BlockList, isIPv6 } from 'node:net';

/** What is no address of the public internet, by the registries of IANA. */
const notPublic = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Link-local, where clouds have their metadata.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv4');

/** Of IPv6 only 2000::/3 is given out; within it these lead elsewhere. */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  notPublic.addSubnet(network, prefix, 'ipv6');

export const isPublic = (address: string): boolean =>
  isIPv6(address)
    ? global.check(address, 'ipv6') && !notPublic.check(address, 'ipv6')
    : !notPublic.check(address, 'ipv4');

export type ResolveName = (hostname: string) => Promise<readonly LookupAddress[]>;

const resolveName: ResolveName = (hostname) => promises.lookup(hostname, { all: true });

export class AddressNotAllowed extends Error {
  override readonly name = 'AddressNotAllowed';
}

/**
 * The address that is connected to. It is asked for once: who answers otherwise the second time gains
 * nothing. @throws AddressNotAllowed where any of them is not public; what the resolver throws
 */
export async function addressOf(
  { hostname }: URL,
  { allowsPrivate, resolve = resolveName }: { allowsPrivate: boolean; resolve?: ResolveName },
): Promise<LookupAddress> {
  const addresses = await resolve(hostname.replace(/^\[|\]$/g, ''));
  const [first] = addresses;
  if (!first) throw Object.assign(new Error('No address'), { code: 'ENOTFOUND' });
  if (!allowsPrivate && !addresses.every(({ address }) => isPublic(address)))
    throw new AddressNotAllowed();
  return first;
}
