import type { Page } from '@playwright/test';
import { choose } from './screens.js';

/** Answers the question that is asked before something is deleted. */
export const confirmDelete = (page: Page): Promise<void> =>
  choose(page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }));

export const cancelDelete = (page: Page): Promise<void> =>
  choose(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
