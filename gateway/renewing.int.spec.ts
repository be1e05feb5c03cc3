import { randomUUID } from 'node:crypto';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { expect, it } from 'vitest';

const { send, ask } = gatewayFixture();
const post = async (path: string, body: object) => {
  const { json, status, text } = await send('POST', path, { body });
  expect(status, text).toBe(201);
  return json;
};

const RENEW = `mutation($id: Int!, $input: RenewalInput!, $expectedVersion: Int!, $commandId: ID!) {
  renewPolicy(kind: vehicle, id: $id, input: $input, expectedVersion: $expectedVersion, commandId: $commandId) {
    warnings { field code message }
  }
}`;

it('a renewal with a bonus that a claim has taken is warned of, by either face', async () => {
  const today = kolkataDay(new Date());
  const { id: customerId } = await post('/api/customers', { name: 'Anu', phone: '9876543210' });
  const issue = (policyNumber: string, vehicleNumber: string) =>
    post('/api/vehicle-policies', {
      ...{ customerId, policyNumber, vehicleNumber, insuranceCompany: 'Star', ncbPercent: '20' },
      ...{ vehicleType: 'car', vehicleMake: 'Maruti', vehicleModel: 'Swift', vehicleYear: '2021' },
      ...{ coverType: 'comprehensive', policyType: 'comprehensive', sumAssured: '500000' },
      ...{ premiumAmount: '9000', premiumFrequency: 'yearly' },
      ...{ startDate: addDays(today, -355), endDate: addDays(today, 9) },
    });
  const [damaged, hurt] = [await issue('V/1', 'KL07AB1234'), await issue('V/2', 'KL07AB1235')];
  const happened = { lossDate: addDays(today, -3), intimatedOn: today, amountClaimed: '20000' };
  const claim = await post('/api/claims', {
    ...{ policyId: damaged.id, kind: 'own_damage', ...happened },
  });
  // What is paid to others leaves the bonus alone.
  await post('/api/claims', { policyId: hurt.id, kind: 'third_party', ...happened });
  const lost = {
    ...{ field: 'ncbPercent', code: 'bonus-lost' },
    message: `There is a claim in this term (${claim.claimNumber}): the No-Claim Bonus falls to 0 %.`,
  };
  const renewed = await post(`/api/vehicle-policies/${damaged.id}/renew`, { ncbPercent: '25' });
  expect(renewed.warnings).toContainEqual(lost);
  const other = await post(`/api/vehicle-policies/${hurt.id}/renew`, { ncbPercent: '25' });
  expect(other.warnings).not.toContainEqual(expect.objectContaining({ code: 'bonus-lost' }));

  // The next term has none.
  const next = { expectedVersion: renewed.version, commandId: randomUUID() };
  const { json } = await ask(RENEW, { id: renewed.id, input: { ncbPercent: '25' }, ...next });
  expect(json.data?.renewPolicy?.warnings).not.toContainEqual(
    expect.objectContaining({ code: 'bonus-lost' }),
  );
  const third = await issue('V/3', 'KL07AB1236');
  await post('/api/claims', { policyId: third.id, kind: 'theft', ...happened });
  const asked = { expectedVersion: third.version, commandId: randomUUID() };
  const answer = await ask(RENEW, { id: third.id, input: { ncbPercent: '25' }, ...asked });
  expect(answer.json.data?.renewPolicy?.warnings).toContainEqual(
    expect.objectContaining({ field: 'ncbPercent', code: 'bonus-lost' }),
  );
});
