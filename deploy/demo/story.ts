import type { CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { LossReason } from '@insuremanager/contracts/renewals/renewalKinds';
import { addDays, endOfTerm } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { z } from 'zod';
import { DEMO_ADMIN, DEMO_USERS, type DemoUser } from './brokerage.js';
import { type DemoPolicy, demoPolicy, offerOf } from './covers.js';
import { type Dice, dice } from './dice.js';
import { type DemoPerson, demoAddress, demoPerson, demoPlace, firstNameOf } from './people.js';

/** What is done with a policy, as typed. `policy` counts a customer's from 1 and is not yet an id. */
export type PolicyAct =
  | { type: 'issue'; policy: number; kind: PolicyKind; input: DemoPolicy['input'] }
  | { type: 'endorse'; policy: number; effectiveFrom: Day; reason: string; changes: object }
  | { type: 'renew'; policy: number; successor: number; input: object }
  | { type: 'cancel'; policy: number; reason: string; note: string | null };

/** What is done about the renewal of a policy; `term` counts as `policy` does. */
export type RenewalAct =
  | { type: 'contact'; term: number }
  | { type: 'lose'; term: number; reason: LossReason; note: string | null }
  | { type: 'own'; term: number; owner: DemoUser }
  | { type: 'followUp'; term: number; followUpOn: Day };

export type CustomerAct =
  | { type: 'register'; input: DemoPerson }
  | { type: 'update'; patch: z.input<typeof CustomerPatch> }
  | { type: 'delete' };

/** What somebody at the brokerage did, as typed. All numbers count a customer's from 1. */
export type DemoAct =
  | CustomerAct
  | PolicyAct
  | RenewalAct
  | { type: 'quote'; quotation: number; input: object }
  | { type: 'decide'; quotation: number; status: 'accepted' | 'rejected' }
  | { type: 'convert'; quotation: number; kind: PolicyKind; input: object }
  | {
      type: 'file';
      document: number;
      documentType: DocumentType;
      fileName: string;
      /** Lines of a page, or the seed of a picture. */
      shows: readonly string[] | number;
      /** Of the first policy of the customer, when they have one. */
      isOfPolicy: boolean;
    };

export interface DemoStep {
  /** Names the step for ever, so that it is done once. */
  readonly key: string;
  readonly at: Date;
  readonly actor: DemoUser;
  /** Counts from 1 and is not yet an id. */
  readonly customer: number;
  readonly act: DemoAct;
}

/** When, in days before today, and what. */
interface Moment {
  readonly daysAgo: number;
  readonly act: DemoAct;
}

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
export function demoStory(now: Date): DemoStep[] {
  const today = startOfKolkataDay(kolkataDay(now));
  return Array.from({ length: CUSTOMERS }, (_, index) => lifeOf(index + 1, kolkataDay(now)))
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

/** Everything that happens to one customer, oldest first. */
function lifeOf(customer: number, today: Day): Draft[] {
  const throws = dice(1_000_000 + customer);
  const person = { ...demoPerson(customer), ...household(customer), ...wishes(customer) };
  const wonDaysAgo = 1 + Math.round((DAYS - 1) * (1 - (customer / CUSTOMERS) ** (2 / 3)));
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

/** In which language they are written to, and whether they agreed to be reminded; most never said. */
const wishes = (customer: number): Partial<DemoPerson> => ({
  ...(customer % 5 === 0 ? { language: 'ml' } : customer % 13 === 0 ? { language: 'hi' } : {}),
  ...(customer % 3 === 0 ? consents('given') : customer % 14 === 0 ? consents('withdrawn') : {}),
});

const consents = (consent: 'given' | 'withdrawn') => ({
  emailConsent: consent,
  smsConsent: consent,
  whatsappConsent: consent,
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

/** Seeds that no customer and no policy uses. */
const POLICY_SERIES = 5_000_000_000;
const TERM_DAYS = 365;
/** Numbers of policies: at most so many per customer. */
const MOST_POLICIES = 10;

/**
 * The policies of one customer, from the day on which they were won until yesterday, oldest first.
 * Terms that are over are renewed by most, some days before; the others lapse.
 */
function policies(customer: number, wonDaysAgo: number, today: Day): Moment[] {
  const throws = dice(POLICY_SERIES + customer);
  const count = throws.pick([0, 1, 1, 1, 2, 2, 3, 4]);
  const moments: Moment[] = [];
  let numbered = 0;
  for (let n = 0; n < count; n += 1) {
    const daysAgo = n === 0 ? wonDaysAgo : 1 + throws.below(wonDaysAgo);
    const [first, second] = [numbered + 1, numbered + 2];
    const terms = termsOf(throws, customer, first, second, daysAgo, today);
    numbered = terms.length > 1 ? second : first;
    moments.push(...terms);
  }
  moments.push(...takenOver(customer, numbered + 1, wonDaysAgo, today));
  return moments.sort((a, b) => b.daysAgo - a.daysAgo);
}

/** One policy, and what became of it. */
function termsOf(
  throws: Dice,
  customer: number,
  policy: number,
  successor: number,
  issuedDaysAgo: number,
  today: Day,
): Moment[] {
  const start = addDays(today, -issuedDaysAgo);
  const issued = demoPolicy(customer * MOST_POLICIES + policy, start);
  const moments: Moment[] = [{ daysAgo: issuedDaysAgo, act: { type: 'issue', policy, ...issued } }];
  const isEndorsed = issuedDaysAgo > 40 && throws.chance(0.08);
  if (isEndorsed) {
    const daysAgo = Math.max(1, issuedDaysAgo - 30 - throws.below(200));
    moments.push({ daysAgo, act: endorsement(issued, policy, addDays(today, -daysAgo)) });
  }
  const boughtAgo = issuedDaysAgo - TERM_DAYS + 4 + throws.below(18);
  const isKept = throws.chance(0.84);
  const daysLeft = TERM_DAYS - 1 - issuedDaysAgo;
  if (boughtAgo >= 1 && isKept) {
    moments.push({ daysAgo: boughtAgo, act: renewal(throws, issued, policy, successor, start) });
  } else if (!isEndorsed && issuedDaysAgo > 60 && boughtAgo < 1 && throws.chance(0.05)) {
    moments.push({ daysAgo: 1 + throws.below(40), act: cancellation(throws, issued, policy) });
  } else {
    const work = dice(RENEWAL_SERIES + customer * MOST_POLICIES + policy);
    moments.push(...renewalWork(work, policy, daysLeft, today));
  }
  return moments;
}

/** Seeds that nothing else uses. */
const RENEWAL_SERIES = 9_000_000_000;
/** From so many days before the end until so many after it, agents are at it. */
const WORKED_WITHIN = 30;

/** What was done in the last days about a term that ends, or ended, and was not renewed. */
function renewalWork(throws: Dice, term: number, daysLeft: number, today: Day): Moment[] {
  if (Math.abs(daysLeft) > WORKED_WITHIN) return [];
  const moments: Moment[] = [];
  if (throws.chance(0.4)) {
    moments.push({ daysAgo: 3, act: { type: 'own', term, owner: DEMO_ADMIN } });
  }
  if (throws.chance(0.45)) moments.push({ daysAgo: 2, act: { type: 'contact', term } });
  if (daysLeft < 12 && throws.chance(0.3)) {
    const [reason, note] = throws.pick(LOSSES);
    moments.push({ daysAgo: 1, act: { type: 'lose', term, reason, note } });
  } else if (moments.length > 0 && throws.chance(0.6)) {
    const followUpOn = addDays(today, throws.below(6) - 1);
    moments.push({ daysAgo: 1, act: { type: 'followUp', term, followUpOn } });
  }
  return moments;
}

/** So many days ago policies were taken over at the latest. */
const TAKEN_OVER_AGO = 40;

/** One in five came with a policy of another agent, which ends these weeks. */
function takenOver(customer: number, policy: number, wonDaysAgo: number, today: Day): Moment[] {
  const throws = dice(RENEWAL_SERIES + customer * MOST_POLICIES + policy);
  if (wonDaysAgo < 2 * TAKEN_OVER_AGO || !throws.chance(1 / 5)) return [];
  const daysLeft = throws.below(2 * WORKED_WITHIN) - WORKED_WITHIN + 5;
  const start = addDays(today, daysLeft - TERM_DAYS + 1);
  const issued = demoPolicy(customer * MOST_POLICIES + policy, start);
  const moments: Moment[] = [
    { daysAgo: TAKEN_OVER_AGO + throws.below(30), act: { type: 'issue', policy, ...issued } },
  ];
  if (throws.chance(0.3)) {
    const daysAgo = 4 + throws.below(10);
    moments.push({ daysAgo, act: renewal(throws, issued, policy, policy + 1, start) });
  } else {
    moments.push(...renewalWork(throws, policy, daysLeft, today));
  }
  return moments;
}

const LOSSES: readonly (readonly [LossReason, string | null])[] = [
  ['price', 'Another agent offered ten percent less'],
  ['price', null],
  ['insurer', 'Wants an insurer with more garages nearby'],
  ['other', 'Moved abroad'],
  ['no_answer', 'Rang three times, letter sent'],
];

function endorsement({ kind, input }: DemoPolicy, policy: number, effectiveFrom: Day): PolicyAct {
  const sumAssured = Number(input.sumAssured);
  const what =
    kind === 'health'
      ? {
          reason: 'Cover raised after the birth of a child',
          changes: { sumAssured: sumAssured * 2, policyType: 'family' },
        }
      : {
          reason: 'Own-damage cover added, declared value agreed anew',
          changes: { coverType: 'comprehensive', sumAssured: sumAssured - 10_000 },
        };
  return { type: 'endorse', policy, effectiveFrom, ...what };
}

/** The same number with a slightly higher premium; a few change the insurer and get a new one. */
function renewal(
  throws: Dice,
  { kind, input }: DemoPolicy,
  policy: number,
  successor: number,
  start: Day,
): PolicyAct {
  const startDate = addDays(endOfTerm(start), 1);
  const premiumAmount = (Number(input.premiumAmount) * (1.02 + throws.below(12) / 100)).toFixed(2);
  const elsewhere = throws.chance(0.15)
    ? { policyNumber: `${input.policyNumber}/R`, insuranceCompany: 'Go Digit' }
    : {};
  return {
    type: 'renew',
    policy,
    successor,
    input: {
      startDate,
      endDate: endOfTerm(startDate),
      premiumAmount,
      ...elsewhere,
      ...(kind === 'vehicle' ? { ncbPercent: 20 } : {}),
    },
  };
}

const cancellation = (throws: Dice, { kind }: DemoPolicy, policy: number): PolicyAct => ({
  type: 'cancel',
  policy,
  reason: kind === 'vehicle' ? 'sold_vehicle' : throws.pick(['customer_request', 'unpaid_premium']),
  note: null,
});

/** Seeds that nothing else uses. */
const QUOTATION_SERIES = 7_000_000_000;
/** Numbers of policies that come from quotations: no other policy of the demo has them. */
const QUOTED_POLICIES = 6_000;
/** Quotations are asked for in these last days. */
const RECENT_DAYS = 120;

/**
 * The quotations and documents of one customer, from the day on which they were won until
 * yesterday.
 */
function documentsAndQuotations(
  customer: number,
  name: string,
  wonDaysAgo: number,
  today: Day,
): Moment[] {
  const throws = dice(QUOTATION_SERIES + customer);
  return [
    ...documents(throws, customer, name, wonDaysAgo),
    ...Array.from({ length: throws.pick([0, 0, 0, 1, 1, 2, 3]) }, (_, at) =>
      quotation(throws, customer, at + 1, Math.min(wonDaysAgo, RECENT_DAYS), today),
    ).flat(),
  ];
}

/** Asked for, perhaps decided upon, perhaps become a policy. */
function quotation(
  throws: Dice,
  customer: number,
  number: number,
  within: number,
  today: Day,
): Moment[] {
  const madeAgo = 1 + throws.below(within);
  const policyNumber = QUOTED_POLICIES + customer * 4 + number;
  const offered = demoPolicy(policyNumber, addDays(today, -madeAgo));
  const moments: Moment[] = [
    {
      daysAgo: madeAgo,
      act: { type: 'quote', quotation: number, input: offerOf(throws, offered) },
    },
  ];
  const decidedAgo = madeAgo - 1 - throws.below(12);
  const status = throws.pick(['accepted', 'accepted', 'rejected', null, null] as const);
  if (status === null || decidedAgo < 1) return moments;
  moments.push({ daysAgo: decidedAgo, act: { type: 'decide', quotation: number, status } });
  if (status === 'accepted' && decidedAgo > 2 && throws.chance(0.6)) {
    const { kind, input } = demoPolicy(policyNumber, addDays(today, 1 - decidedAgo));
    const act = { type: 'convert', quotation: number, kind, input } as const;
    moments.push({ daysAgo: decidedAgo - 1, act });
  }
  return moments;
}

/** What the customer brought along when they came, and what the insurer sent. */
function documents(throws: Dice, customer: number, name: string, wonDaysAgo: number): Moment[] {
  const first = firstNameOf(name);
  const file = (
    part: number,
    document: number,
    documentType: DocumentType,
    fileName: string,
    shows: readonly string[] | number,
  ): Moment[] => {
    if (!throws.chance(part)) return [];
    const isOfPolicy = documentType !== 'kyc';
    const act = { type: 'file', document, documentType, fileName, shows, isOfPolicy } as const;
    return [{ daysAgo: wonDaysAgo, act }];
  };
  const ofWhom = `Customer ${customer} of the demo`;
  return [
    ...file(0.55, 1, 'kyc', `PAN ${first}.png`, customer),
    ...file(0.35, 2, 'kyc', `Aadhaar ${first} masked.png`, customer + 7),
    ...file(0.3, 3, 'policy_document', `Policy schedule ${first}.pdf`, [
      'Policy schedule (specimen)',
      ofWhom,
      'This page stands for the paper that an insurer sends.',
    ]),
    ...file(0.07, 4, 'claim_document', `Hospital bill ${first}.pdf`, [
      'Hospital bill (specimen)',
      ofWhom,
      'Admission, theatre, medicines and room rent for three days.',
    ]),
  ];
}
