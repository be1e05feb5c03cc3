import { randomUUID } from 'node:crypto';
import {
  CustomerDeleted,
  CustomerKycStatusChanged,
  CustomerRegistered,
  customerEventDefinitions,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import {
  reservationEventDefinitions,
  ValueReserved,
} from '@insuremanager/contracts/reservations/reservationEvents';
import type { BusMessage } from '../../bus/bus.js';
import { systemClock } from '../../clock.js';
import { goldenCodec } from '../../codec/goldenEvents.js';
import { systemActor } from '../../codec/recordedEvent.js';
import type { Appended, EventLog } from '../../eventLog/eventLog.js';
import { createLogger } from '../../logger.js';
import { openPostgres, type Pool } from '../../postgres/postgres.js';
import { createBusMessages } from '../busMessages.js';
import type { RelayOptions } from '../relay.js';

export const definitions = [...customerEventDefinitions, ...reservationEventDefinitions];
const codec = goldenCodec(definitions);

const personal = { ...NO_CUSTOMER_DETAILS, name: 'Asha Menon', phone: '+919876543210' };

/* What happens to a customer, in short. */
export const registered = (customerId: number) =>
  CustomerRegistered({ customerId, kycStatus: 'pending', ownerId: null, personal });
export const verified = (customerId: number) =>
  CustomerKycStatusChanged({ customerId, kycStatus: 'verified', documentId: null });
export const rejected = (customerId: number) =>
  CustomerKycStatusChanged({ customerId, kycStatus: 'rejected', documentId: null });
export const deleted = (customerId: number) => CustomerDeleted({ customerId });
export const reserved = () => ValueReserved({ kind: 'username', owner: 'user-1' });

/** Appends events to a stream. */
export async function append(
  eventLog: EventLog,
  stream: string,
  ...events: readonly DomainEvent[]
): Promise<Appended> {
  const metadata = {
    commandId: randomUUID(),
    commandDigest: '',
    actor: systemActor,
    correlationId: 'test',
    occurredAt: '2026-04-01T04:30:00.000Z',
  };
  const encoded = await Promise.all(
    events.map((event) => codec.encode(event, randomUUID(), metadata)),
  );
  return eventLog.append(stream, 'any', encoded);
}

/** `customer-1 CustomerDeleted`: what a message is about, for comparing. */
export const inShort = ({ key, type }: BusMessage): string => `${key} ${type}`;

/** What a relay needs but for its bus; each pool is another process's. */
export function relayParts(
  databaseUrl: string,
  eventLog: EventLog,
): Omit<RelayOptions, 'bus' | 'name'> & { readonly pool: Pool } {
  const logger = createLogger('silent');
  return {
    databaseUrl,
    eventLog,
    logger,
    pool: openPostgres(databaseUrl, { max: 3, logger }),
    clock: systemClock,
    toBusMessage: createBusMessages(definitions),
  };
}
