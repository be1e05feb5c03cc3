import type { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Actor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { z } from 'zod';
import { type Dice, dice } from './dice.js';
import { type PaperAct, paperStory } from './paperStory.js';
import { type DemoPerson, demoPerson } from './people.js';
import { demoAddress, demoPlace } from './places.js';
import { type PolicyAct, policyStory } from './policyStory.js';

/** What somebody in the office did, as typed. `customer` counts from 1 and is not yet an id. */
export type DemoAct =
  | { type: 'register'; customer: number; input: DemoPerson }
  | { type: 'update'; customer: number; patch: z.input<typeof CustomerPatch> }
  | { type: 'delete'; customer: number }
  | { type: 'policy'; customer: number; act: PolicyAct }
  | { type: 'paper'; customer: number; act: PaperAct };

export interface DemoStep {
  /** Names the step for ever, so that it is done once. */
  readonly key: string;
  readonly at: Date;
  readonly actor: Actor;
  readonly act: DemoAct;
}

/** The book of business: so many customers, won within so many days, at a growing pace. */
const CUSTOMERS = 400;
const DAYS = 425;

/** The people of the office. The first user is the admin; the others have numbers of no real user. */
const admin: Actor = { userId: 1, username: 'admin', role: 'admin' };
const anitha: Actor = { userId: 900_001, username: 'anitha', role: 'agent' };
const rahul: Actor = { userId: 900_002, username: 'rahul', role: 'agent' };
const shabana: Actor = { userId: 900_003, username: 'shabana', role: 'agent' };
const office = [anitha, anitha, rahul, shabana];

/**
 * Fourteen months of a brokerage in the order in which they happened, the last of it yesterday.
 * Whatever day it is told on, it is the same story: only its dates move along.
 */
export function demoStory(now: Date): DemoStep[] {
  const today = startOfKolkataDay(kolkataDay(now));
  return Array.from({ length: CUSTOMERS }, (_, index) => lifeOf(index + 1, kolkataDay(now)))
    .flat()
    .map(({ daysAgo, minute, ...step }) => ({ ...step, at: atWork(today, daysAgo, minute) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

type Moment = { daysAgo: number; minute: number };
type Told = Omit<DemoStep, 'at'> & Moment;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The office opens at 09:30 and works nine hours. */
const OPENS_MS = 9.5 * 60 * MINUTE_MS;
const WORKING_MINUTES = 9 * 60;

const atWork = (today: Date, daysAgo: number, minute: number): Date =>
  new Date(today.getTime() - daysAgo * DAY_MS + OPENS_MS + minute * MINUTE_MS);

/** Everything that happens to one customer, oldest first. */
function lifeOf(customer: number, today: Day): Told[] {
  const throws = dice(1_000_000 + customer);
  const person = { ...demoPerson(customer), ...household(customer) };
  const wonDaysAgo = 1 + Math.round((DAYS - 1) * (1 - (customer / CUSTOMERS) ** (2 / 3)));
  const decisions = kycDecisions(throws, person, wonDaysAgo);
  const input = { ...person, kycStatus: decisions.length > 0 ? 'pending' : person.kycStatus };
  const moment = (daysAgo: number) => ({ daysAgo, minute: throws.below(WORKING_MINUTES) });

  const story: Told[] = [
    {
      key: `${customer}/registered`,
      ...moment(wonDaysAgo),
      actor: throws.pick(office),
      act: { type: 'register', customer, input },
    },
    ...decisions.map(({ kycStatus, daysAgo }, index) => ({
      key: `${customer}/kyc-${index + 1}`,
      ...moment(daysAgo),
      actor: throws.pick([rahul, rahul, shabana]),
      act: { type: 'update', customer, patch: { kycStatus } } as const,
    })),
    ...edits(throws, customer, wonDaysAgo).map((patch, index) => ({
      key: `${customer}/edit-${index + 1}`,
      ...moment(1 + throws.below(wonDaysAgo - 1)),
      actor: throws.pick(office),
      act: { type: 'update', customer, patch } as const,
    })),
  ];
  if (isDeleted(customer, wonDaysAgo)) return [...beforeLast(story), deletion(customer)];
  return [
    ...story,
    ...policies(throws, customer, wonDaysAgo, today),
    ...papers(throws, customer, person.name, wonDaysAgo, today),
  ];
}

/** After the customer's own steps of the same day: nobody is insured before they are known. */
const policies = (throws: Dice, customer: number, wonDaysAgo: number, today: Day): Told[] =>
  policyStory(customer, wonDaysAgo, today).map(({ daysAgo, act }) => ({
    key: `${customer}/policy-${act.policy}/${act.type}`,
    daysAgo,
    minute: WORKING_MINUTES + throws.below(60),
    actor: throws.pick(office),
    act: { type: 'policy', customer, act },
  }));

/** Later on the same day than policies, of which some papers are. */
const papers = (
  throws: Dice,
  customer: number,
  name: string,
  wonDaysAgo: number,
  today: Day,
): Told[] =>
  paperStory(customer, name, wonDaysAgo, today).map(({ daysAgo, act }) => ({
    key: `${customer}/${paperKey(act)}`,
    daysAgo,
    minute: WORKING_MINUTES + 60 + throws.below(60),
    actor: throws.pick(office),
    act: { type: 'paper', customer, act },
  }));

const paperKey = (act: PaperAct): string =>
  act.type === 'file' ? `document-${act.document}` : `quotation-${act.quotation}/${act.type}`;

/** Every fortieth shares the phone of the customer before, as families do. */
const household = (customer: number): Partial<DemoPerson> =>
  customer % 40 === 0 ? { phone: demoPerson(customer - 1).phone } : {};

interface Decision {
  kycStatus: string;
  daysAgo: number;
}

/** Most are looked into within two weeks; some are turned down first, for a blurred photo. */
function kycDecisions(throws: Dice, person: DemoPerson, wonDaysAgo: number): Decision[] {
  const wanted = person.kycStatus;
  if (!wanted || wanted === 'pending' || throws.chance(0.2)) return [];
  const path = wanted === 'verified' && throws.chance(0.12) ? ['rejected', wanted] : [wanted];
  let daysAgo = wonDaysAgo;
  return path
    .map((kycStatus) => {
      daysAgo -= 1 + throws.below(14);
      return { kycStatus, daysAgo };
    })
    .filter((decision) => decision.daysAgo >= 1);
}

type Patch = z.input<typeof CustomerPatch>;

/** Every thirtieth is known for changing something again and again. */
function edits(throws: Dice, customer: number, wonDaysAgo: number): Patch[] {
  if (wonDaysAgo < 3) return [];
  const restless = customer % 30 === 0;
  const some = throws.chance(0.4) ? 1 + throws.below(2) : 0;
  const count = restless ? 6 + throws.below(4) : some;
  return Array.from({ length: count }, (_, index) =>
    edit(throws, customer, customer + (index + 1) * 10_000),
  );
}

/** @param stranger the number of somebody whose new phone or house it becomes */
function edit(throws: Dice, customer: number, stranger: number): Patch {
  const place = demoPlace(throws);
  const { city, state, pincode } = place;
  return throws.pick<() => Patch>([
    () => ({ address: demoAddress(throws, place), city, state, pincode }),
    () => ({ phone: demoPerson(stranger).phone }),
    () => ({ email: anotherEmail(throws, customer) }),
    () => ({ phone: demoPerson(stranger).phone, address: demoAddress(throws, place) }),
    () => ({
      dateOfBirth: `19${60 + throws.below(40)}-0${1 + throws.below(9)}-1${throws.below(10)}`,
    }),
  ])();
}

const anotherEmail = (throws: Dice, customer: number): string => {
  const email = demoPerson(customer).email ?? `policyholder@example.com`;
  return email.replace(/\d*@/, `${1 + throws.below(9999)}@`);
};

const isDeleted = (customer: number, wonDaysAgo: number): boolean =>
  customer % 57 === 0 && wonDaysAgo > 3;

/** What happened before yesterday, when the deletion happens. */
const beforeLast = (story: Told[]): Told[] => story.filter(({ daysAgo }) => daysAgo > 1);

const deletion = (customer: number): Told => ({
  key: `${customer}/deleted`,
  daysAgo: 1,
  minute: WORKING_MINUTES - (customer % 60),
  actor: admin,
  act: { type: 'delete', customer },
});
