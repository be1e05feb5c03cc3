/**
 * The mixed day of an agency, for k6: every virtual user is an agent with a session of their own, who
 * opens lists, searches, looks at records and saves. `PLAN` names a file with what it needs; each
 * request is a line of JSON on the console, which the runner counts.
 */
import { sleep } from 'k6';
import exec from 'k6/execution';
import http from 'k6/http';

const plan = JSON.parse(open(__ENV.PLAN));
const { gateways, agents, documents, files, seconds, think, watching, today, run } = plan;

export const options = {
  scenarios: {
    agents: {
      executor: 'constant-vus',
      vus: agents.length,
      duration: `${seconds}s`,
      gracefulStop: '60s',
      exec: 'agent',
    },
    ...(watching > 0 && {
      watching: {
        executor: 'constant-vus',
        vus: watching,
        duration: `${seconds}s`,
        gracefulStop: '60s',
        exec: 'watch',
      },
    }),
  },
};

/** Shares of all requests. */
const SHARES = { lists: 0.7, records: 0.2, changes: 0.1 };

const any = (list) => list[Math.floor(Math.random() * list.length)];
const chance = (share) => Math.random() < share;
const uuid = () =>
  'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () =>
    Math.floor(Math.random() * 16).toString(16),
  );
const say = (line) => console.log(JSON.stringify(line));

// What one virtual user knows; each has this module to itself.
let cookie;
let turn = 0;
/** Rows that were last on the screen, by list. */
const shown = {};
/** Requests so far, by share. */
const asked = { lists: 0, records: 0, changes: 0 };
let isWatching = false;

function gateway() {
  turn += 1;
  return gateways[turn % gateways.length];
}

function report({ what, share, response, failure }) {
  const { duration } = response.timings;
  asked[share] += 1;
  const of = isWatching ? 'watching' : share;
  say({ type: 'asked', share: of, what, millis: duration, ...(failure && { failure }) });
}

/** The data of the answer; undefined when it was refused or failed, which is reported. */
function ask(what, operation, variables, reading = 'lists') {
  const query = documents[operation];
  const share = query.startsWith('mutation ') ? 'changes' : reading;
  const response = http.post(
    `${gateway()}/graphql`,
    JSON.stringify({ operationName: operation, query, variables }),
    { headers: { 'content-type': 'application/json', 'accept-encoding': 'gzip', cookie } },
  );
  if (response.status !== 200) {
    const failure = `status ${response.status} ${response.error}`;
    report({ what, share, response, failure });
    return undefined;
  }
  const { data, errors } = response.json();
  const codes = errors?.map(({ message, extensions = {} }) => codeOf(message, extensions));
  report({ what, share, response, failure: codes?.join(', ') });
  return codes ? undefined : data;
}

/** The codes of what is wrong tell more than that something is. */
const codeOf = (message, { code, problem = {} }) =>
  [code || message, problem.code, ...(problem.fields || []).map((field) => field.code)]
    .filter(Boolean)
    .join(' ');

const pages = (filter, sort, direction) => ({
  ...{ filter, sort, direction },
  ...{ first: 50, withCount: true },
});

/** A list as its screen opens it, and the next page for those who scroll. */
function list(what, operation, field, variables) {
  const page = ask(what, operation, variables)?.[field];
  if (!page) return;
  shown[field] = page.items;
  if (page.nextCursor === null || !chance(0.25)) return;
  const after = page.nextCursor;
  ask(`${what}, next page`, operation, { ...variables, after, withCount: false });
}

const NAMES = ['nair', 'lakshmi', 'thomas', 'kochi', 'anil', 'example.com', '98470', 'venkat'];
const NUMBERS = ['H/1041', 'star health', 'KL 07', 'kl-07-ab', '3012345', 'iffco', '30012'];
const EVERYTHING = ['nair', 'lakshmi', 'KL 07', 'star health', 'pdf', 'example.com', 'ലക്ഷ്മി'];

const customers = (filter = {}, sort = 'added', direction = 'desc') =>
  list('customers', 'CustomerList', 'customers', pages(filter, sort, direction));
const policies = (filter, sort = 'added', direction = 'desc') =>
  list('policies', 'PolicyList', 'policies', pages(filter, sort, direction));
const anyKind = () => any(['health', 'vehicle']);

function policyScreen() {
  const kind = anyKind();
  const filter = any([{}, { statuses: ['active'] }, { expiringSoon: true }]);
  policies({ kind, ...filter }, any(['added', 'ends', 'premium']), any(['asc', 'desc']));
  ask('cards of policies', 'PolicyCards', { kind });
}

function quotationScreen() {
  const filter = any([{}, { statuses: ['pending'] }, { search: any(NAMES) }]);
  list('quotations', 'QuotationList', 'quotations', pages(filter, 'added', 'desc'));
  ask('cards of quotations', 'QuotationCards', {});
}

function documentScreen() {
  const filter = any([{}, { documentTypes: ['kyc'] }, { search: any(NAMES) }]);
  list('documents', 'DocumentList', 'documents', pages(filter, 'uploaded', 'desc'));
  ask('cards of documents', 'DocumentCards', {});
}

function reminderScreen() {
  list('reminders', 'ReminderList', 'reminders', pages({}, 'added', 'desc'));
  ask('cards of reminders', 'ReminderCards', {});
}

function dashboard() {
  ask('dashboard', 'DashboardMetrics', {});
  ask('revenue', 'RevenueTrend', { months: 6 });
  ask('notifications', 'Notifications', {});
}

const LISTS = [
  [14, () => customers(any([{}, { kycStatuses: ['pending'] }]), any(['added', 'name']))],
  [12, () => list('search in customers', 'CustomerList', 'customers', searching(NAMES))],
  [14, policyScreen],
  [10, () => list('search in policies', 'PolicyList', 'policies', searching(NUMBERS))],
  [8, quotationScreen],
  [6, documentScreen],
  [4, reminderScreen],
  [12, () => ask('search over everything', 'GlobalSearch', { query: any(EVERYTHING) })],
  [6, dashboard],
  [8, () => ask('renewal board', 'RenewalBoard', { filter: any([{}, { kind: anyKind() }]) })],
];

const searching = (words) => pages({ search: any(words) }, 'added', 'desc');

/** A row that was on the screen, of a list that is opened when there was none. */
function seen(field, open) {
  if (!shown[field]?.length) open();
  return shown[field]?.length ? any(shown[field]) : undefined;
}
const seenCustomer = () => seen('customers', customers);
const seenPolicy = () => seen('policies', () => policies({ expiringSoon: true }, 'ends', 'asc'));

function customerPage() {
  const customer = seenCustomer();
  if (!customer) return;
  const { id } = customer;
  ask('customer', 'CustomerDetails', { id }, 'records');
  ask('policies of a customer', 'CustomerPolicies', { customerId: id }, 'records');
  ask('history of a customer', 'CustomerHistory', { id }, 'records');
}

function policyPage() {
  const policy = seenPolicy();
  if (!policy) return;
  const { id, kind } = policy;
  ask('policy', 'PolicyDetails', { id }, 'records');
  ask('terms of a policy', 'PolicyTerms', { id }, 'records');
  ask('history of a policy', 'PolicyTermHistories', { id, kind }, 'records');
}

function download() {
  const { id, size } = any(files);
  const response = http.get(`${gateway()}/api/documents/${id}/download`, {
    headers: { cookie },
    responseType: 'binary',
  });
  const isWhole = response.status === 200 && response.body.byteLength === size;
  const failure = isWhole ? undefined : `status ${response.status}`;
  report({ what: 'download', share: 'records', response, failure });
}

const RECORDS = [
  [4, customerPage],
  [3, policyPage],
  [4, download],
];

/** What the runner looks for afterwards. */
const acknowledged = (kind, id, facts) => say({ type: 'acknowledged', kind, id, ...facts });
/** Says in the record itself who saved it. */
const markOf = () => `Load ${run} ${uuid().slice(0, 8)}`;

function addCustomer() {
  const name = markOf();
  const phone = `9${Math.floor(1e8 + Math.random() * 9e8)}`;
  const input = { name, phone, city: 'Kochi', email: 'customer@example.com' };
  const data = ask('add customer', 'CreateCustomer', { input, commandId: uuid() });
  if (data) acknowledged('customer', data.saved.record.id, { mark: name });
}

function editCustomer() {
  const customer = seenCustomer();
  if (!customer) return;
  const { id, version } = customer;
  const input = { address: `${Math.floor(Math.random() * 900)}, Marine Drive` };
  const variables = { id, input, expectedVersion: version, commandId: uuid() };
  const data = ask('edit customer', 'UpdateCustomer', variables);
  shown.customers = shown.customers.filter((row) => row.id !== id);
  if (data) acknowledged('edit', id, { version: data.saved.record.version });
}

const OWN_FIELDS = {
  health: () => ({ policyType: 'family' }),
  vehicle: () => ({
    vehicleType: 'car',
    vehicleYear: '2021',
    vehicleNumber: `KL 07 ${any(['AB', 'CD', 'EF', 'GH'])} ${Math.floor(1000 + Math.random() * 9000)}`,
  }),
};

function addPolicy() {
  const customer = seenCustomer();
  if (!customer) return;
  const kind = anyKind();
  const policyNumber = markOf();
  const cover = { insuranceCompany: 'Star Health', sumAssured: '500000', premiumAmount: '12000' };
  const term = { premiumFrequency: 'yearly', startDate: today, endDate: yearFrom(today) };
  const input = { customerId: customer.id, policyNumber, ...cover, ...term, ...OWN_FIELDS[kind]() };
  const data = ask('add policy', 'CreatePolicy', { kind, input, commandId: uuid() });
  if (data) acknowledged('policy', data.saved.record.id, { mark: policyNumber });
}

const dayOf = (date) => date.toISOString().slice(0, 10);

/** The last day of a year of cover. */
function yearFrom(day) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  date.setUTCDate(date.getUTCDate() - 1);
  return dayOf(date);
}

function dayAfter(day) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return dayOf(date);
}

/** Each agent renews elsewhere in the list of what ends soon. */
function renewPolicy() {
  const variables = pages({ expiringSoon: true }, any(['ends', 'number', 'premium', 'added']));
  const direction = any(['asc', 'desc']);
  list('policies', 'PolicyList', 'policies', { ...variables, direction });
  const policy = any(shown.policies || []);
  if (!policy) return;
  const { id, kind, version, endDate } = policy;
  const startDate = dayAfter(endDate);
  const policyNumber = markOf();
  const input = { policyNumber, startDate, endDate: yearFrom(startDate) };
  const asking = { kind, id, input, expectedVersion: version, commandId: uuid() };
  const data = ask('renew policy', 'RenewPolicy', asking);
  shown.policies = shown.policies.filter((row) => row.id !== id);
  if (data) acknowledged('policy', data.saved.record.id, { mark: policyNumber });
}

function addQuotation() {
  const customer = seenCustomer();
  if (!customer) return;
  const insuranceType = anyKind();
  const notes = markOf();
  const cover = { insuranceCompany: 'Star Health', sumAssured: '500000', premiumAmount: '11800' };
  const { vehicleYear: _, ...own } = OWN_FIELDS[insuranceType]();
  const input = { customerId: customer.id, insuranceType, notes, ...cover, ...own };
  const data = ask('add quotation', 'CreateQuotation', { input, commandId: uuid() });
  if (data) acknowledged('quotation', data.saved.record.id, { mark: notes });
}

const SCAN_SIZE = 40_000;

function upload() {
  const customer = seenCustomer();
  if (!customer) return;
  const mark = markOf();
  const scan = `%PDF-1.7\n${mark.padEnd(SCAN_SIZE, '.')}\n%%EOF\n`;
  const response = http.post(
    `${gateway()}/api/documents/upload`,
    {
      customerId: String(customer.id),
      documentType: 'kyc',
      file: http.file(scan, 'scan.pdf', 'application/pdf'),
    },
    { headers: { cookie, 'idempotency-key': uuid() } },
  );
  const isStored = response.status === 201;
  const failure = isStored ? undefined : `status ${response.status} ${response.body}`;
  report({ what: 'upload', share: 'changes', response, failure });
  if (isStored) acknowledged('document', response.json().id, { mark, size: scan.length });
}

function remind() {
  const policy = seenPolicy();
  if (!policy) return;
  const { id: policyId, kind: policyType, customerId, customer } = policy;
  const input = { policyId, policyType, customerId: customerId ?? customer.id };
  const data = ask('send reminder', 'SendReminder', { input, commandId: uuid() });
  if (data) acknowledged('reminder', data.sendReminder.reminder.id, {});
}

const CHANGES = [
  [4, addCustomer],
  [6, editCustomer],
  [3, addPolicy],
  [2, renewPolicy],
  [2, addQuotation],
  [2, upload],
  [1, remind],
];

function anyOf(actions) {
  let left = Math.random() * actions.reduce((sum, [weight]) => sum + weight, 0);
  for (const [weight, action] of actions) {
    left -= weight;
    if (left < 0) return action;
  }
  return actions[0][1];
}

const ACTIONS = { lists: LISTS, records: RECORDS, changes: CHANGES };

/** The share that is furthest behind, roughly: an action is one request or several. */
function nextShare() {
  const all = asked.lists + asked.records + asked.changes;
  const behind = (name) => SHARES[name] * all - asked[name] + Math.random() * 2;
  return Object.keys(SHARES)
    .map((name) => [behind(name), name])
    .sort(([a], [b]) => b - a)[0][1];
}

/** Half to one and a half times what an agent takes on average. */
const pause = (about) => sleep(about * (0.5 + Math.random()));

function begin() {
  cookie = agents[(exec.vu.idInTest - 1) % agents.length];
  // Nobody begins at the same moment as all others.
  sleep(Math.random() * think);
  dashboard();
}

export function agent() {
  if (!cookie) begin();
  anyOf(ACTIONS[nextShare()])();
  pause(think);
}

/** A window does so at most every three seconds; somebody always changes something. */
const APART = 3;

export function watch() {
  isWatching = true;
  if (!cookie) {
    cookie = agents[(exec.vu.idInTest - 1) % agents.length];
    sleep(Math.random() * APART);
  }
  ask('customers, again', 'CustomerList', pages({}, 'added', 'desc'));
  sleep(APART);
}
