import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { type Answer, call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';

const { gateway, ask, add } = gatewayFixture({ clock: testClock });
let customerId: number;
let numbers = 0;

beforeAll(async () => {
  const asha = { name: 'Asha Nair', phone: '9876543210', kycStatus: 'verified' };
  customerId = await add('/api/customers', asha);
});

/** A policy that ends in 15 days, of an insurer of its own. */
const issue = async (): Promise<{ termId: number; insurer: string }> => {
  numbers += 1;
  const insurer = `Insurer ${numbers}`;
  const body = {
    ...samplePolicyInput('health', customerId, `G/${numbers}`),
    insuranceCompany: insurer,
  };
  return { termId: await add('/api/health-policies', body), insurer };
};

const BOARD = `query ($filter: RenewalBoardFilter, $limits: RenewalBoardLimits) {
  renewalBoard(filter: $filter, limits: $limits) {
    month today
    columns {
      column count premium
      cards {
        termId policyNumber premiumAmount daysUntilExpiry column lossReason lossNote ownerId
        followUpOn version customer { id name }
      }
    }
  }
}`;
const CARD = 'renewal { termId column version ownerId followUpOn lossReason lossNote } stale';
const ARGUMENTS = 'termId: $termId, expectedVersion: $expectedVersion, commandId: $commandId';
const change = (field: string, declared: string, given: string) =>
  `mutation ($termId: Int!, $expectedVersion: Int, $commandId: ID!${declared}) {
    saved: ${field}(${ARGUMENTS}${given}) { ${CARD} }
  }`;
const MOVE = change('moveRenewal', ', $to: RenewalMove!', ', to: $to');
const LOSE = change('loseRenewal', ', $input: RenewalLossInput!', ', input: $input');
const REOPEN = change('reopenRenewal', '', '');
const ASSIGN = change('assignRenewal', ', $ownerId: Int', ', ownerId: $ownerId');
const FOLLOW_UP = change(
  'setRenewalFollowUp',
  ', $input: RenewalFollowUpInput!',
  ', input: $input',
);

const send = (mutation: string, variables: object) =>
  ask(mutation, { commandId: randomUUID(), ...variables });
const savedOf = ({ json }: Answer): Json => {
  expect(json.errors).toBeUndefined();
  return json.data?.saved as Json;
};
const problemOf = ({ json }: Answer): Json => json.errors?.[0]?.extensions?.problem as Json;
interface Column {
  column: string;
  count: number;
  premium: string;
  cards: object[];
}
const columnsOf = ({ json }: Answer): Column[] => {
  expect(json.errors).toBeUndefined();
  return json.data?.renewalBoard?.columns as unknown as Column[];
};
const columnOf = async (insurer: string, name: string): Promise<Column | undefined> =>
  columnsOf(await ask(BOARD, { filter: { insurer } })).find(({ column }) => column === name);

describe('the board', () => {
  it('has five columns with their totals, and cards with their customers', async () => {
    const { termId, insurer } = await issue();
    const answer = await ask(BOARD, { filter: { insurer, kind: 'health' } });
    const columns = columnsOf(answer);
    expect(answer.json.data?.renewalBoard).toMatchObject({
      month: '2026-06',
      today: '2026-06-15',
    });
    expect(columns.map(({ column, count }) => [column, count])).toEqual([
      ['due', 1],
      ['contacted', 0],
      ['quoted', 0],
      ['renewed', 0],
      ['lost', 0],
    ]);
    expect(columns[0]).toMatchObject({
      premium: '12000.50',
      cards: [
        {
          termId,
          premiumAmount: '12000.50',
          daysUntilExpiry: 15,
          column: 'due',
          version: -1,
          customer: { id: customerId, name: 'Asha Nair' },
        },
      ],
    });
  });

  it('shows as many cards as are wanted, and never more than a few hundred', async () => {
    const { insurer } = await issue();
    const none = await ask(BOARD, { filter: { insurer }, limits: { due: 0 } });
    expect(columnsOf(none)[0]).toMatchObject({ count: 1, cards: [] });
    const tooMany = await ask(BOARD, { limits: { due: 301 } });
    expect(problemOf(tooMany)).toMatchObject({ fields: [{ field: 'due' }] });
    const all = { due: 300, contacted: 300, quoted: 300, renewed: 300, lost: 300 };
    expect((await ask(BOARD, { limits: all })).json.errors).toBeUndefined();
  });

  it('refuses a month that is none', async () => {
    const { json } = await ask(BOARD, { filter: { month: '2026-13' } });
    expect(json.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT');
  });

  it('is for signed-in users only', async () => {
    const body = { query: BOARD };
    const { status } = await call(gateway.url, '/graphql', { method: 'POST', body });
    expect(status).toBe(401);
  });
});

describe('a change', () => {
  it('moves a card, and its next reading shows it', async () => {
    const { termId, insurer } = await issue();
    const moved = await send(MOVE, { termId, to: 'contacted', expectedVersion: -1 });
    expect(savedOf(moved)).toMatchObject({
      renewal: { termId, column: 'contacted', version: 0 },
      stale: false,
    });
    expect(await columnOf(insurer, 'contacted')).toMatchObject({ count: 1 });
    expect(await columnOf(insurer, 'due')).toMatchObject({ count: 0, premium: '0.00' });
  });

  it('is carried out once per commandId', async () => {
    const { termId } = await issue();
    const variables = { termId, to: 'contacted', commandId: randomUUID() };
    await send(MOVE, variables);
    expect(savedOf(await send(MOVE, variables))).toMatchObject({ renewal: { version: 0 } });
  });

  it('tells whoever saw an older version', async () => {
    const { termId } = await issue();
    await send(MOVE, { termId, to: 'contacted' });
    const late = await send(LOSE, { termId, expectedVersion: -1, input: { reason: 'price' } });
    expect(late.json.errors?.[0]?.extensions?.code).toBe('STALE_VERSION');
    expect(problemOf(late)).toMatchObject({ code: 'stale-version', currentVersion: 0 });
  });

  it('loses a card with a reason and a note, and reopens it', async () => {
    const { termId, insurer } = await issue();
    const input = { reason: 'sold_vehicle', note: '  Sold in May ' };
    expect(savedOf(await send(LOSE, { termId, input }))).toMatchObject({
      renewal: { column: 'lost', lossReason: 'sold_vehicle', lossNote: 'Sold in May' },
    });
    expect(await columnOf(insurer, 'lost')).toMatchObject({
      cards: [{ lossNote: 'Sold in May' }],
    });
    expect(savedOf(await send(REOPEN, { termId }))).toMatchObject({
      renewal: { column: 'due', lossReason: null, lossNote: null },
    });
  });

  it('assigns users only', async () => {
    const { termId } = await issue();
    const { json } = await ask('{ renewalOwners { id username } }');
    const owners = json.data?.renewalOwners as unknown as { id: number }[];
    const admin = owners[0];
    expect(admin).toMatchObject({ username: 'admin' });
    expect(savedOf(await send(ASSIGN, { termId, ownerId: admin?.id }))).toMatchObject({
      renewal: { ownerId: admin?.id },
    });
    expect(problemOf(await send(ASSIGN, { termId, ownerId: 987 }))).toMatchObject({
      fields: [{ field: 'ownerId', code: 'user-unknown' }],
    });
    expect(savedOf(await send(ASSIGN, { termId, ownerId: null }))).toMatchObject({
      renewal: { ownerId: null },
    });
  });

  it('takes a follow-up date as it is typed, which a note leaves alone, and none that has passed', async () => {
    const { termId } = await issue();
    const set = await send(FOLLOW_UP, { termId, input: { followUpOn: '20/06/2026' } });
    expect(savedOf(set)).toMatchObject({ renewal: { followUpOn: '2026-06-20' } });
    const noted = await send(FOLLOW_UP, { termId, input: { note: 'Will pay Friday' } });
    expect(savedOf(noted)).toMatchObject({ renewal: { followUpOn: '2026-06-20' } });
    const past = await send(FOLLOW_UP, { termId, input: { followUpOn: '14/06/2026' } });
    expect(problemOf(past)).toMatchObject({ fields: [{ field: 'followUpOn', code: 'past-day' }] });
    const cleared = await send(FOLLOW_UP, { termId, input: { followUpOn: '' } });
    expect(savedOf(cleared)).toMatchObject({ renewal: { followUpOn: null } });
  });

  it('of a term that does not exist is refused', async () => {
    const { json } = await send(MOVE, { termId: 999_900, to: 'contacted' });
    expect(json.errors?.[0]?.extensions?.code).toBe('NOT_FOUND');
  });

  it('logs nothing of the note', () =>
    expect(gateway.logged.join('\n')).not.toContain('Sold in May'));
});
