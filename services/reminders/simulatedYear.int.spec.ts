import { randomInt } from 'node:crypto';
import type { ReminderView } from '@insuremanager/contracts/reminders/reminderViews';
import { addDays, addMonths } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { expect, it } from 'vitest';
import { createAgency } from '../agency/index.js';
import { claimsSlice } from '../claims/index.js';
import {
  commissionRatesSlice,
  commissionSharesSlice,
  commissionStatementsSlice,
} from '../commission/index.js';
import { MailDeferred, type Mailer } from '../platform/mail/mailer.js';
import { by, everyPage } from '../platform/testing/serviceFixture.js';
import { emailChannel } from './noticeChannels.js';
import { createNotices } from './notices.js';
import { createAgencyModel } from './testing/agencyModel.js';
import { agencyYear } from './testing/agencyYear.js';
import { chanceOf } from './testing/chance.js';
import { claimYear } from './testing/claimYear.js';
import { premiumYear } from './testing/premiumYear.js';
import { openReminderFixture } from './testing/reminderFixture.js';

const whole = isExhaustive(import.meta.url);

/** Repeats a year: `SIMULATED_YEAR=<seed>`. */
const seed = Number(process.env.SIMULATED_YEAR ?? randomInt(1_000_000));
const FIRST: Day = '2026-04-01';
const DAYS = whole ? 365 : 45;
const BOOK = whole ? { customers: 3_600, policies: 5_000 } : { customers: 150, policies: 210 };
/** Every so many days the claims are compared. */
const CLAIMS_EACH = 14;
const NOTHING = { expected: 0n, received: 0n };
const HOLIDAYS = ['2026-08-15', '2026-10-02', '2027-01-26'];

/** The mail server: the world outside. */
const mailServer = { isThere: true, noticesSent: [] as string[] };
const mailer: Mailer = {
  isFolder: false,
  async send({ id }) {
    if (!mailServer.isThere) {
      throw new MailDeferred({
        problem: 'unreachable',
        reply: null,
        isOfAll: true,
        mayHaveArrived: false,
      });
    }
    mailServer.noticesSent.push(id);
  },
  async check() {
    if (!mailServer.isThere) throw new Error('away');
  },
  close: async () => {},
};

const fixture = testFixture((backend) =>
  openReminderFixture(
    backend,
    (platform, ties) =>
      createNotices(platform, {
        ...ties,
        channels: [emailChannel(mailer)],
        agency: createAgency(platform, { name: 'Malabar Brokers' }),
      }),
    [claimsSlice, commissionRatesSlice, commissionSharesSlice, commissionStatementsSlice],
  ),
);

const keyOf = ({ customerId, policyId, cover, dueDate, reminderType }: ReminderView): string =>
  [customerId, policyId, cover, dueDate, Number.parseInt(reminderType, 10)].join(' ');

const wholeHistory = () =>
  everyPage((cursor) => {
    const request = { filter: {}, sort: 'added', direction: 'asc', limit: 1000 } as const;
    return fixture.reminders.list({ ...request, cursor });
  });

async function claimsTieOut({ standing }: ReturnType<typeof claimYear>, today: Day): Promise<void> {
  const { product, model } = await standing(today);
  expect(product).toEqual(model);
}

it(`sends each due reminder of ${DAYS} days once, and none that is not due (seed ${seed})`, async () => {
  const chance = chanceOf(seed);
  const model = createAgencyModel();
  const agency = agencyYear({ fixture, model, chance });
  const premiums = await premiumYear({ fixture, model, chance });
  const claims = claimYear({ fixture, model, chance });
  fixture.setTime(`${FIRST}T00:30:00+05:30`);
  await agency.begin(FIRST, BOOK);
  await premiums.begin(FIRST, 20);
  const settings = { days: [29, 15], hour: 9, quietWeekdays: [0], quietDays: HOLIDAYS };
  await fixture.reminders.changeSettings(settings, by());
  const other = fixture.over({});
  const away = { jobs: 0, mail: 0 };

  for (let index = 0; index < DAYS; index += 1) {
    const today = addDays(FIRST, index);
    fixture.setTime(`${today}T08:00:00+05:30`);
    await agency.pass(today);
    await premiums.pass(today, FIRST);
    await claims.pass(today);
    if (away.jobs === 0 && chance.happens(0.03)) away.jobs = 1 + chance.below(12);
    if (away.mail === 0 && chance.happens(0.06)) away.mail = 1 + chance.below(4);
    const areJobsRun = away.jobs === 0;
    mailServer.isThere = away.mail === 0;
    away.jobs = Math.max(0, away.jobs - 1);
    away.mail = Math.max(0, away.mail - 1);
    if (!areJobsRun) continue;

    const isQuiet = new Date(today).getUTCDay() === 0 || HOLIDAYS.includes(today);
    fixture.setTime(`${today}T09:30:00+05:30`);
    await fixture.caughtUp();
    if (index % CLAIMS_EACH === 0) await claimsTieOut(claims, today);
    await fixture.policies.expireDue(today);
    model.expire(today);
    // At times two processes are at work at once.
    const atWork = chance.happens(0.2) ? [fixture.reminders, other] : [fixture.reminders];
    await Promise.all(atWork.map((reminders) => reminders.requestDue()));
    if (!isQuiet) model.ask(today);

    fixture.setTime(`${today}T10:00:00+05:30`);
    await agency.moveWaiting();
    fixture.setTime(`${today}T10:30:00+05:30`);
    await fixture.caughtUp();
    await Promise.all(atWork.map((reminders) => reminders.sendDue()));
    if (!isQuiet) model.send(today, mailServer.isThere);
  }

  await fixture.caughtUp();
  const history = (await wholeHistory()).filter(({ trigger }) => trigger === 'schedule');
  const keysWith = (status: ReminderView['status']) =>
    history
      .filter((one) => one.status === status)
      .map(keyOf)
      .sort();
  expect(keysWith('sent')).toEqual(model.keys('sent'));
  expect(keysWith('failed')).toEqual(model.keys('failed'));
  expect(keysWith('waiting')).toEqual(model.keys('waiting'));
  expect(new Set(keysWith('sent')).size).toBe(keysWith('sent').length);
  expect(keysWith('sent').length).toBeGreaterThan(whole ? BOOK.policies : BOOK.policies / 20);

  const paid = await premiums.premiums();
  expect(paid.product).toEqual(paid.model);
  const until = addMonths(FIRST, Math.ceil(DAYS / 31) + 1);
  const commission = await premiums.commission(FIRST, until);
  for (const [key, of] of commission.model) {
    expect([key, commission.product.get(key) ?? NOTHING]).toEqual([key, of]);
  }

  await claimsTieOut(claims, addDays(FIRST, DAYS - 1));

  const { noticesSent } = mailServer;
  expect(new Set(noticesSent).size).toBe(noticesSent.length);
  const sentIn = history.flatMap(({ status, noticeId }) => (status === 'sent' ? [noticeId] : []));
  expect(new Set(sentIn)).toEqual(new Set(noticesSent));
  expect(history.some(({ mayBeDoubled }) => mayBeDoubled)).toBe(false);

  // Enough of each kind happens in any year; in some weeks the jobs are away for most of them.
  if (!whole) return;
  const ofPremiums = keysWith('sent').filter((key) => key.includes(' instalment '));
  expect(Math.min(commission.paid, ofPremiums.length)).toBeGreaterThan(20);
  expect(keysWith('suppressed').length).toBeGreaterThan(0);
  const { claims: claimed, settled, refused } = claims.happened();
  expect(claimed).toBeGreaterThan(200);
  expect(Math.min(settled, refused)).toBeGreaterThan(0);
  // It waits for Postgres more than it computes: a busy machine takes several times as long.
}, 3_600_000);
