import { systemClock } from '@insuremanager/services/platform/clock';
import { createLogger } from '@insuremanager/services/platform/logger';
import { describe, expect, it } from 'vitest';
import { oneGateway } from '../testing/gatewayFixture.js';
import { signInAs, type TestUser } from '../testing/signInAs.js';
import { call, signIn } from '../testing/testGateway.js';
import { createOutput } from './answer.js';
import { operationsOn } from './operationsOn.js';
import { runProgram } from './program.js';
import { addUser, changeUser, inviteUser, listUsers, setUserRole, userLines } from './users.js';

const gateway = oneGateway();
let lines: string[];
let logged: number;

const parts = () => ({ identity: gateway.identity, isMailKept: true });
/** The exit code; what was said stands in `lines`. */
const ops = async (...args: string[]): Promise<number> => {
  lines = [];
  logged = gateway.logged.length;
  const write = (text: string) => lines.push(...text.trimEnd().split('\n')) > 0;
  const output = createOutput({ stdout: { write }, stderr: { write, isTTY: false, columns: 80 } });
  const logger = createLogger('silent');
  const nowhere = () => {
    throw new Error('No settings are needed here');
  };
  const ended = new AbortController().signal;
  const others = operationsOn({ settings: nowhere, clock: systemClock, logger, output, ended });
  const operations = {
    ...others,
    users: () => listUsers(parts()),
    addUser: (user: Parameters<typeof addUser>[1]) => addUser(parts(), user),
    inviteUser: (user: Parameters<typeof inviteUser>[1]) => inviteUser(parts(), user),
    changeUser: (change: Parameters<typeof changeUser>[1], username: string) =>
      changeUser(parts(), change, username),
    setUserRole: (username: string, role: Parameters<typeof setUserRole>[2]) =>
      setUserRole(parts(), username, role),
  };
  return runProgram(['users', ...args], operations, output);
};
const passwordShown = (): string => {
  const [password, ...others] = lines.flatMap((line) => /^Password: (.*)$/.exec(line)?.[1] ?? []);
  if (!password || others.length > 0) throw new Error(`No password in ${lines}`);
  expect(gateway.logged.slice(logged).join()).not.toContain(password);
  return password;
};
const statusOf = async ({ cookie }: Pick<TestUser, 'cookie'>) =>
  (await call(gateway.url, '/api/auth/me', { cookie })).status;
const signsIn = async (username: string, password: string): Promise<TestUser['cookie']> =>
  signIn(gateway.url, { username, password, email: '' });

describe('whoever runs the installation', () => {
  it('adds a user, whose password is shown once and works', async () => {
    expect(await ops('add', 'Priya', 'priya@example.in', 'manager')).toBe(0);
    expect(lines[0]).toBe('Added priya as manager.');
    const cookie = await signsIn('priya', passwordShown());
    expect((await call(gateway.url, '/api/auth/me', { cookie })).json.role).toBe('manager');
    const [added] = await gateway.platform.commands.readHistory('user-2');
    expect(added?.metadata.actor).toEqual({ userId: 0, username: 'operations', role: 'system' });

    expect(await ops('add', 'priya', 'priya@example.in', 'manager')).toBe(1);
    expect(lines).toEqual(['This username is taken.']);
    expect(await ops('add', 'p@x', 'nowhere', 'agent')).toBe(1);
  });

  it('invites a user, and lets them in with a password where no email arrives', async () => {
    expect(await ops('invite', 'meera', 'meera@example.in', 'agent')).toBe(0);
    expect(lines[0]).toBe('Invited meera as agent. The link of the email lasts seven days.');
    expect(lines[1]).toContain('npm run ops -- mail');
    expect(await ops('reset-password', 'meera')).toBe(0);
    expect(await statusOf({ cookie: await signsIn('meera', passwordShown()) })).toBe(200);
  });

  it('gives a user who locked themselves out a new password, which ends all sessions', async () => {
    const user = await signInAs(gateway, 'agent');
    expect(await ops('reset-password', user.username)).toBe(0);
    expect(await statusOf(user)).toBe(401);
    await signsIn(user.username, passwordShown());
    const stream = `userAccess-${user.userId}`;
    const changed = (await gateway.platform.commands.readHistory(stream)).find(
      ({ type }) => type === 'UserPasswordChanged',
    );
    expect(changed?.data).toEqual({ userId: user.userId, how: 'operations' });
    expect(changed?.metadata.actor.username).toBe('operations');
  });

  it('disables and enables, changes roles, resets second factors, ends sessions', async () => {
    const user = await signInAs(gateway, 'agent');
    const { username } = user;
    expect(await ops('role', username, 'analyst')).toBe(0);
    expect(lines).toEqual([`${username} is analyst now, and signed out.`]);
    expect(await statusOf(user)).toBe(401);
    expect(await ops('disable', username)).toBe(0);
    expect(await ops('reset-password', username)).toBe(0);
    expect(lines.at(-1)).toContain('is disabled still');
    const password = passwordShown();
    await expect(signsIn(username, password)).rejects.toThrow('No sign-in');
    expect(await ops('enable', username)).toBe(0);
    const first = await signsIn(username, password);
    expect(await ops('reset-2fa', username)).toBe(0);
    expect(await statusOf({ cookie: first })).toBe(401);
    const cookie = await signsIn(username, password);
    expect(await ops('end-sessions', username)).toBe(0);
    expect(lines).toEqual([`${username} is signed out everywhere. Sessions that ended: 1.`]);
    expect(await statusOf({ cookie })).toBe(401);
  });

  it('does not take the last admin away either, nor anything from nobody', async () => {
    expect(await ops('disable', 'admin')).toBe(1);
    expect(lines[0]).toContain('last active administrator');
    expect(await ops('role', 'admin', 'agent')).toBe(1);
    expect(await ops('disable', 'nobody')).toBe(1);
    expect(lines[0]).toContain('There is no user nobody.');
  });

  it('sees who there is', async () => {
    expect(await ops('list')).toBe(0);
    expect(lines[0]).toMatch(/^USERNAME +ROLE +STATUS +2FA/);
    expect(lines[1]).toMatch(/^admin +admin +active +off +0 +0 +never +admin@example\.in$/);
    expect(userLines([])).toHaveLength(1);
  });
});
