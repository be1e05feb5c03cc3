import { CONSENT_FIELDS, consentFields } from '@insuremanager/contracts/customers/consentFields';
import { columnOf } from '../platform/readModels/listFilter.js';
import type { SqlView, SqlViews, ViewColumn } from '../platform/readModels/sqlViews.js';
import { events } from './analyticsEvents.js';
import { dayOf } from './sqlDays.js';

const TODAY = dayOf('now()');

const rupees = (paise: string): string => `round(${paise} / 100.0, 2)`;

/** The premium of a year, of instalments that are paid so often. */
const yearly = (term: string): string =>
  rupees(
    `${term}.premium_amount * CASE ${term}.premium_frequency WHEN 'monthly' THEN 12
      WHEN 'quarterly' THEN 4 WHEN 'half-yearly' THEN 2 ELSE 1 END`,
  );

/** By the year alone: a band that changed on a birthday would tell it. */
const ageBandOf = (born: string): string => {
  const age = `(date_part('year', ${TODAY}) - date_part('year', ${born}))`;
  return `CASE WHEN ${born} IS NULL THEN NULL WHEN ${age} < 18 THEN 'under 18'
    WHEN ${age} < 26 THEN '18 to 25' WHEN ${age} < 36 THEN '26 to 35'
    WHEN ${age} < 46 THEN '36 to 45' WHEN ${age} < 61 THEN '46 to 60' ELSE 'over 60' END`;
};

/** Of a term and the customer whose it is, joined as `term` and `customer`, `owner` being theirs. */
const withOwner = (table: (name: string) => string, terms: string): string =>
  `${table(terms)} AS term
   LEFT JOIN ${table('customers')} AS customer ON customer.id = term.customer_id
   LEFT JOIN ${table('usernames')} AS owner ON owner.user_id = customer.owner_id`;

const ofCustomer: Readonly<Record<string, ViewColumn>> = {
  customer_id: ['term.customer_id', 'The customer; see customers'],
  owner: ['owner.username', 'The agent in whose book the customer is; null: nobody'],
};

const ofKind: Readonly<Record<string, ViewColumn>> = {
  kind: ['term.kind', 'health or vehicle'],
  insurer: ['term.insurance_company', 'The insurer, as entered'],
};

/** `consent_reminders_email` and so on. */
const CONSENTS: Readonly<Record<string, ViewColumn>> = Object.fromEntries(
  CONSENT_FIELDS.map((field) => {
    const { purpose, channel, label } = consentFields[field];
    const meaning = `${label}: given or withdrawn; null: no recorded choice`;
    return [`consent_${purpose}_${channel}`, [`customer.${columnOf(field)}`, meaning]];
  }),
);

const customers: SqlView = {
  name: 'customers',
  comment: 'A row for each customer that there is, without what names or finds the person',
  columns: {
    customer_id: ['customer.id', 'The number of the customer'],
    age_band: [
      ageBandOf('customer.date_of_birth'),
      'Age reached in this year, in bands; null: not known',
    ],
    city: ['customer.city', 'City, as entered'],
    state: ['customer.state', 'State'],
    district: [
      'left(customer.pincode, 3)',
      'The first three digits of the pincode: a sorting district',
    ],
    owner: ['owner.username', 'The agent in whose book they are; null: nobody'],
    kyc_status: ['customer.kyc_status', 'pending, verified or rejected'],
    ...CONSENTS,
    added_on: [dayOf('customer.created_at'), 'The day on which they were added'],
  },
  from: (table) => `${table('customers')} AS customer
    LEFT JOIN ${table('usernames')} AS owner ON owner.user_id = customer.owner_id`,
};

const terms: SqlView = {
  name: 'terms',
  comment: 'A row for each term of a policy: a renewal begins a new one',
  columns: {
    term_id: ['term.id', 'The number of the term'],
    policy_id: ['term.policy_id', 'The policy: the number of its first term'],
    ...ofKind,
    ...ofCustomer,
    cover: ['term.policy_type', 'Health: individual, family or group'],
    insured_members: [
      'term.insured_members',
      'Health: how many persons it names as insured; 0: it names nobody',
    ],
    vehicle_type: ['term.vehicle_type', 'Vehicle: car, bike, truck, bus or other'],
    vehicle_make: ['term.vehicle_make', 'Vehicle: the make'],
    motor_cover: ['term.cover_type', 'Vehicle: comprehensive, third_party or own_damage'],
    sum_assured: [rupees('term.sum_assured'), 'Sum assured or declared value, in rupees'],
    premium: [rupees('term.premium_amount'), 'Premium of one instalment, in rupees'],
    premium_frequency: ['term.premium_frequency', 'How often it is paid'],
    yearly_premium: [yearly('term'), 'Premium of a year, in rupees'],
    starts_on: ['term.start_date', 'The first day of cover'],
    ends_on: ['term.end_date', 'The last day of cover'],
    status: ['term.status', 'active, expired, cancelled or renewed'],
    is_renewal: ['term.predecessor_id IS NOT NULL', 'Whether a term went before it'],
    quotation_id: ['term.quotation_id', 'The quotation that it came from; see quotations'],
    entered_on: [dayOf('term.created_at'), 'The day on which it was entered'],
  },
  from: (table) => withOwner(table, 'policies'),
};

const policies: SqlView = {
  name: 'policies',
  comment: 'A row for each policy, as its newest term has it',
  columns: {
    policy_id: ['term.policy_id', 'The number of the policy'],
    ...ofKind,
    ...ofCustomer,
    status: ['term.status', 'Of the newest term: active, expired, cancelled, or renewed by hand'],
    yearly_premium: [yearly('term'), 'Premium of a year, in rupees'],
    ends_on: ['term.end_date', 'The last day of cover'],
    begun_on: ['span.begun_on', 'The first day of its first term'],
    terms: ['span.terms', 'How many terms it has had'],
  },
  // The newest that there is: of the one before, what came next may have been deleted.
  from: (table) => `${withOwner(table, 'policies')}
    JOIN (SELECT policy_id, max(id) AS newest_id, min(start_date) AS begun_on,
        count(*)::integer AS terms
      FROM ${table('policies')} GROUP BY policy_id) AS span ON span.newest_id = term.id`,
};

const premiumByMonth: SqlView = {
  name: 'premium_by_month',
  comment: 'Terms that began in a month, whatever became of them, by kind and insurer',
  columns: {
    month: [`date_trunc('month', term.start_date)::date`, 'The first day of the month'],
    ...ofKind,
    terms: ['count(*)::integer', 'How many terms began'],
    renewals: ['count(term.predecessor_id)::integer', 'How many of them are renewals'],
    yearly_premium: [`sum(${yearly('term')})`, 'Their premium of a year, in rupees'],
  },
  from: (table) => `${table('policies')} AS term GROUP BY 1, 2, 3`,
};

/** Also by hand, where the next term stands in no list. */
const IS_RENEWED = `(term.successor_id IS NOT NULL OR term.status = 'renewed')`;

const renewals: SqlView = {
  name: 'renewals',
  comment: 'A row for each term that could be or was renewed: all but cancelled ones',
  columns: {
    term_id: ['term.id', 'The term that ends; see terms'],
    ...ofKind,
    ...ofCustomer,
    ends_on: ['term.end_date', 'The last day of cover'],
    outcome: [
      `CASE WHEN ${IS_RENEWED} THEN 'renewed'
         WHEN card.loss_reason IS NOT NULL THEN 'lost'
         WHEN term.end_date < ${TODAY} THEN 'lapsed' ELSE 'open' END`,
      'renewed, lost (somebody said so), lapsed (it ended, and nobody said why), or open',
    ],
    loss_reason: [
      `CASE WHEN NOT ${IS_RENEWED} THEN card.loss_reason END`,
      'Why it was lost: price, insurer, sold_vehicle, no_answer or other',
    ],
    renewed_on: [dayOf('next.created_at'), 'The day on which the renewal was entered'],
    days_before_end: [
      `term.end_date - ${dayOf('next.created_at')}`,
      'Days from there to the last day of cover; negative: after it',
    ],
    yearly_premium: [yearly('term'), 'Premium of a year, in rupees'],
    renewed_premium: [yearly('next'), 'The same of the renewal'],
    contacted_on: [dayOf('card.contacted_at'), 'The day on which the customer was spoken to'],
  },
  from: (table) => `${withOwner(table, 'policies')}
    LEFT JOIN ${table('policies')} AS next ON next.id = term.successor_id
    LEFT JOIN ${table('renewal_cards')} AS card ON card.term_id = term.id
    WHERE term.status <> 'cancelled'`,
};

const quotations: SqlView = {
  name: 'quotations',
  comment: 'A row for each quotation that there is',
  columns: {
    quotation_id: ['term.id', 'The number of the quotation in addresses'],
    kind: ['term.insurance_type', 'health or vehicle'],
    insurer: ['term.insurance_company', 'The insurer, as entered'],
    ...ofCustomer,
    premium: [rupees('term.premium_amount'), 'Premium with tax, in rupees'],
    service_charges: [rupees('term.service_charges'), 'Charges of the agency, in rupees'],
    total: [rupees('term.total_amount'), 'Both, in rupees'],
    quoted_on: ['term.created_day', 'The day on which it was made'],
    valid_until: ['term.valid_until', 'The last day of its validity'],
    status: ['term.status', 'pending, accepted, rejected or expired, as it was set'],
    policy_id: ['term.policy_id', 'The policy that it became; see policies'],
    emailed_on: [
      dayOf('term.emailed_at'),
      'The day on which it was last emailed, or saved to a folder without a mail server',
    ],
  },
  from: (table) => withOwner(table, 'quotations'),
};

const quotationFunnel: SqlView = {
  name: 'quotation_funnel',
  comment: 'What became of the quotations of a month',
  columns: {
    month: [`date_trunc('month', quotation.created_day)::date`, 'The first day of the month'],
    kind: ['quotation.insurance_type', 'health or vehicle'],
    quoted: ['count(*)::integer', 'How many were made'],
    emailed: [
      'count(quotation.emailed_at)::integer',
      'How many of them were emailed, or saved to a folder without a mail server',
    ],
    accepted: [
      `count(*) FILTER (WHERE quotation.status = 'accepted')::integer`,
      'How many were accepted',
    ],
    became_policies: [
      'count(quotation.policy_id)::integer',
      'How many became policies, also such as were deleted since',
    ],
    quoted_total: [`sum(${rupees('quotation.total_amount')})`, 'What was quoted, in rupees'],
    sold_total: [
      `coalesce(sum(${rupees('quotation.total_amount')})
         FILTER (WHERE quotation.policy_id IS NOT NULL), 0)`,
      'What of that became policies, in rupees',
    ],
  },
  from: (table) => `${table('quotations')} AS quotation GROUP BY 1, 2`,
};

const claims: SqlView = {
  name: 'claims',
  comment: 'A row for each claim that there is',
  columns: {
    claim_id: ['term.id', 'The number of the claim in addresses'],
    term_id: ['term.policy_id', 'The term in which the loss happened; see terms'],
    policy_kind: ['term.policy_kind', 'health or vehicle'],
    ...ofCustomer,
    kind: ['term.kind', 'cashless, reimbursement, own_damage, third_party, theft or death'],
    stage: [
      'term.stage',
      'intimated, documents, survey, query, approved, settled, repudiated or withdrawn',
    ],
    stage_on: ['term.stage_on', 'Since when it is in that stage'],
    lost_on: ['term.loss_date', 'The day of the loss'],
    intimated_on: ['term.intimated_on', 'The day on which it was reported'],
    due_on: ['term.due_on', 'The last day on which the insurer’s next step is in time; or null'],
    missing_documents: ['term.missing_documents', 'How many documents of its checklist'],
    claimed: [rupees('term.amount_claimed'), 'What is claimed, in rupees'],
    approved: [rupees('term.amount_approved'), 'What was approved, in rupees; zero until then'],
    settled: [rupees('term.amount_settled'), 'What was paid, in rupees; zero until then'],
  },
  from: (table) => withOwner(table, 'claims'),
};

const reminders: SqlView = {
  name: 'reminders',
  comment: 'A row for each reminder, also of those that were not to be sent',
  columns: {
    reminder_id: ['term.id', 'The number of the reminder'],
    term_id: ['term.term_id', 'The term that was about to end; see terms'],
    kind: ['term.policy_type', 'health or vehicle'],
    ...ofCustomer,
    cover: ['term.cover', 'policy; third_party where that ends on a day of its own'],
    type: ['term.reminder_type', '29_days, 15_days and so on; manual by hand or in bulk'],
    trigger: ['term.trigger', 'schedule, agent or bulk'],
    due_on: ['term.due_date', 'The last day of cover, as it then was'],
    requested_on: [dayOf('term.requested_at'), 'The day on which it was asked for'],
    status: ['term.status', 'waiting, sent (by one channel at least), failed or suppressed'],
    suppression: ['term.suppression', 'Why it was not to be sent'],
    by_email: ['term.email_sent', 'Whether the mail server took it, or a folder without one'],
    by_sms: ['term.sms_sent', 'Whether the SMS gateway took it'],
    by_whatsapp: ['term.whatsapp_sent', 'Whether WhatsApp took it'],
    sent_on: [dayOf('term.sent_at'), 'The day on which a channel first took it'],
  },
  from: (table) => withOwner(table, 'reminders'),
};

/** Over the read models: what Parquet files show of one moment. */
export const READ_MODEL_VIEWS: readonly SqlView[] = [
  ...[customers, policies, terms, premiumByMonth, renewals],
  ...[quotations, quotationFunnel, claims, reminders],
];

/**
 * What analysts ask their own questions of: no direct identifiers of persons, amounts in rupees,
 * days in Asia/Kolkata. They stay when read models are built anew, and over releases.
 */
export const ANALYTICS: SqlViews = {
  schema: 'analytics',
  views: [...READ_MODEL_VIEWS, events],
};

/** Where another server holds the log: what this Postgres knows of it may be an older copy. */
export const ANALYTICS_WITHOUT_LOG: SqlViews = {
  ...ANALYTICS,
  views: READ_MODEL_VIEWS,
  dropped: [events.name],
};
