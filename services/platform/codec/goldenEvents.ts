import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import { sampleOf } from '@insuremanager/contracts/events/sample';
import { sealJson, unsealJson } from '../vault/sealing.js';
import { createEventCodec } from './eventCodec.js';

/**
 * An event as a release left it in the log. There is a file of each version of every event: `stored`
 * are the very bytes and never change; `decoded` is what they mean today, and follows the event's
 * current version, without the fields that were added since.
 */
export interface GoldenEvent {
  readonly stored: {
    readonly type: string;
    readonly data: unknown;
    readonly metadata: object;
  };
  readonly decoded: unknown;
}

export const goldenName = (type: string, version: number): string => `${type}.v${version}`;

/** Seals the personal parts of all golden events. */
const key = Buffer.alloc(32, 'golden');

export const goldenCodec = (definitions: readonly EventDefinition[]) =>
  createEventCodec({
    definitions,
    vault: {
      seal: async (subject, value) => sealJson(key, subject, value),
      loadKeys: async () => {},
      unseal: (subject, sealed) => unsealJson(key, subject, sealed),
    },
  });

const metadata = {
  commandId: '2f0d7a52-6d0c-4c1e-9f43-0c5a3c8e7b11',
  commandDigest: 'rQ2mJ0m3n1Yy0c9mZ7cB4v1Qm7oQ2l9wq3k8u5t6s0E',
  actor: { userId: 3, username: 'meera', role: 'agent' },
  correlationId: 'c0ffee',
  occurredAt: '2026-04-01T04:30:00.000Z',
};

/** An event of the current version in which every field has a value. */
export async function goldenEvent(definition: EventDefinition): Promise<GoldenEvent> {
  const { type, schema, personal } = definition;
  const data = {
    ...(sampleOf(schema, type) as object),
    ...(personal && { personal: sampleOf(personal.schema, type) }),
  };
  const { id: _, ...stored } = await goldenCodec([definition]).encode(
    { type, data },
    '2f0d7a52-6d0c-4c1e-9f43-0c5a3c8e7b12',
    metadata,
  );
  return { stored, decoded: data };
}
