import type { Page } from '@playwright/test';
import { expect, SIGNED_OUT, test } from '../support/test.js';

test.use({ storageState: SIGNED_OUT });

interface Part {
  path: string;
  /** Over the wire, with headers. */
  bytes: number;
}

/** All that a page asks for until it asks for no more. */
async function partsOf(page: Page, path: string): Promise<Part[]> {
  await page.goto(path, { waitUntil: 'networkidle' });
  return page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize }),
    ),
  );
}

const scriptsOf = (parts: Part[]) => parts.filter(({ path }) => path.endsWith('.js'));
const sum = (parts: Part[]) => parts.reduce((total, { bytes }) => total + bytes, 0);

/** The scripts that the signed-in client begins with, which no other page shares. */
async function clientScripts(page: Page, shared: Part[]): Promise<string[]> {
  const all = scriptsOf(await partsOf(page, '/customers')).map(({ path }) => path);
  const common = shared.map(({ path }) => path);
  return all.filter((path) => !common.includes(path));
}

test('a visitor loads next to no script, and nothing of the client', async ({ page }) => {
  const parts = await partsOf(page, '/');
  expect(scriptsOf(parts).map(({ path }) => path)).toEqual(['/theme.js']);
  expect(sum(scriptsOf(parts))).toBeLessThan(2_000);
  expect(sum(parts)).toBeLessThan(100_000);
});

test('who signs in loads no more than the form needs', async ({ page, signedIn, context }) => {
  const login = scriptsOf(await partsOf(page, '/login'));
  expect(login.length).toBeGreaterThan(1);
  expect(sum(login)).toBeLessThan(100_000);

  await context.addCookies(signedIn.cookies);
  const own = await clientScripts(page, login);
  expect(own.some((path) => path.includes('SignedInApp'))).toBe(true);
  await context.clearCookies();
  for (const path of ['/', '/login']) {
    const loaded = (await partsOf(page, path)).map((part) => part.path);
    expect(loaded.filter((path) => own.includes(path))).toEqual([]);
  }
});

test('nothing moves while the page loads', async ({ page }) => {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { shifts: [] as number[] });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        seen.shifts.push((entry as PerformanceEntry & { value: number }).value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/', '/login']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual(
      [],
    );
  }
});
