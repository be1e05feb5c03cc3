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

/**
 * What may be asked for, how it must look, and that in words. Anything else is refused: about an
 * option that it does not know the client prints a warning that quotes the password; and of those
 * that it knows, such as `nodePreference`, other values than the usual ones do harm.
 */
const OPTIONS: Readonly<Record<string, readonly [RegExp, string]>> = {
  tls: [/^(true|false)$/, 'true or false'],
  tlsCAFile: [/^[^?]+$/, 'a text without a ?'],
  connectionName: [/^[^?]+$/, 'a text without a ?'],
  maxDiscoverAttempts: [/^[1-9]\d{0,2}$/, 'a number from 1 to 999'],
  discoveryInterval: [/^[1-9]\d{0,4}$/, 'milliseconds from 1 to 99999'],
  // Longer, and a node that is down keeps the others from being asked.
  gossipTimeout: [/^[1-9]\d?$/, 'seconds from 1 to 99'],
  // Without them nobody would notice that the machine of the server is gone.
  keepAliveInterval: [/^[1-9]\d{4,5}$/, 'milliseconds from 10000 to 999999'],
  keepAliveTimeout: [/^[1-9]\d{3,5}$/, 'milliseconds from 1000 to 999999'],
};

const FORM = /^(?:esdb|kurrentdb|kdb)(\+discover)?:\/\/(?:([^/?]*)@)?([^/?@]+)\/*(?:\?(.*))?$/i;
const HOST_FORM = /^[a-z\d._-]+(?::\d{1,5})?$/i;
const USUAL_PORT = 2113;

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
  return {
    // Asked to discover, the client asks the first of several hosts only; otherwise each of them.
    isDiscovered: discover !== undefined && named.length === 1,
    user: user === undefined ? undefined : parseUser(user),
    hosts: named.map((host) => (host.includes(':') ? host : `${host}:${USUAL_PORT}`)),
    options: parseOptions(query ?? ''),
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
    const [name = '', ...values] = part.split('=');
    const known = Object.entries(OPTIONS).find(([option]) => option === name);
    if (!known) {
      const taken = Object.keys(OPTIONS).join(', ');
      throw new WrongAddress(`it has an option that is not taken; these are: ${taken}`);
    }
    const [form, words] = known[1];
    if (name in options) throw new WrongAddress(`${name} must be given once`);
    const value = values.join('=');
    if (!form.test(value)) throw new WrongAddress(`${name} must be ${words}`);
    options[name] = value;
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
