import type { Locator, Page } from '@playwright/test';
import { expectGoodLooks, tooWide } from '../support/looks.js';
import { answerWith } from '../support/network.js';
import { addCustomer } from '../support/people.js';
import { exhaustively, SIGNED_OUT } from '../support/test.js';
import { expect, signInAs, test } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

test.use({ hasFirstSteps: true });

const steps = (page: Page): Locator => page.getByRole('region', { name: 'First Steps' });
const step = (page: Page, title: string): Locator =>
  steps(page)
    .getByRole('listitem')
    .filter({ has: page.getByText(title, { exact: true }) });

const NOTHING = {
  agencySettings: { name: null, address: null, phone: null, licence: null, gstin: null },
  reminderSettings: { days: [] as number[], isEmailKept: true },
  customers: { items: [] as object[] },
  policies: { items: [] as object[] },
  users: [{ __typename: 'User', id: 1 }],
};
type Facts = typeof NOTHING;

/** An installation of which only these facts are known. */
const withFacts = (page: Page, facts: () => Partial<Record<keyof Facts, object>>) =>
  answerWith(page, 'FirstSteps', () => {
    const { agencySettings, reminderSettings, ...lists } = { ...NOTHING, ...facts() };
    return {
      agencySettings: { __typename: 'AgencySettings', ...agencySettings },
      reminderSettings: { __typename: 'ReminderSettings', ...reminderSettings },
      customers: { __typename: 'CustomerPage', ...lists.customers },
      policies: { __typename: 'PolicyPage', ...lists.policies },
      users: lists.users,
    };
  });

/** Titles, each with what is done in its place, and whether it opens there. */
const DONE_BY = {
  'Name and letterhead': ['Complete the Letterhead', { main: 'Letterhead' }],
  Customers: ['Add a Customer', { dialog: 'Add Customer' }],
  Policies: ['Add a Policy', { dialog: 'Add Health Policy' }],
  Agents: ['Invite an Agent', { dialog: 'Invite User' }],
  'Renewal reminders': ['Switch Reminders On', { dialog: 'Reminder Settings' }],
} as const;

test('a new installation greets its admin with what it needs, each step done where it is', async ({
  page,
}) => {
  await withFacts(page, () => ({}));
  await page.goto('/');
  for (const [title, [link, opens]] of Object.entries(DONE_BY)) {
    await expect(step(page, title).getByRole('img', { name: 'To do' })).toBeVisible();
    await step(page, title).getByRole('link', { name: link }).click();
    const there =
      'dialog' in opens
        ? page.getByRole('dialog', { name: opens.dialog })
        : page.getByRole('main').getByRole('heading', { name: opens.main, exact: true });
    await expect(there).toBeVisible();
    await page.goBack();
  }
  await expect(step(page, 'Mail server')).toContainText('SMTP_URL');
  await expect(steps(page).getByRole('listitem')).toHaveCount(6);
  await expectGoodLooks(page, 'first steps');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => tooWide(page)).toEqual([]);
});

further('facts tick them, and they are gone when all is done', async ({ page }) => {
  const set = { name: 'K', address: 'K', phone: '1', licence: 'L', gstin: 'G' };
  let facts: Partial<Record<keyof Facts, object>> = {
    agencySettings: set,
    customers: { items: [{ __typename: 'Customer', id: 1 }] },
  };
  await withFacts(page, () => facts);
  await page.goto('/');
  for (const title of ['Name and letterhead', 'Customers']) {
    await expect(step(page, title).getByRole('img', { name: 'Done' })).toBeVisible();
    await expect(step(page, title).getByRole('link')).toHaveCount(0);
  }
  await expect(step(page, 'Policies').getByRole('img', { name: 'To do' })).toBeVisible();
  facts = {
    ...facts,
    reminderSettings: { days: [15], isEmailKept: false },
    policies: { items: [{ __typename: 'Policy', id: 1 }] },
    users: [1, 2].map((id) => ({ __typename: 'User', id })),
  };
  await page.reload();
  // Before the code has come there are none, either: what is remembered says that they are done.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('first-steps'))).toBe('done');
  await expect(steps(page)).toHaveCount(0);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.postData() ?? ''));
  await page.reload();
  // It comes last, and only where the steps do not.
  await expect(page.locator('.dashboard-notice')).toBeVisible();
  expect(asked.filter((body) => body.includes('FirstSteps'))).toEqual([]);
});

further('they keep their room until their code has come', async ({ page }) => {
  await withFacts(page, () => ({}));
  await page.goto('/');
  const box = () => page.locator('.metric-value').first().boundingBox();
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(step(page, 'Mail server')).toBeVisible();
    let sendCode = () => {};
    const code = new Promise<void>((resolve) => {
      sendCode = resolve;
    });
    await page.route('**/FirstSteps-*.js', async (route) => {
      await code;
      await route.continue();
    });
    await page.reload();
    await expect(page.locator('.first-steps-to-come')).toBeVisible();
    await expect(page.locator('.metric-value').first()).toBeVisible();
    const before = await box();
    sendCode();
    await expect(step(page, 'Mail server')).toBeVisible();
    // On a phone the texts wrap: within a pixel.
    expect(Math.abs(((await box())?.y ?? 0) - (before?.y ?? 0))).toBeLessThanOrEqual(1);
    await page.unroute('**/FirstSteps-*.js');
  }
});

further('what is there counts: a customer ticks the customers', async ({ page }) => {
  await addCustomer(page.request);
  await page.goto('/');
  await expect(step(page, 'Customers').getByRole('img', { name: 'Done' })).toBeVisible();
  await expect(step(page, 'Mail server').getByRole('img', { name: 'To do' })).toBeVisible();
});

test.describe('somebody else', () => {
  test.use({ storageState: SIGNED_OUT });

  further('an admin hides it for themself, and can have it back', async ({ page, newUser }) => {
    await signInAs(page, await newUser('admin'));
    await page.goto('/');
    await steps(page).getByRole('button', { name: 'Hide' }).click();
    await expect(steps(page)).toHaveCount(0);
    await expect(page.locator('.dashboard-notice')).toBeVisible();
    await page.goto('/settings/preferences');
    await page.evaluate(() => localStorage.setItem('first-steps', 'done'));
    await page.getByRole('button', { name: 'Show Hidden Guides Again' }).click();
    await expect(page.getByText('Preferences Saved')).toBeVisible();
    await page.goto('/');
    await expect(steps(page)).toBeVisible();
  });

  further('a manager is not greeted so', async ({ page, newUser }) => {
    await signInAs(page, await newUser('manager'));
    await page.goto('/');
    await expect(page.locator('.metric-value').first()).toBeVisible();
    await expect(page.locator('.dashboard').getByText('First Steps')).toHaveCount(0);
  });
});
