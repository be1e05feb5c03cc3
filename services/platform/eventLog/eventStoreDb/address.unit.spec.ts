import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress, WrongAddress } from './address.js';

describe('the address of an event store', () => {
  it.each([
    ['esdb://n1', 'esdb://n1:2113'],
    ['esdb://kurrentdb:2113/', 'esdb://kurrentdb:2113'],
    ['kurrentdb://n1:2113?tls=false', 'esdb://n1:2113?tls=false'],
    ['kurrentdb+discover://n1:2113', 'esdb+discover://n1:2113'],
    ['kdb://n1:2113', 'esdb://n1:2113'],
    ['KurrentDB+Discover://n1', 'esdb+discover://n1:2113'],
    ['esdb://u:p@s:s@n1', 'esdb://u:p%40s%3As@n1:2113'],
    ['esdb://u:p%40ss@n1,n2:2114', 'esdb://u:p%40ss@n1:2113,n2:2114'],
    [
      'esdb://n1?tls=false&keepAliveInterval=20000',
      'esdb://n1:2113?tls=false&keepAliveInterval=20000',
    ],
  ])(
    'is understood under each name of the server, and given to the client in its words: %s',
    (url, understood) => {
      expect(formatAddress(parseAddress(url))).toBe(understood);
    },
  );

  it('asks each of several hosts for the cluster, of which the client would ask the first', () =>
    expect(formatAddress(parseAddress('esdb+discover://u:p@n1,n2'))).toBe(
      'esdb://u:p@n1:2113,n2:2113',
    ));

  it.each([
    ['n1?nodePreference=follower', 'option that is not taken'],
    ['n1?throwOnAppendFailure=false', 'option that is not taken'],
    ['n1?tlsVerifyCert=false', 'option that is not taken; these are: tls, tlsCAFile'],
    ['n1?keepAliveInterval=-1', 'keepAliveInterval must be'],
    ['n1?keepAliveTimeout=-1', 'keepAliveTimeout must be'],
    ['n1?gossipTimeout=5000', 'seconds'],
    ['n1?maxDiscoverAttempts=0', 'maxDiscoverAttempts must be'],
    ['n1?defaultDeadline=1', 'option that is not taken'],
    ['n1?dnsDiscover=true', 'option that is not taken'],
    ['n1?tls=no', 'tls must be true or false'],
    ['n1?tls=true&tls=false', 'tls must be given once'],
    ['n1?TLS=hush', 'option that is not taken'],
    ['hush@n1', 'name:password'],
    ['user:hush%@n1', 'name:password'],
    ['user:hu/sh@n1', 'must name hosts'],
    ['[::1]:2113', 'IPv6'],
    ['n1:hush', 'must name hosts'],
    ['', 'must name hosts'],
  ])('is refused in words that quote no secret: esdb://%s', (rest, words) => {
    let refusal: unknown;
    try {
      parseAddress(`esdb://${rest}`);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(WrongAddress);
    expect(String(refusal)).toContain(words);
    expect(String(refusal)).not.toContain('hush');
  });
});
