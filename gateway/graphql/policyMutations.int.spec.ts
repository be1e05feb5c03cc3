import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Answer, Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { CANCEL, CREATE, ENDORSE, REINSTATE, RENEW, UPDATE } from '../testing/policyMutations.js';

const { ask, add } = gatewayFixture({ clock: testClock });
let customerId: number;

/** The first error of an answer. */
const errorOf = ({ json }: Answer): Json => json.errors?.[0] as Json;
const commandId = (): string => randomUUID();

beforeAll(async () => {
  const asha = { name: 'Asha Nair', phone: '9876543210', kycStatus: 'verified' };
  customerId = await add('/api/customers', asha);
});

let drawn = 0;
const health = (fields: object = {}) => ({
  ...samplePolicyInput('health', customerId, `H-${++drawn}`),
  ...fields,
});
const vehicle = (fields: object = {}) => ({
  ...samplePolicyInput('vehicle', customerId, `V-${++drawn}`),
  ...fields,
});
const create = async (kind: string, input: object): Promise<Json> => {
  const { json } = await ask(CREATE, { kind, input, commandId: commandId() });
  return json.data?.createPolicy?.policy as Json;
};

describe('a change', () => {
  it('issues a policy of either kind, from texts as a person types them', async () => {
    const input = vehicle({
      premiumAmount: '₹12,345',
      premiumFrequency: 'half_yearly',
      coverType: 'comprehensive',
      ncbPercent: '20',
      startDate: '01/07/2025',
      endDate: '30/06/2026',
    });
    const { json } = await ask(CREATE, { kind: 'vehicle', input, commandId: commandId() });
    expect(json.errors).toBeUndefined();
    expect(json.data?.createPolicy).toMatchObject({
      policy: {
        kind: 'vehicle',
        policyType: null,
        vehicleNumber: 'KL07AB1234',
        vehicleYear: 2021,
        ncbPercent: 20,
        coverType: 'comprehensive',
        premiumAmount: '12345.00',
        premiumFrequency: 'half_yearly',
        endDate: '2026-06-30',
        daysUntilExpiry: 15,
        status: 'active',
        version: 0,
        customer: { id: customerId, name: 'Asha Nair', kycStatus: 'verified' },
      },
      warnings: [],
      stale: false,
    });
    expect(await create('health', health())).toMatchObject({
      kind: 'health',
      policyType: 'family',
      vehicleNumber: null,
      premiumFrequency: 'yearly',
    });
  });

  it('is carried out once per commandId', async () => {
    const variables = { kind: 'health', input: health(), commandId: 'issued once' };
    const [first, again] = [await ask(CREATE, variables), await ask(CREATE, variables)];
    expect(first.json.errors).toBeUndefined();
    expect(again.json).toEqual(first.json);

    const other = await ask(CREATE, { ...variables, input: health() });
    expect(errorOf(other).extensions).toMatchObject({
      code: 'CONFLICT',
      problem: { code: 'idempotency-key-reused', status: 409 },
    });
  });

  it('leaves absent fields alone and clears empty ones', async () => {
    const { id } = await create('vehicle', vehicle({ coverType: 'third_party', ncbPercent: '50' }));
    const input = { coverType: null, ncbPercent: '', premiumAmount: '50' };
    const variables = { kind: 'vehicle', id, input, expectedVersion: 0, commandId: commandId() };
    const { json } = await ask(UPDATE, variables);
    expect(json.data?.updatePolicy?.policy).toMatchObject({
      premiumAmount: '50.00',
      sumAssured: '500000.00',
      version: 1,
    });
    const read = 'query($id: Int!) { policy(id: $id) { coverType ncbPercent vehicleYear } }';
    expect((await ask(read, { id })).json.data?.policy).toEqual({
      coverType: null,
      ncbPercent: null,
      vehicleYear: 2021,
    });
  });

  it('takes the parts of a motor premium, and refuses what does not come to it', async () => {
    const parts = { ownDamagePremium: '7000', thirdPartyPremium: '3000', premiumGst: '1800' };
    const { id } = await create('vehicle', vehicle({ premiumAmount: '11800', ...parts }));
    const read = `query($id: Int!) {
      policy(id: $id) { premiumAmount ownDamagePremium thirdPartyPremium premiumGst }
    }`;
    const now = async () => (await ask(read, { id })).json.data?.policy;
    expect(await now()).toEqual({
      ...{ premiumAmount: '11800.00', ownDamagePremium: '7000.00' },
      ...{ thirdPartyPremium: '3000.00', premiumGst: '1800.00' },
    });
    const update = (expectedVersion: number, input: object) =>
      ask(UPDATE, { kind: 'vehicle', id, input, expectedVersion, commandId: commandId() });
    expect(errorOf(await update(0, { premiumAmount: '12000' })).extensions).toMatchObject({
      problem: { status: 400, fields: [{ field: 'premiumGst', code: 'parts-differ' }] },
    });
    await update(0, { premiumAmount: '12000', premiumGst: null });
    expect(await now()).toMatchObject({ ownDamagePremium: '7000.00', premiumGst: null });
    await update(1, { ownDamagePremium: null, thirdPartyPremium: '' });
    expect(await now()).toMatchObject({ ownDamagePremium: null, thirdPartyPremium: null });
  });

  it('on a stale version is refused, with the version that is current', async () => {
    const { id } = await create('health', health());
    const update = (premiumAmount: string) =>
      ask(UPDATE, {
        kind: 'health',
        id,
        input: { premiumAmount },
        expectedVersion: 0,
        commandId: commandId(),
      });
    await update('1');
    const { extensions } = errorOf(await update('2'));
    expect(extensions).toMatchObject({
      code: 'STALE_VERSION',
      problem: { status: 412, currentVersion: 1 },
    });
  });

  it('endorses, cancels, reinstates, renews and deletes', async () => {
    const { id } = await create('health', health());
    const carryOut = async (query: string, expectedVersion: number, input: object | null) => {
      const variables = { kind: 'health', id, input, expectedVersion, commandId: commandId() };
      const { json } = await ask(query, variables);
      expect(json.errors).toBeUndefined();
      return Object.values(json.data ?? {})[0];
    };
    expect(
      await carryOut(ENDORSE, 0, {
        effectiveFrom: '01/06/2026',
        reason: 'Higher cover',
        changes: { sumAssured: '7,50,000', premiumFrequency: 'half_yearly' },
      }),
    ).toMatchObject({
      policy: { id, sumAssured: '750000.00', premiumFrequency: 'half_yearly', version: 1 },
      renewedTerm: null,
    });
    expect(await carryOut(CANCEL, 1, { reason: 'unpaid_premium' })).toMatchObject({
      policy: { status: 'cancelled' },
    });
    expect(await carryOut(REINSTATE, 2, null)).toMatchObject({ policy: { status: 'active' } });
    const renewed = await carryOut(RENEW, 3, { premiumAmount: '13000' });
    const next = renewed?.policy;
    expect(renewed).toMatchObject({
      policy: {
        kind: 'health',
        startDate: '2026-07-01',
        endDate: '2027-06-30',
        premiumAmount: '13000.00',
        predecessorId: id,
      },
      renewedTerm: { id, status: 'renewed', successorId: next?.id, version: 4 },
    });

    const again = await ask(RENEW, {
      kind: 'health',
      id,
      input: {},
      expectedVersion: 4,
      commandId: commandId(),
    });
    expect(errorOf(again).extensions).toMatchObject({
      code: 'CONFLICT',
      problem: { code: 'already-renewed' },
    });

    const REMOVE = `mutation($kind: PolicyKind!, $id: Int!, $commandId: ID!) {
      deletePolicy(kind: $kind, id: $id, commandId: $commandId) { id stale }
    }`;
    const removed = await ask(REMOVE, { kind: 'health', id: next?.id, commandId: commandId() });
    expect(removed.json.data?.deletePolicy).toEqual({ id: next?.id, stale: false });
  });

  it('names what is at fault, by the words of the form', async () => {
    const input = { premiumAmount: '12.345', endDate: '30/02/2026', ncbPercent: '33' };
    const answer = await ask(CREATE, { kind: 'vehicle', input, commandId: commandId() });
    const { extensions } = errorOf(answer);
    expect(extensions?.code).toBe('BAD_USER_INPUT');
    const fields = extensions?.problem?.fields as unknown as { field: string }[];
    expect(fields.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['customerId', 'premiumAmount', 'endDate', 'ncbPercent']),
    );
  });

  it('on a policy of the other kind finds none', async () => {
    const { id } = await create('health', health());
    const input = { reason: 'other' };
    const variables = { kind: 'vehicle', id, input, expectedVersion: 0, commandId: commandId() };
    expect(errorOf(await ask(CANCEL, variables)).extensions).toMatchObject({
      code: 'NOT_FOUND',
      problem: { status: 404, code: 'policy-not-found' },
    });
  });

  it.each([
    { policyType: 'solo' },
    { premiumFrequency: 'half-yearly' },
    { status: 'lapsed' },
    { premiumAmount: 100 },
    { premiumAmount: ['100'] },
    { customerId: '1' },
    { vehicleNumber: {} },
    { colour: 'red' },
  ])('with %j is no question at all', async (fields) => {
    const input = health(fields);
    const answer = await ask(CREATE, { kind: 'health', input, commandId: commandId() });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).extensions?.code).toBe('BAD_USER_INPUT');
  });
});
