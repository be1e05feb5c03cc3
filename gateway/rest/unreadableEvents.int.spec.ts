import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { formatPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import { setAside } from '@insuremanager/services/platform/readModels/setEventAside';
import { expect, it } from 'vitest';

const { gateway, send, ask, add } = gatewayFixture();

const addNamed = (name: string) => add('/api/customers', { name, phone: '9876543210' });

const stateIs = (state: string) =>
  expect.poll(async () => (await gateway.readModels.status()).state).toBe(state);

it.each([
  ['of a type that this release does not know', 'Unheard', 'its type is not known to this release'],
  ['that is broken', 'CustomerDeleted', 'its metadata is not ours'],
])('an event %s stops lists, and its record is refused, in one sentence', async (_, type, why) => {
  const { services } = gateway;
  const { eventLog, pool } = services.platform;
  const id = await addNamed('Asha Nair');
  const stream = customerStream(id);
  const broken = { id: randomUUID(), type, data: {}, metadata: {} };
  const { position } = await eventLog.append(stream, 0n, [broken]);

  await stateIs('stopped');
  const sentence = `Event ${type} (${stream}@1) cannot be read: ${why}`;
  const { poison } = await services.readModels.status();
  expect(poison).toMatchObject({ position: formatPosition(position), reason: sentence });

  const refused = await send('PUT', `/api/customers/${id}`, { body: { name: 'Asha Menon' } });
  expect(refused.status).toBe(409);
  expect(refused.json).toMatchObject({
    code: 'record-unreadable',
    error: `${sentence}. This record cannot be changed, nor its history be shown, until your administrator has repaired it. For them: npm run ops -- verify lists such events, and docs/read-models.md says what to do about each.`,
  });
  const expectRefused = async (method: string, at: string, body?: object) => {
    const answer = await send(method, `/api/customers/${id}${at}`, { body });
    expect([method, at, answer.status]).toEqual([method, at, 409]);
    expect(answer.json).toMatchObject({ code: 'record-unreadable', error: refused.json.error });
  };
  await expectRefused('GET', '/history');

  // All other records go on, and are shown again once an operator has set the event aside.
  const other = await addNamed('Ravi Menon');
  await setAside(
    { pool, eventLog, schemas: [services.readModels.schema] },
    formatPosition(position),
    { by: 'ravi@crm-1', reason: 'forged' },
  );
  await stateIs('live');
  const list = await send('GET', '/api/customers');
  const shown = list.json as unknown as { id: number }[];
  expect(shown.map((customer) => customer.id)).toContain(other);
  await expectRefused('PUT', '', { name: 'Asha Menon' });
  await expectRefused('DELETE', '');
  await expectRefused('GET', '/history');
  await expectRefused('GET', '?asOf=2026-01-01');
  const erasing = await ask(ERASE, { id, commandId: randomUUID() });
  expect(erasing.text).toContain('record-unreadable');
  expect((await send('GET', `/api/customers/${id}`)).status).toBe(200);
});

const ERASE = `mutation ($id: Int!, $commandId: ID!) {
  eraseCustomer(id: $id, reason: "They asked us to", overridesRetention: true, commandId: $commandId) { id }
}`;
