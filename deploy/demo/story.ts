import { CONSENT_FIELDS } from '@insuremanager/contracts/customers/consentFields';
import type { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { pick } from '@insuremanager/contracts/rules/objects';
import type { z } from 'zod';
import { DEMO_ADMIN, DEMO_USERS, type DemoUser } from './brokerage.js';
import { type Dice, dice } from './dice.js';
import { documentsAndQuotations } from './paperStory.js';
import { type DemoPerson, demoAddress, demoPerson, demoPlace } from './people.js';
import { policies } from './policyStory.js';
import type { DemoAct, DemoStep, Moment } from './storyActs.js';

/** A step of which the day is not known yet; `minute` counts from the opening. */
type Draft = Omit<DemoStep, 'at'> & { readonly daysAgo: number; readonly minute: number };

/** The book of business: so many customers, won within so many days, at a growing pace. */
const CUSTOMERS = 400;
const DAYS = 425;

/** When the brokerage began: the day before its first customer. */
export const demoBeginning = (now: Date): Date =>
  atWork(startOfKolkataDay(kolkataDay(now)), DAYS + 1, 0);

/** Those of the brokerage who work on its book. */
const { anitha, rahul, shabana } = DEMO_USERS;
const office: readonly DemoUser[] = [anitha, anitha, rahul, shabana];

/**
 * Fourteen months of a brokerage in the order in which they happened, the last of it yesterday.
 * On every day it is the same story: only its dates move along.
 */
export function demoStory(now: Date, customers = CUSTOMERS): DemoStep[] {
  const today = startOfKolkataDay(kolkataDay(now));
  return Array.from({ length: customers }, (_, index) =>
    lifeOf(index + 1, customers, kolkataDay(now)),
  )
    .flat()
    .map(({ daysAgo, minute, ...step }) => ({ ...step, at: atWork(today, daysAgo, minute) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** The brokerage opens at 09:30 and works nine hours. */
const OPENS_MS = 9.5 * 60 * MINUTE_MS;
const WORKING_MINUTES = 9 * 60;

const atWork = (today: Date, daysAgo: number, minute: number): Date =>
  new Date(today.getTime() - daysAgo * DAY_MS + OPENS_MS + minute * MINUTE_MS);

/** Everything that happens to one of so many customers, oldest first. */
function lifeOf(customer: number, customers: number, today: Day): Draft[] {
  const throws = dice(1_000_000 + customer);
  const person = {
    ...{ ...demoPerson(customer), ...household(customer) },
    ...{ ...wishes(customer), ...secondEntry(customer) },
  };
  const wonDaysAgo = 1 + Math.round((DAYS - 1) * (1 - (customer / customers) ** (2 / 3)));
  const decisions = kycDecisions(throws, person, wonDaysAgo);
  const input = { ...person, kycStatus: decisions.length > 0 ? 'pending' : person.kycStatus };
  const moment = (daysAgo: number) => ({ daysAgo, minute: throws.below(WORKING_MINUTES) });

  const story: Draft[] = [
    {
      ...{ key: `${customer}/registered`, customer, ...moment(wonDaysAgo) },
      actor: throws.pick(office),
      act: { type: 'register', input },
    },
    ...decisions.map(({ kycStatus, daysAgo }, index) => ({
      ...{ key: `${customer}/kyc-${index + 1}`, customer, ...moment(daysAgo) },
      actor: throws.pick([rahul, rahul, shabana]),
      act: { type: 'update', patch: { kycStatus } } as const,
    })),
    ...edits(throws, customer, wonDaysAgo).map((patch, index) => ({
      ...{ key: `${customer}/edit-${index + 1}`, customer },
      ...moment(1 + throws.below(wonDaysAgo - 1)),
      actor: throws.pick(office),
      act: { type: 'update', patch } as const,
    })),
  ];
  if (isDeleted(customer, wonDaysAgo)) return [...beforeLast(story), deletion(customer)];

  const inTheHour = (from: number, moments: readonly Moment[]): Draft[] =>
    moments.map(({ daysAgo, act }) => ({
      ...{ key: `${customer}/${nameOf(act)}`, customer, daysAgo },
      minute: from + throws.below(60),
      actor: throws.pick(office),
      act,
    }));
  // After the customer's own steps of the same day: nobody is insured before they are known. And
  // policies come before the documents that are of them.
  return [
    ...story,
    ...inTheHour(WORKING_MINUTES, policies(customer, wonDaysAgo, today)),
    ...inTheHour(
      WORKING_MINUTES + 60,
      documentsAndQuotations(customer, person.name, wonDaysAgo, today),
    ),
  ];
}

function nameOf(act: DemoAct): string {
  if ('policy' in act) return `policy-${act.policy}/${act.type}`;
  if ('term' in act) return `renewal-${act.term}/${act.type}`;
  if ('quotation' in act) return `quotation-${act.quotation}/${act.type}`;
  return 'document' in act ? `document-${act.document}` : act.type;
}

/** Every fortieth shares the phone of the customer before, as families do. */
const household = (customer: number): Partial<DemoPerson> =>
  customer % 40 === 0 ? { phone: demoPerson(customer - 1).phone } : {};

type Shared = 'phone' | 'email' | 'panNumber' | 'dateOfBirth';

/** Some who were there before, by their number, entered again under another spelling or script. */
const SECOND_ENTRIES: Readonly<
  Record<number, { readonly of: number; readonly name: string; readonly same: readonly Shared[] }>
> = {
  175: { of: 35, name: 'മുഹമ്മദ് കോയ', same: ['panNumber', 'dateOfBirth'] },
  178: { of: 131, name: 'ലക്ഷ്മി പണിക്കർ', same: ['phone', 'dateOfBirth'] },
  241: { of: 163, name: 'Radhakrishnan Pillay', same: ['phone', 'dateOfBirth'] },
  262: { of: 200, name: 'Lekshmi Menon', same: ['dateOfBirth'] },
  317: { of: 12, name: 'Sreelekshmi Variar', same: ['panNumber', 'dateOfBirth', 'email'] },
  345: { of: 268, name: 'मोहम्मद हुसैन', same: ['email', 'dateOfBirth'] },
};

/** Who a customer really is, where they were there before. */
export const secondEntry = (customer: number): Partial<DemoPerson> => {
  const entry = SECOND_ENTRIES[customer];
  return entry ? { ...pick(demoPerson(entry.of), entry.same), name: entry.name } : {};
};

/** In which language they are written to, and whether they agreed to be reminded; most never said. */
const wishes = (customer: number): Partial<DemoPerson> => {
  const language = customer % 5 === 0 ? 'ml' : customer % 13 === 0 ? 'hi' : undefined;
  return {
    ...(language && { language }),
    ...(customer % 3 === 0
      ? consents('given', customer, language)
      : customer % 14 === 0
        ? consents('withdrawn', customer)
        : {}),
  };
};

/** Told at the counter or by phone, after the notice was shown or read to them. */
const consents = (choice: 'given' | 'withdrawn', customer: number, language = 'en') => ({
  ...Object.fromEntries(CONSENT_FIELDS.map((field) => [field, choice])),
  consentHow: customer % 2 === 0 ? 'in_person' : 'phone',
  noticeLanguage: choice === 'given' ? language : undefined,
});

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
const beforeLast = (story: Draft[]): Draft[] => story.filter(({ daysAgo }) => daysAgo > 1);

const deletion = (customer: number): Draft => ({
  ...{ key: `${customer}/deleted`, customer, daysAgo: 1 },
  minute: WORKING_MINUTES - (customer % 60),
  actor: DEMO_ADMIN,
  act: { type: 'delete' },
});
