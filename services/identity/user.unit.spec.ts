import {
  UserDisabled,
  UserEmailChanged,
  UserEnabled,
  UserInvitationAccepted,
  UserInvited,
  UserRegistered,
  UserRoleChanged,
} from '@insuremanager/contracts/identity/userEvents';
import { isUsername, normalizeUsername } from '@insuremanager/contracts/identity/username';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { isActiveAdmin, type UserCommand, userDecider, userStatus } from './user.js';

const userId = 3;
const asha = { userId, username: 'asha', role: 'agent' } as const;
const email = 'asha@example.in';
const register: UserCommand = { type: 'RegisterUser', ...asha, email };
const invite: UserCommand = { type: 'InviteUser', ...asha, email };
const accept: UserCommand = { type: 'AcceptInvitation', userId };
const disable: UserCommand = { type: 'DisableUser', userId, actorId: 1 };
const enable: UserCommand = { type: 'EnableUser', userId };
const change = (patch: object): UserCommand => ({ type: 'ChangeUser', userId, ...patch });

const registered = UserRegistered({ ...asha, personal: { email } });
const invited = UserInvited({ ...asha, personal: { email } });
const accepted = UserInvitationAccepted({ userId });
const disabled = UserDisabled({ userId });
const enabled = UserEnabled({ userId });
const promoted = UserRoleChanged({ userId, role: 'admin' });

const given = scenario(userDecider).given;

describe('registering a user', () => {
  it('says who, with the email in the part that is sealed', () =>
    given().when(register).then(registered));

  it('happens once', () => {
    given(registered).when(register).thenRefused('user-exists');
    given(invited).when(register).thenRefused('user-exists');
  });
});

describe('inviting a user', () => {
  it('says who, with the email in the part that is sealed', () =>
    given().when(invite).then(invited));

  it('is for who is no user yet', () => given(registered).when(invite).thenRefused('user-exists'));
});

describe('accepting an invitation', () => {
  it('happens once', () => {
    given(invited).when(accept).then(accepted);
    given(invited, accepted).when(accept).thenNothing();
    given(registered).when(accept).thenNothing();
  });

  it('is refused to who was disabled meanwhile, and to nobody', () => {
    given(invited, disabled).when(accept).thenRefused('not-invited');
    given().when(accept).thenRefused('user-not-found');
  });
});

describe('changing a user', () => {
  it('says what is new, the email in the part that is sealed', () => {
    const other = UserEmailChanged({ userId, personal: { email: 'asha@example.com' } });
    given(registered)
      .when(change({ email: 'asha@example.com', role: 'admin' }))
      .then(other, promoted);
    given(registered)
      .when(change({ role: 'admin' }))
      .then(promoted);
  });

  it('to what is already is nothing', () =>
    given(registered)
      .when(change({ email, role: 'agent' }))
      .thenNothing());

  it('is possible while invited or disabled, not of nobody', () => {
    given(invited)
      .when(change({ role: 'admin' }))
      .then(promoted);
    given(registered, disabled)
      .when(change({ role: 'admin' }))
      .then(promoted);
    given()
      .when(change({ role: 'admin' }))
      .thenRefused('user-not-found');
  });

  it('gives the old email back and takes the new one', () => {
    const { state } = given(
      registered,
      UserEmailChanged({ userId, personal: { email: 'Asha@Example.com' } }),
    );
    expect(userDecider.uniqueValues?.(state).map(({ value }) => value)).toEqual([
      'asha',
      'asha@example.com',
    ]);
  });
});

describe('disabling a user', () => {
  it('happens once, and again after enabling', () => {
    given(registered).when(disable).then(disabled);
    given(registered, disabled).when(disable).thenNothing();
    given(registered, disabled, enabled).when(disable).then(disabled);
  });

  it('is not for one’s own account', () =>
    given(registered)
      .when({ ...disable, actorId: userId })
      .thenRefused('own-account'));

  it('is refused for nobody', () => given().when(disable).thenRefused('user-not-found'));
});

describe('enabling a user', () => {
  it('undoes disabling', () => {
    given(registered, disabled).when(enable).then(enabled);
    given(registered).when(enable).thenNothing();
    given().when(enable).thenRefused('user-not-found');
  });
});

describe('what a user is', () => {
  it.each([
    ['active', [registered]],
    ['invited', [invited]],
    ['active', [invited, accepted]],
    ['disabled', [invited, disabled]],
    ['invited', [invited, disabled, enabled]],
    ['disabled', [invited, accepted, disabled]],
    ['active', [registered, disabled, enabled]],
  ])('is %s', (status, past) => {
    const { state } = given(...past);
    if (state.phase === 'unknown') throw new Error('There is a user');
    expect(userStatus(state)).toBe(status);
  });

  it('counts as admin only where they can sign in', () => {
    expect(isActiveAdmin(given(registered, promoted).state)).toBe(true);
    expect(isActiveAdmin(given(invited, promoted).state)).toBe(false);
    expect(isActiveAdmin(given(registered, promoted, disabled).state)).toBe(false);
    expect(isActiveAdmin(given(registered).state)).toBe(false);
    expect(isActiveAdmin(given().state)).toBe(false);
  });
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
