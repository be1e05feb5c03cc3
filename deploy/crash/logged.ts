import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { commandIdOf } from '@insuremanager/gateway/commandContexts';
import { isPlatformEvent } from '@insuremanager/services/platform/claims/claimedName';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import type { AcknowledgedCommand } from './acknowledged.js';

export type Log = readonly RecordedEvent[];

/** Which command wrote how many events where, the first of them of which type. */
export type Written = Record<string, { stream: string; events: number; type: string | null }>;

const CUSTOMERS = customerStream(0).slice(0, -1);
const POLICIES = policyStream(0).slice(0, -1);

/** The events of policies, without what the platform notes in their streams. */
export const ofPolicies = (log: Log): Log =>
  log.filter((event) => event.stream.startsWith(POLICIES) && !isPlatformEvent(event));

/** What follows a command in another term of its chain, whoever wrote it in the end. */
const followsAnother = ({ type, data }: RecordedEvent): boolean =>
  type === 'PolicyRenewalWithdrawn' ||
  (type === 'PolicyIssued' && (data as { predecessorId: number | null }).predecessorId !== null);

/** What people's commands on customers and policies have written. */
export function commandsIn(log: Log): Written {
  const customers = log.filter(({ stream }) => stream.startsWith(CUSTOMERS));
  const policies = ofPolicies(log).filter((event) => !followsAnother(event));
  const written: Written = {};
  for (const { stream, type, metadata } of [...customers, ...policies]) {
    const before = written[metadata.commandId];
    // Events of one command in two streams do not come from the same stream: told by both names.
    const streams = new Set([before?.stream ?? stream, stream]);
    written[metadata.commandId] = {
      stream: [...streams].join(' and '),
      events: (before?.events ?? 0) + 1,
      type: stream.startsWith(POLICIES) ? type : null,
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
