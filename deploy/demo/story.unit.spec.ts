import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerCommand } from '@insuremanager/services/customers/customer';
import { customerDecider } from '@insuremanager/services/customers/customer';
import { describe, expect, it } from 'vitest';
import { recorded } from '../testing/scenario.js';
import { type DemoAct, type DemoStep, demoStory } from './story.js';

const NOW = new Date('2026-04-15T03:00:00Z');
const story = demoStory(NOW);
const keys = (steps: DemoStep[]) => steps.map(({ key }) => key).sort();

/** What every customer went through, as the decider sees it. */
const histories = (): Map<number, CustomerEvent[]> => {
  const events = new Map<number, CustomerEvent[]>();
  for (const { key, act } of story) {
    const past = events.get(act.customer) ?? [];
    const state = recorded(past).reduce(customerDecider.evolve, customerDecider.initial);
    const added = customerDecider.decide(commandOf(act), state);
    expect(added, key).not.toEqual([]);
    events.set(act.customer, [...past, ...added]);
  }
  return events;
};

const commandOf = (act: DemoAct): CustomerCommand => {
  const customerId = act.customer;
  switch (act.type) {
    case 'register':
      return { type: 'RegisterCustomer', customerId, input: CustomerInput.parse(act.input) };
    case 'update':
      return { type: 'UpdateCustomer', customerId, patch: CustomerPatch.parse(act.patch) };
    case 'delete':
      return { type: 'DeleteCustomer', customerId };
  }
};

describe('the story of the demo', () => {
  it('changes something with every step, and is never refused', () => {
    const lengths = [...histories().values()].map((events) => events.length);
    expect(lengths).toHaveLength(400);
    expect(lengths.filter((length) => length >= 6).length).toBeGreaterThan(8);
  });

  it('is told in order of time, over fourteen months, and ends before today', () => {
    const times = story.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(story[0]?.at.toISOString()).toMatch(/^2025-02/);
    expect(story.at(-1)?.at.getTime()).toBeLessThan(NOW.getTime());
  });

  it('is the same story on another day, with every step named once', () => {
    const later = demoStory(new Date('2026-09-01T20:00:00Z'));
    expect(keys(later)).toEqual(keys(story));
    expect(new Set(keys(story)).size).toBe(story.length);
  });

  it('ends with a few deleted customers, and several people at work', () => {
    const deleted = story.filter(({ act }) => act.type === 'delete');
    expect(deleted.length).toBeGreaterThan(3);
    const office = new Set(story.map(({ actor }) => actor.username));
    expect([...office].sort()).toEqual(['admin', 'anitha', 'rahul', 'shabana']);
  });
});
