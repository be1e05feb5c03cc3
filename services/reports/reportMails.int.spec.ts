import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { mailedOn, yearBefore } from '@insuremanager/contracts/reports/reportMails';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { addUser } from '../identity/testing/addUser.js';
import { type Email, MailDeferred, MailRefused } from '../platform/mail/mailer.js';
import { by } from '../platform/testing/serviceFixture.js';
import { typedPolicy } from '../policies/testing/policyFixture.js';
import { createReportMails, type ReportMails } from './index.js';

let now = new Date();
const gateway = oneGateway({
  clock: { now: () => now },
  brokerage: { name: 'Malabar Brokers' },
});
let mails: ReportMails;
let sent: Email[];
let onTheWay: (email: Email) => void;
let users = 0;

/** On the servers of a gateway, over a mail server of the test. */
const open = () =>
  createReportMails(
    {
      ...gateway.services.platform,
      mailer: {
        ...gateway.services.platform.mailer,
        isFolder: false,
        async send(email) {
          onTheWay(email);
          sent.push(email);
        },
      },
    },
    gateway.services,
  );

beforeEach(async () => {
  now = new Date('2026-06-10T06:00:00Z'); // a Wednesday
  mails = await open();
  [sent, onTheWay] = [[], () => {}];
  await gateway.services.platform.pool.query('DELETE FROM reports.subscriptions');
});

/** A customer of an owner with a policy, in the lists. */
async function policyOf(kind: PolicyKind, name: string, fields: object, ownerId: number | null) {
  const { customers, policies, readModels } = gateway.services;
  const input = CustomerInput.parse({ name, phone: '9876500000' });
  const { record } = await customers.create(input, by());
  await customers.reassign(record.id, ownerId, by());
  const typed = typedPolicy(kind, { customerId: record.id, ...fields });
  const { position } = await policies.issue(kind, typed, by());
  if (position) expect(await readModels.waitFor(position, 300_000)).toBe(true);
}

const user = async (role: Role) => {
  users += 1;
  const username = `${role}${users}`;
  const email = `${username}@example.in`;
  return addUser(gateway.services.platform, {
    username,
    email,
    password: 'violet harbour 27 kites',
    role,
  });
};
const sendOn = (today: string, of = mails) =>
  of.sendDue({
    today,
    publicUrl: 'https://office.example.in',
    signal: new AbortController().signal,
  });

describe('the day of an email', () => {
  it('is the Monday of a week, and the first of a month', () => {
    expect(['2026-06-08', '2026-06-14', '2026-06-15'].map((day) => mailedOn('week', day))).toEqual([
      ...['2026-06-08', '2026-06-08', '2026-06-15'],
    ]);
    expect(mailedOn('month', '2026-06-30')).toBe('2026-06-01');
  });

  it('on 1 April tells of the year that has ended', () => {
    expect([yearBefore('2026-04-01'), yearBefore('2026-04-02')]).toEqual([
      ...['2025-04-01', '2026-04-01'],
    ]);
  });
});

describe('a report by email', () => {
  it('comes from the next Monday on, once a week, also to a process that was started again', async () => {
    const { userId } = await user('manager');
    await mails.subscribe({ address: 'report=renewals&kind=health', every: 'week' }, userId);
    expect(await sendOn('2026-06-10')).toBe(0);
    expect(await sendOn('2026-06-14')).toBe(0);
    expect(await sendOn('2026-06-15')).toBe(1);
    expect(await sendOn('2026-06-15', await open())).toBe(0);
    expect(await sendOn('2026-06-18')).toBe(0);
    // Nobody was at work on Monday.
    expect(await sendOn('2026-06-24')).toBe(1);
    expect(sent.map(({ subject }) => subject)).toEqual([
      ...['Renewals by month, 15/06/2026', 'Renewals by month, 22/06/2026'],
    ]);
  });

  it('on the 1st of a month is one beside that of a Monday', async () => {
    const { userId } = await user('manager');
    await mails.subscribe({ address: '', every: 'week' }, userId);
    await mails.subscribe({ address: '', every: 'month' }, userId);
    expect(await sendOn('2026-06-15')).toBe(1);
    expect(await sendOn('2026-07-01')).toBe(2);
    expect(await sendOn('2026-07-06')).toBe(1);
  });

  it('has totals, nothing of a person, and a link', async () => {
    await policyOf(
      'health',
      'Zubeida Nambiar',
      {
        ...{ policyNumber: 'SECRET/7', premiumAmount: '1234.50', premiumFrequency: 'yearly' },
        ...{ startDate: '2026-05-01', endDate: '2027-04-30' },
      },
      null,
    );
    const { userId } = await user('analyst');
    await mails.subscribe(
      { address: 'report=premium_by_month&kind=health', every: 'week' },
      userId,
    );
    await sendOn('2026-06-15');
    const [email] = sent;
    expect(email?.text).toContain('From 01/04/2026 until 31/03/2027');
    expect(email?.text).toContain('Health: 1, ₹1,235');
    expect(email?.text).toContain(
      'https://office.example.in/reports?report=premium_by_month&kind=health',
    );
    expect(email?.text).toContain('Malabar Brokers');
    expect(email?.text).not.toMatch(/Zubeida|Nambiar|SECRET/);
  });

  it('is not sent to who may not read it any more', async () => {
    const compared = await user('manager');
    await mails.subscribe({ address: 'report=agents', every: 'week' }, compared.userId);
    const agent = await user('agent');
    await mails.subscribe({ address: 'report=agents', every: 'week' }, agent.userId);
    await mails.subscribe({ address: 'report=renewals', every: 'week' }, 999_999);
    expect(await sendOn('2026-06-15')).toBe(1);
    expect(sent.map(({ to }) => to)).toEqual([expect.stringMatching(/^manager/)]);
  });

  it('has only what is in the book of an agent who sees no other', async () => {
    await gateway.services.agency.change(
      AgencySettingsInput.parse({ ownBook: true }),
      by({ actor: { userId: 1, username: 'admin', role: 'admin' } }),
    );
    const agent = await user('agent');
    const days = { startDate: '2026-05-02', endDate: '2027-05-01' };
    await policyOf('vehicle', 'Mine', { policyNumber: 'B/1', ...days }, agent.userId);
    await policyOf('vehicle', 'Another’s', { policyNumber: 'B/2', ...days }, 12_345);
    await mails.subscribe({ address: 'kind=vehicle', every: 'week' }, agent.userId);
    await sendOn('2026-06-15');
    expect(sent[0]?.text).toMatch(/^Vehicle: 1,/m);
  });

  it('is sent later where the mail server was away, as the same message, and never after a refusal', async () => {
    const { userId } = await user('manager');
    await mails.subscribe({ address: 'report=expiries', every: 'week' }, userId);
    const seen: string[] = [];
    onTheWay = ({ id }) => {
      seen.push(id);
      throw new MailDeferred({
        ...{ problem: 'unreachable', reply: null, isOfAll: true, mayHaveArrived: false },
      });
    };
    await expect(sendOn('2026-06-15')).rejects.toBeInstanceOf(MailDeferred);
    onTheWay = ({ id }) => void seen.push(id);
    expect(await sendOn('2026-06-16')).toBe(1);
    expect(new Set(seen).size).toBe(1);
    onTheWay = () => {
      throw new MailRefused('550');
    };
    expect(await sendOn('2026-06-22')).toBe(0);
    onTheWay = () => {};
    expect(await sendOn('2026-06-23')).toBe(0);
  });

  it('is the user’s own matter, and can be ended', async () => {
    const [one, other] = [await user('manager'), await user('manager')];
    const wanted = { address: 'report=renewals', every: 'month' } as const;
    const { id } = await mails.subscribe(wanted, one.userId);
    expect(await mails.subscribe(wanted, one.userId)).toEqual({ id, ...wanted });
    expect(await mails.list(other.userId)).toEqual([]);
    await expect(mails.unsubscribe(id, other.userId)).rejects.toMatchObject({ kind: 'not-found' });
    await mails.unsubscribe(id, one.userId);
    expect(await mails.list(one.userId)).toEqual([]);
  });

  it('is one of twenty at most', async () => {
    const { userId } = await user('manager');
    for (let at = 1; at <= 20; at += 1) {
      await mails.subscribe({ address: `insurer=${at}`, every: 'week' }, userId);
    }
    await expect(
      mails.subscribe({ address: 'insurer=21', every: 'week' }, userId),
    ).rejects.toMatchObject({ code: 'too-many-subscriptions' });
  });
});
