import { DEMO_PASSWORD } from '@insuremanager/deploy/testing/e2e/demo';
import { inTurn, isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Page, TestInfo } from '@playwright/test';
import { type Book, test } from '../support/demo.js';
import { type KeptLayouts, keptLayouts } from '../support/layout.js';
import { changeTheme, expectGoodLooks, tooWide } from '../support/looks.js';
import { hold, ofOperation } from '../support/network.js';
import { BLOCKED_SCRIPTS } from '../support/reminders.js';
import { choose } from '../support/screens.js';
import { exhaustively, expect, SIGNED_OUT } from '../support/test.js';

const further = exhaustively(test, import.meta.url);
const whole = isExhaustive(import.meta.url);

test.use({ expectedErrors: BLOCKED_SCRIPTS });

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** What lies over a screen; it is looked at alone. */
const OVER = '[role=dialog], [role=alertdialog], [role=menu]';

/** A question or a form over a panel. */
const QUESTION = '.bp6-dialog';

interface Place {
  /** What its layout is kept under. */
  readonly name: string;
  readonly address: string;
  /** What opens there by a click or a key. */
  readonly open?: (page: Page) => Promise<void>;
  /** The part of the page that is looked at; the screen, or what lies over it, when left out. */
  readonly scope?: string;
}

const at = (address: string, name = address): Place => ({ name, address });

const board = (insurer: string): Place =>
  at(`/reminders?view=board&insurer=${encodeURIComponent(insurer)}`, 'the renewal board');

const pressed = (address: string, button: string): Place => ({
  name: `${address}, ${button}`,
  address,
  open: (page) => page.getByRole('button', { name: button, exact: true }).first().click(),
  scope: OVER,
});

const keyed = (address: string, key: string): Place => ({
  name: `${address}, ${key}`,
  address,
  open: (page) => page.keyboard.press(key),
  scope: OVER,
});

/** The menu of the first row, or what its item leads to. */
const ofRow = (address: string, item?: string): Place => ({
  name: `${address}, ${item ?? 'menu of a row'}`,
  address,
  open: async (page) => {
    await page.locator('main [role=row][data-row]').first().click({ button: 'right' });
    if (item) await choose(page.getByRole('menuitem', { name: item, exact: true }));
  },
  scope: item ? QUESTION : OVER,
});

/** What an item of a menu leads to. */
const ofMenu = (place: Place, button: string, item?: string): Place => ({
  name: `${place.name}, ${item ?? button}`,
  address: place.address,
  open: async (page) => {
    await page.getByRole('button', { name: button, exact: true }).click();
    if (item) await choose(page.getByRole('menuitem', { name: item, exact: true }));
  },
  scope: item ? QUESTION : '[role=menu]',
});

/** What may become of a button, and what is then said. */
const DAMAGES = {
  'transform: translateX(8px)': /Sign In: was at .*, is at /,
  'background: #c02020': /Sign In: was .*, is .* on #c02020/,
  'visibility: hidden': /Sign In: is gone/,
};

/** What is looked at, by the part of the product that a failure is to name. */
const PLACES: Record<string, (book: Book) => Place[]> = {
  customers: ({ id }) => [
    at('/customers?q=Lookedat'),
    {
      // As it was left, which a new page shows.
      ...at('/customers?q=Lookedat', '/customers'),
      open: async (page) => {
        const first = page.locator('main [role=row][data-row]').first();
        await expect(first).toBeVisible();
        await page.goto('/customers');
        await expect(first).toBeVisible();
      },
    },
    pressed('/customers', 'Export'),
    ofRow('/customers?q=Lookedat'),
    ofRow('/customers?q=Lookedat', 'Delete'),
    at(`/customers?customer=${id}`, 'customer'),
    ofMenu(at(`/customers?customer=${id}`, 'customer'), 'More actions'),
    ofMenu(at(`/customers?customer=${id}`, 'customer'), 'More actions', 'Erase permanently'),
    at(`/customers?customer=${id}&tab=history`, 'history of a customer'),
    at('/customers?add=1'),
    {
      ...at('/customers?add=1', 'what was typed is left'),
      open: async (page) => {
        await page.getByRole('dialog').getByLabel('Name').fill('Asha');
        await page.keyboard.press('Escape');
      },
      scope: '[role=alertdialog]',
    },
    at(`/customers?edit=${id}`, 'edit a customer'),
  ],
  policies: ({ health, vehicle }) => [
    at('/health-insurance?q=Lookedat'),
    ofRow('/health-insurance?q=Lookedat'),
    at(`/health-insurance?policy=${health.id}`, 'policy'),
    at(`/health-insurance?policy=${health.id}&tab=insured`, 'insured members'),
    at('/health-insurance?add=1'),
    at('/vehicle-insurance?q=Lookedat'),
    at(`/vehicle-insurance?policy=${vehicle.id}&tab=history`, 'history of a policy'),
    at(`/vehicle-insurance?edit=${vehicle.id}&change=renew`, 'renew'),
    at(`/vehicle-insurance?edit=${vehicle.id}&change=endorse`, 'endorse'),
    at(`/vehicle-insurance?edit=${vehicle.id}&change=cancel`, 'cancel'),
  ],
  'documents and quotations': ({ document, quotation }) => [
    at('/documents?q=Lookedat'),
    ofRow('/documents?q=Lookedat'),
    at(`/documents?document=${document.id}`, 'document'),
    at('/documents?upload=1'),
    at('/quotations?q=Lookedat'),
    ofRow('/quotations?q=Lookedat'),
    at(`/quotations?quotation=${quotation.id}`, 'quotation'),
    at(`/quotations?edit=${quotation.id}&change=convert`, 'convert'),
    at('/quotations?add=1'),
  ],
  claims: ({ claim }) => [
    at('/claims?q=Lookedat'),
    ofRow('/claims?q=Lookedat'),
    at(`/claims?claim=${claim.id}`, 'claim'),
    at(`/claims?edit=${claim.id}&change=approved`, 'approve'),
    at(`/claims?edit=${claim.id}&change=ask`, 'ask for documents'),
    at('/claims?add=1'),
  ],
  tasks: ({ id, task }) => [
    at('/tasks?q=Lookedat'),
    ofRow('/tasks?q=Lookedat'),
    at(`/tasks?task=${task}`, 'task'),
    at('/tasks?add=1'),
    at(`/customers?customer=${id}&tab=notes`, 'notes of a customer'),
  ],
  'leads, premiums and commission': ({ id }) => [
    at('/leads?add=1'),
    at('/leads?q=Lookedat'),
    at(`/instalments?customerId=${id}`, 'premiums of a customer'),
    at(`/instalments/payments?customerId=${id}`, 'payments of a customer'),
    at('/commission/rates'),
    at('/commission/shares'),
    at(`/customers?customer=${id}&tab=policies`, 'household of a customer'),
  ],
  'the work of a day': ({ insurer, health, reminder, me }) => [
    { ...at('/'), scope: 'body' },
    // Of one who has few customers, as the first of many differ from run to run.
    at(`/my-day?of=${me}`, 'the day of admin'),
    pressed('/', 'Quick Add'),
    pressed('/', 'User menu: admin'),
    keyed('/', 'Control+k'),
    keyed('/', '?'),
    pressed('/reminders', 'Send Bulk Reminders'),
    at('/reminders'),
    at(`/reminders?remind=${health.id}`, 'remind'),
    // Of a few, as what the demo has done at once stands in any order.
    board(insurer),
    ofMenu(board(insurer), `Actions for ${health.policyNumber}`),
    ofMenu(board(insurer), `Actions for ${health.policyNumber}`, 'Move to Lost…'),
    ofMenu(board(insurer), `Actions for ${health.policyNumber}`, 'Follow-up date…'),
    at('/reminders?view=history&q=Lookedat'),
    at(`/reminders?view=history&reminder=${reminder.id}`, 'reminder'),
    at('/reminders?settings=1'),
  ],
  'the privacy desk': ({ id }) => [
    at('/privacy'),
    at(`/privacy/people/${id}`, 'a person'),
    at('/privacy/requests'),
    at('/privacy/notices'),
    at('/privacy/retention'),
    at('/privacy/breaches'),
    at(`/customers?customer=${id}&tab=consent`, 'consent of a customer'),
  ],
  settings: () => [
    at('/settings'),
    at('/settings/security'),
    at('/settings/preferences'),
    at('/settings/exports'),
    at('/settings/agency'),
    at('/settings/users'),
    at('/settings/users?add=1'),
    ofMenu(at('/settings/users'), 'Actions for anitha'),
    ofMenu(at('/settings/users'), 'Actions for anitha', 'Disable'),
    at('/settings/audit'),
    at('/no/such/page'),
  ],
};

/** Whether it shows a panel or a form over the screen, whose code comes after the screen's. */
const opensPanel = (address: string) =>
  /[?&](customer|policy|document|quotation|claim|task|reminder|remind|add|edit|upload|settings)=/.test(
    address,
  );

/** What is kept of a part of the product, beside this file. */
const layoutsOf = (part: string, { config }: TestInfo): KeptLayouts =>
  keptLayouts(
    new URL(`${part.replaceAll(/,? /g, '-')}.layout.txt`, import.meta.url),
    /all|changed/.test(config.updateSnapshots),
  );

/** As by a link in the page that is there: to load it anew is half of what a place costs. */
const goWithin = (page: Page, address: string) =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);

/** On a desk and on a phone, in light and in dark: in each run on a phone in dark alone. */
async function lookAt(page: Page, layouts: KeptLayouts, name: string, scope: string) {
  await layouts.look(page, name, scope);
  // What lies over a screen that is looked at, too, is looked at alone.
  const isOver = scope !== 'main' && scope !== 'body';
  await expectGoodLooks(page, name, isOver ? { include: scope } : undefined, true);
  await layouts.look(page, name, scope);
  // What is accessible does not hang on the width: the specs of each screen look at both.
  await page.setViewportSize(PHONE);
  await expect.poll(() => tooWide(page), `${name} on a phone`).toEqual([]);
  await layouts.look(page, name, scope);
  // Of the colours hardly any are of one width only.
  if (!whole && !layouts.isRenewed) return;
  await changeTheme(page);
  await layouts.look(page, name, scope);
}

for (const [part, placesOf] of Object.entries(PLACES)) {
  test(`${part}: screens, panels and forms look right`, async ({ page, demo }, info) => {
    const layouts = layoutsOf(part, info);
    let isLoaded = false;
    const places = placesOf(demo.book);
    // Each is looked at in every third run.
    const due = layouts.isRenewed ? places : inTurn(places, 3, import.meta.url);
    for (const { name, address, open, scope } of due) {
      const looked = scope ?? (opensPanel(address) ? OVER : 'main');
      await page.setViewportSize(DESK);
      await page.emulateMedia({ colorScheme: 'light' });
      await (isLoaded ? goWithin(page, address) : page.goto(address));
      // What was opened by hand would lie over the next place. In turn each has a page of its own.
      isLoaded = !open && !whole && !layouts.isRenewed;
      // Of the screen: what shows while nobody knows yet who is signed in has a heading, too.
      await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toBeVisible();
      await open?.(page);
      await expect(page.locator(looked).first()).toBeVisible();
      await expect(page.locator('.skeleton-bar, [aria-busy=true]')).toHaveCount(0);
      await lookAt(page, layouts, name, looked);
    }
    layouts.renew();
  });
}

test.describe('signed out', () => {
  test.use({ storageState: SIGNED_OUT });

  test('the public page and the login look right', async ({ page }, info) => {
    const layouts = layoutsOf('signed out', info);
    // The public page takes its theme as it is loaded.
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto('/');
      for (const size of [DESK, PHONE]) {
        await page.setViewportSize(size);
        await layouts.look(page, 'the public page', 'body');
      }
    }
    await page.setViewportSize(DESK);
    await page.goto('/login');
    await expect(page.getByLabel('Username')).toBeVisible();
    await lookAt(page, layouts, '/login', 'body');
    layouts.renew();
  });

  test('a button that is moved, recoloured or gone is noticed', async ({ page }, info) => {
    const layouts = layoutsOf('signed out', info);
    await page.setViewportSize(DESK);
    await page.goto('/login');
    const button = page.getByRole('button', { name: 'Sign In', exact: true });
    await expect(button).toBeVisible();
    const noticed = () => layouts.differences(page, '/login', 'body');
    await expect.poll(noticed).toEqual([]);
    for (const [style, said] of Object.entries(DAMAGES)) {
      await button.evaluate((element, style) => {
        element.style.cssText = `transition: none; ${style}`;
      }, style);
      expect(await noticed(), style).toEqual([expect.stringMatching(said)]);
    }
  });
});

test.describe('the tour', () => {
  test.use({ storageState: SIGNED_OUT });

  const tour = (page: Page) => page.locator('.demo-tour');

  async function enter(page: Page, username: string): Promise<void> {
    await page.request.post('/api/auth/login', { data: { username, password: DEMO_PASSWORD } });
    await page.goto('/');
    await expect(tour(page)).toBeVisible();
  }

  test('the demo opens on a tour, which leads by the keyboard to the end and does not come back', async ({
    page,
  }) => {
    await enter(page, 'anitha');
    await expectGoodLooks(page, 'the first stop');
    await expect(tour(page).getByRole('button', { name: 'Next' })).toBeFocused();
    const places = [
      /\/$/,
      /\/customers\?customer=\d+/,
      /\/reminders/,
      /-insurance\?policy=\d+&tab=history/,
      /\/$/,
    ];
    for (const place of places) {
      const next = tour(page).getByRole('button', { name: 'Next' });
      await expect(next).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(place);
      if (/=/.test(page.url())) await expect(page.getByRole('dialog')).toBeVisible();
    }
    await tour(page).getByRole('button', { name: 'Finish' }).press('Enter');
    await expect(tour(page)).toHaveCount(0);
    await page.reload();
    await expect(page.locator('.metric-value').first()).toBeVisible();
    await expect(tour(page)).toHaveCount(0);
  });

  further('an analyst is led only where analysts may look', async ({ page }) => {
    // Who is quicker than the answer gets to the record all the same.
    const places = await hold(page, ofOperation('TourPlaces'));
    await enter(page, 'vivek');
    await expect(tour(page)).toContainText('1 of 2');
    await tour(page).getByRole('button', { name: 'Next' }).press('Enter');
    await expect(tour(page)).toContainText('2 of 2');
    places.release();
    await expect(page).toHaveURL(/\/customers\?customer=\d+/);
    await expect(tour(page).getByRole('button', { name: 'Finish' })).toBeVisible();
  });

  further(
    'Escape closes what lies over it first; whoever leaves goes on in the page',
    async ({ page }) => {
      await enter(page, 'shabana');
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog').getByRole('combobox');
      await expect(palette).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(palette).toHaveCount(0);
      await expect(tour(page)).toBeVisible();
      await tour(page).getByRole('button', { name: 'Leave the Tour' }).press('Enter');
      await expect(tour(page)).toHaveCount(0);
      await expect(page.getByRole('main')).toBeFocused();
    },
  );

  further('Escape leaves it, on a phone too', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await enter(page, 'rahul');
    await tour(page).getByRole('button', { name: 'Next' }).click();
    await expect(page).toHaveURL(/\/customers$/);
    await expectGoodLooks(page, 'a stop on a phone');
    const saved = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/preferences'));
    await page.keyboard.press('Escape');
    await expect(tour(page)).toHaveCount(0);
    await saved;
    await page.reload();
    await expect(page.getByRole('banner').getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tour(page)).toHaveCount(0);
  });
});
