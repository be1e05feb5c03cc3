import type { RenewalColumn } from '@insuremanager/contracts/renewals/renewalKinds';
import type { Locator, Page } from '@playwright/test';
import { choose } from './screens.js';
import { expect } from './test.js';

/** The board with the cards of one insurer only. */
export async function openBoard(page: Page, insurer: string, more = ''): Promise<void> {
  await page.goto(`/reminders?view=board&insurer=${insurer}${more}`);
  await expect(page.getByRole('region', { name: 'Renewal board' })).toBeVisible();
}

export const column = (page: Page, name: RenewalColumn): Locator =>
  page.locator(`.renewal-column[data-column='${name}']`);

export const card = (page: Page, policyNumber: string): Locator =>
  page.locator('.renewal-card').and(page.getByRole('group', { name: policyNumber }));

export const cardIn = (page: Page, name: RenewalColumn, policyNumber: string): Locator =>
  column(page, name).getByRole('group', { name: policyNumber });

/** What the head of a column says: how many, and their premium. */
export const expectTotals = (page: Page, name: RenewalColumn, count: string, premium: string) =>
  expect(column(page, name).getByRole('heading').locator('..')).toHaveText(
    new RegExp(`${count}${premium.replace('.', '\\.')}$`),
  );

/** Drags a card into a column, as far as `release` lets go of it. */
export async function dragTo(
  page: Page,
  policyNumber: string,
  to: RenewalColumn,
  { release = true } = {},
): Promise<void> {
  const from = await card(page, policyNumber).boundingBox();
  const target = await column(page, to).boundingBox();
  if (!from || !target) throw new Error('Nothing to drag, or nowhere to drag it');
  // On the line of the insurer, where no link is.
  const y = from.y + from.height / 2;
  await page.mouse.move(from.x + 20, y);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width / 2, y + 20, { steps: 8 });
  await expect(column(page, to)).toHaveAttribute('data-target', 'true');
  await expect(card(page, policyNumber)).toHaveAttribute('data-dragged', 'true');
  if (release) await page.mouse.up();
}

export async function chooseInCard(page: Page, policyNumber: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${policyNumber}` }).click();
  const menu = page.getByRole('menu', { name: `Actions for ${policyNumber}` });
  await choose(menu.getByRole('menuitem', { name: item, exact: true }));
}
