import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import {
  CancellationInput,
  endorsementOf,
  policyInputOf,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { QuotationInputSchema } from '@insuremanager/contracts/quotations/quotationFields';
import type { Clock } from '@insuremanager/services/platform/clock';
import { forEachLimit } from '@insuremanager/services/platform/forEachLimit';
import type { Services } from '../roles/openServices.js';
import { type DemoActors, type DemoUser, demoCommand } from './brokerage.js';
import { specimenCard, specimenPdf } from './specimens.js';
import { demoStory } from './story.js';
import type { DemoStep } from './storyActs.js';

/**
 * A clock by which several things can happen at once, each at its own time.
 * @param present the time of whatever happens outside of `at`
 */
export function createStoryClock(present: Clock) {
  const times = new AsyncLocalStorage<Date>();
  return {
    now: () => times.getStore() ?? present.now(),
    /** Whatever `work` does, and awaits, happens at that time. */
    at: <Result>(time: Date, work: () => Promise<Result>) => times.run(time, work),
  };
}
export type StoryClock = ReturnType<typeof createStoryClock>;

/** Capabilities whose commands take the time from `clock`. */
interface SeedParts
  extends Pick<Services, 'customers' | 'policies' | 'documents' | 'quotations' | 'renewals'> {
  readonly clock: StoryClock;
  /** Who does what. */
  readonly actors: DemoActors;
  /** How many customers the story is of; as many as the demo has when left out. */
  readonly size?: number | undefined;
  onProgress?(done: number, total: number): void;
}

export interface Seeded {
  readonly steps: number;
  /** Steps that had been taken before. */
  readonly repeated: number;
}

/** Steps under way at once; those of one customer one after another. */
const WIDTH = 16;

/**
 * Lives through the demo's story, which leads up to today, by the same commands as the form. Every
 * step has a command id of its own for ever: a seed that was killed goes on where it was, and a
 * second one writes nothing.
 */
export async function seedDemo({ clock, size, onProgress, ...parts }: SeedParts): Promise<Seeded> {
  const lives = livesOf(demoStory(clock.now(), size));
  const steps = lives.reduce((sum, life) => sum + life.length, 0);
  let done = 0;
  let repeated = 0;

  const live = async (life: readonly DemoStep[]): Promise<void> => {
    const known: Known = { customerId: undefined, policies: new Map(), quotations: new Map() };
    for (const step of life) {
      const taken = await clock.at(step.at, () => take(step, known, parts));
      if (taken.repeated) repeated += 1;
      done += 1;
      onProgress?.(done, steps);
    }
  };

  await forEachLimit(lives, { atOnce: WIDTH }, live);
  return { steps, repeated };
}

/** What happened to each customer, oldest customer first. */
function livesOf(story: readonly DemoStep[]): DemoStep[][] {
  const lives = new Map<number, DemoStep[]>();
  for (const step of story) lives.set(step.customer, [...(lives.get(step.customer) ?? []), step]);
  return [...lives.values()];
}

/** The numbers that a customer and their policies have in this installation. */
interface Known {
  customerId: number | undefined;
  /** By the number that they have in the story. */
  readonly policies: Map<number, { kind: PolicyKind; id: number }>;
  readonly quotations: Map<number, number>;
}

type Doers = Omit<SeedParts, 'clock' | 'size' | 'onProgress'>;

async function take({ key, actor, customer, act }: DemoStep, known: Known, doers: Doers) {
  const actorOf = ({ username }: DemoUser) => required(doers.actors.get(username), username);
  const context = demoCommand(key, actorOf(actor));
  const { customers, policies, documents, quotations, renewals } = doers;
  if (act.type === 'register') {
    const result = await customers.create(CustomerInput.parse(act.input), context);
    known.customerId = result.record.id;
    return result;
  }
  const customerId = required(known.customerId, `customer ${customer}`);
  const policyOf = (number: number) => required(known.policies.get(number), `policy ${number}`);
  const quotationOf = (number: number) =>
    required(known.quotations.get(number), `quotation ${number}`);
  switch (act.type) {
    case 'update':
      return customers.update(customerId, CustomerPatch.parse(act.patch), context);
    case 'delete':
      return customers.delete(customerId, context);
    case 'issue': {
      const input = policyInputOf(act.kind).parse({ ...act.input, customerId });
      const result = await policies.issue(act.kind, input, context);
      known.policies.set(act.policy, { kind: act.kind, id: result.record.id });
      return result;
    }
    case 'endorse': {
      const ref = policyOf(act.policy);
      return policies.endorse(ref, endorsementOf(ref.kind).parse(act), context);
    }
    case 'cancel':
      return policies.cancel(policyOf(act.policy), CancellationInput.parse(act), context);
    case 'renew': {
      const ref = policyOf(act.policy);
      const result = await policies.renew(ref, renewalOf(ref.kind).parse(act.input), context);
      known.policies.set(act.successor, { kind: ref.kind, id: result.record.id });
      return result;
    }
    case 'contact':
      return renewals.move(policyOf(act.term).id, 'contacted', context);
    case 'lose': {
      const { reason, note } = act;
      return renewals.lose(policyOf(act.term).id, { reason, note }, context);
    }
    case 'own':
      return renewals.assign(policyOf(act.term).id, actorOf(act.owner).userId, context);
    case 'followUp':
      return renewals.setFollowUp(policyOf(act.term).id, { followUpOn: act.followUpOn }, context);
    case 'quote': {
      const input = QuotationInputSchema.parse({ ...act.input, customerId });
      const result = await quotations.create(input, context);
      known.quotations.set(act.quotation, result.record.id);
      return result;
    }
    case 'decide':
      return quotations.update(quotationOf(act.quotation), { status: act.status }, context);
    case 'convert': {
      const input = policyInputOf(act.kind).parse({ ...act.input, customerId });
      return quotations.convert(quotationOf(act.quotation), input, context);
    }
    case 'file': {
      const policy = act.isOfPolicy ? known.policies.get(1) : undefined;
      const { documentType, fileName, shows } = act;
      const content = typeof shows === 'number' ? specimenCard(shows) : specimenPdf(shows);
      const file = await documents.receive(fileName, Readable.from([content]));
      const of = { policyType: policy?.kind ?? null, policyId: policy?.id ?? null };
      return documents.upload({ customerId, documentType, ...of }, file, context);
    }
  }
}

function required<Value>(value: Value | undefined, what: string): Value {
  if (value === undefined) throw new Error(`The story has no ${what} yet`);
  return value;
}
