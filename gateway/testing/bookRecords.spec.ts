import { randomUUID } from 'node:crypto';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { REPORT_NAMES } from '@insuremanager/contracts/reports/reports';
import { call, type Json, type TestGateway } from '@insuremanager/deploy/testing/testGateway';
import { samplePolicyInput } from './policyFixture.js';
import { sampleQuotationInput } from './quotationFixture.js';
import { fieldParts, filePart, formOf, sendForm } from './uploading.js';

/** A record of each kind, all of one customer. */
export interface Records {
  readonly customer: number;
  readonly health: number;
  readonly vehicle: number;
  readonly quotation: number;
  /** Accepted, and not converted yet. */
  readonly accepted: number;
  readonly document: number;
  readonly reminder: number;
  readonly claim: number;
  readonly task: number;
  readonly lead: number;
}

/** What no other record has: ids of which there are none, and in which every answer differs. */
export const NO_RECORDS: Records = {
  customer: 910_001,
  health: 920_001,
  vehicle: 930_001,
  quotation: 940_001,
  accepted: 950_001,
  document: 960_001,
  reminder: 970_001,
  claim: 980_001,
  task: 990_001,
  lead: 991_001,
};

const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<</Type/Catalog>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF',
);

/** By which customers are duplicates of each other; whoever asked for a PAN would see that they did. */
const SHARED_EMAIL = 'family@example.in';

interface Named {
  /** In every text that is searched. */
  readonly name: string;
  readonly phone: string;
  readonly plate: string;
}

/** Makes a customer with a record of each kind, as a user does. */
export async function addRecords(
  gateway: TestGateway,
  cookie: string,
  { name, phone, plate }: Named,
): Promise<Records> {
  const post = async (path: string, body: object): Promise<Json> => {
    const answer = await call(gateway.url, path, { method: 'POST', cookie, body });
    if (answer.status > 299) throw new Error(`${path}: ${answer.text}`);
    return answer.json;
  };
  const idOf = async (path: string, body: object) => Number((await post(path, body)).id);

  const customer = await idOf('/api/customers', {
    ...{ name, phone, email: SHARED_EMAIL, city: `${name}pur` },
    panNumber: 'ABCPK1234F',
  });
  const policy = (kind: PolicyKind) =>
    idOf(`/api/${kind}-policies`, {
      ...samplePolicyInput(kind, customer, `${name}/${kind}`),
      insuranceCompany: `${name} General`,
      ...(kind === 'vehicle' && { vehicleNumber: plate, premiumFrequency: 'quarterly' }),
    });
  const health = await policy('health');
  const vehicle = await policy('vehicle');
  const payment = { paidOn: '2026-04-01', means: 'upi', reference: `${name}99` };
  await post(`/api/vehicle-policies/${vehicle}/pay-instalments`, payment);
  const quote = (fields: object) =>
    idOf('/api/quotations', { ...sampleQuotationInput('health', customer), ...fields });
  const quotation = await quote({ insuranceCompany: `${name} Life`, validityDays: '3' });
  const accepted = await quote({ status: 'accepted' });
  const form = formOf([
    ...fieldParts({ customerId: customer, documentType: 'kyc' }),
    filePart(PDF, `${name}.pdf`),
  ]);
  const uploaded = await sendForm(gateway.url, form, { Cookie: cookie });
  const document = Number(((await uploaded.json()) as { id: number }).id);
  const sent = await post('/api/reminders/send', {
    ...{ customerId: customer, policyId: health, policyType: 'health' },
  });
  const claim = await idOf('/api/claims', sampleClaim(health, `${name} Hospital`));
  const task = await idOf('/api/tasks', {
    ...{ text: `${name} rang`, dueOn: '2026-04-01', onRecord: 'claim', onId: claim },
  });
  const lead = await idOf('/api/leads', { name: `${name} asked`, phone });
  await post(`/api/leads/${lead}/customer`, { customerId: customer });
  return {
    ...{ customer, health, vehicle, quotation, accepted, document, claim, task, lead },
    reminder: Number(sent.id),
  };
}

/** On a day that the sample policy covers, and that is behind all clocks of tests. */
const sampleClaim = (policyId: number, provider: string) => ({
  ...{ policyId, kind: 'cashless', provider },
  ...{ lossDate: '2026-04-01', intimatedOn: '2026-04-01' },
});

/** Numbers from here on belong to whoever comes next, and to no count of anything. */
export async function liftIds({ platform: { ids } }: TestGateway): Promise<void> {
  const kinds = [
    'customer',
    'policy',
    'quotation',
    'document',
    'reminder',
    'claim',
    'task',
    'lead',
  ];
  for (const [nth, kind] of kinds.entries()) await ids.lift(kind, 5_000_000 + nth * 100_000);
}

const input = (fields: string): string => `input: { ${fields} }`;
const change = () => `expectedVersion: 0, commandId: "${randomUUID()}"`;
const command = () => `commandId: "${randomUUID()}"`;

/**
 * The arguments of each GraphQL field that is about records or finds some, with those of `of` where
 * one is to be named. The same field may be asked for in several ways.
 */
export const GRAPHQL_ARGUMENTS: Readonly<
  Record<string, (of: Records, search: string) => readonly string[]>
> = {
  'Query.customer': ({ customer }) => [`id: ${customer}`],
  'Query.customers': (_of, search) => ['first: 20', `filter: { search: "${search}" }`],
  'Query.customerAsOf': ({ customer }) => [`id: ${customer}, day: "2026-12-31"`],
  'Query.customerHistory': ({ customer }) => [`id: ${customer}`],
  'Query.savedViews': () => ['list: customers'],
  // Those that an agent may ask for and that have something of these records.
  'Query.report': () =>
    REPORT_NAMES.filter((name) => !/owner|agents|lost/.test(name)).map(
      (name) => `name: ${name}, filter: { from: "2025-04-01", to: "2027-03-31" }`,
    ),
  // Names no records.
  'Mutation.subscribeToReport': () => [],
  'Mutation.unsubscribeFromReport': () => ['id: 999999'],
  'Query.customerCities': (_of, search) => [`prefix: "${search}"`, 'prefix: ""'],
  'Query.customerDuplicates': () => [`probe: { email: "${SHARED_EMAIL}" }, exceptId: 1`],
  'Query.customerHoldings': ({ customer }) => [`customerId: ${customer}`],
  'Query.customerConsents': ({ customer }) => [`customerId: ${customer}`],
  'Query.legalHolds': ({ customer }) => [`customerId: ${customer}`],
  'Query.mergedCustomers': ({ customer }) => [`customerId: ${customer}`],
  'Query.household': ({ customer }) => [`customerId: ${customer}`],
  'Query.nominees': ({ customer }) => [`customerId: ${customer}`],
  'Query.policy': ({ health, vehicle }) => [`id: ${health}`, `id: ${vehicle}, kind: vehicle`],
  'Query.policies': ({ customer }, search) => [
    'first: 20',
    'first: 20, filter: { kind: health, expiringSoon: true }',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
  ],
  'Query.policyAsOf': ({ health }) => [`id: ${health}, kind: health, day: "2026-12-31"`],
  'Query.policyHistory': ({ health }) => [`id: ${health}, kind: health`],
  'Query.policyTermHistories': ({ health }) => [`id: ${health}, kind: health`],
  'Query.policyTerms': ({ vehicle }) => [`id: ${vehicle}`],
  'Query.policyInstalments': ({ health }) => [`id: ${health}, kind: health`],
  'Query.insuredMembers': ({ health }) => [`id: ${health}`],
  'Query.payments': ({ customer }, search) => [
    'first: 20',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
  ],
  'Query.paymentTotals': ({ customer }, search) => [
    'filter: {}',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
  ],
  'Query.policyCards': () => ['kind: health', 'kind: vehicle'],
  'Query.insurers': (_of, search) => [`prefix: "${search}"`, 'prefix: ""'],
  'Query.document': ({ document }) => [`id: ${document}`],
  'Query.documents': ({ customer }, search) => [
    'first: 20',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
  ],
  'Query.policySchedule': ({ document }) => [`documentId: ${document}`],
  'Query.documentHistory': ({ document }) => [`id: ${document}`],
  'Query.quotation': ({ quotation }) => [`id: ${quotation}`],
  'Query.quotations': ({ customer }, search) => [
    'first: 20',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
  ],
  'Query.quotationsById': ({ quotation, accepted }) => [`ids: [${quotation}, ${accepted}]`],
  'Query.quotationAsOf': ({ quotation }) => [`id: ${quotation}, day: "2026-12-31"`],
  'Query.quotationHistory': ({ quotation }) => [`id: ${quotation}`],
  'Query.claim': ({ claim }) => [`id: ${claim}`],
  'Query.claims': ({ customer, health }, search) => [
    'first: 20',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
    `filter: { policyId: ${health} }`,
  ],
  'Query.claimAsOf': ({ claim }) => [`id: ${claim}, day: "2026-12-31"`],
  'Query.claimHistory': ({ claim }) => [`id: ${claim}`],
  'Query.claimProgress': ({ claim }) => [`id: ${claim}`],
  'Query.claimRequest': ({ claim }) => [`id: ${claim}`],
  'Query.lead': ({ lead }) => [`id: ${lead}`],
  'Query.leads': ({ customer }, search) => [
    'first: 20',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
  ],
  'Query.leadAsOf': ({ lead }) => [`id: ${lead}, day: "2026-12-31"`],
  'Query.leadHistory': ({ lead }) => [`id: ${lead}`],
  'Query.leadTwins': ({ lead }) => [`id: ${lead}`],
  'Query.quotationLink': ({ quotation }) => [`id: ${quotation}`],
  'Query.task': ({ task }) => [`id: ${task}`],
  'Query.tasks': ({ customer, claim }, search) => [
    'first: 20',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
    `filter: { onRecord: claim, onId: ${claim} }`,
  ],
  'Query.taskAsOf': ({ task }) => [`id: ${task}, day: "2026-12-31"`],
  'Query.taskHistory': ({ task }) => [`id: ${task}`],
  'Query.reminder': ({ reminder }) => [`id: ${reminder}`],
  'Query.reminders': ({ customer, health }, search) => [
    'first: 20',
    `filter: { search: "${search}" }`,
    `filter: { customerId: ${customer} }`,
    `filter: { policyId: ${health} }`,
  ],
  'Query.reminderPreview': ({ customer, health }) => [
    input(`customerId: ${customer}, policyId: ${health}, policyType: health`),
  ],
  'Query.renewal': ({ health }) => [`termId: ${health}`],
  'Query.renewalBoard': () => ['filter: {}', 'filter: { withoutOwner: true }'],
  'Query.revenueTrend': () => ['months: 12'],
  'Query.upcomingRenewals': () => ['first: 20'],
  'Query.search': (_of, search) => [`query: "${search}"`, 'query: "star health"'],

  'Mutation.createCustomer': () => [],
  'Mutation.updateCustomer': ({ customer }) => [`id: ${customer}, ${input('')}, ${change()}`],
  'Mutation.setKycStatus': ({ customer, document }) => [
    `id: ${customer}, kycStatus: verified, documentId: ${document}, ${command()}`,
  ],
  'Mutation.revealIdentityNumber': ({ customer }) => [
    `customerId: ${customer}, field: panNumber, reason: "To find out", ${command()}`,
  ],
  'Mutation.recordConsent': ({ customer }) => [
    `customerId: ${customer}, ${input('reminderEmailConsent: withdrawn')}, ${command()}`,
  ],
  'Mutation.setHouseholdMember': ({ customer }) => [
    `customerId: ${customer}, memberId: ${customer}, relation: spouse, ${command()}`,
  ],
  'Mutation.leaveHousehold': ({ customer }) => [
    `customerId: ${customer}, householdId: 1, ${command()}`,
  ],
  'Mutation.recordNominee': ({ customer }) => [
    `customerId: ${customer}, ${input(
      'name: "Sudha", relation: "Daughter", phone: "9847012345", recordedOn: "2026-01-01"',
    )}, ${command()}`,
  ],
  'Mutation.revokeNominee': ({ customer }) => [
    `customerId: ${customer}, nomineeId: 1, ${command()}`,
  ],
  'Mutation.deleteCustomer': ({ customer }) => [`id: ${customer}, ${command()}`],
  'Mutation.createPolicy': ({ customer }) => [
    `kind: health, ${input(`customerId: ${customer}, policyNumber: "NEW/1", insuranceCompany: "Star",
      policyType: family, premiumAmount: "1", sumAssured: "1", premiumFrequency: yearly,
      startDate: "2026-01-01", endDate: "2026-12-31"`)}, ${command()}`,
  ],
  'Mutation.updatePolicy': ({ health }) => [
    `kind: health, id: ${health}, ${input('')}, ${change()}`,
  ],
  'Mutation.renewPolicy': ({ health }) => [
    `kind: health, id: ${health}, ${input('')}, ${change()}`,
  ],
  'Mutation.endorsePolicy': ({ health }) => [
    `kind: health, id: ${health}, ${input(
      'effectiveFrom: "2026-06-01", reason: "More cover", changes: { sumAssured: "900000" }',
    )}, ${change()}`,
  ],
  'Mutation.payInstalments': ({ health }) => [
    `kind: health, id: ${health}, ${input('paidOn: "2026-04-01", means: upi')}, ${change()}`,
  ],
  'Mutation.takeBackInstalment': ({ health }) => [`kind: health, id: ${health}, ${change()}`],
  'Mutation.setInsuredMembers': ({ health }) => [
    `id: ${health}, members: [{ name: "Anu", relation: child }], ${change()}`,
  ],
  'Mutation.cancelPolicy': ({ vehicle }) => [
    `kind: vehicle, id: ${vehicle}, ${input('reason: sold_vehicle')}, ${change()}`,
  ],
  'Mutation.reinstatePolicy': ({ vehicle }) => [`kind: vehicle, id: ${vehicle}, ${change()}`],
  'Mutation.deletePolicy': ({ health }) => [`kind: health, id: ${health}, ${command()}`],
  'Mutation.deleteDocument': ({ document }) => [`id: ${document}, ${command()}`],
  'Mutation.createQuotation': ({ customer }) => [
    `${input(`customerId: ${customer}, insuranceType: health, insuranceCompany: "Star",
      sumAssured: "1", premiumAmount: "1", policyType: family`)}, ${command()}`,
  ],
  'Mutation.updateQuotation': ({ quotation }) => [`id: ${quotation}, ${input('')}, ${change()}`],
  'Mutation.deleteQuotation': ({ quotation }) => [`id: ${quotation}, ${command()}`],
  'Mutation.emailQuotation': ({ quotation }) => [
    `id: ${quotation}, ${input('to: "a@example.in"')}, ${command()}`,
  ],
  'Mutation.convertQuotation': ({ accepted, customer }) => [
    `id: ${accepted}, ${input(`customerId: ${customer}, policyNumber: "NEW/2"`)}, ${command()}`,
  ],
  'Mutation.createClaim': ({ health }) => [
    `${input(`policyId: ${health}, kind: cashless, lossDate: "2026-04-01",
      intimatedOn: "2026-04-01"`)}, ${command()}`,
  ],
  'Mutation.updateClaim': ({ claim }) => [`id: ${claim}, ${input('')}, ${change()}`],
  'Mutation.deleteClaim': ({ claim }) => [`id: ${claim}, ${command()}`],
  'Mutation.moveClaim': ({ claim }) => [
    `id: ${claim}, ${input('stage: documents, on: "2026-04-01"')}, ${command()}`,
  ],
  'Mutation.markClaimRequirement': ({ claim }) => [
    `id: ${claim}, ${input('requirement: health_card, mark: received')}, ${command()}`,
  ],
  'Mutation.requestClaimDocuments': ({ claim }) => [
    `id: ${claim}, ${input('channel: whatsapp')}, ${command()}`,
  ],
  // Names no other record: it is one’s own.
  'Mutation.createLead': () => [],
  'Mutation.updateLead': ({ lead }) => [`id: ${lead}, ${input('')}, ${change()}`],
  'Mutation.deleteLead': ({ lead }) => [`id: ${lead}, ${command()}`],
  'Mutation.moveLead': ({ lead }) => [`id: ${lead}, ${input('status: contacted')}, ${command()}`],
  'Mutation.linkLead': ({ lead, customer }) => [
    `id: ${lead}, ${input(`customerId: ${customer}`)}, ${command()}`,
  ],
  'Mutation.finishLeadStep': ({ lead }) => [`id: ${lead}, ${command()}`],
  'Mutation.putOffLead': ({ lead }) => [
    `id: ${lead}, ${input('until: "2099-07-01"')}, ${command()}`,
  ],
  'Mutation.createTask': ({ customer }) => [
    `${input(`text: "Ring", onRecord: customer, onId: "${customer}"`)}, ${command()}`,
  ],
  'Mutation.updateTask': ({ task }) => [`id: ${task}, ${input('')}, ${change()}`],
  'Mutation.deleteTask': ({ task }) => [`id: ${task}, ${command()}`],
  'Mutation.finishTask': ({ task }) => [`id: ${task}, ${command()}`],
  'Mutation.reopenTask': ({ task }) => [`id: ${task}, ${command()}`],
  'Mutation.snoozeTask': ({ task }) => [
    `id: ${task}, ${input('until: "2099-07-01"')}, ${command()}`,
  ],
  'Query.myDay': () => ['userId: null', 'userId: 1'],
  // Of items that are in the user’s own day only: see the test of that.
  'Mutation.setAsideDayItem': () => [],
  'Mutation.putBackDayItem': () => [],
  'Mutation.sendReminder': ({ customer, health }) => [
    `${input(`customerId: ${customer}, policyId: ${health}, policyType: health`)}, ${command()}`,
  ],
  'Mutation.moveRenewal': ({ health }) => [`termId: ${health}, to: contacted, ${command()}`],
  'Mutation.loseRenewal': ({ health }) => [
    `termId: ${health}, ${input('reason: price')}, ${command()}`,
  ],
  'Mutation.reopenRenewal': ({ health }) => [`termId: ${health}, ${command()}`],
  'Mutation.assignRenewal': ({ health }) => [`termId: ${health}, ownerId: 1, ${command()}`],
  'Mutation.setRenewalFollowUp': ({ health }) => [
    `termId: ${health}, ${input('followUpOn: "2026-07-01"')}, ${command()}`,
  ],
  // A user's own book only: see the test of bulks.
  'Mutation.startBulkReminders': () => [],
  // Kept for the user alone, whatever is named.
  'Mutation.markNotifications': () => [],
};

interface RestRequest {
  readonly path: string;
  readonly body?: object;
}

/** Lists, in every way in which records of others could show in them. */
export const restLists = ({ customer }: Records, search: string): RestRequest[] => [
  ...[
    'customers',
    'health-policies',
    'vehicle-policies',
    'documents',
    'quotations',
    'reminders',
    'claims',
    'leads',
    'tasks',
    'payments',
    'payments/totals',
  ]
    .flatMap((list) => [`/api/${list}`, `/api/${list}?search=${search}`])
    .map((path) => ({ path })),
  { path: `/api/health-policies?customerId=${customer}` },
  { path: `/api/documents?customerId=${customer}` },
  { path: `/api/quotations?customerId=${customer}` },
  { path: `/api/reminders?customerId=${customer}` },
  { path: `/api/claims?customerId=${customer}` },
  { path: `/api/leads?customerId=${customer}` },
  { path: `/api/tasks?customerId=${customer}` },
  { path: `/api/payments?customerId=${customer}` },
  { path: `/api/search?q=${search}` },
];

const BODIES: Readonly<Record<string, (of: Records) => object>> = {
  '/kyc': ({ document }) => ({ kycStatus: 'verified', documentId: document }),
  '/reveal': () => ({ field: 'panNumber', reason: 'To find out' }),
  '/household': ({ customer }) => ({
    ...{ memberId: customer, relation: 'spouse', householdId: 1 },
  }),
  '/nominees': () => ({
    ...{ name: 'Sudha', relation: 'Daughter', phone: '9847012345', recordedOn: '2026-01-01' },
    nomineeId: 1,
  }),
  '/renew': () => ({}),
  '/endorse': () => ({ effectiveFrom: '2026-06-01', reason: 'More', changes: { sumAssured: '9' } }),
  '/cancel': () => ({ reason: 'sold_vehicle' }),
  '/reinstate': () => ({}),
  '/pay-instalments': () => ({ paidOn: '2026-04-01', means: 'upi' }),
  '/take-back-instalment': () => ({}),
  '/insured': () => ({ members: [{ name: 'Anu', relation: 'child' }] }),
  '/email': () => ({ to: 'a@example.in' }),
  '/stage': () => ({ stage: 'documents', on: '2026-04-01' }),
  '/requirements': () => ({ requirement: 'health_card', mark: 'received' }),
  '/request': () => ({ channel: 'whatsapp' }),
  '/done': () => ({}),
  '/reopen': () => ({}),
  '/move': () => ({ status: 'contacted' }),
  '/customer': ({ customer }) => ({ customerId: customer }),
  '/step-done': () => ({}),
  '/put-off': () => ({ until: '2099-07-01' }),
  '/snooze': () => ({ until: '2099-07-01' }),
  '/convert': ({ customer }) => ({ customerId: customer, policyNumber: 'NEW/3' }),
};

/** A REST route with a record named wherever one can be. */
export function restRequest(name: string, of: Records): RestRequest & { method: string } {
  const [method = '', path = ''] = name.split(' ');
  const ids: Record<string, number> = {
    customers: path.endsWith('/owner') ? 0 : of.customer,
    'health-policies': of.health,
    'vehicle-policies': of.vehicle,
    documents: of.document,
    claims: of.claim,
    tasks: of.task,
    leads: of.lead,
    quotations: path.endsWith('/convert') ? of.accepted : of.quotation,
  };
  const [, , records = '', , verb] = path.split('/');
  const { customer, health, quotation, accepted } = of;
  const about = { customerId: customer, policyId: health, policyType: 'health' };
  const query = new URLSearchParams(Object.entries(about).map(([key, id]) => [key, `${id}`]));
  const url = path.replace(':id', String(ids[records]));
  if (path.endsWith('/receipt')) return { method, path: `${url}?instalment=1` };
  if (path.endsWith('compare.pdf')) return { method, path: `${path}?ids=${quotation},${accepted}` };
  if (path.includes('/preview') && records === 'reminders')
    return { method, path: `${path}?${query}` };
  if (method === 'GET' || method === 'DELETE') return { method, path: url };
  if (path.endsWith('/send')) return { method, path, body: about };
  const kind = records.replace('-policies', '') as PolicyKind;
  const created: Record<string, object> = {
    'health-policies': samplePolicyInput(kind, customer, 'NEW/4'),
    'vehicle-policies': samplePolicyInput(kind, customer, 'NEW/5'),
    quotations: sampleQuotationInput('health', customer),
    claims: sampleClaim(health, 'Any'),
    tasks: { text: 'Ring', onRecord: 'customer', onId: customer },
  };
  const body = BODIES[`/${verb}`]?.(of) ?? (method === 'POST' ? (created[records] ?? {}) : {});
  return { method, path: url, body };
}
