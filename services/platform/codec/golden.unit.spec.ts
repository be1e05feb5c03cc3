import { readdirSync, readFileSync } from 'node:fs';
import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import { describe, expect, it } from 'vitest';
import { unsealJson } from '../vault/sealing.js';
import { createEventCodec } from './eventCodec.js';

/*
 * One file for every version of every event, with the very bytes that this version left in the log:
 * `stored` never changes. `decoded` is what it means today, and follows the event's current version.
 */
interface Golden {
  stored: { type: string; data: unknown; metadata: { schemaVersion: number } };
  decoded: unknown;
}

const contracts = new URL('../../../contracts/', import.meta.url);
const folder = new URL('./golden/', import.meta.url);

/** The key that sealed the personal parts of all golden files. */
const key = Buffer.alloc(32, 'golden');
const vault = {
  seal: () => Promise.reject(new Error('Golden files are only read')),
  loadKeys: async () => {},
  unseal: (subject: string, sealed: string) => unsealJson(key, subject, sealed),
};

/** Every event of every `…Events.ts` in the contracts, so that none can be forgotten here. */
async function allDefinitions(): Promise<EventDefinition[]> {
  const files = readdirSync(contracts, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /^[a-z]+\/\w+Events\.ts$/i.test(path) && !path.startsWith('dist'),
  );
  const modules = await Promise.all(
    files.map((path) => import(/* @vite-ignore */ new URL(path, contracts).href)),
  );
  return modules.flatMap((module) => Object.values<unknown>(module)).filter(isDefinition);
}

const isDefinition = (value: unknown): value is EventDefinition =>
  typeof value === 'function' && 'upcasters' in value && 'schema' in value;

const definitions = await allDefinitions();
const codec = createEventCodec({ definitions, vault });
const golden = (name: string): Golden =>
  JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));

const versions = definitions.flatMap(({ type, version }) =>
  Array.from({ length: version }, (_, i) => ({ name: `${type}.v${i + 1}`, type, version: i + 1 })),
);

describe('the log of every release before this one', () => {
  it.each(versions)('$name is still read', async ({ name, type, version }) => {
    const { stored, decoded } = golden(name);
    expect(stored).toMatchObject({ type, metadata: { schemaVersion: version } });
    const [event] = await codec.decode([
      {
        ...stored,
        id: 'e7a1c1de-0000-4000-8000-000000000001',
        stream: 'golden-1',
        revision: 0n,
        position: { commit: 0n, prepare: 0n },
        storedAt: new Date(0),
      },
    ]);
    expect(event?.data).toEqual(decoded);
  });

  it('has no file without an event', () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
    expect(names.toSorted()).toEqual(versions.map(({ name }) => name).toSorted());
  });
});
