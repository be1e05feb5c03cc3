import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Page } from '@playwright/test';
import { changeTheme, expectAccessible, expectNoOverflow } from '../support/looks.js';
import { exhaustively, expect, SIGNED_OUT, test } from '../support/test.js';

test.use({ storageState: SIGNED_OUT });

const further = exhaustively(test, import.meta.url);

const SHARES = 6;

const web = join(import.meta.dirname, '../..');

test('the built client has no page of the shared parts', () => {
  const files = readdirSync(join(web, 'dist'), { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile() && /\.(html|js|css)$/.test(file.name));
  expect(texts.length).toBeGreaterThan(20);
  const withPage = texts.filter(({ parentPath, name }) =>
    /shared-parts|Shared parts/.test(readFileSync(join(parentPath, name), 'utf8')),
  );
  expect(withPage).toEqual([]);
  expect(files.filter(({ name }) => name === 'development')).toEqual([]);
});

test.describe('/ui, while the client is worked on', () => {
  let server: ChildProcess;
  let url: string;

  test.beforeAll(async () => {
    const vite = join(web, '../node_modules/vite/bin/vite.js');
    server = spawn(process.execPath, [vite, '--port', '0'], { cwd: web });
    for await (const line of createInterface({ input: server.stdout as NodeJS.ReadableStream })) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the address is coloured
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(line.replace(/\x1b\[\d+m/g, ''));
      if (!address) continue;
      url = `${address[0]}/ui`;
      break;
    }
  });
  test.afterAll(async () => {
    server.kill();
    await once(server, 'exit');
  });

  for (const [device, screen] of Object.entries({
    'a desktop': { viewport: { width: 1440, height: 900 }, colorScheme: 'light' as const },
    'a phone': {
      ...{ viewport: { width: 390, height: 844 }, hasTouch: true, colorScheme: 'dark' as const },
    },
  })) {
    test.describe(`on ${device}`, () => {
      test.use(screen);
      further('shows each part', async ({ page }) => {
        await page.goto(url);
        await expectEachPart(page);
        await expectNoOverflow(page);
        await expectAccessible(page, undefined, PAGE);
        await changeTheme(page);
        await expectAccessible(page, ['color-contrast'], PAGE);
      });
    });
  }

  // Each within the time of a test, also on a slow machine.
  for (let share = 0; share < SHARES; share += 1) {
    further(`opens what opens, ${share + 1} of ${SHARES}`, async ({ page }) => {
      await page.goto(url);
      await expectEachPart(page);
      await expectSomeOpen(page, share);
    });
  }
});

/** What is about to be replaced is dimmed. */
const PAGE = { include: 'html', exclude: '[aria-busy=true]' };
const FLOATING =
  '[role=dialog], [role=alertdialog], [role=menu], .bp6-popover, .toast, .selection-bar';

/** Something is to be seen of each state. */
async function expectEachPart(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'RecordForm' })).toBeVisible();
  const states = page.locator('[data-part] figure');
  expect(await states.count()).toBeGreaterThan(150);
  const empty = states.filter({ hasNot: page.locator(':scope > :not(figcaption)') });
  await expect(empty).toHaveCount(0);
}

/** What the buttons of a share open is accessible. */
async function expectSomeOpen(page: Page, share: number): Promise<void> {
  const buttons = page.locator('figure button[aria-haspopup]:not(.row-menu-button)');
  const floating = page.locator(FLOATING);
  const count = await buttons.count();
  expect(count).toBeGreaterThan(40);
  for (let nth = share; nth < count; nth += SHARES) {
    const button = buttons.nth(nth);
    const part = await button.evaluate((one) => {
      const state = one.closest('figure')?.querySelector('figcaption')?.textContent;
      return `${one.closest('[data-part]')?.getAttribute('data-part')}: ${state}`;
    });
    await test.step(part, async () => {
      await button.click();
      await expect(floating.first()).toBeVisible();
      await expectAccessible(page, undefined, { include: FLOATING });
      await close(page);
    });
  }
}

async function close(page: Page): Promise<void> {
  if (await page.getByRole('progressbar').isVisible()) {
    // A bulk change that never ends.
    await page.reload();
    return expectEachPart(page);
  }
  const dismiss = page.getByRole('button', { name: 'Dismiss' });
  await expect(async () => {
    if (await dismiss.isVisible()) await dismiss.click();
    else await page.keyboard.press('Escape');
    await expect(page.locator(FLOATING)).toHaveCount(0, { timeout: 1_500 });
  }).toPass();
}
