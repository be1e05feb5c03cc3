import { expect, test } from '@playwright/test';
import { signIn } from './signIn.js';

test('the product answers, and lets its first user in', async ({ page, request }) => {
  expect((await request.get('/health/live')).status()).toBe(200);
  await signIn(page);
  expect((await page.request.get('/api/auth/me')).status()).toBe(200);
});

test('the client goes out as its build compressed it', async ({ request }) => {
  const page = await (await request.get('/login')).text();
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] ?? '';
  const answer = await request.get(style, { headers: { 'accept-encoding': 'br' } });
  expect(answer.headers()['content-encoding']).toBe('br');
  expect(Number(answer.headers()['content-length'])).toBeLessThan((await answer.body()).length / 2);
});
