import type { Page } from '@playwright/test';
import { ADMIN as admin, type Credentials } from '../../harness/client.js';

/** The user that the product under test begins with. */
export { admin };

/** Signs in by the REST face, for specs that are not about signing in. */
export async function signIn(page: Page, credentials: Credentials = admin): Promise<void> {
  const origin = process.env.E2E_URL ?? '';
  // A sign-in ends the session that it comes with, which may be one that others use.
  await page.context().clearCookies();
  const response = await page.request.post('/api/auth/login', {
    data: credentials,
    headers: { origin },
  });
  if (!response.ok()) throw new Error(`Signing in failed: ${await response.text()}`);
}
