import type { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { pdfFile, type TestFile } from './files.js';
import { dialog } from './screens.js';
import { expect } from './test.js';

interface Upload {
  file?: TestFile;
  documentType?: DocumentView['documentType'];
  policyType?: string;
  policyId?: number;
}

export async function addDocument(
  api: APIRequestContext,
  customerId: number,
  { file = pdfFile('Sample.pdf'), documentType = 'kyc', ...policy }: Upload = {},
): Promise<DocumentView> {
  const multipart = { customerId, documentType, ...policy, file };
  const answer = await api.post('/api/documents/upload', { multipart });
  expect(answer.status(), await answer.text()).toBe(201);
  return answer.json();
}

export async function findDocuments(
  api: APIRequestContext,
  params: Record<string, string | number>,
): Promise<DocumentView[]> {
  const answer = await api.get('/api/documents', { params });
  expect(answer.status()).toBe(200);
  return answer.json();
}

export const documentGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Documents' });

export const documentRow = (page: Page, fileName: string): Locator =>
  documentGrid(page).getByRole('row', { name: fileName, exact: true });

/** The list, narrowed to what one word finds. */
export async function openDocuments(page: Page, search = ''): Promise<void> {
  await page.goto(`/documents${search && `?q=${encodeURIComponent(search)}`}`);
  await expect(page.getByRole('searchbox', { name: 'Search documents' })).toHaveValue(search);
}

export const uploadDialog = (page: Page): Locator => dialog(page, 'Upload Document');

/** Chooses files as somebody does who presses the button for it. */
export async function chooseFiles(page: Page, files: TestFile[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await uploadDialog(page).getByRole('button', { name: 'Choose files' }).click();
  await (await choosing).setFiles(files);
}

/** A file among those to upload, by its name. */
export const uploadItem = (page: Page, fileName: string): Locator =>
  uploadDialog(page)
    .getByRole('list', { name: 'Files to upload' })
    .getByRole('listitem')
    .filter({ hasText: fileName });

export async function pickPolicyholder(page: Page, name: string): Promise<void> {
  const field = uploadDialog(page).getByLabel(/^Customer/);
  await field.fill(name);
  await page.getByRole('option', { name }).click();
  await expect(field).toHaveValue(name);
}

/** Holds files over the window, or lets them go there. */
export async function dragFiles(
  page: Page,
  event: 'dragenter' | 'dragover' | 'dragleave' | 'drop',
  files: TestFile[],
): Promise<void> {
  const held = files.map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    content: buffer.toString('base64'),
  }));
  await page.evaluate(
    ([event, held]) => {
      const dataTransfer = new DataTransfer();
      for (const { name, mimeType, content } of held) {
        const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
        dataTransfer.items.add(new File([bytes], name, { type: mimeType }));
      }
      const init = { dataTransfer, bubbles: true, cancelable: true };
      document.querySelector('main')?.dispatchEvent(new DragEvent(event, init));
    },
    [event, held] as const,
  );
}
