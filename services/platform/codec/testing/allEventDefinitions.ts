import { readdirSync } from 'node:fs';
import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';

const contracts = new URL('../../../../contracts/', import.meta.url);

/** Every event of every `…Events.ts` in the contracts, so that none can be forgotten by a test. */
export async function allEventDefinitions(): Promise<EventDefinition[]> {
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
