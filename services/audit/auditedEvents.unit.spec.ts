import { sampleOf } from '@insuremanager/contracts/events/sample';
import {
  UserPasskeyRemoved,
  UserPasswordChanged,
  UserRoleChanged,
  UserSessionsEnded,
  UserSignedIn,
  UserSignInFailed,
  UserTwoFactorDisabled,
} from '@insuremanager/contracts/identity/userEvents';
import { describe, expect, it } from 'vitest';
import { allEventDefinitions } from '../platform/codec/testing/allEventDefinitions.js';
import { AUDITED_EVENTS, type AuditedEvent } from './auditedEvents.js';

const nameOf = (userId: number): string => (userId === 3 ? 'priya' : `user ${userId}`);
const summaryOf = ({ type, data }: { type: AuditedEvent['type']; data: unknown }): string =>
  AUDITED_EVENTS[type].summary(data as never, nameOf);

const userId = 3;

describe('an entry of the audit log reads', () => {
  it.each([
    [UserSignedIn({ userId, method: 'passkey', secondFactor: null }), 'Signed in with a passkey'],
    [
      UserSignedIn({ userId, method: 'password', secondFactor: 'recovery_code' }),
      'Signed in with a password and a recovery code',
    ],
    [
      UserSignInFailed({ userId, step: 'second_factor' }),
      'Signing in as priya failed: a wrong code',
    ],
    [UserSignInFailed({ userId, step: 'proof' }), 'Gave a wrong password or code while signed in'],
    [UserRoleChanged({ userId, role: 'manager' }), 'Changed the role of priya to manager'],
    [
      UserSessionsEnded({ userId, count: 3, reason: 'by_admin' }),
      'Ended 3 sessions of priya, as an administrator',
    ],
    [
      UserPasswordChanged({ userId, how: 'operations' }),
      'By an operations command, set a new password of priya',
    ],
    [UserTwoFactorDisabled({ userId, by: 'user' }), 'Disabled two-factor authentication of priya'],
    [
      UserPasskeyRemoved({ userId, passkeyId: 1, by: 'admin' }),
      'Removed a passkey of priya, as an administrator',
    ],
  ])('%j', (event, summary) => expect(summaryOf(event)).toBe(summary));
});

const definitions = (await allEventDefinitions()).filter(({ type }) => type in AUDITED_EVENTS);

it.each(definitions)('$type is a sentence, and names nothing that is missing', (definition) => {
  const type = definition.type as AuditedEvent['type'];
  const data = sampleOf(definition.schema, type);
  expect(summaryOf({ type, data })).toMatch(/^[A-Z][^.]*$|^priya |^user /);
  expect(summaryOf({ type, data })).not.toMatch(/undefined|null|NaN|\[object/);
  // What is sealed in the event is no part of the data that it is written from.
  expect(AUDITED_EVENTS[type].record(data as never)).not.toBeUndefined();
});
