import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { NomineeInput } from '@insuremanager/contracts/customers/nominees';
import {
  BREACH_STEPS,
  type BreachStep,
  type StepEnd,
} from '@insuremanager/contracts/privacy/breachKinds';
import {
  BreachInput,
  LetterInput,
  StretchInput,
} from '@insuremanager/contracts/privacy/breachViews';
import { ClosingInput, NewPersonRequest } from '@insuremanager/contracts/privacy/requestViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { caughtUp, type Services } from '../roles/openServices.js';
import {
  DEMO_ADMIN,
  DEMO_USERS,
  type DemoActors,
  type DemoUser,
  demoCommand,
} from './brokerage.js';
import { demoPerson } from './people.js';
import type { StoryClock } from './seed.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** How long the audit log may take to show what was seen, in milliseconds. */
const TIMEOUT_MS = 30_000;

/** What persons asked for; `closed`: what became of it, and so many days ago. */
const REQUESTS = [
  {
    ...{ right: 'access', channel: 'email', daysAgo: 96 },
    words: 'Please send me all that you keep about me and my family.',
    closed: { daysAgo: 90, outcome: 'done', answer: 'Sent as a PDF by registered email.' },
  },
  {
    ...{ right: 'erasure', channel: 'letter', daysAgo: 71 },
    words: 'I have moved to another agent. Delete my records.',
    closed: {
      ...{ daysAgo: 66, outcome: 'refused' },
      answer: 'The policy is in force, and its records are to be kept by law.',
    },
  },
  {
    ...{ right: 'withdrawal', channel: 'phone', daysAgo: 48 },
    words: 'No more messages about offers, please.',
    closed: { daysAgo: 48, outcome: 'done', answer: 'Withdrawn on the phone.' },
  },
  {
    ...{ right: 'grievance', channel: 'in_person', daysAgo: 39 },
    words: 'My renewal notice went to my old phone number.',
  },
  {
    ...{ right: 'correction', channel: 'email', daysAgo: 26 },
    words: 'My birthday is wrong on the policy: it is the 14th, not the 4th.',
  },
  {
    ...{ right: 'nomination', channel: 'in_person', daysAgo: 12 },
    words: 'My daughter is to act for me when I cannot.',
  },
  {
    ...{ right: 'access', channel: 'phone', daysAgo: 2 },
    words: 'Which of my documents do you have, and who has seen them?',
  },
] as const;

/** Every so many customers one who asks for something; of fewer they stand closer together. */
const APART = 23;

/** A number was seen on a screen that a stranger could read. */
const OPEN_BREACH = {
  title: 'Screen left unlocked at the counter',
  happened:
    'A visitor sat at an agent’s desk for some minutes, with the screen unlocked and identity numbers on it.',
  occurred: 'Yesterday afternoon, at the counter of the office in Kochi.',
  impact: 'Aadhaar numbers or PANs of a few customers may have been read.',
  measures: 'The session was ended, and the screen locks after two minutes now.',
};
const LETTER = {
  contact: 'Rahul, 2nd Floor, Lagoon Towers, Marine Drive, Kochi · office@malabar-brokers.example',
  texts: [
    {
      language: 'en',
      happened: 'Your identity number was on a screen that a visitor of our office could see.',
      consequences: 'Somebody may try to use the number in your name.',
      measures: 'We ended the session at once, and our screens lock after two minutes now.',
      advice:
        'Lock your Aadhaar number at uidai.gov.in, and tell us of any call that asks for a code.',
    },
  ],
};
const CLOSED_BREACH = {
  title: 'Renewal list sent to the wrong insurer',
  happened: 'A list of renewals was attached to an email to an insurer whom it did not concern.',
  measures: 'The insurer confirmed in writing that it deleted the list.',
  remedies: 'Lists leave the office as links that expire, not as attachments.',
};

/** Those who left long ago: their retention has ended, but for a hold on the records of one. */
const FORMER = [
  { number: 90_001, years: 13 },
  { number: 90_002, years: 12 },
  { number: 90_003, years: 12, matter: 'Suit before the Consumer Commission, Ernakulam' },
  { number: 90_004, years: 11 },
] as const;

interface Parts
  extends Pick<Services, 'customers' | 'personRequests' | 'breaches' | 'platform' | 'readModels'> {
  readonly clock: StoryClock;
  readonly actors: DemoActors;
}

/** Fills the privacy desk. The customers are in the lists already; twice is once. */
export async function seedPrivacyDesk(parts: Parts): Promise<void> {
  const { customers, clock, actors } = parts;
  const now = clock.now().getTime();
  const oldest = await customers.list({
    ...{ filter: {}, sort: 'added', direction: 'asc' },
    limit: APART * (REQUESTS.length + 1),
  });
  const by = (key: string, user: DemoUser = DEMO_ADMIN): CommandContext => {
    const actor = actors.get(user.username);
    if (!actor) throw new Error(`The demo has no user ${user.username} yet`);
    return demoCommand(`privacy/${key}`, actor);
  };
  const ago = <Result>(ms: number, work: () => Promise<Result>): Promise<Result> =>
    clock.at(new Date(now - ms), work);

  const apart = Math.min(APART, Math.ceil(oldest.items.length / REQUESTS.length));
  await seedRequests(
    parts,
    oldest.items.filter((_, at) => at % apart === apart - 1),
    by,
    ago,
  );
  const [one, other = one] = oldest.items;
  if (!one || !other) throw new Error('The demo has no customers yet');
  await ago(30 * DAY_MS, () =>
    customers.placeHold(one.id, { matter: 'Claim before the Insurance Ombudsman' }, by('hold')),
  );
  const nominee = NomineeInput.parse({
    ...{ name: 'Meera Thomas', relation: 'Daughter', phone: '9847012345' },
    recordedOn: kolkataDay(new Date(now - 12 * DAY_MS)),
  });
  await ago(12 * DAY_MS, () => customers.recordNominee(other.id, nominee, by('nominee')));
  await seedFormer(parts, by, ago);
  await seedBreaches(parts, oldest.items, by, ago);
}

type By = (key: string, user?: DemoUser) => CommandContext;
type Ago = <Result>(ms: number, work: () => Promise<Result>) => Promise<Result>;
type Customer = Awaited<ReturnType<Services['customers']['list']>>['items'][number];

async function seedRequests(
  { personRequests, clock }: Parts,
  customers: readonly Customer[],
  by: By,
  ago: Ago,
): Promise<void> {
  for (const [at, { daysAgo, ...request }] of REQUESTS.entries()) {
    const customer = customers[at];
    // A small demo has fewer.
    if (!customer) continue;
    const { right, channel, words } = request;
    const receivedOn = kolkataDay(new Date(clock.now().getTime() - daysAgo * DAY_MS));
    const input = NewPersonRequest.parse({
      ...{ customerId: customer.id, right, channel, words, receivedOn },
    });
    const { record } = await ago(daysAgo * DAY_MS, () =>
      personRequests.receive(input, by(`request-${at}`)),
    );
    if (!('closed' in request)) continue;
    const closing = ClosingInput.parse(request.closed);
    await ago(request.closed.daysAgo * DAY_MS, () =>
      personRequests.close(record.id, closing, by(`request-${at}/closed`)),
    );
  }
}

/** Deleted on the day on which they left. */
async function seedFormer({ customers }: Parts, by: By, ago: Ago): Promise<void> {
  for (const { number, years, ...held } of FORMER) {
    const key = `former-${number}`;
    const left = years * 365 * DAY_MS;
    const person = CustomerInput.parse(demoPerson(number));
    const { record } = await ago(left + 90 * DAY_MS, () => customers.create(person, by(key)));
    await ago(left, () => customers.delete(record.id, by(`${key}/left`)));
    if (!('matter' in held)) continue;
    await ago(left - DAY_MS, () => customers.placeHold(record.id, held, by(`${key}/hold`)));
  }
}

/** One of five months ago that is over, and one of this morning. */
async function seedBreaches(
  { customers, breaches, platform, readModels, clock, actors }: Parts,
  known: readonly Customer[],
  by: By,
  ago: Ago,
): Promise<void> {
  const at = (ms: number): string => new Date(clock.now().getTime() - ms).toISOString();
  const step = (id: number, step: BreachStep, end: StepEnd, ms: number) => {
    const input = { step, end, doneAt: at(ms) };
    return ago(ms, () => breaches.endStep(id, input, by(`breach-${id}/${step}`)));
  };

  const past = 150 * DAY_MS;
  const closed = BreachInput.parse({ ...CLOSED_BREACH, awareAt: at(past) });
  const { record: over } = await ago(past, () => breaches.open(closed, by('breach-closed')));
  for (const [index, one] of BREACH_STEPS.entries()) {
    const isOfComputers = one === 'cert_in_reported';
    await step(over.id, one, isOfComputers ? 'not_needed' : 'done', past - (index + 1) * HOUR_MS);
  }
  await ago(past - 9 * DAY_MS, () =>
    breaches.close(over.id, 'No customer came to harm.', by('breach-closed/closed')),
  );

  const yesterday = DAY_MS;
  for (const { id } of known.filter(({ panNumber }) => panNumber).slice(0, 4)) {
    const seen = { field: 'panNumber', reason: 'Asked by the insurer for the proposal' } as const;
    await ago(yesterday, () =>
      customers.revealIdentityNumber(id, seen, by(`seen-${id}`, DEMO_USERS.shabana)),
    );
  }
  const aware = 4 * HOUR_MS;
  const opening = BreachInput.parse({ ...OPEN_BREACH, awareAt: at(aware) });
  const { record: open } = await ago(aware, () => breaches.open(opening, by('breach-open')));
  const letter = LetterInput.parse(LETTER);
  await ago(aware - HOUR_MS, () => breaches.writeLetter(open.id, letter, by('breach-open/letter')));
  await step(open.id, 'cert_in_reported', 'done', aware - 2 * HOUR_MS);
  const stretch = StretchInput.parse({
    userIds: [actors.get(DEMO_USERS.shabana.username)?.userId],
    ...{ from: at(yesterday + HOUR_MS), to: at(yesterday - HOUR_MS), kinds: ['numbers_revealed'] },
  });
  // The log is asked by what the audit log shows of it.
  await caughtUp({ platform, readModels }, TIMEOUT_MS);
  await breaches.confirmPersons(open.id, stretch, by('breach-open/persons'));
}
