import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs } from '@insuremanager/deploy/testing/signInAs';
import { type Answer, call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';

const { fixture, gateway, ask } = gatewayFixture();
let adminId: number;
let count = 0;

beforeAll(async () => {
  const { json } = await call(gateway.url, '/api/auth/me', { cookie: fixture.cookie });
  adminId = Number(json.id);
});

const problemOf = ({ json }: Answer): Json => json.errors?.[0]?.extensions?.problem as Json;
const savedOf = ({ json }: Answer): Json => {
  expect(json.errors).toBeUndefined();
  return json.data?.saved as Json;
};

const USER = `user {
  id username email role status isTwoFactorEnabled passkeys openSessions lastSignInAt createdAt
  invitationExpiresAt version
} stale`;
const INVITE = `mutation ($input: NewUserInput!, $commandId: ID!) {
  saved: inviteUser(input: $input, commandId: $commandId) { ${USER} }
}`;
const UPDATE = `mutation ($id: Int!, $input: UserInput!, $expectedVersion: Int!, $commandId: ID!) {
  saved: updateUser(id: $id, input: $input, expectedVersion: $expectedVersion, commandId: $commandId) { ${USER} }
}`;
const AGAIN = `mutation ($id: Int!) { saved: inviteUserAgain(id: $id) { ${USER} } }`;
const change = (field: string) => `mutation ($id: Int!, $commandId: ID!) {
  saved: ${field}(id: $id, commandId: $commandId) { ${USER} }
}`;
const send = (query: string, variables: object, cookie = fixture.cookie) =>
  ask(query, { commandId: randomUUID(), ...variables }, { cookie });

const newUser = () => {
  count += 1;
  return { username: `priya${count}`, email: `priya${count}@example.in`, role: 'agent' };
};

describe('an administrator', () => {
  it('invites a user, whose link comes by email, and sends it again', async () => {
    const input = newUser();
    const { user, stale } = savedOf(await send(INVITE, { input })) as Json;
    expect(stale).toBe(false);
    expect(user).toMatchObject({ ...input, status: 'invited', version: 0, lastSignInAt: null });
    const { user: again } = savedOf(await ask(AGAIN, { id: user?.id })) as Json;
    expect(again).toMatchObject({ status: 'invited' });
    const folder = join(gateway.dataDir, 'mail');
    const emails = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    );
    expect(emails.filter((email) => email.includes(input.email))).toHaveLength(2);
    expect(gateway.logged.join()).not.toContain(input.email);
  });

  it('is shown which input is wrong, and which is taken', async () => {
    const wrong = problemOf(
      await send(INVITE, { input: { username: 'p@x', email: 'nowhere', role: 'agent' } }),
    );
    expect(wrong).toMatchObject({
      status: 400,
      fields: [{ field: 'username' }, { field: 'email' }],
    });
    const input = newUser();
    await send(INVITE, { input });
    const taken = problemOf(await send(INVITE, { input: { ...newUser(), email: input.email } }));
    expect(taken).toMatchObject({ status: 409, code: 'email-taken' });
  });

  it('changes a role, which signs the user out, and loses no change of somebody else', async () => {
    const { userId: id, cookie } = await signInAs(gateway, 'agent');
    const input = { role: 'manager' };
    const { user } = savedOf(await send(UPDATE, { id, input, expectedVersion: 0 })) as Json;
    expect(user).toMatchObject({ role: 'manager', version: 1, openSessions: 0 });
    expect((await call(gateway.url, '/api/auth/me', { cookie })).status).toBe(401);
    const stale = problemOf(
      await send(UPDATE, { id, input: { role: 'agent' }, expectedVersion: 0 }),
    );
    expect(stale).toMatchObject({ status: 412, code: 'stale-version', currentVersion: 1 });
  });

  it('disables a user at once, enables them, ends their sessions, resets their second factor', async () => {
    const { userId: id, cookie } = await signInAs(gateway, 'agent');
    const { user } = savedOf(await send(change('disableUser'), { id })) as Json;
    expect(user).toMatchObject({ status: 'disabled' });
    expect((await call(gateway.url, '/api/customers', { cookie })).status).toBe(401);
    const enabled = savedOf(await send(change('enableUser'), { id })) as Json;
    expect(enabled.user).toMatchObject({ status: 'active' });
    const reset = savedOf(await send(change('resetUserTwoFactor'), { id })) as Json;
    expect(reset.user).toMatchObject({ isTwoFactorEnabled: false });

    const other = await signInAs(gateway, 'agent');
    savedOf(await send(change('endUserSessions'), { id: other.userId }));
    expect((await call(gateway.url, '/api/auth/me', { cookie: other.cookie })).status).toBe(401);
  });

  it('sees all users, by name', async () => {
    const { json } = await ask('{ users { username role status openSessions lastSignInAt } }');
    const users = json.data?.users as unknown as { username: string }[];
    const names = users.map(({ username }) => username);
    expect(names).toEqual(names.toSorted());
    expect(users.find(({ username }) => username === 'admin')).toMatchObject({
      role: 'admin',
      status: 'active',
      openSessions: 1,
    });
  });

  it('neither disables nor demotes the last of them, nor disables themselves', async () => {
    expect(problemOf(await send(change('disableUser'), { id: adminId }))).toMatchObject({
      status: 409,
      code: 'own-account',
    });
    const demotion = { id: adminId, input: { role: 'agent' }, expectedVersion: 0 };
    expect(problemOf(await send(UPDATE, demotion))).toMatchObject({
      status: 409,
      code: 'last-admin',
    });
  });

  it('finds nobody under a number that is no user’s', async () => {
    expect(problemOf(await send(change('disableUser'), { id: 9999 }))).toMatchObject({
      status: 404,
    });
  });
});

it('is not for agents', async () => {
  const { cookie, userId: id } = await signInAs(gateway, 'agent');
  const attempts = [
    ask('{ users { email } }', {}, { cookie }),
    send(INVITE, { input: newUser() }, cookie),
    ask(AGAIN, { id }, { cookie }),
    send(UPDATE, { id, input: { role: 'admin' }, expectedVersion: 0 }, cookie),
    ...['disableUser', 'enableUser', 'resetUserTwoFactor', 'endUserSessions'].map((field) =>
      send(change(field), { id }, cookie),
    ),
  ];
  for (const answer of await Promise.all(attempts)) {
    expect(problemOf(answer)).toMatchObject({ status: 403, code: 'forbidden' });
  }
  expect((await call(gateway.url, '/api/auth/me', { cookie })).json.role).toBe('agent');
});
