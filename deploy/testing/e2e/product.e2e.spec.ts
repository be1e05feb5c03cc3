import { expect, test } from '@playwright/test';
import { signIn } from './signIn.js';

test('the product answers, and lets its first user in', async ({ page, request }) => {
  expect((await request.get('/health/live')).status()).toBe(200);
  await signIn(page);
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);
});
