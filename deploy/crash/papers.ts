import type { DocumentEvent } from '@insuremanager/contracts/documents/documentEvents';
import type { PolicyEvent } from '@insuremanager/contracts/policies/policyEvents';
import {
  type QuotationEvent,
  quotationStream,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { RecordedEvent } from '@insuremanager/services/platform/codec/recordedEvent';
import type { Log } from './logged.js';

type PaperEvent = RecordedEvent<DocumentEvent | PolicyEvent | QuotationEvent>;

const paperEvents = (log: Log) => log as readonly PaperEvent[];

/** Quotations that became more than one policy, or whose policy and history do not agree. */
export function brokenConversions(log: Log): string[] {
  const issued = new Map<number, number[]>();
  const told = new Map<number, number[]>();
  const note = (of: Map<number, number[]>, quotationId: number, policyId: number) =>
    of.set(quotationId, [...(of.get(quotationId) ?? []), policyId]);
  const wrong: string[] = [];
  for (const { type, data, stream } of paperEvents(log)) {
    if (type === 'PolicyIssued' && data.quotationId !== null) {
      note(issued, data.quotationId, data.policyId);
    }
    if (type === 'QuotationConverted') {
      note(told, data.quotationId, data.policyId);
      if (stream !== quotationStream(data.quotationId)) wrong.push(`${stream} tells of another`);
    }
  }
  for (const id of new Set([...issued.keys(), ...told.keys()])) {
    const policies = issued.get(id)?.join(' and ') ?? 'nothing';
    const known = told.get(id)?.join(' and ') ?? 'nothing';
    const isOne = issued.get(id)?.length === 1;
    if (!isOne || policies !== known) wrong.push(`${id} became ${policies} and knows ${known}`);
  }
  return wrong;
}

/** Numbers of quotations that were given more than once. */
export function numbersGivenTwice(log: Log): string[] {
  const numbers = paperEvents(log).flatMap(({ type, data }) =>
    type === 'QuotationCreated' ? data.quotationNumber : [],
  );
  return numbers.filter((number, index) => numbers.indexOf(number) !== index);
}

/** Emails that were asked for and not sent exactly once, as far as their quotations know. */
export function emailsNotSentOnce(log: Log): string[] {
  const sent = paperEvents(log).flatMap(({ type, data }) =>
    type === 'QuotationEmailed' ? data.emailId : [],
  );
  const asked = emailsIn(log);
  const failed = asked.filter((id) => sent.filter((each) => each === id).length !== 1);
  return [...failed, ...sent.filter((id) => !asked.includes(id))];
}

/** The ids of all emails that were asked for, in order. */
export const emailsIn = (log: Log): string[] =>
  paperEvents(log)
    .flatMap(({ type, data }) => (type === 'QuotationEmailRequested' ? data.emailId : []))
    .sort();

/** The keys of all stored files that events refer to, in order. */
export function filesIn(log: Log): { documents: string[]; emailed: string[] } {
  const documents: string[] = [];
  const emailed = new Set<string>();
  for (const { type, data } of paperEvents(log)) {
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
