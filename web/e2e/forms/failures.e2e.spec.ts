import { addDialog, field, fillIn, save } from '../support/customerForm.js';
import { chooseFiles, uploadDialog, uploadItem } from '../support/documents.js';
import { pdfFile } from '../support/files.js';
import { cutOff, intercept, LOST_CONNECTIONS, ofOperation, toPath } from '../support/network.js';
import { addCustomer, findCustomers, newPerson, newWord } from '../support/people.js';
import { addPolicy, fillPolicy, policyDialog, policyField, SCREENS } from '../support/policies.js';
import { expectToast, toastArea } from '../support/screens.js';
import { exhaustively, expect, test } from '../support/test.js';

const further = exhaustively(test, import.meta.url);

test.use({ expectedErrors: new RegExp(`${LOST_CONNECTIONS.source}|status of 409`) });

further(
  'a refusal that stands at its field is not repeated by a notification',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const taken = await addPolicy(request, 'health', customer.id);
    await page.goto(`${SCREENS.health}?add=1&customerId=${customer.id}`);
    const form = policyDialog(page, 'Add', 'health');
    await expect(policyField(form, 'Customer')).toHaveValue(customer.name);
    await fillPolicy(form, {
      'Policy number': taken.policyNumber,
      'Insurance company': 'Star Health',
    });
    await form.getByRole('button', { name: 'Add Health Policy' }).click();
    const number = policyField(form, 'Policy number');
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await expect(number).toBeFocused();
    await expect(toastArea(page).locator('strong')).toHaveCount(0);
    // What the server refused stays while other fields change, and goes with its own.
    await policyField(form, 'Premium amount').fill('100');
    await expect(number).toHaveAttribute('aria-invalid', 'true');
    await number.fill(`P/${newWord()}`);
    await expect(number).toHaveAttribute('aria-invalid', 'false');
  },
);

test('offline is called offline; what was typed stays, and is saved once when online again', async ({
  page,
  context,
  request,
}) => {
  const { name, phone } = newPerson();
  await page.goto('/customers?add=1');
  const form = addDialog(page);
  await fillIn(form, { name, phone });
  const commandIds = new Set<string>();
  page.on('request', (sent) => {
    if (ofOperation('CreateCustomer')(sent))
      commandIds.add(sent.postDataJSON().variables.commandId);
  });
  await context.setOffline(true);
  await save(form).click();
  await expect(form.getByRole('alert')).toHaveText(
    'You are offline. What you typed is still here.',
  );
  await expect(toastArea(page).locator('strong')).toHaveCount(0);
  await expect(field(form, 'name')).toHaveValue(name);
  await context.setOffline(false);
  await expect(form.getByRole('alert'), 'it goes with its cause').toBeHidden();
  await save(form).click();
  await expectToast(page, 'Customer Created', `${name} has been added.`);
  expect(commandIds.size, 'both attempts are one command').toBe(1);
  expect(await findCustomers(request, name)).toHaveLength(1);
});

further('a server that cannot be reached is called that', async ({ page }) => {
  const { name, phone } = newPerson();
  await page.goto('/customers?add=1');
  const form = addDialog(page);
  await fillIn(form, { name, phone });
  await cutOff(page, ofOperation('CreateCustomer'));
  await save(form).click();
  await expectToast(page, 'Error', 'Failed to save customer. Please try again.');
  await expect(form.getByRole('alert')).toHaveText(
    'The server cannot be reached. What you typed is still here.',
  );
});

further(
  'an upload that failed in part says what was stored and what was not',
  async ({ page, request }) => {
    const customer = await addCustomer(request);
    const names = [`${newWord()}.pdf`, `${newWord()}.pdf`] as const;
    await page.goto(`/customers?customer=${customer.id}&tab=documents&upload=1`);
    const form = uploadDialog(page);
    await chooseFiles(
      page,
      names.map((name) => pdfFile(name)),
    );
    const isUpload = toPath('/api/documents/upload');
    const broken = await intercept(page, isUpload, async (route) => {
      const isCut = route.request().postDataBuffer()?.includes(names[1]) ?? false;
      await (isCut ? route.abort('connectionfailed') : route.fallback());
    });
    await form.getByRole('button', { name: 'Upload 2 Files' }).click();
    await expectToast(
      page,
      'Upload Failed',
      `Stored: ${names[0]}. Not stored: ${names[1]}. Please try again.`,
    );
    await expect(uploadItem(page, names[0])).toContainText('Uploaded');
    await broken.stop();
    await page.getByRole('button', { name: `Retry ${names[1]}` }).click();
    await expectToast(page, 'Document Uploaded', `${names[1]} has been stored.`);
  },
);
