import { describe, expect, it } from 'vitest';
import { noMetrics } from '../telemetry/metrics.js';
import type { FoldedStream } from './foldedStream.js';
import { sampleDecider } from './sampleDecider.spec.js';
import { createStreamCache } from './streamCache.js';

/** What the cache asks of a vault, with keys that are destroyed by hand. */
const vaultByHand = () => {
  const destroyed = new Set<string>();
  let listener = (_: string): void => undefined;
  return {
    loadKeys: async () => undefined,
    isDestroyed: (subject: string) => destroyed.has(subject),
    onDestroyed(added: typeof listener) {
      listener = added;
    },
    destroy(subject: string) {
      destroyed.add(subject);
      listener(subject);
    },
  };
};

const stream = (parts: Partial<FoldedStream<readonly never[]>> = {}) => ({
  ...{ state: [], revision: 0n, version: 0n, commandIds: new Set<string>() },
  ...{ subjects: new Set<string>(), bytes: 100 },
  ...parts,
});

const cacheOf = (maxBytes: number, maxBytesOfStream: number) => {
  const vault = vaultByHand();
  const cache = createStreamCache({ vault, metrics: noMetrics, maxBytes, maxBytesOfStream });
  const put = (name: string, parts?: Parameters<typeof stream>[0]) =>
    cache.put(name, sampleDecider, stream(parts));
  const replace = (name: string, parts: Parameters<typeof stream>[0]) =>
    cache.put(name, sampleDecider, stream(parts), false);
  const find = (name: string) => cache.find(name, sampleDecider);
  return { cache, vault, put, replace, find };
};

describe('the cache of folded streams', () => {
  it('forgets what was not used for longest, by bytes', async () => {
    const { put, find } = cacheOf(300, 300);
    for (const name of ['a', 'b', 'c']) put(name);
    await find('a');
    put('d');
    expect(await find('b')).toBeNull();
    put('e', { bytes: 200 });
    expect(await find('c')).toBeNull();
    expect(await find('a')).toBeNull();
    expect(await find('d')).toMatchObject({ bytes: 100 });
    expect(await find('e')).toMatchObject({ bytes: 200 });
  });

  it('takes in nothing new where it is only to be kept up to date', async () => {
    const { put, replace, find } = cacheOf(300, 300);
    put('a');
    replace('a', { revision: 1n });
    replace('b', { revision: 0n });
    expect(await find('a')).toMatchObject({ revision: 1n });
    expect(await find('b')).toBeNull();
  });

  it('does not hold a stream that is large, nor what was known of it before', async () => {
    const { put, find } = cacheOf(1_000, 100);
    put('a');
    put('b');
    put('a', { revision: 1n, bytes: 101 });
    expect(await find('a')).toBeNull();
    expect(await find('b')).not.toBeNull();
  });

  it('does not go back to what a slower read found', async () => {
    const { put, find } = cacheOf(1_000, 100);
    put('a', { revision: 1n });
    put('a', { revision: 0n });
    expect(await find('a')).toMatchObject({ revision: 1n });
  });

  it('holds nothing of a stream that is not there', async () => {
    const { put, find } = cacheOf(1_000, 100);
    put('a', { revision: null });
    expect(await find('a')).toBeNull();
  });

  it('knows a state by the decider that folded it', async () => {
    const { cache, put } = cacheOf(1_000, 100);
    put('a');
    expect(await cache.find('a', { ...sampleDecider })).toBeNull();
  });

  it('forgets a person with their key, and takes nothing back that was read before', async () => {
    const { vault, put, find } = cacheOf(1_000, 100);
    const theirs = { subjects: new Set(['customer-1']) };
    put('a', theirs);
    put('b', { subjects: new Set(['customer-2']) });
    vault.destroy('customer-1');
    expect(await find('a')).toBeNull();
    put('a', theirs);
    expect(await find('a')).toBeNull();
    expect(await find('b')).not.toBeNull();
  });
});
