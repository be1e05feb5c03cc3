import { defineEvent } from '@insuremanager/contracts/events/eventDefinition';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { EventToAppend, StoredEvent } from '../eventLog/eventLog.js';
import { sealJson, unsealJson } from '../vault/sealing.js';
import { createEventCodec } from './eventCodec.js';
import { systemActor, UndecodableEvent } from './recordedEvent.js';

const keys = new Map<string, Buffer | null>();
const keyOf = (subject: string) => keys.get(subject) ?? Buffer.alloc(32, subject);

/** The vault's own sealing over keys that are made up from the subject's name. */
const vault = {
  seal: async (subject: string, value: unknown) => sealJson(keyOf(subject), subject, value),
  loadKeys: async () => {},
  unseal: (subject: string, sealed: string) =>
    keys.get(subject) === null ? null : unsealJson(keyOf(subject), subject, sealed),
};

const subject = (data: { id: number }) => `person-${data.id}`;
const Met = defineEvent('Met', 1, {
  schema: z.object({ id: z.int(), where: z.string() }),
  personal: { schema: z.object({ name: z.string() }), subject },
});
const Parted = defineEvent('Parted', 1, { schema: z.object({ id: z.int() }) });
const codec = createEventCodec({ definitions: [Met, Parted], vault });

const metadata = {
  commandId: '7b0c2f5e-0000-4000-8000-000000000001',
  commandDigest: 'digest',
  actor: systemActor,
  correlationId: 'spec',
  occurredAt: '2026-04-01T04:30:00.000Z',
};

/** As the log gives it back: JSON in between. */
const stored = (event: EventToAppend, changes: Partial<StoredEvent> = {}): StoredEvent => ({
  ...JSON.parse(JSON.stringify(event)),
  stream: 'person-1',
  revision: 0n,
  position: { commit: 1n, prepare: 1n },
  storedAt: new Date(0),
  ...changes,
});

const met = (name: string) => Met({ id: 1, where: 'Kochi', personal: { name } });
const encoded = (event: Parameters<typeof codec.encode>[0]) =>
  codec.encode(event, '7b0c2f5e-0000-4000-8000-000000000002', metadata);

describe('encoding', () => {
  it('leaves nothing personal in clear', async () => {
    const event = await encoded(met('Lakshmi'));
    expect(event.data).toEqual({ id: 1, where: 'Kochi', personal: expect.stringMatching(/^v1\./) });
    expect(JSON.stringify(event)).not.toContain('Lakshmi');
  });

  it('refuses what the definition does not know, personal or not', async () => {
    const stranger = { ...met('Lakshmi').data, phone: '+919876543210' };
    await expect(encoded({ type: 'Met', data: stranger })).rejects.toThrow();
    const leaking = { ...met('').data, personal: { name: 'Lakshmi', pan: 'AAAPL1234C' } };
    await expect(encoded({ type: 'Met', data: leaking })).rejects.toThrow();
    await expect(encoded({ type: 'Met', data: { ...leaking, personal: null } })).rejects.toThrow();
    await expect(encoded({ type: 'Unheard', data: {} })).rejects.toThrow('Unheard is not defined');
  });
});

describe('decoding', () => {
  it('gives back whatever was encoded', () =>
    fc.assert(
      fc.asyncProperty(fc.integer(), fc.string(), fc.string(), async (id, where, name) => {
        const event = Met({ id, where, personal: { name } });
        const [decoded] = await codec.decode([stored(await encoded(event))]);
        expect(decoded).toMatchObject(JSON.parse(JSON.stringify(event)));
        expect(decoded?.at).toEqual(new Date(metadata.occurredAt));
      }),
    ));

  it('shows that a person was erased, and the rest', async () => {
    const event = stored(await encoded(Met({ id: 9, where: 'Kochi', personal: { name: 'X' } })));
    keys.set('person-9', null);
    const [decoded] = await codec.decode([event]);
    expect(decoded?.data).toEqual({ id: 9, where: 'Kochi', personal: null });
  });

  it('passes over fields that it does not know', async () => {
    const event = stored(await encoded(Parted({ id: 1 })), { data: { id: 1, extra: true } });
    expect((await codec.decode([event]))[0]?.data).toEqual({ id: 1 });
  });

  it('stops at what it cannot read, and says which event it is', async () => {
    const good = stored(await encoded(Parted({ id: 1 })));
    const sealed = stored(await encoded(met('Lakshmi')));
    const broken: [Partial<StoredEvent>, string][] = [
      [{ ...good, type: 'Unheard' }, 'type is not known'],
      [{ ...good, data: { id: 'one' } }, 'does not fit'],
      [{ ...good, data: new Uint8Array() }, 'not a JSON object'],
      [{ ...good, metadata: {} }, 'metadata is not ours'],
      [{ ...good, metadata: { ...metadata, schemaVersion: 2 } }, 'newer than this release'],
      [{ ...sealed, data: { ...(sealed.data as object), id: 2 } }, 'does not fit'],
      [{ ...good, data: { id: 1, personal: 'v1.x' } }, 'without a subject'],
    ];
    for (const [event, reason] of broken) {
      const failure = await codec.decode([{ ...good, ...event }]).catch((error) => error);
      expect(failure).toBeInstanceOf(UndecodableEvent);
      expect(failure.message).toContain(reason);
      expect(failure.message).toContain('person-1@0');
    }
  });
});

describe('an event of an older version', () => {
  const MetV2 = defineEvent('Met', 2, {
    schema: z.object({ personId: z.int(), where: z.string() }),
    personal: {
      schema: z.object({ fullName: z.string() }),
      subject: (data: { personId: number }) => `person-${data.personId}`,
    },
    upcasters: {
      1: (data) => {
        const old = data as { id: number; where: string; personal: { name: string } | null };
        const personal = old.personal && { fullName: old.personal.name };
        return { personId: old.id, where: old.where, personal };
      },
    },
  });
  const later = createEventCodec({ definitions: [MetV2], vault });

  it('is brought to the current one, its personal part too', async () => {
    const [decoded] = await later.decode([stored(await encoded(met('Lakshmi')))]);
    const data = { personId: 1, where: 'Kochi', personal: { fullName: 'Lakshmi' } };
    expect(decoded).toMatchObject({ type: 'Met', data });
  });

  it('is brought to the current one after an erasure', async () => {
    const event = stored(await encoded(Met({ id: 8, where: 'Kochi', personal: { name: 'X' } })));
    keys.set('person-8', null);
    const [decoded] = await later.decode([event]);
    expect(decoded?.data).toEqual({ personId: 8, where: 'Kochi', personal: null });
  });
});

describe('a field that was added to an event, and may be null', () => {
  const address = { city: z.string().nullable(), pincode: z.string().nullable() };
  const before = z.object({ name: z.string(), home: z.object({ city: address.city }) });
  const after = z.object({
    name: z.string(),
    job: z.string().nullable(),
    home: z.object(address),
    former: z.array(z.object(address)).nullable(),
  });
  const plain = { id: z.int(), homes: z.array(z.object({ city: address.city })) };
  const Old = [
    defineEvent('Moved', 1, {
      schema: z.object(plain),
      personal: { schema: before, subject },
    }),
    defineEvent('Edited', 1, {
      schema: z.object({ id: z.int() }),
      personal: { schema: before.partial(), subject },
    }),
  ] as const;
  const New = [
    defineEvent('Moved', 1, {
      schema: z.object({ ...plain, homes: z.array(z.object(address)), by: z.int().nullable() }),
      personal: { schema: after, subject },
    }),
    defineEvent('Edited', 1, {
      schema: z.object({ id: z.int(), by: z.int().nullable() }),
      personal: { schema: after.partial(), subject },
    }),
  ] as const;
  const older = createEventCodec({ definitions: Old, vault });
  const newer = createEventCodec({ definitions: New, vault });
  const read = async (event: Parameters<typeof codec.encode>[0], writer = older) => {
    const written = await writer.encode(event, '7b0c2f5e-0000-4000-8000-000000000002', metadata);
    return (await newer.decode([stored(written)]))[0]?.data;
  };
  const [Moved, Edited] = Old;
  const [MovedNow, EditedNow] = New;
  const name = 'Lakshmi';

  it('is null in what was written before it, in objects inside of others, too', async () => {
    const homes = [{ city: 'Kochi' }];
    expect(await read(Moved({ id: 1, homes, personal: { name, home: { city: null } } }))).toEqual({
      id: 1,
      homes: [{ city: 'Kochi', pincode: null }],
      by: null,
      personal: { name, job: null, home: { city: null, pincode: null }, former: null },
    });
  });

  it('stays absent in a patch, as null would clear it', async () => {
    const personal = { name };
    expect(await read(Edited({ id: 1, personal }))).toEqual({ id: 1, by: null, personal });
    expect(await read(Edited({ id: 1, personal: { home: { city: 'Kochi' } } }))).toEqual({
      id: 1,
      by: null,
      personal: { home: { city: 'Kochi', pincode: null } },
    });
  });

  it('has the value that was written since', async () => {
    const home = { city: 'Kochi', pincode: '682011' };
    const data = { id: 1, homes: [home], by: 3 };
    const personal = { name, job: 'Nurse', home, former: [home] };
    expect(await read(MovedNow({ ...data, personal }), newer)).toEqual({ ...data, personal });
    const patch = { id: 1, by: null, personal: { job: null } };
    expect(await read(EditedNow(patch), newer)).toEqual(patch);
  });

  it('must be said by whoever writes the event now', async () => {
    const data = { id: 1, homes: [], by: null, personal: { name, home: {} } };
    await expect(read({ type: 'Moved', data }, newer)).rejects.toThrow();
  });
});
