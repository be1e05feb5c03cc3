import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import { expect, test } from './test.js';

/** Half of what `axe.source` is, to be sent to each page and parsed there. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * What is wider than the page, and each dialog, drawer or menu that is wider than itself; and the page
 * where it is longer than the window: of the application only parts scroll.
 */
export const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
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
    const { scrollHeight, clientHeight } = document.documentElement;
    const scrollsAway = document.querySelector('.shell') && scrollHeight > clientHeight + 1;
    return [...[...scrolling, ...outside].map(nameOf), ...(scrollsAway ? ['the whole page'] : [])];
  });

export const expectNoOverflow = async (page: Page): Promise<void> =>
  expect.soft(await tooWide(page)).toEqual([]);

/** It is light or dark, and all that moves has come to rest. */
const settled = (page: Page, isDark: boolean) =>
  page.waitForFunction(
    (isDark) =>
      document.documentElement.classList.contains('bp6-dark') === isDark &&
      // What was inherited in a transition may begin another.
      document.getAnimations().every((one) => one.playState !== 'running'),
    isDark,
  );

/**
 * `within`: what of the page is looked at; without it the whole page. A spec whose exhaustive tests
 * are left out looks at what lies over the page alone, where something does, as the page below is
 * looked at by itself in `looks/screens`; and at the first rows of a list, which the others are like.
 */
export async function expectAccessible(
  page: Page,
  rules?: string[],
  within?: axe.SerialContextObject,
): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const isWhole = isExhaustive(test.info().file);
  const found = await page.evaluate(
    async ([within, rules, isWhole]) => {
      const all = (selector: string) =>
        [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
      const over = all('[role=dialog], [role=alertdialog], [role=menu]').at(-1);
      const page = isWhole ? ['html'] : over ? [over, ...all('.toast')] : ['html'];
      const alike = isWhole ? [] : all('main [role=row][data-row]').slice(6);
      const looked = { include: page, exclude: alike } as axe.ContextObject;
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(
        within ?? looked,
        {
          resultTypes: ['violations'],
          // Style sheets and media are read anew for a rule about sounds alone, of which there are none.
          preload: false,
          ...(rules && { runOnly: rules }),
        },
      );
      return violations.map(({ id, nodes }) => ({
        id,
        nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} ${failureSummary}`),
      }));
    },
    [within, rules, isWhole] as const,
  );
  expect.soft(found).toEqual([]);
}

/** Shows the other theme, until all of it is there. */
export async function changeTheme(page: Page): Promise<void> {
  const isDark = await page.locator('html.bp6-dark').isVisible();
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await settled(page, !isDark);
}

/**
 * What is on the screen now fits its width and is accessible, in light and in dark. Of the other
 * theme only the colours differ; the page stays in it, since each change paints all of it anew. A
 * spec whose exhaustive tests are left out looks at the theme that is there, but where it says
 * `inBoth`: every screen is looked at in both by `looks/screens`.
 * `within`: what of the page is to be accessible.
 */
export const expectGoodLooks = (
  page: Page,
  what: string,
  within?: axe.SerialContextObject,
  inBoth = isExhaustive(test.info().file),
): Promise<void> =>
  test.step(what, async () => {
    const isDark = await page.locator('html.bp6-dark').isVisible();
    await settled(page, isDark);
    await expectNoOverflow(page);
    await expectAccessible(page, undefined, within);
    if (!inBoth) return;
    await changeTheme(page);
    await expectAccessible(page, ['color-contrast'], within);
  });
