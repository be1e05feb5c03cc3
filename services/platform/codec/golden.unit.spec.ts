import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type GoldenEvent, goldenCodec, goldenEvent, goldenName } from './goldenEvents.js';
import { allEventDefinitions } from './testing/allEventDefinitions.js';

const folder = new URL('./golden/', import.meta.url);

const definitions = await allEventDefinitions();
const codec = goldenCodec(definitions);
const decoded = async (stored: GoldenEvent['stored']): Promise<unknown> => {
  const place = { stream: 'golden-1', revision: 0n, position: { commit: 0n, prepare: 0n } };
  const id = 'e7a1c1de-0000-4000-8000-000000000001';
  const [event] = await codec.decode([{ ...stored, ...place, id, storedAt: new Date(0) }]);
  return event?.data;
};
const golden = (name: string): GoldenEvent =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

/** Without fields that are null and that `before` does not have: they were added since. */
const withoutAdded = (data: unknown, before: unknown): unknown => {
  if (Array.isArray(data)) {
    return data.map((item, i) => withoutAdded(item, Array.isArray(before) ? before[i] : undefined));
  }
  if (typeof data !== 'object' || data === null || typeof before !== 'object') return data;
  const known = (before ?? {}) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(data)
      .filter(([name, value]) => value !== null || name in known)
      .map(([name, value]) => [name, withoutAdded(value, known[name])]),
  );
};

const versions = definitions.flatMap(({ type, version }) =>
  Array.from({ length: version }, (_, i) => ({
    name: goldenName(type, i + 1),
    type,
    version: i + 1,
  })),
);

describe('the log of every release before this one', () => {
  it.each(versions)('$name is still read', async ({ name, type, version }) => {
    const { stored, decoded: meant } = golden(name);
    expect(stored).toMatchObject({ type, metadata: { schemaVersion: version } });
    expect(withoutAdded(await decoded(stored), meant)).toEqual(meant);
  });

  it('has no file without an event', () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
    expect(names.toSorted()).toEqual(versions.map(({ name }) => name).toSorted());
  });
});

describe('a golden event', () => {
  it.each(definitions)('of $type has a value for every field', async (definition) => {
    const { stored, decoded: meant } = JSON.parse(JSON.stringify(await goldenEvent(definition)));
    expect(await decoded(stored)).toEqual(meant);
    expect(JSON.stringify(meant)).not.toContain('null');
  });
});
