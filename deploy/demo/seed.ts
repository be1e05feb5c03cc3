import { Readable } from 'node:stream';
import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import {
  CancellationInput,
  endorsementOf,
  renewalOf,
} from '@insuremanager/contracts/policies/policyChanges';
import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { QuotationInputSchema } from '@insuremanager/contracts/quotations/quotationFields';
import type { Customers } from '@insuremanager/services/customers/index';
import type { Documents } from '@insuremanager/services/documents/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { type LogPosition, later } from '@insuremanager/services/platform/eventLog/eventLog';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import type { Policies } from '@insuremanager/services/policies/index';
import type { Quotations } from '@insuremanager/services/quotations/index';
import type { PaperAct } from './paperStory.js';
import type { PolicyAct } from './policyStory.js';
import { specimenCard, specimenPdf } from './specimens.js';
import { type DemoStep, demoStory } from './story.js';
import type { StoryClock } from './storyClock.js';

interface SeedParts {
  /** Their commands must take the time from `clock`. */
  readonly customers: Pick<Customers, 'register' | 'update' | 'delete'>;
  readonly policies: Pick<Policies, 'issue' | 'endorse' | 'renew' | 'cancel'>;
  readonly documents: Pick<Documents, 'receive' | 'upload'>;
  readonly quotations: Pick<Quotations, 'create' | 'update' | 'convert'>;
  readonly clock: StoryClock;
  onProgress?(done: number, total: number): void;
}

export interface Seeded {
  readonly steps: number;
  /** Steps that had been taken before. */
  readonly repeated: number;
  /** Where read models must be to show all of it; null when nothing was written. */
  readonly position: LogPosition | null;
}

/** Steps under way at once; those of one customer follow each other. */
const WIDTH = 16;

/**
 * Lives through the demo's story, which leads up to today, by the same commands as the form. Every
 * step has a command id of its own for ever: a seed that was killed goes on where it was, and a
 * second one writes nothing.
 */
export async function seedDemo({ clock, onProgress, ...parts }: SeedParts): Promise<Seeded> {
  const lives = livesOf(demoStory(clock.now()));
  const steps = lives.reduce((sum, life) => sum + life.length, 0);
  let done = 0;
  let repeated = 0;
  let position: LogPosition | null = null;

  const live = async (life: readonly DemoStep[]): Promise<void> => {
    const known: Known = { customerId: undefined, policies: new Map(), quotations: new Map() };
    for (const step of life) {
      const taken = await clock.at(step.at, () => take(step, known, parts));
      if (taken.repeated) repeated += 1;
      else position = later(position, taken.position);
      done += 1;
      onProgress?.(done, steps);
    }
  };

  const waiting = lives.values();
  const worker = async (): Promise<void> => {
    for (const life of waiting) await live(life);
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  return { steps, repeated, position };
}

/** What happened to each customer, oldest customer first. */
function livesOf(story: readonly DemoStep[]): DemoStep[][] {
  const lives = new Map<number, DemoStep[]>();
  for (const step of story) {
    const life = lives.get(step.act.customer) ?? [];
    life.push(step);
    lives.set(step.act.customer, life);
  }
  return [...lives.values()];
}

/** The numbers that a customer and their policies have in this installation. */
interface Known {
  customerId: number | undefined;
  /** By the number that they have in the story. */
  readonly policies: Map<number, { kind: PolicyKind; id: number }>;
  readonly quotations: Map<number, number>;
}

type Doers = Pick<SeedParts, 'customers' | 'policies' | 'documents' | 'quotations'>;

async function take({ key, actor, act }: DemoStep, known: Known, doers: Doers) {
  const commandId = namedUuid('demo', key);
  const context: CommandContext = { commandId, actor, correlationId: commandId };
  const { customers } = doers;
  if (act.type === 'register') {
    const receipt = await customers.register(CustomerInput.parse(act.input), context);
    known.customerId = receipt.customer.id;
    return receipt;
  }
  const { customerId } = known;
  if (customerId === undefined) throw new Error(`Customer ${act.customer} was never registered`);
  switch (act.type) {
    case 'update':
      return customers.update(customerId, CustomerPatch.parse(act.patch), context);
    case 'delete':
      return customers.delete(customerId, context);
    case 'policy':
      return takePolicy(act.act, customerId, known, doers, context);
    case 'paper':
      return takePaper(act.act, customerId, known, doers, context);
  }
}

async function takePolicy(
  act: PolicyAct,
  customerId: number,
  known: Known,
  { policies }: Doers,
  context: CommandContext,
) {
  if (act.type === 'issue') {
    const input = policyInputOf(act.kind).parse({ ...act.input, customerId });
    const receipt = await policies.issue(act.kind, input, context);
    known.policies.set(act.policy, { kind: act.kind, id: receipt.policy.id });
    return receipt;
  }
  const ref = known.policies.get(act.policy);
  if (!ref) throw new Error(`Policy ${act.policy} was never issued`);
  switch (act.type) {
    case 'endorse':
      return policies.endorse(ref, endorsementOf(ref.kind).parse(act), context);
    case 'cancel':
      return policies.cancel(ref, CancellationInput.parse(act), context);
    case 'renew': {
      const receipt = await policies.renew(ref, renewalOf(ref.kind).parse(act.input), context);
      known.policies.set(act.successor, { kind: ref.kind, id: receipt.policy.id });
      return receipt;
    }
  }
}

async function takePaper(
  act: PaperAct,
  customerId: number,
  known: Known,
  { documents, quotations }: Doers,
  context: CommandContext,
) {
  if (act.type === 'file') {
    const policy = act.isOfPolicy ? known.policies.get(1) : undefined;
    const { documentType, fileName, shows } = act;
    const content = typeof shows === 'number' ? specimenCard(shows) : specimenPdf(shows);
    const file = await documents.receive(fileName, Readable.from([content]));
    const input = {
      customerId,
      documentType,
      policyType: policy?.kind ?? null,
      policyId: policy?.id ?? null,
    };
    return documents.upload(input, file, context);
  }
  if (act.type === 'quote') {
    const input = QuotationInputSchema.parse({ ...act.input, customerId });
    const receipt = await quotations.create(input, context);
    known.quotations.set(act.quotation, receipt.quotation.id);
    return receipt;
  }
  const id = known.quotations.get(act.quotation);
  if (id === undefined) throw new Error(`Quotation ${act.quotation} was never made`);
  if (act.type === 'decide') return quotations.update(id, { status: act.status }, context);
  const input = policyInputOf(act.kind).parse({ ...act.input, customerId });
  return quotations.convert(id, input, context);
}
