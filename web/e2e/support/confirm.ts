import type { Page } from '@playwright/test';

/** Answers the question that is asked before something is deleted. */
export const confirmDelete = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click();

export const cancelDelete = (page: Page): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
