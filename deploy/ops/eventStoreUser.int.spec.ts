import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Refusal } from '@insuremanager/services/platform/errors';
import {
  type SecuredEventStore,
  startSecuredEventStore,
} from '@insuremanager/services/platform/eventLog/eventStoreDb/testing/securedEventStore';
import { selfSigned } from '@insuremanager/services/platform/eventLog/eventStoreDb/testing/selfSigned';
import { unusedPort } from '@insuremanager/services/platform/testing/unusedPorts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeEventStoreUser } from './eventStoreUser.js';

const ADMIN = { username: 'admin', password: 'chosen-for-admin' };
const PASSWORD = 'chosen/for:office';
const tls = selfSigned();
let folder: string;
let authority: string;
let server: SecuredEventStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-authority-'));
  authority = join(folder, 'ca.crt');
  await writeFile(authority, tls.cert);
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  server = await startSecuredEventStore({ adminPassword: ADMIN.password, tls });
});
afterEach(() => server.stop());

const remarks: string[] = [];

interface Given {
  readonly user?: string;
  readonly hosts?: string;
  readonly options?: string;
  readonly admin?: { username: string; password: string } | undefined;
  readonly waitMs?: number;
}

async function make(given: Given = {}) {
  const user = given.user ?? `office:${encodeURIComponent(PASSWORD)}@`;
  const hosts = given.hosts ?? `localhost:${server.port}`;
  const options = given.options ?? `tls=true&tlsCAFile=${authority}`;
  const { ended, remark } = {
    ended: new AbortController().signal,
    remark: remarks.push.bind(remarks),
  };
  return makeEventStoreUser({
    settings: {
      eventStoreUrl: `esdb://${user}${hosts}?${options}`,
      eventStoreAdmin: 'admin' in given ? given.admin : ADMIN,
    },
    ...{ ended, waitMs: given.waitMs ?? 0, remark: (line) => void remark(line) },
  });
}

async function refusalOf(work: Promise<unknown>): Promise<Refusal> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof Refusal)) throw error ?? new Error('No refusal.');
  // Nobody's password is said, nor shown with the cause.
  expect(`${error.message} ${error.stack} ${error.cause}`).not.toMatch(/chosen|wrong-one/);
  return error;
}

describe('the user of the application in the event store', () => {
  it('is made without groups, and may read the whole log as admins may', async () => {
    const { document, lines } = await make();
    expect(document).toEqual({ user: 'office', made: 'made', isAllowedNow: true });
    expect(lines.join(' ')).not.toContain('chosen');
    const made = { fullName: 'InsureManager', groups: [], password: PASSWORD, disabled: false };
    expect(server.users.get('office')).toEqual(made);
    expect(server.metadata).toEqual([{ $acl: { $r: ['$admins', 'office'] } }]);
  });

  it('is left as it is when all is there already', async () => {
    await make();
    const before = structuredClone([[...server.users], server.metadata]);
    expect((await make()).document).toEqual({ user: 'office', made: 'there', isAllowedNow: false });
    expect([[...server.users], server.metadata]).toEqual(before);
    expect(server.asked.filter((what) => what.endsWith('Streams/Append'))).toHaveLength(1);
  });

  it('gets the password that the address names', async () => {
    await make();
    expect((await make({ user: 'office:another@' })).document).toMatchObject({
      made: 'password-changed',
    });
    expect(server.users.get('office')).toMatchObject({ password: 'another', groups: [] });
  });

  it('is let in beside others, whose rights stay', async () => {
    const $acl = { $r: ['$admins', 'audit'], $mr: 'audit' };
    server.metadata.push({ $acl, more: 1 });
    await make();
    const allowed = { ...$acl, $r: ['$admins', 'audit', 'office'] };
    expect(server.metadata.at(-1)).toEqual({ $acl: allowed, more: 1 });
  });

  it('is no other than who has groups or was disabled: those are left as they are', async () => {
    const theirs = { fullName: 'R', password: 'chosen-by-r', disabled: false };
    server.users.set('office', { ...theirs, groups: ['$ops'] });
    const grouped = await refusalOf(make());
    expect(grouped).toMatchObject({ code: 'event-store-user-has-groups' });
    expect(grouped.message).toContain('$ops');
    server.users.set('office', { ...theirs, groups: [], disabled: true });
    expect(await refusalOf(make())).toMatchObject({ code: 'event-store-user-disabled' });
    expect(server.users.get('office')?.password).toBe(theirs.password);
    expect(server.metadata).toEqual([]);
  });
});

describe('the nodes of the address', () => {
  it('are asked one after another', async () => {
    const nobody = await unusedPort();
    await make({ hosts: `localhost:${nobody},localhost:${server.port}` });
    expect(server.metadata).toHaveLength(1);
  });

  it.each([
    ['have no leader', 503],
    ['do not know the administrator', 401],
  ])('are waited for while they %s', async (_, status) => {
    remarks.length = 0;
    server.failing = { status, times: 2 };
    await make({ waitMs: 30_000 });
    expect(remarks).toEqual(['The event store is not ready yet.']);
    expect(server.metadata).toHaveLength(1);
  });

  it('are not waited for without an end', async () => {
    server.failing = { status: 503, times: 9 };
    expect(await refusalOf(make())).toMatchObject({ kind: 'unavailable' });
    const nobody = await unusedPort();
    const gone = make({ hosts: `localhost:${nobody}` });
    expect(await refusalOf(gone)).toMatchObject({ kind: 'unavailable' });
  });
});

it('the command needs no other server, and nowhere to write', async () => {
  const file = join(folder, 'admin-password');
  await writeFile(file, `${ADMIN.password}\n`);
  const host = `office:${encodeURIComponent(PASSWORD)}@localhost:${server.port}`;
  const env = {
    PATH: process.env.PATH,
    ...{ DATA_DIR: '/proc/nowhere', EVENTSTORE_ADMIN_PASSWORD_FILE: file },
    EVENTSTORE_URL: `esdb://${host}?tls=true&tlsCAFile=${authority}`,
  };
  const args = [join(import.meta.dirname, '../dist/ops/main.js'), 'event-store-user'];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env });
  expect(stdout).toBe('Made the user office of the event store.\nIt may read the whole log now.\n');
  expect(stderr).toBe('');
});

describe('a refusal says what to set', () => {
  const cases: [string, Given][] = [
    ['event-store-admin-missing', { admin: undefined }],
    ['event-store-admin-refused', { admin: { ...ADMIN, password: 'wrong-one' } }],
    ['event-store-user-is-admin', { user: 'admin:chosen@' }],
    ['event-store-user-missing', { user: '' }],
    ['event-store-without-users', { options: 'tls=false' }],
    ['event-store-untrusted', { options: 'tls=true' }],
    ['event-store-authority-missing', { options: 'tls=true&tlsCAFile=/nowhere/ca.crt' }],
  ];
  it.each(cases)('%s', async (code, given) => {
    const refusal = await refusalOf(make(given));
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(/EVENTSTORE_/);
    expect([...server.users.keys()]).toEqual(['admin']);
  });
});
