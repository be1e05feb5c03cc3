import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { startDemo } from '@insuremanager/deploy/testing/e2e/demo';
import { moveClock } from '@insuremanager/deploy/testing/e2e/movedClock';
import { admin } from '@insuremanager/deploy/testing/e2e/signIn';
import type { APIRequestContext, BrowserContext } from '@playwright/test';
import { issueHealthPolicy, issueVehiclePolicy } from './book.js';
import { addClaim } from './claims.js';
import { addDocument } from './documents.js';
import { addCustomer } from './people.js';
import { addQuotation } from './quotations.js';
import { remindersOf, sendReminder } from './reminders.js';
import { test as base, expect } from './test.js';

/** Six in the morning in Kochi, before reminders are asked for; ahead, as cookies must not be over. */
const BEGINS = new Date('2031-04-15T06:00:00+05:30');

const INSURER = 'The Oriental Insurance Company Limited of all the States';

/** A customer with one record of each kind, all with long names. */
async function addBook(api: APIRequestContext) {
  const { id } = await addCustomer(api, {
    name: 'Venkatanarasimharajuvaripeta Subrahmanyam Iyer Lookedat',
    phone: '9847012345',
    email: 'a.very.long.address.of.a.customer.looked.at@subdomain.example.com',
    aadhaarNumber: '234123412346',
    panNumber: 'ABCPL1234K',
    address: '12 Marine Drive, '.repeat(12),
    city: 'Thiruvananthapuram',
    kycStatus: 'verified',
  });
  const endDate = addDays(kolkataDay(BEGINS), 6);
  const policy = {
    insuranceCompany: INSURER,
    startDate: addDays(endDate, -364),
    endDate,
  };
  const health = await issueHealthPolicy(api, id, 6, {
    ...policy,
    policyNumber: 'LOOKED/1',
  });
  const vehicle = await issueVehiclePolicy(api, id, 6, {
    ...policy,
    policyNumber: 'LOOKED/2',
    vehicleNumber: 'KL07AB1234',
    vehicleMake: 'Ashok Leyland',
  });
  const document = await addDocument(api, id);
  const quotation = await addQuotation(api, id, { status: 'accepted' });
  const claim = await addClaim(api, {
    ...{ policyId: health.id, kind: 'reimbursement', provider: 'Lakeshore Hospital' },
    ...{ lossDate: addDays(endDate, -30), intimatedOn: addDays(endDate, -20) },
  });
  const noted = await api.post('/api/tasks', {
    data: {
      ...{ text: 'Rang 4 pm, call back on Friday about the renewal of Lookedat', kind: 'call' },
      ...{ dueOn: kolkataDay(BEGINS), dueAt: '16:00', onRecord: 'customer', onId: id },
    },
  });
  const { id: task }: { id: number } = await noted.json();
  const reminder = await sendReminder(api, { customer: { id }, policy: vehicle });
  await expect
    .poll(async () => (await remindersOf(api, vehicle.id)).map(({ status }) => status))
    .toEqual(['sent']);
  const { id: me }: { id: number } = await (await api.get('/api/auth/me')).json();
  return {
    id,
    me,
    insurer: INSURER,
    health,
    vehicle,
    document,
    quotation,
    claim,
    task,
    reminder,
  };
}

export type Book = Awaited<ReturnType<typeof addBook>>;

interface Demo extends Awaited<ReturnType<typeof startDemo>> {
  /** Of a browser in which its admin is signed in. */
  readonly signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;
  readonly book: Book;
}

/** Every test begins signed in to the demo, on the same morning in each run. */
export const test = base.extend<{ movedClock: undefined }, { demo: Demo }>({
  demo: [
    async ({ playwright }, use) => {
      const demo = await startDemo(BEGINS);
      const api = await playwright.request.newContext({ baseURL: demo.url });
      try {
        await api.post('/api/auth/login', { data: admin });
        const book = await addBook(api);
        const { preferences } = await (await api.get('/api/auth/me')).json();
        await api.put('/api/auth/preferences', { data: { ...preferences, putAway: ['tour'] } });
        await use({ ...demo, signedIn: await api.storageState(), book });
      } finally {
        await api.dispose();
        await demo.stop();
      }
    },
    // It says itself when it takes too long.
    { scope: 'worker', timeout: 0 },
  ],
  baseURL: ({ demo }, use) => use(demo.url),
  storageState: ({ demo }, use) => use(demo.signedIn),
  movedClock: [
    async ({ context, demo }, use) => {
      await context.addInitScript(moveClock, demo.aheadBy);
      await use(undefined);
    },
    { auto: true },
  ],
});
