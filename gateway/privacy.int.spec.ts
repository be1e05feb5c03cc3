import { truncate } from 'node:fs/promises';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from './testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm, storedIn } from './testing/uploading.js';

const PERSONAL = {
  name: 'Anitha Varghese',
  phone: '9876512345',
  policyNumber: 'SECRET/2026/77',
  plate: 'KL07ZZ9876',
  engine: 'ENG445566',
  chassis: 'CHS778899',
  note: 'Moved to Muscat',
  searched: 'varghese',
  file: 'Discharge summary.pdf',
};

const { fixture, gateway } = gatewayFixture({ clock: testClock });

const send = (method: string, path: string, body?: object) =>
  call(gateway.url, path, { method, cookie: fixture.cookie, body });

/** Everything that a day of work says of a person and their vehicle, refusals included. */
async function aDayOfWork(): Promise<void> {
  const { name, phone, policyNumber, plate, engine, chassis, note, searched } = PERSONAL;
  const { json } = await send('POST', '/api/customers', { name, phone });
  const policy = {
    ...samplePolicyInput('vehicle', Number(json.id), policyNumber),
    vehicleNumber: plate,
    engineNumber: engine,
    chassisNumber: chassis,
  };
  const { json: issued } = await send('POST', '/api/vehicle-policies', policy);
  const path = `/api/vehicle-policies/${issued.id}`;
  await send('POST', '/api/vehicle-policies', policy);
  await send('POST', '/api/vehicle-policies', { ...policy, premiumAmount: 'abc' });
  await send('POST', `${path}/cancel`, { reason: 'other', note });
  await send('POST', `${path}/reinstate`, { note });
  await send('POST', `${path}/renew`, {});
  await send('POST', `${path}/renew`, {});
  await send('GET', `${path}/history`);
  await send('GET', `/api/vehicle-policies/${policyNumber}`);
  await filesCome(Number(json.id));
  for (const text of [searched, plate, policyNumber]) {
    const query = encodeURIComponent(text);
    await send('GET', `/api/search?q=${query}`);
    // Words where GraphQL wants numbers, in the question itself and in its variables.
    const ofNobody = `{ documents(filter: { customerId: ${JSON.stringify(text)} }) { items { id } } }`;
    await send('POST', '/graphql', { query: ofNobody });
    await send('POST', '/graphql', {
      query: 'query ($filter: QuotationFilter) { quotations(filter: $filter) { items { id } } }',
      variables: { filter: { customerId: text, statuses: [text] } },
    });
    await send('GET', `/api/search?q=${query}&q=${query}`);
    await send('GET', `/api/vehicle-policies?search=${query}`);
    await send('GET', `/api/vehicle-policies?insurer=${query}&limit=0`);
    await send('POST', '/graphql', {
      query: `query($text: String!) { search(query: $text) { customers { count } }
        policies(filter: { search: $text, premiumFrom: $text }) { items { id } } }`,
      variables: { text },
    });
    await send('POST', '/graphql', { query: `{ search(query: "${text}") { nothing } }` });
  }
}

/**
 * A document, and one that is refused, one that breaks off and one whose stored file is damaged.
 */
async function filesCome(customerId: number): Promise<void> {
  const fields = fieldParts({ customerId, documentType: 'kyc' });
  const upload = (content: Buffer, bytes = Number.POSITIVE_INFINITY) => {
    const form = formOf([...fields, filePart(content, PERSONAL.file)]);
    return sendForm(gateway.url, form.subarray(0, bytes), { cookie: fixture.cookie });
  };
  const { id } = await (await upload(samplePdf())).json();
  await upload(Buffer.from(PERSONAL.note));
  await upload(samplePdf(), 700);
  await send('GET', `/api/documents?search=${encodeURIComponent(PERSONAL.file)}`);
  for (const path of await storedIn(gateway.dataDir)) await truncate(path, 10);
  await send('GET', `/api/documents/${id}/download`);
}

function expectNothingPersonalIn(text: string): void {
  for (const value of Object.values(PERSONAL)) {
    expect(text.toLowerCase()).not.toContain(value.toLowerCase());
    expect(text).not.toContain(encodeURIComponent(value));
  }
}

describe('what operators read', () => {
  it('holds neither names nor policy numbers, plates or what was searched for', async () => {
    await aDayOfWork();
    const { text } = await call(gateway.opsUrl, '/metrics');
    expect(text).toContain('route="/api/search"');
    expect(text).toContain('route="/api/documents/:id/download"');
    expect(text).toContain('route="/api/vehicle-policies/:id/renew"');
    expectNothingPersonalIn(text);
    expectNothingPersonalIn(gateway.logged.join('\n'));
  });

  it('holds none of it when things go wrong for an unforeseen reason, either', async () => {
    const { schema } = gateway.readModels;
    const { pool } = gateway.platform;
    await pool.query(`ALTER TABLE ${schema}.policies RENAME TO policies_gone`);
    const query = encodeURIComponent(PERSONAL.policyNumber);
    const answers = [
      await send('GET', `/api/search?q=${query}`),
      await send('GET', `/api/vehicle-policies?search=${query}`),
    ];
    await pool.query(`ALTER TABLE ${schema}.policies_gone RENAME TO policies`);
    for (const { status, json } of answers) {
      expect(status).toBe(500);
      const line = gateway.logged.find((line) => line.includes(String(json.correlationId)));
      expect(line).toContain('42P01');
    }
    expectNothingPersonalIn(gateway.logged.join('\n'));
  });
});
