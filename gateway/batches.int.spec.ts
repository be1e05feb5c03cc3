import { randomUUID } from 'node:crypto';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';

const gateway = oneGateway();
let agent: TestUser;
let auditor: TestUser;

interface Sent {
  readonly method?: string;
  readonly body?: object;
  readonly batchId?: string;
}
const send = (path: string, { method = 'GET', body, batchId }: Sent = {}, user = agent) =>
  call(gateway.url, path, {
    method,
    cookie: user.cookie,
    ...(body && { body }),
    ...(batchId && { headers: { 'X-Batch-Id': batchId } }),
  });

const addCustomer = async (name: string): Promise<number> => {
  const body = { name, phone: '9876543210' };
  return Number((await send('/api/customers', { method: 'POST', body })).json.id);
};
const setKyc = (id: number, kycStatus: string, batchId?: string) =>
  send(`/api/customers/${id}/kyc`, { method: 'PUT', body: { kycStatus }, batchId });

const SET_KYC = `mutation ($id: Int!, $commandId: ID!) {
  setKycStatus(id: $id, kycStatus: verified, commandId: $commandId) { customer { version } }
}`;
const setKycByGraphql = (id: number, batchId: string) =>
  send('/graphql', {
    method: 'POST',
    body: { query: SET_KYC, variables: { id, commandId: randomUUID() } },
    batchId,
  });

/** Of each entry, by REST and by GraphQL. */
async function batchesIn(id: number): Promise<(string | null)[]> {
  const entries = JSON.parse((await send(`/api/customers/${id}/history`)).text);
  const query = `{ customerHistory(id: ${id}) { batchId } }`;
  const { json } = await send('/graphql', { method: 'POST', body: { query } });
  const batches = entries.map(({ batchId }: { batchId: string | null }) => batchId);
  expect(json.data?.customerHistory).toEqual(
    batches.map((batchId: string | null) => ({ batchId })),
  );
  return batches;
}

beforeAll(async () => {
  agent = await signInAs(gateway, 'agent', 'ravi');
  auditor = await signInAs(gateway, 'auditor', 'asha');
});

describe('a bulk change', () => {
  it('is named in the history of every record that it changed, by REST and GraphQL', async () => {
    const [first, second, alone] = [
      await addCustomer('Meera Nair'),
      await addCustomer('Anil Bose'),
      await addCustomer('Beena Das'),
    ];
    const batchId = randomUUID();
    expect((await setKyc(first, 'rejected', batchId)).status).toBe(200);
    expect((await setKycByGraphql(second, batchId)).json.errors).toBeUndefined();
    await setKyc(alone, 'verified');
    expect(await batchesIn(first)).toEqual([null, batchId]);
    expect(await batchesIn(second)).toEqual([null, batchId]);
    expect(await batchesIn(alone)).toEqual([null, null]);
  });

  it('is named in the audit log', async () => {
    const id = await addCustomer('Chitra Pillai');
    const batchId = randomUUID();
    await send(`/api/customers/${id}`, { method: 'DELETE', batchId });
    const query = '{ auditLog(filter: { kinds: [deletion] }) { items { recordId batchId } } }';
    const { json } = await send('/graphql', { method: 'POST', body: { query } }, auditor);
    expect(json.data?.auditLog).toEqual({ items: [{ recordId: id, batchId }] });
    const [entry] = JSON.parse((await send('/api/audit?kind=deletion', {}, auditor)).text);
    expect(entry).toMatchObject({ recordId: id, batchId });
  });

  it('has a UUID for its name, as it stands in events, and is refused otherwise', async () => {
    const id = await addCustomer('Divya Menon');
    const named = await setKyc(id, 'verified', 'Divya Menon');
    expect([named.status, named.json.code]).toEqual([400, 'invalid-batch-id']);
    const { status, json } = await setKycByGraphql(id, 'Divya Menon');
    expect([status, json.errors?.[0]?.extensions?.problem]).toEqual([
      400,
      expect.objectContaining({ code: 'invalid-batch-id' }),
    ]);
    expect(await batchesIn(id)).toEqual([null]);
  });

  it('makes no other command of one that comes again', async () => {
    const id = await addCustomer('Elsa Jacob');
    const again = (batchId: string) =>
      call(gateway.url, `/api/customers/${id}/kyc`, {
        method: 'PUT',
        cookie: agent.cookie,
        body: { kycStatus: 'verified' },
        headers: { 'X-Batch-Id': batchId, 'Idempotency-Key': 'once' },
      });
    const batchId = randomUUID();
    await again(batchId);
    expect((await again(batchId)).status).toBe(200);
    expect(await batchesIn(id)).toEqual([null, batchId]);
  });
});
