import { expect, type Page } from '@playwright/test';

/** A place where Tab stops, by its accessible name, and what is typed there. */
export type Stop = string | readonly [name: string, typed: string];

/** Each Tab leads to the next of these: nothing else has the focus in between. */
export async function tabThrough(page: Page, stops: readonly Stop[]): Promise<void> {
  for (const stop of stops) {
    const [name, typed] = typeof stop === 'string' ? [stop] : stop;
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveAccessibleName(new RegExp(`^${name}( required)?$`));
    if (typed) await page.keyboard.insertText(typed);
  }
}
