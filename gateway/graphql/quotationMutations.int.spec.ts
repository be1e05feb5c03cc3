import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Answer, Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';
import {
  CONVERT_QUOTATION,
  CREATE_QUOTATION,
  DELETE_QUOTATION,
  EMAIL_QUOTATION,
  UPDATE_QUOTATION,
} from '../testing/quotationMutations.js';

const { ask, add } = gatewayFixture({ clock: testClock });
let customerId: number;

/** The first error of an answer. */
const errorOf = ({ json }: Answer): Json => json.errors?.[0] as Json;
const commandId = (): string => randomUUID();

beforeAll(async () => {
  const asha = { name: 'Asha Nair', phone: '9876543210', kycStatus: 'verified' };
  customerId = await add('/api/customers', asha);
});

const create = async (fields: object = {}): Promise<Json> => {
  const input = { ...sampleQuotationInput('health', customerId), ...fields };
  const { json } = await ask(CREATE_QUOTATION, { input, commandId: commandId() });
  return json.data?.createQuotation?.quotation as Json;
};

describe('a change', () => {
  it('makes a quotation out, from texts as a person types them', async () => {
    const input = {
      ...sampleQuotationInput('vehicle', customerId),
      premiumAmount: '₹11,800',
      validityDays: '15',
      notes: 'Cashless at 300 garages',
    };
    const { json } = await ask(CREATE_QUOTATION, { input, commandId: commandId() });
    expect(json.errors).toBeUndefined();
    expect(json.data?.createQuotation).toMatchObject({
      quotation: {
        quotationNumber: expect.stringMatching(/^QT-2026-27-\d+$/),
        insuranceType: 'vehicle',
        policyType: null,
        vehicleType: 'car',
        vehicleNumber: 'KL07AB1234',
        totalAmount: '12300.50',
        gstRate: 18,
        gstAmount: '1800.00',
        validUntil: '2026-06-30',
        isPastValidity: false,
        status: 'pending',
        notes: 'Cashless at 300 garages',
        emailedAt: null,
        version: 0,
        customer: { id: customerId, name: 'Asha Nair', kycStatus: 'verified' },
      },
      warnings: [],
      stale: false,
    });
  });

  it('is carried out once per commandId', async () => {
    const variables = {
      input: sampleQuotationInput('health', customerId),
      commandId: 'quoted once',
    };
    const [first, again] = [
      await ask(CREATE_QUOTATION, variables),
      await ask(CREATE_QUOTATION, variables),
    ];
    expect(first.json.errors).toBeUndefined();
    expect(again.json).toEqual(first.json);
    const other = await ask(CREATE_QUOTATION, { ...variables, input: { customerId } });
    expect(errorOf(other).extensions).toMatchObject({
      code: 'CONFLICT',
      problem: { code: 'idempotency-key-reused', status: 409 },
    });
  });

  it('leaves absent fields alone and clears empty ones', async () => {
    const { id } = await create({ notes: 'To be cleared' });
    const input = { notes: '', insuranceCompany: null, premiumAmount: '50' };
    const variables = { id, input, expectedVersion: 0, commandId: commandId() };
    const { json } = await ask(UPDATE_QUOTATION, variables);
    expect(json.data?.updateQuotation).toMatchObject({
      quotation: {
        notes: null,
        insuranceCompany: null,
        totalAmount: '550.50',
        policyType: 'family',
        version: 1,
      },
      warnings: [{ field: 'insuranceCompany' }],
    });
  });

  it('on a stale version is refused, with the version that is current', async () => {
    const { id } = await create();
    const update = (status: string) =>
      ask(UPDATE_QUOTATION, { id, input: { status }, expectedVersion: 0, commandId: commandId() });
    await update('accepted');
    const { extensions } = errorOf(await update('rejected'));
    expect(extensions).toMatchObject({
      code: 'STALE_VERSION',
      problem: { status: 412, currentVersion: 1 },
    });
  });

  it('makes an accepted one a policy, and each names the other', async () => {
    const { id, quotationNumber } = await create({ status: 'accepted' });
    const input = samplePolicyInput('health', customerId, 'Q/1');
    const variables = { id, input, commandId: commandId() };
    const { json } = await ask(CONVERT_QUOTATION, variables);
    expect(json.errors).toBeUndefined();
    const policyId = json.data?.convertQuotation?.policy?.id;
    expect(json.data?.convertQuotation).toMatchObject({
      quotation: { id, policyId, policy: { id: policyId, policyNumber: 'Q/1' } },
      policy: { kind: 'health', quotationId: id, quotation: { id, quotationNumber } },
      warnings: [{ code: 'quotation-differs' }],
      stale: false,
    });
    expect((await ask(CONVERT_QUOTATION, variables)).json).toEqual(json);
    await ask(DELETE_QUOTATION, { id, commandId: commandId() });
    expect((await ask(CONVERT_QUOTATION, variables)).json.data?.convertQuotation).toMatchObject({
      policy: { id: policyId },
    });
    const again = await ask(CONVERT_QUOTATION, { ...variables, commandId: commandId() });
    expect(errorOf(again).extensions).toMatchObject({
      code: 'CONFLICT',
      problem: { code: 'already-converted' },
    });
  });

  it('is refused of a pending or unknown one that should become a policy', async () => {
    const input = samplePolicyInput('health', customerId, 'Q/2');
    const { id } = await create();
    const pending = await ask(CONVERT_QUOTATION, { id, input, commandId: commandId() });
    expect(errorOf(pending).extensions?.problem?.code).toBe('quotation-not-accepted');
    const unknown = await ask(CONVERT_QUOTATION, { id: 987_654, input, commandId: commandId() });
    expect(errorOf(unknown).extensions).toMatchObject({
      code: 'NOT_FOUND',
      problem: { status: 404, code: 'quotation-not-found' },
    });
  });

  it('sends the PDF by email', async () => {
    const { id } = await create();
    const input = { to: 'asha@example.in', message: null };
    const { json } = await ask(EMAIL_QUOTATION, { id, input, commandId: commandId() });
    expect(json.errors).toBeUndefined();
    expect(json.data?.emailQuotation).toMatchObject({
      quotation: { id, emailedAt: '2026-06-15T06:00:00.000Z' },
      stale: false,
    });
    const wrong = { id, input: { to: 'nobody' }, commandId: commandId() };
    const fields = errorOf(await ask(EMAIL_QUOTATION, wrong)).extensions?.problem?.fields;
    expect(fields).toMatchObject([{ field: 'to' }]);
  });

  it('on a version that the agent did not see becomes no policy, and is not sent', async () => {
    const { id } = await create({ status: 'accepted' });
    const update = { id, input: { premiumAmount: '99' }, expectedVersion: 0 };
    await ask(UPDATE_QUOTATION, { ...update, commandId: commandId() });
    const input = samplePolicyInput('health', customerId, 'Q/3');
    const seen = { id, expectedVersion: 0 };
    const letter = { to: 'asha@example.in' };
    for (const stale of [
      await ask(CONVERT_QUOTATION, { ...seen, input, commandId: commandId() }),
      await ask(EMAIL_QUOTATION, { ...seen, input: letter, commandId: commandId() }),
    ]) {
      expect(errorOf(stale).extensions).toMatchObject({
        code: 'STALE_VERSION',
        problem: { code: 'stale-version', currentVersion: 1 },
      });
    }
    const now = { id, expectedVersion: 1 };
    const sent = await ask(EMAIL_QUOTATION, { ...now, input: letter, commandId: commandId() });
    expect(sent.json.data?.emailQuotation?.quotation).toMatchObject({ version: 3 });
    // That it was sent since changes nothing that the agent saw.
    const converted = await ask(CONVERT_QUOTATION, { ...now, input, commandId: commandId() });
    expect(converted.json.data?.convertQuotation?.policy).toMatchObject({ quotationId: id });
  });

  it('deletes', async () => {
    const { id } = await create();
    const removed = await ask(DELETE_QUOTATION, { id, expectedVersion: 0, commandId: commandId() });
    expect(removed.json.data?.deleteQuotation).toEqual({ id, stale: false });
    const deleted = await ask('query($id: Int!) { quotation(id: $id) { id } }', { id });
    expect(deleted.json.data?.quotation).toBeNull();
  });

  it('names what is at fault, by the words of the form', async () => {
    const input = { premiumAmount: '12.345', validityDays: '0', serviceCharges: '-1' };
    const answer = await ask(CREATE_QUOTATION, { input, commandId: commandId() });
    const { extensions } = errorOf(answer);
    expect(extensions?.code).toBe('BAD_USER_INPUT');
    const fields = extensions?.problem?.fields as unknown as { field: string }[];
    expect(fields.map(({ field }) => field).sort()).toEqual([
      'customerId',
      'premiumAmount',
      'serviceCharges',
      'validityDays',
    ]);
  });

  it.each([
    { insuranceType: 'life' },
    { status: 'lost' },
    { premiumAmount: 100 },
    { customerId: '1' },
    { validityDays: 30 },
    { notes: {} },
    { totalAmount: '1' },
  ])('with %j is no question at all', async (fields) => {
    const input = { ...sampleQuotationInput('health', customerId), ...fields };
    const answer = await ask(CREATE_QUOTATION, { input, commandId: commandId() });
    expect(answer.status).toBe(400);
    expect(errorOf(answer).extensions?.code).toBe('BAD_USER_INPUT');
  });
});
