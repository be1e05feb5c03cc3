import { createHash } from 'node:crypto';
import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type { Customers } from '@insuremanager/services/customers/index';
import type { Clock } from '@insuremanager/services/platform/clock';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import { type DemoAct, type DemoStep, demoStory } from './story.js';

/** A clock that stands wherever it was put. */
export interface HandClock extends Clock {
  put(at: Date): void;
}

export function createHandClock(at: Date): HandClock {
  let now = at;
  return {
    now: () => now,
    put: (then) => {
      now = then;
    },
  };
}

interface SeedParts {
  /** Their commands must take the time from `clock`. */
  readonly customers: Pick<Customers, 'register' | 'update' | 'delete'>;
  readonly clock: HandClock;
  /** The day that the story leads up to. */
  readonly now: Date;
  onProgress?(done: number, total: number): void;
}

export interface Seeded {
  readonly steps: number;
  /** Steps that had been taken before. */
  readonly repeated: number;
  /** Where read models must be to show all of it; null when nothing was written. */
  readonly position: LogPosition | null;
}

/**
 * Lives through the demo's story by the same commands as the form. Every step has a command id of
 * its own for ever: one that was killed goes on where it was, and a second one writes nothing.
 */
export async function seedDemo({ customers, clock, now, onProgress }: SeedParts): Promise<Seeded> {
  const story = demoStory(now);
  const ids = new Map<number, number>();
  let repeated = 0;
  let position: LogPosition | null = null;
  // One after the other: the log then has them in the order of their dates.
  for (const [index, step] of story.entries()) {
    clock.put(step.at);
    const taken = await take(step.act, contextOf(step), { customers, ids });
    if (taken.repeated) repeated += 1;
    else position = taken.position ?? position;
    onProgress?.(index + 1, story.length);
  }
  return { steps: story.length, repeated, position };
}

interface Office {
  customers: SeedParts['customers'];
  /** Customers of the story to ids of this installation. */
  ids: Map<number, number>;
}

async function take(act: DemoAct, context: CommandContext, { customers, ids }: Office) {
  if (act.type === 'register') {
    const receipt = await customers.register(CustomerInput.parse(act.input), context);
    ids.set(act.customer, receipt.customer.id);
    return receipt;
  }
  const id = ids.get(act.customer);
  if (id === undefined) throw new Error(`Customer ${act.customer} was never registered`);
  return act.type === 'update'
    ? customers.update(id, CustomerPatch.parse(act.patch), context)
    : customers.delete(id, context);
}

const contextOf = ({ key, actor }: DemoStep): CommandContext => {
  const commandId = demoUuid(key);
  return { commandId, actor, correlationId: commandId };
};

/** A UUID (version 8: of our own making) that is always the same for the same step. */
function demoUuid(key: string): string {
  const hash = createHash('sha256').update(`insuremanager demo ${key}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x80;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  return hash.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
