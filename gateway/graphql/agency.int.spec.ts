import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInEachRole } from '@insuremanager/deploy/testing/roles';
import { call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';

const { gateway, ask } = gatewayFixture({ brokerage: { name: 'Malabar Brokers' } });
let analyst: string;

beforeAll(async () => {
  analyst = (await signInEachRole(gateway)).analyst;
});

const problemOf = (json: Json): Json => json.errors?.[0]?.extensions?.problem as Json;

const CHANGE = `mutation($input: AgencySettingsInput!, $expectedVersion: Int, $commandId: ID!) {
  changeAgencySettings(input: $input, expectedVersion: $expectedVersion, commandId: $commandId) {
    settings { name phone ownBook gstRates { what from percent } version }
    warnings { field code }
  }
}`;
const change = (input: object, expectedVersion: number | null = null) =>
  ask(CHANGE, { input, expectedVersion, commandId: randomUUID() });
const visitorsSee = () => call(gateway.url, '/', { headers: { Accept: 'text/html' } });

describe('the settings of the agency', () => {
  it('are changed by an admin, and at once what visitors see', async () => {
    expect((await visitorsSee()).text).toContain('Visit Malabar Brokers');
    const gstRates = [{ what: 'motor', from: '2027-04-01', percent: 28 }];
    const { json } = await change({ name: 'Kaveri & Sons', phone: '0484 1', gstRates }, -1);
    expect(json.data?.changeAgencySettings).toEqual({
      settings: { name: 'Kaveri & Sons', phone: '0484 1', ownBook: false, gstRates, version: 0 },
      warnings: [],
    });
    expect((await visitorsSee()).text).toContain('Visit Kaveri &amp; Sons');
  });

  it('are not changed by who saw older ones, nor to what cannot be', async () => {
    const stale = await change({ ownBook: true }, -1);
    expect(problemOf(stale.json)).toMatchObject({ code: 'stale-version', currentVersion: 0 });
    const wrong = await change({ retentionYears: 1 });
    expect(problemOf(wrong.json)).toMatchObject({ fields: [{ field: 'retentionYears' }] });
  });

  it('are told to every user as far as screens need them', async () => {
    const query = '{ agency { name ownBook gstRates { percent } logo { path } } }';
    const { json } = await ask(query, {}, { cookie: analyst });
    expect(json.data?.agency).toEqual({
      name: 'Kaveri & Sons',
      ownBook: false,
      gstRates: [{ percent: 28 }],
      logo: null,
    });
    const refused = await ask('{ agencySettings { licence } }', {}, { cookie: analyst });
    expect(refused.json.errors?.[0]?.extensions?.code).toBe('FORBIDDEN');
  });

  it('have a history', async () => {
    const { json } = await ask(
      '{ agencySettingsHistory { summary actor { username } changes { label before after } } }',
    );
    expect(json.data?.agencySettingsHistory).toEqual([
      {
        summary: 'Name, phone and GST rates changed',
        actor: { username: 'admin' },
        changes: [
          { label: 'Name', before: 'Malabar Brokers', after: 'Kaveri & Sons' },
          { label: 'Phone', before: null, after: '0484 1' },
          { label: 'GST rates', before: null, after: 'Motor 28 % from 01/04/2027' },
        ],
      },
    ]);
  });
});
