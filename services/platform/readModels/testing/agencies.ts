import { randomUUID } from 'node:crypto';
import { defineEvent, type EventOf } from '@insuremanager/contracts/events/eventDefinition';
import { z } from 'zod';
import type { EventCodec } from '../../codec/recordedEvent.js';
import { systemActor } from '../../codec/recordedEvent.js';
import type { Appended, EventLog } from '../../eventLog/eventLog.js';
import type { EventLogPlace } from '../../eventLog/openEventLog.js';
import { defineProjector, type Table } from '../projector.js';
import { openReadModelFixture } from './readModelFixture.js';

/* A small capability for the engine's own tests: agencies and the premium that they collect. */

const plain = z.object({ agencyId: z.int() });
const subject = ({ agencyId }: { agencyId: number }) => `agency-${agencyId}`;

export const AgencyOpened = defineEvent('AgencyOpened', 1, {
  schema: plain.extend({ city: z.string() }),
  personal: { schema: z.object({ owner: z.string() }), subject },
});
export const AgencyMoved = defineEvent('AgencyMoved', 1, {
  schema: plain.extend({ city: z.string() }),
});
export const PremiumCollected = defineEvent('PremiumCollected', 1, {
  schema: plain.extend({ day: z.string(), paise: z.int() }),
});
export const AgencyClosed = defineEvent('AgencyClosed', 1, { schema: plain });

export const agencyEvents = [AgencyOpened, AgencyMoved, PremiumCollected, AgencyClosed] as const;
export type AgencyEvent = EventOf<(typeof agencyEvents)[number]>;

const agencies: Table = {
  name: 'agencies',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    city: { type: 'text' },
    owner: { type: 'text', nullable: true },
    owner_fingerprint: { type: 'text', nullable: true },
    opened_at: { type: 'timestamptz' },
    collected: { type: 'bigint' },
    traits: { type: 'jsonb' },
    search_text: { type: 'text', generatedAs: `lower(coalesce(owner, '') || ' ' || city)` },
  },
  book: 'none',
  indexes: ['USING gin (search_text gin_trgm_ops)', '(city, id)'],
  summaries: [
    { name: 'agencies_per_city', by: ['city'], sums: ['collected'] },
    { name: 'agencies_that_collect', by: [], sums: ['collected'], where: 'collected > 0' },
  ],
};
const collections: Table = {
  name: 'collections',
  key: 'day',
  columns: {
    day: { type: 'text' },
    receipts: { type: 'integer' },
    paise: { type: 'bigint' },
  },
  book: 'none',
  indexes: [],
};

export const agencyProjector = defineProjector<AgencyEvent>()({
  name: 'agencies',
  version: 1,
  tables: [agencies, collections],
  on: {
    AgencyOpened: ({ data, at }, rows, context) =>
      rows.put('agencies', {
        id: data.agencyId,
        city: data.city,
        owner: data.personal?.owner ?? null,
        owner_fingerprint: data.personal && context.fingerprint('owner', data.personal.owner),
        opened_at: at,
        collected: 0,
        traits: { said: `"${data.city}", \\ and {more}` },
      }),
    AgencyMoved: ({ data }, rows) => rows.patch('agencies', data.agencyId, { city: data.city }),
    PremiumCollected: ({ data }, rows) => {
      rows.increment('agencies', data.agencyId, { collected: data.paise });
      rows.increment('collections', data.day, { receipts: 1, paise: data.paise });
    },
    AgencyClosed: ({ data }, rows) => rows.remove('agencies', data.agencyId),
  },
});

/** What its tests stand on, over servers that are there. */
export const openAgencyFixture = (servers: EventLogPlace) =>
  openReadModelFixture({ ...servers, projectors: [agencyProjector], definitions: agencyEvents });

/** Appends one event to its agency's stream. */
export async function record(
  { codec, eventLog }: { codec: EventCodec; eventLog: EventLog },
  event: AgencyEvent,
): Promise<Appended> {
  const id = randomUUID();
  const encoded = await codec.encode(event, id, {
    commandId: id,
    commandDigest: '',
    actor: systemActor,
    correlationId: 'test',
    occurredAt: '2026-04-01T04:30:00.000Z',
  });
  return eventLog.append(subject(event.data), 'any', [encoded]);
}
