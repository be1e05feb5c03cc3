import { UserRegistered } from '@insuremanager/contracts/identity/userEvents';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type RegisterUser, userDecider } from './user.js';

const register: RegisterUser = {
  type: 'RegisterUser',
  userId: 3,
  username: 'asha',
  email: 'asha@example.in',
  role: 'agent',
};
const registered = UserRegistered({
  userId: 3,
  username: 'asha',
  role: 'agent',
  personal: { email: 'asha@example.in' },
});

describe('registering a user', () => {
  it('says who, with the email in the part that is sealed', () =>
    scenario(userDecider).given().when(register).then(registered));

  it('happens once', () =>
    scenario(userDecider).given(registered).when(register).thenRefused('user-exists'));
});

describe('a username', () => {
  it.each(['asha', 'a1', 'asha.nair_2-b', 'x'.repeat(64)])('may be %s', (name) => {
    expect(isUsername(normalizeUsername(name))).toBe(true);
  });

  it.each(['', 'a', '.asha', 'asha nair', 'asha@example.in', 'ആശ', 'x'.repeat(65)])(
    'may not be "%s"',
    (name) => {
      expect(isUsername(normalizeUsername(name))).toBe(false);
    },
  );

  it('is the same in upper and lower case', () => {
    expect(normalizeUsername(' Asha ')).toBe('asha');
  });
});
