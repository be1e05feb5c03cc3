/** What is wrong with a log, with the rows and lists made from it; and what stands in it. */
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import {
  type DocumentEvent,
  documentStream,
} from '@insuremanager/contracts/documents/documentEvents';
import { type PolicyEvent, policyStream } from '@insuremanager/contracts/policies/policyEvents';
import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import { commandIdOf } from '@insuremanager/gateway/commandContexts';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import { isPlatformEvent } from '@insuremanager/services/platform/reservations/reservations';
import type { AcknowledgedCommand } from './book.js';

export type Log = readonly RecordedEvent[];

/** Which command wrote how many events where; of one on customers, the types are left out. */
export type Written = Record<string, { stream: string; events: number; type: string | null }>;

const CUSTOMERS = customerStream(0).slice(0, -1);
const RECORDS = [customerStream, policyStream, quotationStream, documentStream].map((streamOf) =>
  streamOf(0).slice(0, -1),
);

/** What another command adds to a command, whoever wrote it in the end. */
const followsAnother = ({ type }: RecordedEvent): boolean =>
  type === 'QuotationConverted' || type === 'QuotationEmailed' || type === 'QuotationEmailFailed';

/** The stream that a command counts for: who aborted a conversion knows no policy. */
function streamOf({ stream, type, data }: RecordedEvent): string {
  const { quotationId = null } = data as { quotationId?: number | null };
  return type === 'PolicyIssued' && quotationId !== null ? quotationStream(quotationId) : stream;
}

/** What people's commands on customers, policies, documents and quotations have written. */
export function commandsIn(log: Log): Written {
  const written: Written = {};
  for (const event of log) {
    if (!RECORDS.some((records) => event.stream.startsWith(records))) continue;
    if (isPlatformEvent(event) || followsAnother(event)) continue;
    const { commandId } = event.metadata;
    const before = written[commandId];
    const stream = streamOf(event);
    // Events of one command in two streams do not come from the same stream: so both names are in
    // it.
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

export function streamsOf(log: Log): Map<string, RecordedEvent[]> {
  const streams = new Map<string, RecordedEvent[]>();
  for (const event of log) {
    streams.set(event.stream, [...(streams.get(event.stream) ?? []), event]);
  }
  return streams;
}

type LoggedEvent = RecordedEvent<DocumentEvent | PolicyEvent | QuotationEvent>;

const loggedEvents = (log: Log) => log as readonly LoggedEvent[];

/** Quotations that became more than one policy, or whose policy and history do not agree. */
export function brokenConversions(log: Log): string[] {
  const issued = new Map<number, number[]>();
  const converted = new Map<number, number[]>();
  const add = (of: Map<number, number[]>, quotationId: number, policyId: number) =>
    of.set(quotationId, [...(of.get(quotationId) ?? []), policyId]);
  const wrong: string[] = [];
  for (const { type, data, stream } of loggedEvents(log)) {
    if (type === 'PolicyIssued' && data.quotationId !== null) {
      add(issued, data.quotationId, data.policyId);
    }
    if (type === 'QuotationConverted') {
      add(converted, data.quotationId, data.policyId);
      if (stream !== quotationStream(data.quotationId)) wrong.push(`${stream} names another`);
    }
  }
  for (const id of new Set([...issued.keys(), ...converted.keys()])) {
    const policies = issued.get(id)?.join(' and ') ?? 'nothing';
    const linked = converted.get(id)?.join(' and ') ?? 'nothing';
    const isOne = issued.get(id)?.length === 1;
    if (!isOne || policies !== linked) wrong.push(`${id} became ${policies} and knows ${linked}`);
  }
  return wrong;
}

/** Numbers that more than one quotation has. */
export function duplicateNumbers(log: Log): string[] {
  const numbers = loggedEvents(log).flatMap(({ type, data }) =>
    type === 'QuotationCreated' ? data.quotationNumber : [],
  );
  return numbers.filter((number, index) => numbers.indexOf(number) !== index);
}

/** Emails that were requested and not sent exactly once, as far as their quotations know. */
export function emailsNotSentOnce(log: Log): string[] {
  const sent = loggedEvents(log).flatMap(({ type, data }) =>
    type === 'QuotationEmailed' ? data.emailId : [],
  );
  const requested = emailsIn(log);
  const failed = requested.filter((id) => sent.filter((each) => each === id).length !== 1);
  return [...failed, ...sent.filter((id) => !requested.includes(id))];
}

/** The ids of all emails that were requested, in order. */
export const emailsIn = (log: Log): string[] =>
  loggedEvents(log)
    .flatMap(({ type, data }) => (type === 'QuotationEmailRequested' ? data.emailId : []))
    .sort();

/** The keys of all stored files that events refer to, in order. */
export function filesIn(log: Log): { documents: string[]; emailed: string[] } {
  const documents: string[] = [];
  const emailed = new Set<string>();
  for (const { type, data } of loggedEvents(log)) {
    if (type === 'DocumentUploaded') documents.push(data.fileKey);
    if (type === 'QuotationEmailRequested') emailed.add(data.fileKey);
  }
  return { documents: documents.sort(), emailed: [...emailed].sort() };
}

/** What a list shows of a quotation or a policy, as far as they name each other. */
export interface ListedLinks {
  readonly quotations: readonly { id: number; policyId: number | null }[];
  readonly policies: readonly { id: number; quotationId: number | null }[];
}

/** Quotations and policies in lists, one of which names the other and is not named by it. */
export function brokenLinksBetween({ quotations, policies }: ListedLinks): string[] {
  const origin = new Map(policies.map(({ id, quotationId }) => [id, quotationId]));
  const outcome = new Map(quotations.map(({ id, policyId }) => [id, policyId]));
  return [
    ...quotations
      .filter(({ id, policyId }) => policyId !== null && origin.get(policyId) !== id)
      .map(({ id, policyId }) => `policy ${policyId} is not of quotation ${id}`),
    // A quotation that was deleted is in no list, and its policy stays.
    ...policies
      .filter(({ quotationId }) => quotationId !== null && outcome.has(quotationId))
      .filter(({ id, quotationId }) => outcome.get(quotationId ?? 0) !== id)
      .map(({ id, quotationId }) => `quotation ${quotationId} is not policy ${id}`),
  ];
}

/** An existing term, as in its row. */
export interface Term {
  readonly id: number;
  readonly policy_id: number;
  readonly predecessor_id: number | null;
  readonly successor_id: number | null;
  readonly status: string;
  /** The form in which a number is unique. */
  readonly number_key: string;
}

/** What is wrong with the links between terms: each and its next one name each other. */
export function brokenLinks(terms: readonly Term[]): string[] {
  const byId = new Map(terms.map((term) => [term.id, term]));
  return terms.flatMap(({ id, policy_id, status, predecessor_id, successor_id }) => {
    const wrong: string[] = [];
    const next = byId.get(successor_id ?? 0);
    const before = byId.get(predecessor_id ?? 0);
    if (successor_id !== null && next?.predecessor_id !== id) {
      wrong.push(`${successor_id} does not follow ${id}`);
    }
    if (predecessor_id !== null && before?.successor_id !== id) {
      wrong.push(`${predecessor_id} does not lead to ${id}`);
    }
    if (next && next.policy_id !== policy_id)
      wrong.push(`${next.id} is not of policy ${policy_id}`);
    if ((status === 'renewed') !== (successor_id !== null)) wrong.push(`${id} is ${status}`);
    return wrong;
  });
}

/** Numbers that terms of several policies bear, or that are reserved for another one. */
export async function numbersInDispute(
  terms: readonly Term[],
  /** The stream that a number is reserved for; null when it is free. */
  ownerOf: (number: string) => Promise<string | null>,
): Promise<string[]> {
  const policiesOf = new Map<string, Set<number>>();
  for (const { number_key, policy_id } of terms) {
    policiesOf.set(number_key, (policiesOf.get(number_key) ?? new Set()).add(policy_id));
  }
  const wrong: string[] = [];
  for (const [number, policies] of policiesOf) {
    const owner = await ownerOf(number);
    if (policies.size > 1) wrong.push(`${number} is borne by policies ${[...policies].join(', ')}`);
    if (![...policies].some((id) => policyStream(id) === owner)) {
      wrong.push(`${number} is reserved for ${owner}`);
    }
  }
  return wrong;
}
