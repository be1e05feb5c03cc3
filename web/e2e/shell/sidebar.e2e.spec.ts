import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Page } from '@playwright/test';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);
const whole = isExhaustive(import.meta.url);
/** Of the links, in each run. */
const FOLLOWED = ['Health Insurance', 'Privacy', 'Dashboard'];

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });
const toggle = (page: Page) => page.getByRole('button', { name: 'Toggle sidebar' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Menu' });

/** In CSS pixels: 16rem, 3rem and 18rem. */
const EXPANDED = '256px';
const COLLAPSED = '48px';
const SHEET = '288px';

further('it names the brand, and marks the screen one is on', async ({ page }) => {
  await page.goto('/customers');
  await expect(sidebar(page)).toHaveCSS('width', EXPANDED);
  await expect(sidebar(page)).toContainText('InsureManager');
  await expect(sidebar(page)).toContainText('Pro Edition');
  const customers = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
    name: 'Customers',
  });
  await expect(customers).toHaveAttribute('aria-current', 'page');
  await page.goto('/settings');
  await expect(customers).not.toHaveAttribute('aria-current');
  await customers.click();
  await expect(page).toHaveURL('/customers');
  await expect(customers).toHaveAttribute('aria-current', 'page');
});

test('its groups lead to every screen, and both addresses of the dashboard mark it', async ({
  page,
}) => {
  await page.goto('/dashboard');
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link')).toHaveText([
    'Dashboard',
    'My Day',
    'Customers',
    'Health Insurance',
    'Vehicle Insurance',
    'Documents',
    'Quotations',
    'Leads',
    'Claims',
    'Tasks',
    'Premiums',
    'Reminders',
    'Reports',
    'Commission',
    'Import',
    'Audit',
    'Privacy',
  ]);
  await expect(nav.getByRole('heading')).toHaveText(['Insurance Types', 'Business Tools']);
  const current = nav.locator('[aria-current=page]');
  await expect(current).toHaveText('Dashboard');
  for (const [label, path] of [
    ['Health Insurance', '/health-insurance'],
    ['Vehicle Insurance', '/vehicle-insurance'],
    ['Documents', '/documents'],
    ['Quotations', '/quotations'],
    ['Leads', '/leads'],
    ['Claims', '/claims'],
    ['Tasks', '/tasks'],
    ['My Day', '/my-day'],
    ['Reminders', '/reminders'],
    ['Reports', '/reports'],
    ['Commission', '/commission'],
    ['Import', '/import'],
    ['Audit', '/audit'],
    ['Privacy', '/privacy'],
    ['Customers', '/customers'],
    ['Dashboard', '/'],
  ] as const) {
    const link = nav.getByRole('link', { name: label });
    await expect(link).toHaveAttribute('href', path);
    if (!whole && !FOLLOWED.includes(label)) continue;
    await link.click();
    await expect(page).toHaveURL(path);
    await expect(current).toHaveText(label);
  }
});

further('it collapses to icons that say at once what they are', async ({ page }) => {
  await page.goto('/customers');
  await toggle(page).click();
  await expect(sidebar(page)).toHaveCSS('width', COLLAPSED);
  await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
  await expect(sidebar(page).getByText('Customers')).toBeHidden();
  await sidebar(page).getByRole('link', { name: 'Customers' }).hover();
  await expect(page.locator('.bp6-tooltip').getByText('Customers')).toBeVisible();
  await toggle(page).click();
  await expect(sidebar(page)).toHaveCSS('width', EXPANDED);
  await expect(sidebar(page).getByText('Customers')).toBeVisible();
});

further('Ctrl+B and Cmd+B toggle it, also while one types', async ({ page }) => {
  await page.goto('/customers');
  await page.getByRole('searchbox', { name: 'Search customers' }).focus();
  await page.keyboard.press('Control+b');
  await expect(sidebar(page)).toHaveCSS('width', COLLAPSED);
  await page.keyboard.press('Meta+b');
  await expect(sidebar(page)).toHaveCSS('width', EXPANDED);
});

further(
  'a cookie keeps its state for seven days, and a reload restores it',
  async ({ page, context }) => {
    await page.goto('/customers');
    await expect(sidebar(page)).toHaveCSS('width', EXPANDED);
    await page.keyboard.press('Control+b');
    await expect(sidebar(page)).toHaveCSS('width', COLLAPSED);
    const cookies = await context.cookies();
    const state = cookies.find(({ name }) => name === 'sidebar_state');
    expect(state?.value).toBe('collapsed');
    const daysLeft = ((state?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(daysLeft).toBeCloseTo(7, 2);
    await page.reload();
    await expect(sidebar(page)).toHaveCSS('width', COLLAPSED);
  },
);

test('below 768 px it is a sheet over the page', async ({ page }) => {
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/settings');
  await expect(sidebar(page)).toBeVisible();
  await page.setViewportSize({ width: 767, height: 800 });
  await expect(sidebar(page)).toBeHidden();

  await toggle(page).click();
  await expect(sheet(page)).toContainText('Pro Edition');
  await expect(page.locator('.sidebar-sheet')).toHaveCSS('width', SHEET);
  // Keys reach the sheet a moment after it is seen.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(sheet(page)).toBeHidden({ timeout: 1_000 });
  }).toPass();

  await page.keyboard.press('Control+b');
  await sheet(page).getByRole('link', { name: 'Customers' }).click();
  await expect(page).toHaveURL('/customers');
  await expect(sheet(page)).toBeHidden();
});
