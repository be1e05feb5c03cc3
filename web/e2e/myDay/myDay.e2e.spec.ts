import { addDays } from '@insuremanager/contracts/rules/calendar';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Page } from '@playwright/test';
import { expectGoodLooks } from '../support/looks.js';
import { addCustomer } from '../support/people.js';
import { addPolicy } from '../support/policies.js';
import { dialog, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';
import { signInAs, test as withUsers } from '../support/users.js';

const further = exhaustively(test, import.meta.url);

const today = () => kolkataDay(new Date());
const list = (page: Page) => page.getByRole('list', { name: 'To do today' });
const panel = (page: Page) => page.locator('.drawer');

withUsers(
  'an agent begins with the day, and works through it by the keyboard',
  async ({ page, newUser }) => {
    const agent = await newUser('agent');
    await signInAs(page, agent);
    const { request } = page;
    const { name, id } = await addCustomer(request, { phone: '9847012345' });
    await addPolicy(request, 'health', id, {
      ...{ startDate: formatDay(addDays(today(), -362)), endDate: formatDay(addDays(today(), 2)) },
    });
    const task = { onRecord: 'customer', onId: id, dueOn: today() };
    for (const data of [
      { ...task, text: 'Send the forms', dueAt: '16:00' },
      { ...task, text: 'Ring the insurer', dueAt: '09:30' },
    ]) {
      expect((await request.post('/api/tasks', { data })).status()).toBe(201);
    }

    await page.goto('/');
    await expect(page).toHaveURL(/\/my-day$/);
    const item = (text: string) => list(page).getByRole('listitem', { name: text });
    await expect(item('Ring the insurer')).toBeVisible();
    await expectGoodLooks(page, 'the day of an agent');
    // All of an agency without owners is in it: of what is theirs the order is that of its worth.
    const own = await list(page).getByRole('listitem').filter({ hasText: name }).allInnerTexts();
    expect(own.map((text) => /Renewal|forms|insurer/.exec(text)?.[0])).toEqual([
      'Renewal',
      'insurer',
      'forms',
    ]);

    await item('Ring the insurer').focus();
    await page.keyboard.press('j');
    await expect(item('Send the forms')).toBeFocused();
    await page.keyboard.press('k');
    await expect(item('Ring the insurer')).toBeFocused();
    await page.keyboard.press('d');
    await expect(item('Ring the insurer')).toHaveCount(0);
    await expect(toastArea(page)).toContainText('Task Done');
    // The next one takes its place.
    await expect(item('Send the forms')).toBeFocused();
    await page.keyboard.press('s');
    await expect(item('Send the forms')).toHaveCount(0);
    await expect(toastArea(page)).toContainText(`Until ${formatDay(addDays(today(), 1))}`);

    await list(page).getByRole('listitem').filter({ hasText: name }).first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/health-insurance\?policy=\d+/);
    await page.goBack();
    await list(page).getByRole('listitem').filter({ hasText: name }).first().focus();
    await page.keyboard.press('d');
    await expect(list(page).getByRole('listitem').filter({ hasText: name })).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Add Task' })).toBeVisible();
    await expect(page.getByText('Send the forms')).toHaveCount(0);
  },
);

withUsers(
  'a renewal is written about by W, and what was done is taken back',
  async ({ page, newUser }) => {
    await signInAs(page, await newUser('agent'));
    const { request } = page;
    const { name, id } = await addCustomer(request, { phone: '9847012345' });
    const { policyNumber } = await addPolicy(request, 'health', id, {
      ...{ startDate: formatDay(addDays(today(), -362)), endDate: formatDay(addDays(today(), 2)) },
    });
    await page.goto('/my-day');
    const item = list(page).getByRole('listitem').filter({ hasText: name });
    const link = item.getByRole('link', { name: 'WhatsApp +91 98470 12345' });
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect(`${address.origin}${address.pathname}`).toBe('https://wa.me/919847012345');
    expect(address.searchParams.get('text')).toContain(`policy ${policyNumber} ends on`);

    // The chat is a page of its own; nothing of it is asked for here.
    await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }));
    await item.focus();
    const chat = page.waitForEvent('popup');
    await page.keyboard.press('w');
    expect((await chat).url()).toBe(address.href);
    await (await chat).close();
    // As behind a press on the link, it is asked what came of it.
    const talk = dialog(page, 'Contacted?');
    await expect(talk).toContainText(`${name}, ${policyNumber}`);
    await page.keyboard.press('Escape');
    await expect(talk).toHaveCount(0);

    const undo = toastArea(page).getByRole('button', { name: 'Undo' });
    await item.focus();
    await page.keyboard.press('d');
    await expect(item).toHaveCount(0);
    await expect(toastArea(page)).toContainText(`${policyNumber} is in Contacted.`);
    await undo.click();
    await expect(item).toBeVisible();
    await item.focus();
    await page.keyboard.press('s');
    await expect(item).toHaveCount(0);
    await expect(toastArea(page)).toContainText(`Put off until ${formatDay(addDays(today(), 1))}`);
    await undo.last().click();
    await expect(item).toBeVisible();
    await page.reload();
    await expect(item).toBeVisible();
  },
);

exhaustively(withUsers, import.meta.url)(
  'of a long day the first fifty are shown, and more when asked for',
  async ({ page, newUser }) => {
    await signInAs(page, await newUser('agent'));
    const { request } = page;
    const { id } = await addCustomer(request, {});
    await addPolicy(request, 'health', id, {
      ...{ startDate: formatDay(addDays(today(), -362)), endDate: formatDay(addDays(today(), 2)) },
    });
    for (let nth = 0; nth < 51; nth += 1) {
      const data = { text: `Ring ${nth}`, dueOn: today(), onRecord: 'customer', onId: id };
      expect((await request.post('/api/tasks', { data })).status()).toBe(201);
    }
    await page.goto('/my-day');
    const items = list(page).getByRole('listitem');
    await expect(items).toHaveCount(50);
    await expectGoodLooks(page, 'a long day');
    const all = Number((await page.getByText(/^\d+ to do/).innerText()).split(' ')[0]);
    expect(all).toBeGreaterThan(50);
    await page.getByRole('button', { name: 'Show More' }).click();
    await expect(items).toHaveCount(Math.min(all, 100));
  },
);

further('a record that there never was has no notes of its own', async ({ page }) => {
  await page.goto('/health-insurance?policy=999999999&tab=notes');
  await expect(panel(page).getByText('This policy is in no list now.')).toBeVisible();
  await expect(panel(page).getByText('No notes')).toHaveCount(0);
});

test('a note that names a day becomes a task by Enter', async ({ page, request }) => {
  const { id } = await addCustomer(request, {});
  await page.goto(`/customers?customer=${id}&tab=notes`);
  const note = panel(page).getByRole('textbox', { name: 'Note' });
  await note.fill('Rang 4 pm, call back tomorrow 11 am');
  const tomorrow = formatDay(addDays(today(), 1));
  await expect(panel(page).getByText(`Enter: to do on ${tomorrow} at 11:00`)).toBeVisible();
  await expectGoodLooks(page, 'a note with a day');
  await note.press('Enter');
  await expect(panel(page).getByRole('link', { name: /Rang 4 pm/ })).toBeVisible();
  await expect(panel(page).getByText(`Due ${tomorrow} at 11:00`)).toBeVisible();

  // Escape takes the proposal back, and leaves a note.
  await note.fill('Pays on Friday as always');
  await expect(panel(page).getByText(/Enter: to do on/)).toBeVisible();
  await note.press('Escape');
  await expect(panel(page).getByText(/Enter: to do on/)).toHaveCount(0);
  await note.press('Enter');
  const notes = panel(page).getByRole('listitem');
  await expect(notes).toHaveCount(2);
  await expect(notes.filter({ hasText: 'Pays on Friday' }).getByText('Open')).toHaveCount(0);

  await panel(page).getByRole('button', { name: 'Done' }).click();
  await expect(toastArea(page)).toContainText('Task Done');
  await panel(page).getByRole('tab', { name: 'History' }).click();
  await expect(panel(page).getByText('Note: Pays on Friday as always')).toBeVisible();
});

test('a task is added, changed, done, looked back on and deleted', async ({ page }) => {
  const text = `Order stamps ${Date.now()}`;
  await page.goto('/tasks');
  await page.getByRole('main').getByRole('button', { name: 'Add Task' }).first().click();
  const form = dialog(page, 'Add Task');
  await form.getByLabel('Text').fill(text);
  await form.getByLabel('Hour').fill('4 pm');
  await form.getByLabel('Repeats').selectOption('weekly');
  await page.keyboard.press('Control+Enter');
  await expect(toastArea(page)).toContainText('Task Created');
  await page.getByRole('row', { name: new RegExp(text) }).click();
  await expect(panel(page).getByText(`Due ${formatDay(today())} at 16:00`)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Done', exact: true }).click();
  const next = formatDay(addDays(today(), 7));
  await expect(toastArea(page)).toContainText(`Due again on ${next}`);
  await expect(panel(page).getByText(`Due ${next} at 16:00`)).toBeVisible();
  await panel(page).getByRole('tab', { name: 'History' }).click();
  await expect(panel(page).getByText(`Done; due again on ${next}`)).toBeVisible();
  await expectGoodLooks(page, 'the history of a task');
});
