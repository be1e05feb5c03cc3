import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type { Customers } from '@insuremanager/services/customers/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import {
  comparePositions,
  type LogPosition,
} from '@insuremanager/services/platform/eventLog/eventLog';
import { namedUuid } from '@insuremanager/services/platform/namedUuid';
import { type DemoStep, demoStory } from './story.js';
import type { StoryClock } from './storyClock.js';

interface SeedParts {
  /** Their commands must take the time from `clock`. */
  readonly customers: Pick<Customers, 'register' | 'update' | 'delete'>;
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
export async function seedDemo({ customers, clock, onProgress }: SeedParts): Promise<Seeded> {
  const lives = livesOf(demoStory(clock.now()));
  const steps = lives.reduce((sum, life) => sum + life.length, 0);
  let done = 0;
  let repeated = 0;
  let position: LogPosition | null = null;

  const live = async (life: readonly DemoStep[]): Promise<void> => {
    let id: number | undefined;
    for (const step of life) {
      const taken = await clock.at(step.at, () => take(step, id, customers));
      id = taken.id;
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

/** @param id of the customer in this installation; undefined before the registration */
async function take(
  { key, actor, act }: DemoStep,
  id: number | undefined,
  customers: SeedParts['customers'],
) {
  const commandId = namedUuid('demo', key);
  const context: CommandContext = { commandId, actor, correlationId: commandId };
  if (act.type === 'register') {
    const receipt = await customers.register(CustomerInput.parse(act.input), context);
    return { ...receipt, id: receipt.customer.id };
  }
  if (id === undefined) throw new Error(`Customer ${act.customer} was never registered`);
  const receipt =
    act.type === 'update'
      ? await customers.update(id, CustomerPatch.parse(act.patch), context)
      : await customers.delete(id, context);
  return { ...receipt, id };
}

const later = (a: LogPosition | null, b: LogPosition | null): LogPosition | null =>
  a && b ? (comparePositions(a, b) < 0 ? b : a) : (a ?? b);
