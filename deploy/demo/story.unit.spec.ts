import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { CustomerEvent } from '@insuremanager/contracts/customers/customerEvents';
import { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import { type PolicyEvent, TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import {
  CancellationInput,
  endorsementOf,
  policyInputOf,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { soundKey } from '@insuremanager/contracts/rules/soundKey';
import type { CustomerCommand } from '@insuremanager/services/customers/customer';
import { customerDecider } from '@insuremanager/services/customers/customer';
import { type PolicyCommand, policyDecider } from '@insuremanager/services/policies/policy';
import { describe, expect, it } from 'vitest';
import { recorded } from '../testing/scenario.js';
import { demoPerson } from './people.js';
import { demoStory, secondEntry } from './story.js';
import type { CustomerAct, DemoAct, DemoStep, PolicyAct } from './storyActs.js';

const NOW = new Date('2026-04-15T03:00:00Z');
const story = demoStory(NOW);
const keys = (steps: DemoStep[]) => steps.map(({ key }) => key).sort();

/** What every customer went through, as the decider sees it. */
const histories = (): Map<number, CustomerEvent[]> => {
  const events = new Map<number, CustomerEvent[]>();
  for (const { key, customer, act, at } of story) {
    if (act.type !== 'register' && act.type !== 'update' && act.type !== 'delete') continue;
    const past = events.get(customer) ?? [];
    const state = recorded(past).reduce(customerDecider.evolve, customerDecider.initial);
    const added = customerDecider.decide(commandOf(customer, act, at), state);
    expect(added, key).not.toEqual([]);
    events.set(customer, [...past, ...added]);
  }
  return events;
};

/** What every policy went through, as the decider sees it. */
const policyHistories = (): Map<string, PolicyEvent[]> => {
  const events = new Map<string, PolicyEvent[]>();
  const kinds = new Map<string, PolicyKind>();
  for (const { key, customer, act, at } of story) {
    if (!('policy' in act)) continue;
    const name = `${customer}/${act.policy}`;
    if (act.type === 'issue') kinds.set(name, act.kind);
    const kind = kinds.get(name) ?? 'health';
    const past = events.get(name) ?? [];
    const state = recorded(past).reduce(policyDecider.evolve, policyDecider.initial);
    const added = policyDecider.decide(policyCommandOf(act, kind, at), state);
    expect(added, key).not.toEqual([]);
    events.set(name, [...past, ...added]);
  }
  return events;
};

const policyCommandOf = (act: PolicyAct, kind: PolicyKind, at: Date): PolicyCommand => {
  const ref = { kind, id: act.policy * TERMS_PER_POLICY };
  switch (act.type) {
    case 'issue': {
      const input = policyInputOf(kind).parse({ ...act.input, customerId: 1 });
      return { type: 'IssuePolicy', ref, input, quotationId: null };
    }
    case 'endorse':
      return { type: 'EndorsePolicy', ref, input: endorsementOf(kind).parse(act) };
    case 'renew': {
      const input = renewalOf(kind).parse(act.input);
      return { type: 'RenewPolicy', ref, input };
    }
    case 'cancel': {
      const input = CancellationInput.parse(act);
      return { type: 'CancelPolicy', ref, input, today: kolkataDay(at) };
    }
  }
};

const commandOf = (customerId: number, act: CustomerAct, at: Date): CustomerCommand => {
  switch (act.type) {
    case 'register':
      return {
        type: 'RegisterCustomer',
        customerId,
        input: CustomerInput.parse(act.input),
        ownerId: null,
        ...{ today: kolkataDay(at), newestNotice: 1 },
      };
    case 'update':
      return { type: 'UpdateCustomer', customerId, patch: CustomerPatch.parse(act.patch) };
    case 'delete':
      return { type: 'DeleteCustomer', customerId };
  }
};

describe('the story of the demo', () => {
  it('has some who were entered twice, whose names sound alike', () => {
    const again = Array.from({ length: 400 }, (_, at) => at + 1)
      .map((customer) => secondEntry(customer))
      .filter(({ name }) => name !== undefined);
    const sounds = new Set(
      Array.from({ length: 400 }, (_, at) => soundKey(demoPerson(at + 1).name)),
    );
    expect(again.length).toBeGreaterThan(4);
    for (const { name } of again) expect(sounds, name).toContain(soundKey(name ?? ''));
  });

  it('changes something with every step, and is never refused', () => {
    const lengths = [...histories().values()].map((events) => events.length);
    expect(lengths).toHaveLength(400);
    expect(lengths.filter((length) => length >= 6).length).toBeGreaterThan(8);
  });

  it('is in order of time, over fourteen months, and ends before today', () => {
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

  it('has policies of both kinds that are renewed, endorsed, cancelled, and never refused', () => {
    const histories = [...policyHistories().values()];
    const having = (type: PolicyEvent['type']) =>
      histories.filter((events) => events.some((event) => event.type === type)).length;
    expect(histories.length).toBeGreaterThan(500);
    expect(having('PolicyRenewed')).toBeGreaterThan(15);
    expect(having('PolicyEndorsed')).toBeGreaterThan(10);
    expect(having('PolicyCancelled')).toBeGreaterThan(5);
  });

  it('has documents and quotations of several kinds: documents, quotations, some of them decided and converted', () => {
    const of = (type: DemoAct['type']) => story.filter(({ act }) => act.type === type).length;
    expect(of('file')).toBeGreaterThan(300);
    expect(of('quote')).toBeGreaterThan(200);
    expect(of('decide')).toBeGreaterThan(100);
    expect(of('convert')).toBeGreaterThan(20);
  });

  it('ends with a few deleted customers, and several people at work', () => {
    const deleted = story.filter(({ act }) => act.type === 'delete');
    expect(deleted.length).toBeGreaterThan(3);
    const office = new Set(story.map(({ actor }) => actor.username));
    expect([...office].sort()).toEqual(['admin', 'anitha', 'rahul', 'shabana']);
  });
});
