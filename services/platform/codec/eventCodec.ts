import type {
  DomainEvent,
  EventDefinition,
  Subject,
} from '@insuremanager/contracts/events/eventDefinition';
import { OfImport } from '@insuremanager/contracts/history';
import { z } from 'zod';
import { Refusal } from '../errors.js';
import type { StoredEvent } from '../eventLog/eventLog.js';
import type { Vault } from '../vault/vault.js';
import {
  type EventCodec,
  type EventMetadata,
  type RecordedEvent,
  UndecodableEvent,
} from './recordedEvent.js';

interface Options {
  definitions: readonly EventDefinition[];
  vault: Pick<Vault, 'seal' | 'loadKeys' | 'unseal'>;
}

type Fields = Readonly<Record<string, unknown>>;

/** What the codec needs of a definition, worked out once. */
interface Format {
  definition: EventDefinition;
  strict: z.ZodType;
  strictPersonal: z.ZodType | undefined;
  tolerant: z.ZodType;
  tolerantPersonal: z.ZodType | undefined;
}

/**
 * Events to what the log holds, and back. The personal part of an event becomes one sealed text in
 * `data.personal`. One codec serves commands, projectors and replay.
 */
export function createEventCodec({ definitions, vault }: Options): EventCodec {
  const formats = formatsOf(definitions);

  return {
    async encode(event, id, metadata) {
      const format = formats.get(event.type);
      if (!format) throw new Error(`${event.type} is not defined`);
      return {
        id,
        type: event.type,
        data: await sealed(event, format, vault),
        metadata: { schemaVersion: format.definition.version, ...metadata },
      };
    },

    async decode(stored) {
      const opened = stored.map((event) => open(event, formats.get(event.type)));
      const subjects: Subject[] = [];
      for (const { subject } of opened) if (subject !== undefined) subjects.push(subject);
      await vault.loadKeys(subjects);
      return opened.map((event) => read(event, vault));
    },

    knows: (type) => formats.has(type),

    subjectOf({ type, data }) {
      const personal = formats.get(type)?.definition.personal;
      if (!personal || (data as Fields).personal === null) return null;
      return personal.subject(data as never);
    },
  };
}

/**
 * Reads events without any key: each as if its person had been erased, so that `personal` is null
 * where there is such a part. @throws UndecodableEvent for an unknown type or a broken event.
 */
export function createPlainDecoder(
  definitions: readonly EventDefinition[],
): (stored: StoredEvent) => RecordedEvent {
  const formats = formatsOf(definitions);
  const withoutKeys = { unseal: () => null };
  return (stored) => read(open(stored, formats.get(stored.type)), withoutKeys);
}

function formatsOf(definitions: readonly EventDefinition[]): Map<string, Format> {
  const formats = new Map<string, Format>();
  for (const definition of definitions) {
    if (formats.has(definition.type)) throw new Error(`${definition.type} is defined twice`);
    formats.set(definition.type, formatOf(definition));
  }
  return formats;
}

/** Made once in a process: a hundred of them take a tenth of a second. */
const known = new WeakMap<EventDefinition, Format>();

function formatOf(definition: EventDefinition): Format {
  const { schema, personal } = definition;
  const format = known.get(definition) ?? {
    definition,
    strict: strict(schema),
    strictPersonal: personal && strict(personal.schema),
    tolerant: tolerant(schema),
    tolerantPersonal: personal && tolerant(personal.schema),
  };
  known.set(definition, format);
  return format;
}

const strict = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodObject ? schema.strict() : schema;

/**
 * Reads events that were written before a field was added: where it may be null, it is. In a patch,
 * whose fields may be absent, it stays so, as null would clear it.
 */
const tolerant = (schema: z.ZodType): z.ZodType => {
  if (schema instanceof z.ZodOptional) return tolerant(schema.unwrap() as z.ZodType).optional();
  if (schema instanceof z.ZodNullable) return tolerant(schema.unwrap() as z.ZodType).nullable();
  if (schema instanceof z.ZodArray) return z.array(tolerant(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return schema;
  return z.object(
    Object.fromEntries(
      Object.entries<z.ZodType>(schema.shape).map(([name, field]) => [
        name,
        field instanceof z.ZodNullable ? tolerant(field).default(null) : tolerant(field),
      ]),
    ),
  );
};

async function sealed(
  { data }: DomainEvent,
  { definition, strict, strictPersonal }: Format,
  vault: Pick<Vault, 'seal'>,
): Promise<object> {
  if (!strictPersonal || !definition.personal) return strict.parse(data) as object;
  const { personal, ...rest } = data as { personal: unknown };
  const plain = strict.parse(rest) as object;
  const subject = definition.personal.subject(plain as never);
  return { ...plain, personal: await vault.seal(subject, strictPersonal.parse(personal)) };
}

/** A stored event whose metadata is understood; `subject` when it has something sealed. */
interface OpenedEvent {
  stored: StoredEvent;
  format: Format;
  metadata: EventMetadata;
  data: Fields;
  subject: Subject | undefined;
}

const Metadata = z.object({
  schemaVersion: z.int().positive(),
  commandId: z.string(),
  commandDigest: z.string(),
  actor: z.object({ userId: z.int(), username: z.string(), role: z.string() }),
  correlationId: z.string(),
  occurredAt: z.iso.datetime(),
  batchId: z.string().optional(),
  ofImport: OfImport.optional(),
  traceparent: z.string().optional(),
});

function open(stored: StoredEvent, format: Format | undefined): OpenedEvent {
  if (!format) throw new UndecodableEvent(stored, 'its type is not known to this release');
  const { definition } = format;
  const metadata = Metadata.safeParse(stored.metadata);
  if (!metadata.success) throw new UndecodableEvent(stored, 'its metadata is not ours');
  const { schemaVersion } = metadata.data;
  if (schemaVersion > definition.version)
    throw new UndecodableEvent(stored, `version ${schemaVersion} is newer than this release`);
  const data = stored.data as Fields | null;
  if (typeof data !== 'object' || data === null || ArrayBuffer.isView(data))
    throw new UndecodableEvent(stored, 'its data is not a JSON object');
  const opened: OpenedEvent = { stored, format, metadata: metadata.data, data, subject: undefined };
  if (typeof data.personal === 'string') opened.subject = subjectOf(opened);
  return opened;
}

/** Old versions may name the subject otherwise, so they are upcast without their personal part first. */
function subjectOf(event: Omit<OpenedEvent, 'subject'>): Subject | undefined {
  const { definition } = event.format;
  const { personal } = definition;
  if (!personal)
    throw new UndecodableEvent(event.stored, 'it has a personal part without a subject');
  try {
    const plain =
      event.metadata.schemaVersion === definition.version
        ? event.data
        : upcast({ ...event.data, personal: null }, event);
    return personal.subject(plain as never);
  } catch (cause) {
    throw new UndecodableEvent(event.stored, 'it does not say whose it is', cause);
  }
}

function upcast(data: Fields, { format, metadata }: Omit<OpenedEvent, 'subject'>): Fields {
  const { definition } = format;
  let current: unknown = data;
  for (let version = metadata.schemaVersion; version < definition.version; version += 1) {
    const step = definition.upcasters[version];
    if (!step) throw new Error(`no upcaster from version ${version}`);
    current = step(current);
  }
  return current as Fields;
}

function read(event: OpenedEvent, vault: Pick<Vault, 'unseal'>): RecordedEvent {
  const { stored, metadata } = event;
  try {
    return {
      type: stored.type,
      data: currentData(event, vault),
      id: stored.id,
      stream: stored.stream,
      revision: stored.revision,
      position: stored.position,
      metadata,
      at: new Date(metadata.occurredAt),
    };
  } catch (cause) {
    if (cause instanceof Refusal) throw cause;
    throw new UndecodableEvent(stored, 'its data does not fit its definition', cause);
  }
}

function currentData(event: OpenedEvent, vault: Pick<Vault, 'unseal'>): Fields {
  const { format, metadata, data, subject } = event;
  const personal =
    subject === undefined ? data.personal : vault.unseal(subject, data.personal as string);
  if (metadata.schemaVersion === format.definition.version) return parsed(format, data, personal);
  const current = upcast(subject === undefined ? data : { ...data, personal }, event);
  return parsed(format, current, current.personal);
}

/** @param data may hold the personal part as well, which its schema passes over. */
function parsed({ tolerant, tolerantPersonal }: Format, data: Fields, personal: unknown): Fields {
  const plain = tolerant.parse(data) as Fields;
  if (!tolerantPersonal) return plain;
  return { ...plain, personal: personal === null ? null : tolerantPersonal.parse(personal) };
}
