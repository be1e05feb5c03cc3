import { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import type { PolicyStatus } from '@insuremanager/contracts/policies/policyKinds';
import { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import type { z } from 'zod';
import type { Dice } from '../../demo/dice.js';
import type { Answer } from '../../harness/client.js';
import type { ApiRequest, Sender } from '../../harness/testing/sender.js';

/** What is compared of each record: as the answers to its agent have it, and as the lists do. */
export const CustomerAnswer = CustomerView.pick({
  ...{ id: true, version: true, name: true, city: true, kycStatus: true },
});
export const PolicyAnswer = PolicyView.pick({
  ...{ id: true, version: true, kind: true, customerId: true, policyNumber: true },
  ...{ premiumAmount: true, startDate: true, status: true, policyId: true },
  ...{ predecessorId: true, successorId: true, quotationId: true },
});
export const QuotationAnswer = QuotationView.pick({
  ...{ id: true, version: true, customerId: true, quotationNumber: true, insuranceType: true },
  ...{ premiumAmount: true, status: true, notes: true, policyId: true, emailedAt: true },
});
export const DocumentAnswer = DocumentView.pick({
  ...{ id: true, version: true, customerId: true, documentType: true, fileName: true },
  ...{ fileSize: true },
});

interface Deletable {
  readonly isDeleted: boolean;
}
export type AcknowledgedCustomer = Deletable & z.infer<typeof CustomerAnswer>;
export type AcknowledgedPolicy = Deletable &
  Omit<z.infer<typeof PolicyAnswer>, 'version'> & {
    /** Null when the last answer was about another term of its policy. */
    readonly version: number | null;
    /** As it stood before it was renewed. */
    readonly statusBefore: PolicyStatus | null;
  };
export type AcknowledgedQuotation = Deletable & z.infer<typeof QuotationAnswer>;
export type AcknowledgedDocument = Deletable &
  z.infer<typeof DocumentAnswer> & {
    /** Of the file that its agent sent, in hexadecimal digits. */
    readonly sha256: string;
  };

/** What a command must have written to the log. */
export interface AcknowledgedCommand {
  readonly key: string;
  /** That of the quotation, when it became a policy. */
  readonly stream: string;
  readonly events: number;
  /** Of its first event, where there is only one that it can be. */
  readonly type: string | null;
}

/** What several agents have been answered. */
export const newBook = () => ({
  commands: [] as AcknowledgedCommand[],
  customers: new Map<number, AcknowledgedCustomer>(),
  policies: new Map<number, AcknowledgedPolicy>(),
  quotations: new Map<number, AcknowledgedQuotation>(),
  documents: new Map<number, AcknowledgedDocument>(),
  /** Commands whose agents went away without an answer: in the log once or not at all. */
  givenUp: [] as AcknowledgedCommand[],
  /** Policies that such commands were about, on both sides of the renewal. */
  uncertain: new Set<number>(),
  /** Quotations whose agents went away from their conversion. */
  perhapsConverted: new Set<number>(),
  /** Races of two agents that one of them has won. */
  races: 0,
});
export type Book = ReturnType<typeof newBook>;

/**
 * What a command is called, and the premium that it writes, so that each record shows who wrote it
 * last.
 */
export interface Step {
  readonly key: string;
  readonly premium: string;
}

/** A command of an agent. */
export type Command = ApiRequest & { readonly key: string };

/** One agent: how they send, where their answers are written, what they leave to chance. */
export interface Agent {
  readonly sender: Sender;
  readonly book: Book;
  readonly chance: Dice;
  /** False once everybody is to stay until they are answered. */
  mayGiveUp(): boolean;
  /** The customer of the agent's policies, quotations and documents. */
  policyholder(): number | undefined;
}

/** @throws when the agent has no customer yet. */
export function requirePolicyholder({ policyholder }: Agent): number {
  const customerId = policyholder();
  if (customerId === undefined) throw new Error('There is no customer yet.');
  return customerId;
}

interface Kind<Item> {
  /** All that agents were answered about records of this kind. */
  readonly records: Map<number, Item>;
  streamOf(id: number): string;
  pathOf(item: Item): string;
}

type Choice<Item> = readonly [
  share: number,
  fits: (item: Item) => boolean,
  work: (item: Item, step: Step) => Promise<void>,
];

/** The records of one kind that one agent works on. */
export function ownRecords<
  Item extends Deletable & { readonly id: number; readonly version: number | null },
>(
  { sender, book, chance, mayGiveUp }: Omit<Agent, 'policyholder'>,
  { records, streamOf, pathOf }: Kind<Item>,
) {
  const own = new Set<number>();
  const oneEvent = (key: string, id: number, type: string): AcknowledgedCommand => ({
    ...{ key, stream: streamOf(id), events: 1, type },
  });
  const oneOf = (fits: (item: Item) => boolean = () => true): Item | undefined => {
    const fitting = [...own].flatMap((id) => records.get(id) ?? []).filter(fits);
    return fitting.length > 0 ? chance.pick(fitting) : undefined;
  };
  return {
    own,
    oneOf,
    /** Each kind of work so many times of a hundred; else, and where nothing fits, a new record. */
    async workOn(
      step: Step,
      create: (step: Step) => Promise<void>,
      choices: readonly Choice<Item>[],
    ): Promise<void> {
      const thrown = chance.below(100);
      let upTo = 0;
      const choice = choices.find(([share]) => {
        upTo += share;
        return thrown < upTo;
      });
      const item = choice && oneOf(choice[1]);
      await (choice && item ? choice[2](item, step) : create(step));
    },
    record(item: Item): void {
      records.set(item.id, item);
      own.add(item.id);
    },
    markDeleted(item: Item): void {
      records.set(item.id, { ...item, isDeleted: true });
      own.delete(item.id);
    },
    /** A command of one event was acknowledged. */
    append: (key: string, id: number, type: string) =>
      void book.commands.push(oneEvent(key, id, type)),
    /** Half of them rest on the version that their agent saw. */
    requestOn(
      item: Item,
      key: string,
      { method = 'POST', what = '', body }: Partial<ApiRequest> & { what?: string } = {},
    ): Command {
      const isBound = item.version !== null && chance.chance(0.5);
      return {
        ...{ method, path: `${pathOf(item)}/${item.id}${what}`, key },
        ...(isBound && { version: item.version as number }),
        ...(body && { body }),
      };
    },
    /**
     * Sent until it is acknowledged; or once, while agents may give up: if one goes away then, the
     * system completes it, and `gone` are uncertain.
     */
    async sent(
      request: Command,
      isOnce: boolean,
      { type, id, gone }: { type: string; id: number; gone: readonly number[] },
      uncertain: Set<number>,
    ): Promise<Answer | undefined> {
      if (!isOnce || !mayGiveUp()) return sender.acknowledged(request);
      const answer = await sender.triedOnce(request);
      if (answer) return answer;
      book.givenUp.push(oneEvent(request.key, id, type));
      for (const each of gone) {
        uncertain.add(each);
        own.delete(each);
      }
      return undefined;
    },
  };
}

export interface Won {
  /** Of the command that was carried out. */
  readonly key: string;
  readonly answer: Answer;
}

interface Colleague {
  readonly body: object;
  /** The code with which the slower one is refused. */
  readonly lostWith: string;
}

/**
 * Two agents want what only one can have. Neither rests on a version: they would lose by it, and
 * not by being late. @throws when both get it, or neither.
 */
export async function race(
  { sender, book }: { sender: Sender; book: { races: number } },
  { version: _, ...request }: Command,
  { body, lostWith }: Colleague,
): Promise<Won> {
  const requests = [request, { ...request, key: `${request.key}, a colleague`, body }];
  const answers = await Promise.all(
    requests.map(async (each) => {
      const answer = await sender.unlessLost(each, lostWith);
      return answer ? [{ key: each.key, answer }] : [];
    }),
  );
  const [won, ...more] = answers.flat();
  if (!won || more.length > 0) throw new Error(`Not one of two has won: ${request.key}`);
  book.races += 1;
  return won;
}
