import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { commandIdOf } from '@insuremanager/gateway/commandContexts';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import { isPlatformEvent } from '@insuremanager/services/platform/reservations/reservations';
import type { AcknowledgedCommand } from './acknowledged.js';

export type Log = readonly RecordedEvent[];

/** Which command wrote how many events where; of one on customers, the types are not told. */
export type Written = Record<string, { stream: string; events: number; type: string | null }>;

const CUSTOMERS = customerStream(0).slice(0, -1);
const RECORDS = [customerStream, policyStream, quotationStream, documentStream].map((streamOf) =>
  streamOf(0).slice(0, -1),
);

/** What follows a command by another one, whoever wrote it in the end. */
const followsAnother = ({ type }: RecordedEvent): boolean =>
  type === 'QuotationConverted' || type === 'QuotationEmailed';

/** The stream by which a command is told: who went away from a conversion knows no policy. */
function tellingStream({ stream, type, data }: RecordedEvent): string {
  const { quotationId = null } = data as { quotationId?: number | null };
  return type === 'PolicyIssued' && quotationId !== null ? quotationStream(quotationId) : stream;
}

/** What people's commands on customers, policies and papers have written. */
export function commandsIn(log: Log): Written {
  const written: Written = {};
  for (const event of log) {
    if (!RECORDS.some((records) => event.stream.startsWith(records))) continue;
    if (isPlatformEvent(event) || followsAnother(event)) continue;
    const { commandId } = event.metadata;
    const before = written[commandId];
    const stream = tellingStream(event);
    // Events of one command in two streams do not come from the same stream: told by both names.
    const streams = new Set([before?.stream ?? stream, stream]);
    written[commandId] = {
      stream: [...streams].join(' and '),
      events: (before?.events ?? 0) + 1,
      type: stream.startsWith(CUSTOMERS) ? null : event.type,
    };
  }
  return written;
}

export const commandsOf = (commands: readonly AcknowledgedCommand[], userId: number): Written =>
  Object.fromEntries(commands.map(({ key, ...written }) => [commandIdOf(userId, key), written]));

/** The number of the only user, from their registration. */
export function adminIn(log: Log): number {
  const registered = log.find(({ type }) => type === 'UserRegistered');
  return Number((registered?.data as { userId?: number } | undefined)?.userId);
}

export function streamsOf<Event extends RecordedEvent>(
  log: readonly Event[],
): Map<string, Event[]> {
  const streams = new Map<string, Event[]>();
  for (const event of log) {
    const events = streams.get(event.stream);
    if (events) events.push(event);
    else streams.set(event.stream, [event]);
  }
  return streams;
}
