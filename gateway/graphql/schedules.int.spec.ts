import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs } from '@insuremanager/deploy/testing/signInAs';
import { call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { LAYOUTS, pdfOf } from '@insuremanager/services/schedules/testing/layouts';
import { beforeAll, describe, expect, it } from 'vitest';
import { testClock } from '../testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

const { fixture, gateway, send, add } = gatewayFixture({ clock: testClock });
let customerId: number;
let schedule: Buffer;

const ask = async (
  query: string,
  variables: object = {},
  cookie = fixture.cookie,
): Promise<Json> => {
  const body = { query, variables };
  return (await call(gateway.url, '/graphql', { method: 'POST', cookie, body })).json;
};
const addCustomer = (name: string) => add('/api/customers', { name, phone: '9876543210' });
const upload = async (pdf: Buffer, documentType = 'policy_document'): Promise<number> => {
  const parts = [...fieldParts({ customerId, documentType }), filePart(pdf, 'schedule.pdf')];
  const sent = await sendForm(gateway.url, formOf(parts), { cookie: fixture.cookie });
  return Number((await sent.json()).id);
};

beforeAll(async () => {
  customerId = await addCustomer('Rahim Abdul Kareem');
  const motor = LAYOUTS.find(({ kind }) => kind === 'vehicle');
  schedule = await pdfOf(motor?.draw ?? (() => {}));
});

const READ = `query Read($documentId: Int!) {
  policySchedule(documentId: $documentId) {
    customerId fileName kind insuredName pageCount pagesRead
    fields { field value page left top width height }
  }
}`;
const CREATE = `mutation Create($input: PolicyInput!, $commandId: ID!, $documentId: Int) {
  createPolicy(kind: vehicle, input: $input, commandId: $commandId, documentId: $documentId) {
    policy { id policyNumber } warnings { code field } stale
  }
}`;
const OF = 'query Of($id: Int!) { document(id: $id) { policyType policyId version } }';

const inputFor = (policyNumber: string, of = customerId) => ({
  ...{ customerId: of, policyNumber, insuranceCompany: 'ICICI Lombard' },
  ...{ vehicleNumber: 'KL07CD4521', vehicleType: 'car', sumAssured: '645000' },
  ...{ premiumAmount: '12390', premiumFrequency: 'yearly' },
  ...{ startDate: '2026-07-05', endDate: '2027-07-04' },
});
const problemOf = ({ errors }: Json) => {
  const [error] = errors as unknown as [{ extensions: { problem: { code: string } } }];
  return error.extensions.problem;
};

describe('a schedule', () => {
  it('says what it is about, and where', async () => {
    const documentId = await upload(schedule);
    const { data, errors } = await ask(READ, { documentId });
    expect(errors).toBeUndefined();
    expect(data?.policySchedule).toMatchObject({
      ...{ customerId, fileName: 'schedule.pdf', kind: 'vehicle' },
      ...{ insuredName: 'Rahim Abdul Kareem', pageCount: 1, pagesRead: 1 },
    });
    expect(data?.policySchedule?.fields).toContainEqual({
      ...{ field: 'vehicleNumber', value: 'KL 07 CD 4521', page: 1 },
      ...{ left: expect.any(Number), top: expect.any(Number) },
      ...{ width: expect.any(Number), height: expect.any(Number) },
    });
  });

  it('calls an insurer as policies have it', async () => {
    const input = { ...inputFor('ANY-1'), insuranceCompany: 'ICICI LOMBARD GIC' };
    await ask(CREATE, { input, commandId: randomUUID() });
    const { data } = await ask(READ, { documentId: await upload(schedule) });
    expect(data?.policySchedule?.fields).toContainEqual(
      expect.objectContaining({ field: 'insuranceCompany', value: 'ICICI LOMBARD GIC' }),
    );
  });

  it('is told apart from a scan, in a sentence', async () => {
    const scan = await pdfOf((doc) => doc.rect(36, 36, 400, 400).fill('#cccccc'));
    expect(problemOf(await ask(READ, { documentId: await upload(scan) }))).toMatchObject({
      code: 'schedule-no-text',
      error: 'This PDF is a scan: it holds pictures and no text. Enter the policy by hand.',
    });
  });

  it('is read for those who may add policies', async () => {
    const documentId = await upload(schedule);
    for (const role of ['auditor', 'analyst'] as const) {
      const { cookie } = await signInAs(gateway, role);
      expect(problemOf(await ask(READ, { documentId }, cookie))).toMatchObject({
        code: 'forbidden',
      });
    }
    const { cookie } = await signInAs(gateway, 'agent');
    expect((await ask(READ, { documentId }, cookie)).errors).toBeUndefined();
  });

  it('does not exist twice in one question', async () => {
    const documentId = await upload(schedule);
    const twice = `{ a: policySchedule(documentId: ${documentId}) { kind }
      b: policySchedule(documentId: ${documentId}) { kind } }`;
    const { status } = await send('POST', '/graphql', { body: { query: twice } });
    expect(status).toBe(400);
  });
});

describe('a policy that is entered from a schedule', () => {
  it('has it as its document, also when the command is sent again', async () => {
    const documentId = await upload(schedule);
    const variables = { input: inputFor('FROM-1'), commandId: randomUUID(), documentId };
    const { data } = await ask(CREATE, variables);
    const id = Number(data?.createPolicy?.policy?.id);
    const attached = { policyType: 'vehicle', policyId: id, version: 1 };
    expect(data?.createPolicy).toMatchObject({ stale: false });
    expect((await ask(OF, { id: documentId })).data?.document).toEqual(attached);

    const again = await ask(CREATE, variables);
    expect(again.data?.createPolicy?.policy).toMatchObject({ id });
    expect((await ask(OF, { id: documentId })).data?.document).toEqual(attached);
  });

  it('is refused for another customer than the schedule’s, and then there is none', async () => {
    const documentId = await upload(schedule);
    const input = inputFor('FROM-2', await addCustomer('Somebody Else'));
    const refused = await ask(CREATE, { input, commandId: randomUUID(), documentId });
    expect(problemOf(refused)).toMatchObject({
      fields: [{ field: 'customerId', code: 'document-customer-mismatch' }],
    });
    const list = await ask('{ policies(filter: { search: "FROM-2" }) { items { id } } }');
    expect(list.data?.policies?.items).toEqual([]);
  });

  it('is refused when the schedule belongs to another policy', async () => {
    const documentId = await upload(schedule);
    const create = (number: string) =>
      ask(CREATE, { input: inputFor(number), commandId: randomUUID(), documentId });
    await create('FROM-3');
    expect(problemOf(await create('FROM-4'))).toMatchObject({ code: 'document-attached' });
  });

  it('is refused when there is no such document', async () => {
    const variables = { input: inputFor('FROM-5'), commandId: randomUUID(), documentId: 999_999 };
    expect(problemOf(await ask(CREATE, variables))).toMatchObject({ code: 'document-not-found' });
  });

  it('leaves a KYC document where it is, and says so', async () => {
    const documentId = await upload(schedule, 'kyc');
    const variables = { input: inputFor('FROM-6'), commandId: randomUUID(), documentId };
    const { data } = await ask(CREATE, variables);
    expect(data?.createPolicy?.warnings).toContainEqual({
      ...{ code: 'document-kyc', field: 'documentId' },
    });
    expect((await ask(OF, { id: documentId })).data?.document).toMatchObject({ policyId: null });
  });
});
