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

/** What a value must look like, and the rest of a sentence that says so. */
type Form = readonly [{ test(value: string): boolean }, string];

const trueOrFalse: Form = [/^(true|false)$/, 'must be true or false'];
const aText: Form = [/^[^?]+$/, 'must be a text without a ?'];
const only = (value: string, reason: string): Form => [
  new RegExp(`^${value}$`, 'i'),
  `must be ${value}, or left out: ${reason}`,
];
const between = (least: number, most: number, unit: string): Form => [
  { test: (value) => /^\d{1,9}$/.test(value) && +value >= least && +value <= most },
  `must be a number of ${unit} from ${least} to ${most}`,
];

/**
 * What may be asked for, and of it what does no harm. Anything else is refused: about an option
 * that it does not know the client prints a warning that quotes the password.
 */
const OPTIONS: Readonly<Record<string, Form>> = {
  tls: trueOrFalse,
  tlsCAFile: aText,
  tlsVerifyCert: only('true', 'a certificate of your own is trusted with tlsCAFile'),
  userCertFile: aText,
  userKeyFile: aText,
  connectionName: aText,
  nodePreference: only('leader', 'other nodes may not have what was written just now'),
  throwOnAppendFailure: only('true', 'an append that failed would look like one that succeeded'),
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
  const options = parseOptions(query ?? '');
  const { userCertFile, userKeyFile } = options;
  if (!userCertFile !== !userKeyFile)
    throw new WrongAddress('userCertFile and userKeyFile are given together');
  if (userCertFile && user === undefined)
    throw new WrongAddress(
      'userCertFile needs a user and a password in the address as well: appends are made with them',
    );
  return {
    // Asked to discover, the client asks the first of several hosts only; otherwise each of them.
    isDiscovered: discover !== undefined && named.length === 1,
    user: user === undefined ? undefined : parseUser(user),
    hosts: named.map((host) => (host.includes(':') ? host : `${host}:${USUAL_PORT}`)),
    options,
  };
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
  try {
    const username = decodeURIComponent(text.slice(0, Math.max(colon, 0)));
    const password = decodeURIComponent(text.slice(colon + 1));
    if (username && password) return { username, password };
  } catch {
    // A % that is no code.
  }
  throw new WrongAddress('its user must be name:password, with % codes for the signs % / ?');
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
    if (rest.length > 0 || name in options) throw new WrongAddress(`${name} must be given once`);
    const [form, sentence] = OPTIONS[name] ?? aText;
    if (!form.test(value.trim())) throw new WrongAddress(`${name} ${sentence}`);
    options[name] = value.trim();
  }
  return options;
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
