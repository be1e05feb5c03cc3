import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './test.js';

/** Nothing on the page is wider than the page, and no dialog, drawer or menu than itself. */
async function expectNoOverflow(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const nameOf = (element: Element) => `${element.tagName}.${element.className}`;
    const scrolling = [
      document.documentElement,
      ...document.querySelectorAll(
        'main, main > *, .record-table, [role=dialog], [role=dialog] > *, .bp6-popover, form',
      ),
    ].filter((element) => element.scrollWidth > element.clientWidth + 1);
    const outside = [
      ...document.querySelectorAll('button, input, select, textarea, h1, h2, [role=menuitem]'),
    ].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && (box.left < -1 || box.right > width + 1);
    });
    return [...scrolling, ...outside].map(nameOf);
  });
  expect.soft(tooWide).toEqual([]);
}

/** It is light or dark, and all that moves has come to rest. */
const settled = (page: Page, isDark: boolean) =>
  page.waitForFunction(
    (isDark) =>
      document.documentElement.classList.contains('bp6-dark') === isDark &&
      // What was inherited in a transition may begin another.
      document.getAnimations().every((one) => one.playState !== 'running'),
    isDark,
  );

async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const found = violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`),
  }));
  expect.soft(found).toEqual([]);
}

/**
 * What is on the screen now fits its width and is accessible, in light and in dark. Of the other
 * theme only the colours differ; the page stays in it, since each change paints all of it anew.
 */
export const expectGoodLooks = (page: Page, what: string): Promise<void> =>
  test.step(what, async () => {
    const isDark = await page.locator('html.bp6-dark').isVisible();
    await settled(page, isDark);
    await expectNoOverflow(page);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
    await settled(page, !isDark);
    await expectAccessible(page, ['color-contrast']);
  });
