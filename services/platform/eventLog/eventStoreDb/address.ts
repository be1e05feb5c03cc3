import type { Credentials } from '@eventstore/db-client';

/** A connection string in its parts. */
export interface EventStoreAddress {
  /** Whether DNS, or the one host, is asked for the nodes of a cluster. */
  readonly isDiscovered: boolean;
  readonly user: Credentials | undefined;
  /** `host:port`, each. */
  readonly hosts: readonly string[];
  /** By the names in `OPTIONS`. */
  readonly options: Readonly<Record<string, string>>;
}

/** What the address of an event store must not say. The message is a sentence for the operator. */
export class WrongAddress extends Error {
  override readonly name = 'WrongAddress';
}

type Check = (value: string) => string | null;

const isTrueOrFalse: Check = (value) =>
  value === 'true' || value === 'false' ? null : 'must be true or false';

const between =
  (least: number, most: number, unit: string): Check =>
  (value) =>
    /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most
      ? null
      : `must be a number of ${unit} from ${least} to ${most}`;

const isText: Check = (value) => (/^[^?]+$/.test(value) ? null : 'must be a text without a ?');

const mustBe =
  (only: string, reason: string): Check =>
  (value) =>
    value.toLowerCase() === only ? null : `must be ${only}, or left out: ${reason}`;

/**
 * What may be asked for, and of it what does no harm. Anything else is refused: about an option
 * that it does not know the client prints a warning that quotes the password.
 */
const OPTIONS: Readonly<Record<string, Check>> = {
  tls: isTrueOrFalse,
  tlsCAFile: isText,
  tlsVerifyCert: mustBe('true', 'a certificate of your own is trusted with tlsCAFile'),
  userCertFile: isText,
  userKeyFile: isText,
  connectionName: isText,
  nodePreference: mustBe('leader', 'other nodes may not have what was written just now'),
  throwOnAppendFailure: mustBe('true', 'an append that failed would look like one that succeeded'),
  maxDiscoverAttempts: between(1, 1_000, 'attempts'),
  discoveryInterval: between(1, 60_000, 'milliseconds'),
  // Longer, and a node that is down keeps the others from being asked.
  gossipTimeout: between(1, 60, 'seconds'),
  // Without them nobody would notice that the machine of the server is gone.
  keepAliveInterval: between(10_000, 600_000, 'milliseconds'),
  keepAliveTimeout: between(1_000, 600_000, 'milliseconds'),
};

/** The client takes options in any case, with hyphens and underscores anywhere. */
const plain = (name: string): string => name.trim().toLowerCase().replace(/[_-]/g, '');
const NAMES = new Map(Object.keys(OPTIONS).map((name) => [plain(name), name]));

const FORM = /^(?:esdb|kurrentdb|kdb)(\+discover)?:\/\/(?:([^/?]*)@)?([^/?@]+)\/*(?:\?(.*))?$/i;
const HOST_FORM = /^[a-z\d._-]+(?::\d{1,5})?$/i;
/** Of a server whose address names none. */
export const USUAL_PORT = 2113;

/** Whether the client can be given it, `host` or `host:port`. */
export const isHost = (text: string): boolean => HOST_FORM.test(text);

/**
 * Reads a connection string, also in the words of the server's newer name.
 * @throws WrongAddress in a sentence that quotes no secret
 */
export function parseAddress(url: string): EventStoreAddress {
  const [, discover, user, hosts = '', query] = FORM.exec(url.trim()) ?? [];
  const named = hosts.split(',').map((host) => host.trim());
  if (!named.every((host) => isHost(host)))
    throw new WrongAddress('it must name hosts, such as esdb://host:2113 (IPv6 only by name)');
  const address = {
    // Asked to discover, the client asks the first of several hosts only; otherwise each of them.
    isDiscovered: discover !== undefined && named.length === 1,
    user: user === undefined ? undefined : parseUser(user),
    hosts: named.map((host) => (host.includes(':') ? host : `${host}:${USUAL_PORT}`)),
    options: parseOptions(query ?? ''),
  };
  refuseHalfCertificates(address);
  return address;
}

/** Why a connection string must not be used, in words that quote no secret; null when it may be. */
export function addressProblem(url: string): string | null {
  try {
    parseAddress(url);
    return null;
  } catch (error) {
    if (error instanceof WrongAddress) return error.message;
    throw error;
  }
}

function parseUser(text: string): Credentials {
  const colon = text.indexOf(':');
  const username = colon > 0 ? decoded(text.slice(0, colon)) : undefined;
  const password = decoded(text.slice(colon + 1));
  if (!username || !password)
    throw new WrongAddress('its user must be name:password, with % codes for the signs % / ?');
  return { username, password };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function parseOptions(query: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (const part of query.split('&').filter((text) => text !== '')) {
    const [key = '', value = '', ...rest] = part.split('=');
    const name = NAMES.get(plain(key));
    if (!name) {
      const known = Object.keys(OPTIONS).join(', ');
      throw new WrongAddress(`it has an option that is not taken; these are: ${known}`);
    }
    const problem = rest.length > 0 ? 'must be given once' : OPTIONS[name]?.(value.trim());
    if (problem) throw new WrongAddress(`${name} ${problem}`);
    if (name in options) throw new WrongAddress(`${name} must be given once`);
    options[name] = value.trim();
  }
  return options;
}

function refuseHalfCertificates({ user, options }: Pick<EventStoreAddress, 'user' | 'options'>) {
  const { userCertFile, userKeyFile } = options;
  if (!userCertFile && !userKeyFile) return;
  if (!userCertFile || !userKeyFile)
    throw new WrongAddress('userCertFile and userKeyFile are given together');
  if (!user)
    throw new WrongAddress(
      'userCertFile needs a user and a password in the address as well: appends are made with them',
    );
}

/** The words that the client takes. */
export function formatAddress({ isDiscovered, user, hosts, options }: EventStoreAddress): string {
  const who = user
    ? `${encodeURIComponent(user.username)}:${encodeURIComponent(user.password)}@`
    : '';
  const query = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const asked = query.length > 0 ? `?${query.join('&')}` : '';
  return `esdb${isDiscovered ? '+discover' : ''}://${who}${hosts.join(',')}${asked}`;
}

export const isWithoutTls = ({ options }: EventStoreAddress): boolean => options.tls === 'false';
