import { randomUUID } from 'node:crypto';
import type { AuditFilter } from '@insuremanager/contracts/audit/auditViews';
import {
  CustomerIdentityNumberRevealed,
  customerAccessStream,
  IdentityNumberLookedUp,
} from '@insuremanager/contracts/customers/customerAccessEvents';
import {
  CustomerDeleted,
  CustomerReassigned,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import {
  UserInvited,
  UserRegistered,
  UserSignedIn,
  UserSignInFailed,
  userAccessStream,
  userEventDefinitions,
  userStream,
} from '@insuremanager/contracts/identity/userEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { customersSlice } from '../customers/index.js';
import { type Actor, systemActor } from '../platform/codec/recordedEvent.js';
import type { EventLogPlace } from '../platform/eventLog/openEventLog.js';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { openSlices } from '../platform/testing/serviceFixture.js';
import { auditSlice } from './index.js';

const HOUR_MS = 3_600_000;

async function openAuditFixture(servers: EventLogPlace) {
  let now = new Date('2026-04-01T06:00:00Z');
  const slice = auditSlice([customersSlice]);
  const users = { events: userEventDefinitions, projectors: [] };
  const opened = await openSlices(servers, [users, customersSlice, slice], {
    clock: { now: () => now },
  });
  const { platform, readModels, projected } = opened;
  const audit = await slice.open(platform, readModels, {});
  return {
    ...opened,
    audit,
    /** Each an hour after the one before. */
    async record(stream: string, events: DomainEvent[], actor: Actor = systemActor) {
      now = new Date(now.getTime() + HOUR_MS);
      const context = { commandId: randomUUID(), actor, correlationId: 'test' };
      return projected(await platform.commands.record(stream, events, context));
    },
    summaries: async (filter: AuditFilter = {}, direction: 'asc' | 'desc' = 'asc') => {
      const request = { filter, sort: 'time', direction, limit: 100 } as const;
      return (await audit.list(request)).items.map(({ summary }) => summary);
    },
  };
}

const fixture = testFixture(openAuditFixture);
const asha: Actor = { userId: 1, username: 'asha', role: 'admin' };
const ravi: Actor = { userId: 2, username: 'ravi', role: 'agent' };

beforeAll(async () => {
  const { record } = fixture;
  const personal = { email: 'somebody@example.in' };
  await record(userStream(1), [
    UserRegistered({ userId: 1, username: 'asha', role: 'admin', personal }),
  ]);
  await record(
    userStream(2),
    [UserInvited({ userId: 2, username: 'ravi', role: 'agent', personal })],
    asha,
  );
  await record(userAccessStream(2), [UserSignInFailed({ userId: 2, step: 'password' })]);
  await record(
    userAccessStream(2),
    [UserSignedIn({ userId: 2, method: 'password', secondFactor: 'totp' })],
    ravi,
  );
  // Two of one command: their order is that of the log.
  await record(
    customerStream(7),
    [CustomerReassigned({ customerId: 7, ownerId: 1 }), CustomerDeleted({ customerId: 7 })],
    ravi,
  );
  await record(customerStream(8), [CustomerReassigned({ customerId: 8, ownerId: null })], asha);
});

const ALL = [
  'Added asha as admin',
  'Invited ravi as agent',
  'Signing in as ravi failed: a wrong password',
  'Signed in with a password and a code of an authenticator',
  'Assigned a customer to asha',
  'Deleted a customer',
  'Removed the owner of a customer',
];

describe('the audit log', () => {
  it('has an entry for each event, in the order in which they happened', async () => {
    expect(await fixture.summaries()).toEqual(ALL);
    expect(await fixture.summaries({}, 'desc')).toEqual(ALL.toReversed());
    expect(await fixture.audit.count({})).toEqual({ count: ALL.length, exact: true });
  });

  it('is filtered by who did it or whose account it was, once each', async () => {
    const ofAsha = ALL.filter((_, index) => [0, 1, 6].includes(index));
    const ofRavi = ALL.filter((_, index) => [1, 2, 3, 4, 5].includes(index));
    expect(await fixture.summaries({ userId: 1 })).toEqual(ofAsha);
    expect(await fixture.summaries({ userId: 2 })).toEqual(ofRavi);
    expect((await fixture.audit.count({ userId: 2 })).count).toBe(ofRavi.length);
    expect(await fixture.summaries({ userId: 9 })).toEqual([]);
  });

  it('is filtered by kinds and by Kolkata days', async () => {
    expect(await fixture.summaries({ kinds: ['sign_in', 'deletion'] })).toHaveLength(3);
    expect(await fixture.summaries({ userId: 2, kinds: ['users'] })).toHaveLength(1);
    expect(await fixture.summaries({ from: '2026-04-01', to: '2026-04-01' })).toEqual(ALL);
    expect(await fixture.summaries({ to: '2026-03-31' })).toEqual([]);
  });

  it('is filtered by whose data was seen, also where it was one of several', async () => {
    const looked = (customerIds: number[]) =>
      IdentityNumberLookedUp({ userId: 6, fields: ['panNumber'], customerIds });
    await fixture.record(userAccessStream(6), [looked([12, 40]), looked([40]), looked([])], ravi);
    const personal = { reason: 'A claim' };
    await fixture.record(
      customerAccessStream(40),
      [CustomerIdentityNumberRevealed({ customerId: 40, field: 'panNumber', personal })],
      asha,
    );
    const both = 'Looked for others with the same PAN: found 2 customers: 12 and 40';
    expect(await fixture.summaries({ customerId: 12 })).toEqual([both]);
    expect(await fixture.summaries({ customerId: 40 })).toEqual([
      both,
      'Looked for others with the same PAN: found one customer',
      'Revealed the PAN of a customer',
    ]);
    expect((await fixture.audit.count({ customerId: 40 })).count).toBe(3);
    expect(await fixture.summaries({ customerId: 40, userId: 1 })).toHaveLength(1);
    expect(await fixture.summaries({ customerId: 4 })).toEqual([]);
  });

  it('of one’s own account is what happened to it, the newest first', async () => {
    const entries = await fixture.audit.about(2);
    expect(entries.map(({ summary }) => summary)).toEqual([ALL[3], ALL[2], ALL[1]]);
  });

  it('has 20 entries of one’s own account at most', async () => {
    const signedIn = UserSignedIn({ userId: 5, method: 'passkey', secondFactor: null });
    await fixture.record(
      userAccessStream(5),
      Array.from({ length: 25 }, () => signedIn),
    );
    expect(await fixture.audit.about(5)).toHaveLength(20);
  });

  it('holds nothing that is personal', async () => {
    const { once } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(JSON.stringify(once)).not.toContain('somebody@example.in');
  });

  it('comes to the same when it is projected twice', async () => {
    const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(twice).toEqual(once);
    expect(once.audit_entries?.length).toBeGreaterThan(ALL.length);
  });
});
