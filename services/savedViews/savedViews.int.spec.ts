import { MOST_VIEWS, type NewView } from '@insuremanager/contracts/savedViews/savedViews';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../platform/logger.js';
import { openPostgres, type Pool } from '../platform/postgres/postgres.js';
import { createSavedViews, type SavedViews } from './index.js';

let database: TestDatabase;
let pool: Pool;
let views: SavedViews;
beforeAll(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 6, logger: createLogger('silent') });
  views = await createSavedViews({ pool });
});
beforeEach(() => pool.query('DELETE FROM saved_views.views'));
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const anitha = { userId: 1, role: 'agent' } as const;
const shabana = { userId: 2, role: 'agent' } as const;
const rahul = { userId: 3, role: 'manager' } as const;

const view = (name: string, parts: Partial<NewView> = {}): NewView => ({
  ...{ list: 'customers', name, address: 'kycStatus=pending', isShared: false },
  ...parts,
});
const namesOf = async (user: Parameters<SavedViews['list']>[1]) =>
  (await views.list('customers', user)).map(({ name }) => name);

describe('a view of a user', () => {
  it('is theirs alone, and of one list', async () => {
    const saved = await views.create(view('To verify'), anitha);
    expect(await views.list('customers', anitha)).toEqual([
      { ...view('To verify'), id: saved.id, isOwn: true, version: 1 },
    ]);
    expect(await views.list('documents', anitha)).toEqual([]);
    expect(await namesOf(shabana)).toEqual([]);
    for (const ask of [
      () => views.listOf(saved.id, rahul),
      () => views.update(saved.id, { name: 'Mine' }, 1, rahul),
      () => views.delete(saved.id, rahul),
    ]) {
      await expect(ask()).rejects.toMatchObject({ code: 'view-not-found' });
    }
    expect(await namesOf(anitha)).toEqual(['To verify']);
  });

  it('has its name once in a list, whatever the case of the letters', async () => {
    await views.create(view('To verify'), anitha);
    const again = view('TO VERIFY', { address: '' });
    await expect(views.create(again, anitha)).rejects.toMatchObject({
      ...{ kind: 'conflict', code: 'view-name-taken', fields: [{ field: 'name' }] },
    });
    await views.create(view('To verify', { list: 'quotations' }), anitha);
    await views.create(view('To verify'), shabana);
    const other = await views.create(view('Other'), anitha);
    await expect(views.update(other.id, { name: 'to Verify' }, 1, anitha)).rejects.toMatchObject({
      code: 'view-name-taken',
    });
  });

  it('is one when it is saved twice, also at once', async () => {
    const saved = await Promise.all([1, 2, 3].map(() => views.create(view('Twice'), anitha)));
    expect(new Set(saved.map(({ id }) => id)).size).toBe(1);
  });

  it('is listed with the others by name', async () => {
    for (const name of ['b', 'C', 'a']) await views.create(view(name), anitha);
    expect(await namesOf(anitha)).toEqual(['a', 'b', 'C']);
  });

  it('is one of 50 at most, also from two windows at once', async () => {
    for (let nth = 1; nth < MOST_VIEWS; nth += 1) await views.create(view(`${nth}`), anitha);
    const last = await Promise.allSettled(
      ['x', 'y', 'z'].map((name) => views.create(view(name, { list: 'documents' }), anitha)),
    );
    expect(last.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(last.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { kind: 'conflict', code: 'too-many-views' },
    });
    await views.create(view('1'), shabana);
    const [first] = await views.list('customers', anitha);
    await views.delete(first?.id ?? 0, anitha);
    await views.create(view('Room again'), anitha);
  });

  it('is changed in one window, and refused as stale in the other', async () => {
    const { id } = await views.create(view('To verify'), anitha);
    const changed = await views.update(id, { address: 'sort=name' }, 1, anitha);
    expect(changed).toMatchObject({ name: 'To verify', address: 'sort=name', version: 2 });
    await expect(views.update(id, { name: 'Other' }, 1, anitha)).rejects.toMatchObject({
      ...{ kind: 'stale', currentVersion: 2 },
    });
    // Sent again after a lost answer.
    expect(await views.update(id, { address: 'sort=name' }, 1, anitha)).toEqual(changed);
  });

  it('is gone once it is deleted', async () => {
    const { id } = await views.create(view('To verify'), anitha);
    await views.delete(id, anitha);
    expect(await namesOf(anitha)).toEqual([]);
    await expect(views.delete(id, anitha)).rejects.toMatchObject({ code: 'view-not-found' });
  });
});

describe('a shared view', () => {
  it('is everybody’s, and changed by whoever may share', async () => {
    const { id } = await views.create(view('To verify', { isShared: true }), rahul);
    expect(await views.list('customers', shabana)).toMatchObject([
      { id, isShared: true, isOwn: false },
    ]);
    for (const ask of [
      () => views.update(id, { name: 'Mine' }, 1, shabana),
      () => views.delete(id, shabana),
    ]) {
      await expect(ask()).rejects.toMatchObject({ kind: 'forbidden' });
    }
    const admin = { userId: 9, role: 'admin' } as const;
    expect(await views.update(id, { name: 'Verify' }, 1, admin)).toMatchObject({ isOwn: false });
    expect(await namesOf(shabana)).toEqual(['Verify']);
  });

  it('is made by nobody who may not share', async () => {
    await expect(views.create(view('All', { isShared: true }), anitha)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    const { id } = await views.create(view('Mine'), anitha);
    await expect(views.update(id, { isShared: true }, 1, anitha)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    // Nor changed by who shared it once and may not any more.
    const shared = await views.create(view('Once'), rahul);
    await views.update(shared.id, { isShared: true }, 1, rahul);
    const demoted = { ...rahul, role: 'agent' } as const;
    await expect(views.delete(shared.id, demoted)).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('has its name once among those that are shared', async () => {
    await views.create(view('To verify', { isShared: true }), rahul);
    const admin = { userId: 9, role: 'admin' } as const;
    const same = view('to verify', { isShared: true });
    await expect(views.create(same, admin)).rejects.toMatchObject({ code: 'view-name-taken' });
    await views.create({ ...same, isShared: false }, admin);
  });

  it('is its owner’s alone again when it is no longer shared', async () => {
    const { id } = await views.create(view('To verify', { isShared: true }), rahul);
    await views.update(id, { isShared: false }, 1, { userId: 9, role: 'admin' });
    expect(await namesOf(shabana)).toEqual([]);
    expect(await namesOf(rahul)).toEqual(['To verify']);
  });
});

describe('a view that names a person', () => {
  const asha = ['Asha Menon', '9847012345', 'asha@menon.example', 'SH/2026/11', 'ABCPM1234Q'];
  const named = async (name: string) => {
    const { id } = await views.create(view(name), anitha);
    return (await views.thatName(asha)).includes(id);
  };

  it.each([
    ['by name', 'asha  MENON, Kochi'],
    ['by phone, however it is spaced', '+91 98470 12345'],
    ['by email', 'Mail to Asha@menon.example'],
    ['by the number of a policy', 'sh-2026-11 to settle'],
  ])('is found %s', async (_how, name) => {
    expect(await named(name)).toBe(true);
  });

  it.each([
    ['shares a part of their name', 'Menon family'],
    ['holds their name within a longer one', 'Natasha Menon'],
    ['is of other numbers', '98470 and 12345, 2026'],
  ])('is no other, such as one that %s', async (_which, name) => {
    expect(await named(name)).toBe(false);
  });

  it('is found by a short number as a word of its own, by bare digits only where nothing else is there', async () => {
    const names = [
      'Ends 10-15 Oct',
      'Renewals 2026',
      '10-15',
      'Claims XAB10157',
      '2026',
      'AB1015 due',
    ];
    const made = [];
    for (const name of names) made.push(await views.create(view(name), anitha));
    const found = await views.thatName(['1015', '2026', 'AB1015']);
    expect(made.filter(({ id }) => found.includes(id)).map(({ name }) => name)).toEqual([
      '2026',
      'AB1015 due',
    ]);
  });

  it('is found by a single word where nothing else is there, and is deleted whosever it is', async () => {
    const kept = await views.create(view('Asha’s customers'), shabana);
    const gone = await views.create(view('ASHA'), anitha);
    expect(await views.thatName(['Asha', ''])).toEqual([gone.id]);
    await views.deleteAll([gone.id]);
    expect(await namesOf(anitha)).toEqual([]);
    expect(await namesOf(shabana)).toEqual([kept.name]);
  });
});
