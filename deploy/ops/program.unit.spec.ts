import { conflict } from '@insuremanager/services/platform/errors';
import { describe, expect, it } from 'vitest';
import { type Answer, createOutput } from './answer.js';
import type { Operations } from './operationsOn.js';
import { runProgram } from './program.js';

const NAMES = [
  ...['status', 'rebuild', 'prune', 'verify', 'parked', 'retryParked', 'discardParked'],
  ...['relayFrom', 'users', 'addUser', 'inviteUser', 'changeUser', 'setUserRole', 'rotateKeys'],
  ...[
    'setAsideEvents',
    'setEventAside',
    'takeEventBack',
    'backUp',
    'restore',
    'exportFile',
    'exportParquet',
    'emails',
    'deleteEmails',
    'makeEventStoreUser',
    'analysts',
    'grantAnalyst',
    'revokeAnalyst',
    'verifyLog',
    'rebuildLogTree',
  ],
];

/** Runs the program; what it asked for, its exit code, and what it wrote. */
async function run(args: readonly string[], answer: () => Promise<Answer> = done) {
  const asked: unknown[] = [];
  const written = { stdout: '', stderr: '' };
  const into = (name: keyof typeof written) => ({
    isTTY: false,
    columns: 80,
    write: (text: string) => {
      written[name] += text;
      return true;
    },
  });
  const operations = Object.fromEntries(
    NAMES.map((name) => [
      name,
      (...given: unknown[]) => {
        asked.push(name, ...given);
        return answer();
      },
    ]),
  ) as unknown as Operations;
  const output = createOutput({ stdout: into('stdout'), stderr: into('stderr') });
  const code = await runProgram(args, operations, output);
  return { asked, code, ...written };
}
const done = async (): Promise<Answer> => ({ document: { position: 7n }, lines: ['Done.'] });
const words = (text: string) => text.split(' ').filter(Boolean);

describe('what can be asked for', () => {
  it.each([
    ['status', ['status']],
    ['rebuild', ['rebuild']],
    ['prune', ['prune']],
    ['verify', ['verify', { sample: 1_000, isWithFiles: true }]],
    ['verify --sample 50 --no-files', ['verify', { sample: 50, isWithFiles: false }]],
    ['verify --all', ['verify', { sample: 'all', isWithFiles: true }]],
    ['verify log', ['verifyLog', []]],
    ['verify log april.txt may.txt', ['verifyLog', ['april.txt', 'may.txt']]],
    ['log-tree rebuild', ['rebuildLogTree']],
    ['events', ['setAsideEvents']],
    ['events list', ['setAsideEvents']],
    [
      'events set-aside 47/47 --reason forged',
      ['setEventAside', { position: '47/47', reason: 'forged' }],
    ],
    ['events take-back 47/47', ['takeEventBack', '47/47']],
    ['parked', ['parked']],
    ['parked list', ['parked']],
    ['parked retry 7', ['retryParked', 7]],
    ['parked retry all', ['retryParked', 'all']],
    ['parked discard 7', ['discardParked', 7]],
    ['relay from-start', ['relayFrom', 'start']],
    ['relay from-now', ['relayFrom', 'now']],
    ['users', ['users']],
    ['users list', ['users']],
    ['users role priya manager', ['setUserRole', 'priya', 'manager']],
    ['users reset-password priya', ['changeUser', 'reset-password', 'priya']],
    ['users reset-2fa priya', ['changeUser', 'reset-2fa', 'priya']],
    ['users disable priya', ['changeUser', 'disable', 'priya']],
    ['users enable priya', ['changeUser', 'enable', 'priya']],
    ['users end-sessions priya', ['changeUser', 'end-sessions', 'priya']],
    ['analysts', ['analysts']],
    ['analysts grant vivek', ['grantAnalyst', 'vivek']],
    ['analysts revoke vivek', ['revokeAnalyst', 'vivek']],
    ['keys rotate', ['rotateKeys']],
    ['backup /backups/today', ['backUp', '/backups/today', undefined]],
    ['backup /backups/now --only postgres', ['backUp', '/backups/now', 'postgres']],
    ['restore /backups/today', ['restore', '/backups/today', undefined]],
    ['restore /backups/today --only check', ['restore', '/backups/today', 'check']],
    ['event-store-user', ['makeEventStoreUser']],
    ['export parquet --to folder', ['exportParquet', 'folder']],
    ['export parquet', ['exportParquet', undefined]],
    ['export events --to a.ndjson', ['exportFile', { what: 'events', target: 'a.ndjson' }]],
    ['mail', ['emails', 50]],
    ['mail list --limit 7', ['emails', 7]],
    [
      'mail delete --before 2026-01-31 --confirm 12',
      ['deleteEmails', { before: '2026-01-31', confirmed: 12 }],
    ],
  ])('%s', async (args, asked) => {
    expect(await run(words(args))).toMatchObject({ asked, code: 0, stdout: 'Done.\n' });
  });

  it.each(['add', 'invite'])('users %s', async (verb) => {
    const { asked } = await run(['users', verb, 'priya', 'priya@example.in', 'agent']);
    expect(asked[1]).toEqual({ username: 'priya', email: 'priya@example.in', role: 'agent' });
  });
});

describe('what cannot be asked for', () => {
  it.each([
    ...['', 'drop-old', 'status now', 'rebuild read_1', 'keys', 'keys destroy', 'backup'],
    ...['verify --sample 0', 'log-tree', 'verify --sample some', 'parked retry', 'parked retry 0'],
    ...['parked discard all', 'parked discard 7 8', 'parked drop', 'relay', 'relay from'],
    ...['users role priya', 'users role priya boss', 'users add priya p@example.in boss'],
    ...['restore /backups/today --only postgres', 'backup /backups/now --only files'],
    ...['users disable', 'users disable priya ravi', 'users constructor priya'],
    ...['event-store-user admin', 'event-store-user --password x'],
    ...['export events', 'export everything --to a', 'mail --limit 0', 'mail delete'],
    ...['mail delete --before 31/03/2026', 'mail delete --before 2026-02-30'],
    ...['mail delete --before 2999-01-01', 'mail delete --before 2026-01-31 --confirm yes'],
  ])('%s', async (args) => {
    const { asked, code, stdout, stderr } = await run(words(args));
    expect({ asked, code, stdout }).toEqual({ asked: [], code: 2, stdout: '' });
    expect(stderr).not.toBe('');
  });

  it('needs no settings to be explained', async () => {
    const { code, stdout } = await run(['users', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('reset-2fa');
    expect(stdout).toContain('--json');
  });
});

describe('an answer', () => {
  it('is one JSON document where that is wanted, wherever it is said', async () => {
    for (const args of [
      ['--json', 'status'],
      ['status', '--json'],
      ['users', 'list', '--json'],
    ]) {
      expect(JSON.parse((await run(args)).stdout)).toEqual({ position: '7' });
    }
  });

  it('that is bad ends with 1', async () => {
    const bad = async () => ({ ...(await done()), isBad: true });
    expect((await run(['status'], bad)).code).toBe(1);
  });

  it('that is a refusal is a sentence on stderr, and ends with 1', async () => {
    const refuse = () => Promise.reject(conflict('rebuild-running', 'It is being rebuilt.'));
    const text = await run(['rebuild'], refuse);
    expect(text).toMatchObject({ code: 1, stdout: '', stderr: 'It is being rebuilt.\n' });
    const json = await run(['rebuild', '--json'], refuse);
    expect(JSON.parse(json.stdout)).toEqual({
      error: { code: 'rebuild-running', message: 'It is being rebuilt.' },
    });
    expect(json.code).toBe(1);
  });
});
