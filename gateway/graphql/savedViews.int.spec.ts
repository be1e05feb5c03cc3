import { rolesFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';

const { gateway, cookies } = rolesFixture();

const VIEW = 'id list name address isShared isOwn version';
const ask = async (role: keyof typeof cookies, query: string, variables: object = {}) => {
  const body = { query, variables };
  const { json } = await call(gateway.url, '/graphql', {
    ...{ method: 'POST', cookie: cookies[role], body },
  });
  return json;
};
const create = (role: keyof typeof cookies, input: object) =>
  ask(
    role,
    `mutation ($input: NewSavedViewInput!) { view: createSavedView(input: $input) { ${VIEW} } }`,
    { input: { list: 'customers', address: '', ...input } },
  );
const update = (role: keyof typeof cookies, id: unknown, input: object, expectedVersion = 1) =>
  ask(
    role,
    `mutation ($id: Int!, $input: SavedViewInput!, $expectedVersion: Int!) {
      view: updateSavedView(id: $id, input: $input, expectedVersion: $expectedVersion) { ${VIEW} }
    }`,
    { id, input, expectedVersion },
  );
const list = (role: keyof typeof cookies, of = 'customers') =>
  ask(role, `{ views: savedViews(list: ${of}) { ${VIEW} } }`);
const code = (json: Awaited<ReturnType<typeof ask>>) =>
  String(json.errors?.[0]?.extensions?.code ?? 'none');

describe('saved views', () => {
  it('hold what the list knows of an address, and no search', async () => {
    const address = 'q=Anitha&city=Kochi&colour=red&sort=name&customer=7&columns=name,city';
    const { data } = await create('agent', { name: '  Kochi ', address });
    expect(data?.view).toMatchObject({
      ...{ list: 'customers', name: 'Kochi', isShared: false, isOwn: true, version: 1 },
      address: 'city=Kochi&sort=name&columns=name%2Ccity',
    });
    const id = Number(data?.view?.id);
    const renamed = await update('agent', id, { name: 'Kochi city' });
    expect(renamed.data?.view).toMatchObject({ name: 'Kochi city', version: 2 });
    const changed = await update('agent', id, { address: 'search=Anitha&dir=desc' }, 2);
    expect(changed.data?.view).toMatchObject({ name: 'Kochi city', address: 'dir=desc' });

    expect((await list('agent')).data?.views).toMatchObject([{ id, version: 3 }]);
    expect((await list('manager')).data?.views).toEqual([]);
    const gone = await ask('agent', `mutation { deleteSavedView(id: ${id}) }`);
    expect(gone.data).toEqual({ deleteSavedView: true });
    expect((await list('agent')).data?.views).toEqual([]);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a name of 61 letters', { name: 'a'.repeat(61) }],
    ['an address of 2,001 letters', { name: 'Long', address: 'a'.repeat(2001) }],
  ])('are refused with %s', async (_what, input) => {
    expect(code(await create('agent', input))).toBe('BAD_USER_INPUT');
  });

  it('are shared by managers, and then everybody’s who may see the list', async () => {
    expect(code(await create('agent', { name: 'Ours', isShared: true }))).toBe('FORBIDDEN');
    const { data } = await create('manager', { name: 'Ours', isShared: true });
    const id = Number(data?.view?.id);
    for (const role of ['agent', 'auditor', 'analyst'] as const) {
      expect((await list(role)).data?.views).toMatchObject([{ id, isOwn: false }]);
      expect(code(await update(role, id, { name: 'Mine' }))).toBe('FORBIDDEN');
    }
    expect((await update('admin', id, { name: 'Everybody’s' })).data?.view).toMatchObject({
      ...{ name: 'Everybody’s', isOwn: false },
    });
  });

  it('of a list that a role may not see do not exist for it', async () => {
    const { data } = await create('admin', { list: 'audit_log', name: 'Reveals', isShared: true });
    const id = Number(data?.view?.id);
    expect(code(await list('agent', 'audit_log'))).toBe('FORBIDDEN');
    expect(code(await create('agent', { list: 'audit_log', name: 'Mine' }))).toBe('FORBIDDEN');
    expect(code(await update('manager', id, { name: 'Mine' }))).toBe('FORBIDDEN');
    expect(code(await ask('manager', `mutation { deleteSavedView(id: ${id}) }`))).toBe('FORBIDDEN');
    expect((await list('auditor', 'audit_log')).data?.views).toMatchObject([{ id }]);
  });

  it('are refused as stale where another window has changed them', async () => {
    const { data } = await create('auditor', { name: 'Mine' });
    const id = Number(data?.view?.id);
    await update('auditor', id, { name: 'Changed' });
    expect(code(await update('auditor', id, { address: 'city=Kochi' }))).toBe('STALE_VERSION');
  });
});
