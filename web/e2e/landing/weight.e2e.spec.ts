import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/looks.js';
import { exhaustively, expect, SIGNED_OUT, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ storageState: SIGNED_OUT });

interface Part {
  path: string;
  /** Over the wire, with headers. */
  bytes: number;
}

/** All that a page asks for until it asks for no more. */
async function partsOf(page: Page, path: string): Promise<Part[]> {
  await page.goto(path, { waitUntil: 'networkidle' });
  return partsSoFar(page);
}

const partsSoFar = (page: Page): Promise<Part[]> =>
  page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize }),
    ),
  );

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

test('a list comes with what its first rows need, and asks for nothing twice', async ({
  page,
  context,
  signedIn,
}) => {
  await context.addCookies(signedIn.cookies);
  // Each list as the first one that somebody opens.
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== '/graphql') return;
    const { operationName, variables } = request.postDataJSON();
    asked.push(`${operationName} ${JSON.stringify(variables)}`);
  });
  for (const path of [
    '/customers',
    '/health-insurance',
    '/vehicle-insurance',
    '/documents',
    '/quotations',
    '/claims',
    '/tasks',
    '/my-day',
    '/reminders',
  ]) {
    asked.length = 0;
    const parts = await partsOf(page, path);
    expect.soft(sum(scriptsOf(parts)), path).toBeLessThan(262_500);
    expect.soft(asked.length, path).toBeGreaterThan(0);
    expect
      .soft(
        asked.filter((one, at) => asked.indexOf(one) !== at),
        path,
      )
      .toEqual([]);
  }
});

test.describe('where nobody saves data', () => {
  test.use({ fetchesAhead: true });

  further('who signs in loads no more than the form needs', async ({ page, signedIn, context }) => {
    const login = scriptsOf(await partsOf(page, '/login'));
    expect(login.length).toBeGreaterThan(1);
    expect(sum(login)).toBeLessThan(100_000);

    await context.addCookies(signedIn.cookies);
    const own = await clientScripts(page, login);
    expect(own.some((path) => path.includes('/shell-'))).toBe(true);
    await context.clearCookies();
    for (const path of ['/', '/login']) {
      const loaded = (await partsOf(page, path)).map((part) => part.path);
      expect(loaded.filter((path) => own.includes(path))).toEqual([]);
    }
  });

  further('what a list may open comes while it is idle', async ({ page, context, signedIn }) => {
    await context.addCookies(signedIn.cookies);
    await page.goto('/customers');
    const paths = async () => (await partsSoFar(page)).map(({ path }) => path);
    await expect.poll(paths).toContainEqual(expect.stringContaining('/CustomerDrawer-'));
  });
});

further(
  'who saves data gets what a list may open once it is opened',
  async ({ page, context, signedIn }) => {
    await context.addCookies(signedIn.cookies);
    const parts = await partsOf(page, '/customers');
    expect(parts.filter(({ path }) => path.includes('/CustomerDrawer-'))).toEqual([]);
  },
);

further('the sign of the rupee needs no large font', async ({ page, context, signedIn }) => {
  await context.addCookies(signedIn.cookies);
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible();
  await page.evaluate(() => {
    document.body.append('₹');
  });
  const fonts = async () =>
    (await partsSoFar(page)).map(({ path }) => path).filter((path) => path.endsWith('.woff2'));
  await expect.poll(fonts).toContainEqual(expect.stringContaining('/rupee-'));
  expect((await fonts()).filter((path) => path.includes('latin-ext'))).toEqual([]);
});

further(
  'until its code has come, the client shows that it loads',
  async ({ page, context, signedIn }) => {
    await context.addCookies(signedIn.cookies);
    await page.route('**/assets/shell-*.js', () => {});
    await page.goto('/customers', { waitUntil: 'commit' });
    await expect(page.getByRole('main').getByRole('status', { name: 'Loading' })).toBeVisible();
    await expectAccessible(page);
  },
);

test.describe('without the code of the client', () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('what does not come is said, and can be loaded again', async ({
    page,
    context,
    signedIn,
  }) => {
    await context.addCookies(signedIn.cookies);
    await page.route('**/assets/shell-*.js', (route) => route.abort());
    await page.goto('/customers');
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded');
    await page.unroute('**/assets/shell-*.js');
    await page.getByRole('button', { name: 'Load again' }).click();
    await expect(page.getByRole('heading', { name: 'Customer Management' })).toBeVisible();
  });
});

further('nothing moves while the page loads', async ({ page }) => {
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
