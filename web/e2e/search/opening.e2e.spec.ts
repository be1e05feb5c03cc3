import { hold, toPath } from '../support/network.js';
import { newMobile, newWord } from '../support/people.js';
import { dialog, openList } from '../support/screens.js';
import { globalBox, openSearch, searchDialog, searchField } from '../support/search.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

const PLACEHOLDER = 'Search customers, policies, documents...';

further('the dialog opens when the box is focused', async ({ page }) => {
  await page.goto('/settings');
  await expect(globalBox(page)).toHaveAttribute('placeholder', PLACEHOLDER);
  await globalBox(page).focus();
  await expect(searchDialog(page).getByRole('heading', { name: 'Global Search' })).toBeVisible();
  await expect(searchField(page)).toBeFocused();
  await expect(searchField(page)).toHaveAttribute('placeholder', PLACEHOLDER);
  await expect(searchDialog(page).getByRole('status')).toHaveText('Type at least 3 characters');
  await page.keyboard.press('Escape');
  await expect(searchDialog(page)).toBeHidden();
});

further('a click opens it, also the second time, and what was typed is gone', async ({ page }) => {
  await page.goto('/settings');
  for (const word of [newWord(), newWord()]) {
    await globalBox(page).click();
    await expect(searchField(page)).toHaveValue('');
    await page.keyboard.type(word);
    await expect(searchField(page)).toHaveValue(word);
    await page.keyboard.press('Escape');
    await expect(searchDialog(page)).toBeHidden();
    await expect(globalBox(page)).toHaveValue('');
  }
});

test('Ctrl+K and Cmd+K open it, and Esc gives the focus back', async ({ page }) => {
  await page.goto('/settings');
  const theme = page.getByRole('button', { name: /^Switch to/ });
  for (const keys of ['Control+k', 'Meta+k', 'Control+Shift+K']) {
    await theme.focus();
    await page.keyboard.press(keys);
    await expect(searchField(page)).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(searchDialog(page)).toBeHidden();
    await expect(theme).toBeFocused();
  }
});

further(
  'Tab goes past the box; typing in it opens the dialog and loses no letter',
  async ({ page }) => {
    await page.goto('/settings');
    const sidebarToggle = page.getByRole('button', { name: 'Toggle sidebar' });
    await sidebarToggle.focus();
    await page.keyboard.press('Tab');
    await expect(globalBox(page)).toBeFocused();
    await expect(searchDialog(page)).toBeHidden();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: /^Switch to/ })).toBeFocused();
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.type('lakshmi');
    await expect(searchField(page)).toHaveValue('lakshmi');
    await expect(searchField(page)).toBeFocused();
    await page.keyboard.press('Escape');
    // Back in the box, Enter or an arrow opens it again.
    await expect(searchDialog(page)).toBeHidden();
  },
);

further('on a phone an icon opens it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/settings');
  await expect(globalBox(page)).toBeHidden();
  const icon = page.getByRole('banner').getByRole('button', { name: 'Search', exact: true });
  await icon.click();
  await expect(searchField(page)).toBeFocused();
  await searchDialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(searchDialog(page)).toBeHidden();
  await expect(icon).toBeFocused();
});

further(
  'over a form that is not saved it opens too, and the form is still there after',
  async ({ page }) => {
    await openList(page);
    await page.goto('/customers?add=1');
    const form = dialog(page, 'Add Customer');
    await form.getByLabel('Phone').fill(newMobile());
    await openSearch(page);
    await page.keyboard.press('Escape');
    await expect(searchDialog(page)).toBeHidden();
    await expect(form.getByLabel('Phone')).toHaveValue(/^9/);
    await expect(form.getByLabel('Phone')).toBeFocused();
  },
);

further(
  'over a form it takes every letter, also when one types without looking',
  async ({ page }) => {
    await page.goto('/customers?add=1');
    const name = dialog(page, 'Add Customer').getByLabel('Name');
    await name.fill('Not saved');
    // The first time it has to come over the network before it opens.
    await openSearch(page);
    for (const word of [newWord(), newWord(), newWord()]) {
      await page.keyboard.press('Escape');
      await expect(searchDialog(page)).toBeHidden();
      await expect(name).toBeFocused();
      await page.keyboard.press('Control+k');
      await page.keyboard.type(word);
      await expect(searchField(page)).toHaveValue(word);
      await expect(searchField(page)).toBeFocused();
    }
    await expect(name).toHaveValue('Not saved');
  },
);

further(
  'over a slow network every key typed after the shortcut arrives, and none elsewhere',
  async ({ page }) => {
    // The code of the results is on its way for as long as this lasts.
    const code = await hold(page, (request) => /SearchResults/.test(request.url()));
    await page.goto('/customers?add=1');
    const name = dialog(page, 'Add Customer').getByLabel('Name');
    await expect(name).toBeFocused();
    const word = newWord();
    await page.keyboard.press('Control+k');
    await page.keyboard.type(word);
    await expect(searchField(page)).toHaveValue(word);
    await expect(name).toHaveValue('');
    code.release();
    await expect(searchDialog(page).getByRole('status')).toHaveText(
      `No results found for "${word}"`,
    );
  },
);

further('what is typed before there is a screen at all is searched for, too', async ({ page }) => {
  await page.goto('/customers');
  await expect(page.getByRole('banner')).toBeVisible();
  const code = await hold(page, (request) => /shell-.*\.js/.test(request.url()));
  const begun = page.waitForRequest(toPath('/api/auth/me'));
  await page.goto('/customers', { waitUntil: 'commit' });
  await begun;
  const word = newWord();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(word);
  code.release();
  await expect(searchField(page)).toHaveValue(word);
  await expect(searchField(page)).toBeFocused();
});
