import type { Role } from '@insuremanager/contracts/identity/permissions';
import { emailsTo, type ReceivedEmail } from '@insuremanager/deploy/testing/e2e/emails';
import { signIn } from '@insuremanager/deploy/testing/e2e/signIn';
import type { APIRequestContext, Page } from '@playwright/test';
import { newWord } from './people.js';
import { test as base, expect } from './test.js';

export interface TestUser {
  id: number;
  username: string;
  email: string;
  password: string;
}

interface UserFixtures {
  /** The first admin, by the APIs: signed in however the page is. */
  adminApi: APIRequestContext;
  /** Makes a user of one's own test, by an invitation that is accepted. */
  newUser: (role?: Role) => Promise<TestUser>;
}

/** For specs about users: the admin whom all specs share never gets a second factor. */
export const test = base.extend<UserFixtures>({
  adminApi: async ({ playwright, signedIn }, use) => {
    const api = await playwright.request.newContext({
      baseURL: process.env.E2E_URL,
      storageState: signedIn,
    });
    await use(api);
    await api.dispose();
  },
  newUser: async ({ adminApi }, use) => {
    await use(async (role = 'agent') => {
      const user = await invite(adminApi, role);
      const token = await tokenMailedTo(user.email);
      const answer = await adminApi.post('/api/auth/password-by-link', {
        data: { token, newPassword: user.password },
      });
      expect(answer.status(), await answer.text()).toBe(204);
      return user;
    });
  },
});

export { expect };

/** One that zxcvbn finds hard to guess. */
export const newPassword = (): string => `${newWord()} tractor ${newWord()}`;

export async function invite(api: APIRequestContext, role: Role = 'agent'): Promise<TestUser> {
  const username = newWord().toLowerCase();
  const email = `${username}@example.com`;
  const answer = await api.post('/graphql', {
    data: {
      query: `mutation Invite($input: NewUserInput!, $commandId: ID!) {
        saved: inviteUser(input: $input, commandId: $commandId) { user { id } }
      }`,
      variables: { input: { username, email, role }, commandId: crypto.randomUUID() },
    },
  });
  const { data, errors } = await answer.json();
  expect(errors).toBeUndefined();
  return { id: data.saved.user.id, username, email, password: newPassword() };
}

/** The last email to an address whose text matches, once it is there. */
export async function emailTo(address: string, text: RegExp): Promise<ReceivedEmail> {
  let found: ReceivedEmail | undefined;
  await expect
    .poll(async () => {
      found = (await emailsTo(address)).findLast((email) => text.test(email.text));
      return found !== undefined;
    })
    .toBe(true);
  if (!found) throw new Error('There is no such email');
  return found;
}

const LINK = /https?:\S+\/(?:invitation|reset-password)#(\S+)/;

/** The link of the last email with one, as whoever got it would open it. */
export async function linkMailedTo(address: string): Promise<string> {
  return LINK.exec((await emailTo(address, LINK)).text)?.[0] ?? '';
}

async function tokenMailedTo(address: string): Promise<string> {
  return LINK.exec((await emailTo(address, LINK)).text)?.[1] ?? '';
}

/** Signs a user in by the REST face, for specs that are not about signing in. */
export const signInAs = (page: Page, { username, password }: TestUser): Promise<void> =>
  signIn(page, { username, password });

/** A user with 2FA on, by REST: the key of their authenticator and their recovery codes. */
export async function enableTwoFactor(
  page: Page,
  { password }: TestUser,
  codeOf: (key: string) => string,
): Promise<{ key: string; recoveryCodes: string[] }> {
  const setup = await page.request.post('/api/auth/setup-2fa', { headers: ORIGIN });
  const { manualEntryKey: key } = await setup.json();
  const verified = await page.request.post('/api/auth/verify-2fa-setup', {
    data: { code: codeOf(key), password },
    headers: ORIGIN,
  });
  expect(verified.status(), await verified.text()).toBe(200);
  return { key, ...(await verified.json()) };
}

const ORIGIN = { origin: process.env.E2E_URL ?? '' };
