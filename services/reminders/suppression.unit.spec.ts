import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { CHANNELS, type Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { availableChannels, missingContact, suppressionOf } from './suppression.js';

const ALL = [...CHANNELS];
const customer = {
  id: 7,
  name: 'Anitha Nair',
  phone: '+919876543210',
  email: 'anitha@example.in',
  reminderEmailConsent: null,
  reminderSmsConsent: null,
  reminderWhatsappConsent: null,
} as CustomerView;
const term = {
  id: 100,
  kind: 'vehicle',
  customerId: 7,
  status: 'active',
  endDate: '2026-04-30',
  thirdPartyEndDate: '2028-04-30',
  daysUntilExpiry: 29,
} as PolicyView;
const ofPolicy = { cover: 'policy', dueDate: '2026-04-30' } as const;
const ofThirdParty = { cover: 'third_party', dueDate: '2028-04-30' } as const;

const why = (
  changes: { customer?: Partial<CustomerView> | null; term?: Partial<PolicyView> | null },
  reminder: Parameters<typeof suppressionOf>[0] = ofPolicy,
  configured: readonly Channel[] = ALL,
) =>
  suppressionOf(
    reminder,
    {
      customer: changes.customer === null ? null : { ...customer, ...changes.customer },
      term: changes.term === null ? null : { ...term, ...changes.term },
    },
    configured,
  );

describe('a reminder', () => {
  it('is sent of what is in force', () => {
    expect(why({})).toBeNull();
    expect(why({}, ofThirdParty)).toBeNull();
  });

  it.each([
    ['customer-deleted', { customer: null }],
    ['customer-deleted', { customer: { name: 'Erased customer', phone: '', email: null } }],
    ['term-deleted', { term: null }],
    ['term-cancelled', { term: { status: 'cancelled' } }],
    ['term-renewed', { term: { status: 'renewed' } }],
    ['term-expired', { term: { status: 'expired' } }],
    ['term-expired', { term: { daysUntilExpiry: -1 } }],
    ['term-changed', { term: { endDate: '2026-05-01', daysUntilExpiry: 30 } }],
    ['term-changed', { term: { customerId: 8 } }],
  ] as const)('is suppressed: %s', (reason, changes) => expect(why(changes)).toBe(reason));

  it('of third-party cover goes out also when the rest has ended', () => {
    const ended = { endDate: '2026-04-30', daysUntilExpiry: -700 } as const;
    expect(why({ term: { ...ended, status: 'expired' } }, ofThirdParty)).toBeNull();
    expect(why({ term: { ...ended, status: 'active' } }, ofThirdParty)).toBeNull();
    expect(why({ term: { ...ended, daysUntilExpiry: -732 } }, ofThirdParty)).toBe('term-expired');
    expect(why({ term: { status: 'renewed' } }, ofThirdParty)).toBe('term-renewed');
    expect(why({ term: { thirdPartyEndDate: null } }, ofThirdParty)).toBe('term-changed');
  });

  it('of third-party cover that ends with the rest is that of the policy', () =>
    expect(
      why(
        { term: { thirdPartyEndDate: '2026-04-30' } },
        { cover: 'third_party', dueDate: '2026-04-30' },
      ),
    ).toBe('term-changed'));

  it('needs an address on a channel that is configured', () => {
    expect(why({ customer: { email: null } }, ofPolicy, ['email'])).toBe('no-contact');
    expect(why({ customer: { email: null } }, ofPolicy, ['email', 'sms'])).toBeNull();
    expect(why({ customer: { email: null, phone: '100' } })).toBe('no-contact');
  });

  it('needs consent to a channel that has an address', () => {
    const withdrawn = {
      reminderEmailConsent: 'withdrawn',
      reminderSmsConsent: 'withdrawn',
    } as const;
    expect(why({ customer: withdrawn })).toBeNull();
    expect(why({ customer: withdrawn }, ofPolicy, ['email', 'sms'])).toBe('consent-withdrawn');
    expect(why({ customer: { ...withdrawn, reminderWhatsappConsent: 'withdrawn' } })).toBe(
      'consent-withdrawn',
    );
    expect(
      why({ customer: { ...withdrawn, reminderSmsConsent: null, phone: '12' } }, ofPolicy),
    ).toBe('consent-withdrawn');
  });
});

it('names what it would take to reach a customer', () => {
  const missing = (changes: Partial<CustomerView>, configured: readonly Channel[]) =>
    missingContact({ ...customer, ...changes }, configured);
  const noEmail = { email: null };
  expect(missing({}, ['email'])).toBeNull();
  expect(missing(noEmail, ['email', 'sms'])).toBeNull();
  expect(missing(noEmail, ['email'])).toBe('No email address; SMS and WhatsApp are not set up');
  expect(missing({ reminderEmailConsent: 'withdrawn' }, ['email', 'whatsapp'])).toBeNull();
  expect(missing({ ...noEmail, phone: '12' }, ALL)).toBe(
    'No email address; no phone number that can be dialled',
  );
  expect(
    missing({ reminderEmailConsent: 'withdrawn', reminderWhatsappConsent: 'withdrawn' }, [
      'email',
      'whatsapp',
    ]),
  ).toBe('Email consent withdrawn; WhatsApp consent withdrawn; SMS is not set up');
});

const someConsent = fc.constantFrom('given', 'withdrawn', null);
const someCustomer = fc
  .record({
    email: fc.constantFrom('anitha@example.in', null),
    phone: fc.constantFrom('+919876543210', '0484 2345678', '12'),
    reminderEmailConsent: someConsent,
    reminderSmsConsent: someConsent,
    reminderWhatsappConsent: someConsent,
  })
  .map((fields) => ({ ...customer, ...fields }) as CustomerView);

it('is sent exactly when a channel is available, whatever the choices', () =>
  fc.assert(
    fc.property(someCustomer, fc.subarray([...ALL]), (someone, configured) => {
      const channels = availableChannels(someone, configured);
      expect(configured).toEqual(expect.arrayContaining(channels));
      const isSent = suppressionOf(ofPolicy, { customer: someone, term }, configured) === null;
      expect(isSent).toBe(channels.length > 0);
    }),
  ));
