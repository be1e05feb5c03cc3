import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { csvOf, openImportFixture } from '@insuremanager/deploy/testing/importFixture';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';

const fixture = testFixture(openImportFixture);

const POLICIES = [
  ['Customer Name', 'Customer Mobile', 'Policy Number', 'Insurance Company', 'Policy Type'],
  ['Sum Insured', 'Premium', 'Frequency', 'Start Date', 'End Date'],
].flat();
const policyRow = (number: string) =>
  ['Rajan Nair', '9847012001', number, 'Star Health', 'family', '500000', '12000', 'yearly'].concat(
    ['01/04/2025', '31/03/2026'],
  );
const NUMBERS = ['P/C/1', 'P/C/2', 'P/C/3'];
beforeAll(async () => {
  const people = [
    ['Customer Name', 'Mobile', 'Email', 'City'],
    ['Rajan Nair', '9847012001', 'rajan@example.in', 'Kochi'],
  ];
  await fixture.imported('people.csv', csvOf(people));
  await fixture.imported('policies.csv', csvOf([POLICIES, ...NUMBERS.map(policyRow)]));
});

const CLAIMS = [
  ['Policy No.', 'Date of Loss', 'Intimation Date', 'Claim Type', 'Claim Amount', 'Claim Status'],
  ['Approved Amount', 'Settled Amount', 'Settlement Date', 'Hospital Name', 'Claim No.', 'Reason'],
].flat();
const claimRow = (number: string, given: Readonly<Record<string, string>> = {}) => {
  const said: Readonly<Record<string, string>> = {
    ...{ 'Policy No.': number, 'Date of Loss': '10/06/2025', 'Intimation Date': '12/06/2025' },
    ...{ 'Claim Type': 'Reimb.', 'Claim Amount': '82,500', 'Hospital Name': 'Lakeshore Hospital' },
    ...given,
  };
  return CLAIMS.map((column) => said[column] ?? '');
};
const verdicts = async (id: number) =>
  (await fixture.rowsOf(id)).map(({ row, outcome, problems }) => [
    row,
    outcome,
    ...problems.map(({ code }) => code),
  ]);
const claimsOf = async (policyNumber: string) => {
  const filter = { search: '' };
  const { items } = await fixture.claims.list({
    ...{ filter, sort: 'added', direction: 'asc', limit: 100 },
  });
  const policies = await fixture.policies.findAll(items.map(({ policyId }) => policyId));
  return items.filter(({ policyId }) => policies.get(policyId)?.policyNumber === policyNumber);
};

describe('a sheet of claims', () => {
  it('is known as one, linked by policy number, and brought to its stages', async () => {
    const sheet = [
      CLAIMS,
      claimRow('p/c/1', {
        ...{ 'Claim Status': 'Settled', 'Approved Amount': '80000', 'Settled Amount': '79,250.50' },
        ...{ 'Settlement Date': '20/07/2025', 'Claim No.': 'SH-77', Reason: 'Gloves' },
      }),
      claimRow('P/C/2', { 'Claim Status': 'Rejected', Reason: 'Waiting period' }),
      claimRow('P/C/2', { 'Date of Loss': '01/08/2025', 'Intimation Date': '' }),
    ];
    const checked = await fixture.checked('claims.csv', csvOf(sheet));
    expect(checked.sheets[0]).toMatchObject({ kind: 'claims' });
    expect(await verdicts(checked.id)).toEqual([
      [2, 'new'],
      [3, 'new'],
      [4, 'new'],
    ]);
    await fixture.write(checked);
    const [settled] = await claimsOf('P/C/1');
    expect(settled).toMatchObject({
      ...{ kind: 'reimbursement', stage: 'settled', stageOn: '2025-07-20' },
      ...{ lossDate: '2025-06-10', intimatedOn: '2025-06-12', insurerClaimNumber: 'SH-77' },
      ...{ amountClaimed: '82500.00', amountApproved: '80000.00', amountSettled: '79250.50' },
      provider: 'Lakeshore Hospital',
    });
    const { steps } = await fixture.claims.progress(settled?.id ?? 0);
    expect(steps.map(({ stage, on, reason }) => [stage, on, reason])).toEqual([
      ['intimated', '2025-06-12', null],
      ['approved', '2025-07-20', 'Gloves'],
      ['settled', '2025-07-20', 'Gloves'],
    ]);
    const told = await fixture.claims.history(settled?.id ?? 0);
    expect(told[0]?.ofImport?.id).toBe(checked.id);
    // Rows are written beside each other, in whatever order.
    const others = await claimsOf('P/C/2');
    expect(others.sort((a, b) => (a.lossDate < b.lossDate ? -1 : 1))).toMatchObject([
      { stage: 'repudiated', stageOn: '2025-06-12' },
      { stage: 'intimated', lossDate: '2025-08-01', intimatedOn: '2025-08-01' },
    ]);
    await fixture.undo(checked);
    expect(await claimsOf('P/C/1')).toEqual([]);
    expect(await claimsOf('P/C/2')).toEqual([]);
  });

  it('says by row what is wrong', async () => {
    const sheet = [
      CLAIMS,
      claimRow('P/C/9'),
      claimRow('P/C/3', { 'Date of Loss': '01/04/2026', 'Intimation Date': '02/04/2026' }),
      claimRow('P/C/3', { 'Claim Type': 'Theft' }),
      claimRow('P/C/3', { 'Intimation Date': '01/06/2025' }),
      claimRow('P/C/3', { 'Claim Status': 'Approved' }),
      claimRow('P/C/3', { 'Claim Status': 'Survey' }),
      claimRow('P/C/3', { 'Claim Status': 'Settled' }),
    ];
    const { id } = await fixture.checked('wrong.csv', csvOf(sheet));
    const columns = (await fixture.rowsOf(id)).map(
      ({ problems: [first] }) => first?.column ?? null,
    );
    expect(columns.slice(4)).toEqual([
      CLAIMS.indexOf('Approved Amount'),
      null,
      CLAIMS.indexOf('Settled Amount'),
    ]);
    expect(await verdicts(id)).toEqual([
      [2, 'problem', 'policy-unknown'],
      [3, 'problem', 'loss-outside-term'],
      [4, 'problem', 'claim-kind-mismatch'],
      [5, 'problem', 'before-loss'],
      [6, 'problem', 'amount-missing'],
      [7, 'problem', 'claim-step-impossible'],
      [8, 'problem', 'amount-missing'],
    ]);
  });

  it('is not written again where a claim of the day and kind is there, unless somebody says so', async () => {
    const first = await fixture.imported('once.csv', csvOf([CLAIMS, claimRow('P/C/3')]));
    const again = [CLAIMS, claimRow('P/C/3'), claimRow('P/C/3', { 'Claim Type': 'Cashless' })];
    again.push(claimRow('P/C/3', { 'Claim Type': 'Cashless' }));
    const checked = await fixture.checked('again.csv', csvOf(again));
    expect(await verdicts(checked.id)).toEqual([
      [2, 'duplicate'],
      [3, 'new'],
      [4, 'duplicate'],
    ]);
    const [known] = await claimsOf('P/C/3');
    expect((await fixture.rowsOf(checked.id))[0]?.record).toMatchObject({
      ...{ kind: 'claim', id: known?.id },
    });
    await fixture.imports.takeDuplicates(checked.id, { sheet: 0, rows: [2], areTaken: true });
    await fixture.write(await fixture.becomes(checked.id, 'checked'));
    expect(await claimsOf('P/C/3')).toHaveLength(3);
    await fixture.undo(checked);
    await fixture.undo(first);
    expect(await claimsOf('P/C/3')).toEqual([]);
  });

  it('keeps a claim on which somebody has worked since', async () => {
    const done = await fixture.imported('worked.csv', csvOf([CLAIMS, claimRow('P/C/3')]));
    const [claim] = await claimsOf('P/C/3');
    const anitha = { userId: 7, username: 'anitha', role: 'agent' } as const;
    const mark = { requirement: 'claim_form', mark: 'received', documentId: null } as const;
    const context = { ...fixture.context(), actor: anitha };
    await fixture.claims.markRequirement(claim?.id ?? 0, mark, context);
    await fixture.undo(done);
    expect((await fixture.rowsOf(done.id))[0]).toMatchObject({ outcome: 'kept' });
    expect(await claimsOf('P/C/3')).toHaveLength(1);
  });
});

const LEADS = [
  'Name',
  'Mobile No.',
  'E-mail',
  'Pin Code',
  'Interested In',
  'Lead Source',
  'Remarks',
];
const leadsNamed = async (search: string) =>
  (
    await fixture.leads.list({
      ...{ filter: { search }, sort: 'added', direction: 'asc', limit: 100 },
    })
  ).items;

describe('a sheet of leads', () => {
  it('becomes leads of nobody, without a consent that nobody gave, from where it says', async () => {
    const sheet = [
      LEADS,
      ['Suma Warrier', '98470 99001', '', '682016', 'Mediclaim', 'Referral', 'Two children'],
      ['Ashok Das', '', 'ashok.das@example.in', '', 'Car', '', ''],
      ['Nobody Reaches', '', '', '', 'Car', '', ''],
      ['Nobody Answers', '12', '', '', 'Car', '', ''],
    ];
    const checked = await fixture.checked('leads.csv', csvOf(sheet));
    expect(checked.sheets[0]).toMatchObject({ kind: 'leads' });
    expect(await verdicts(checked.id)).toEqual([
      [2, 'new'],
      [3, 'new'],
      [4, 'problem', 'phone-or-email-missing'],
      [5, 'problem', expect.stringMatching(/^invalid-/)],
    ]);
    await fixture.write(checked);
    expect(await leadsNamed('Suma Warrier')).toMatchObject([
      {
        ...{ phone: '+919847099001', pincode: '682016', interest: 'health', source: 'referral' },
        ...{ details: 'Two children', ownerId: null, consentOn: null, status: 'new' },
      },
    ]);
    expect(await leadsNamed('Ashok Das')).toMatchObject([
      { interest: 'vehicle', source: 'spreadsheet', phone: null },
    ]);
    await fixture.undo(checked);
    expect(await leadsNamed('Suma Warrier')).toEqual([]);
    // What was undone is erased, and no row says it any more.
    const rows = await fixture.rowsOf(checked.id);
    expect(rows.filter(({ cells }) => JSON.stringify(cells).includes('Warrier'))).toEqual([]);
  });

  it('points out who is a customer or a lead already, or stands there twice', async () => {
    const first = [LEADS, ['Mini Jose', '9847099002', 'mini@example.in', '', 'Health', '', '']];
    const done = await fixture.imported('first.csv', csvOf(first));
    const sheet = [
      LEADS,
      ['R. Nair', '+91 98470 12001', '', '', 'Health', '', ''],
      ['Mini', '', 'Mini@Example.in', '', 'Car', '', ''],
      ['Babu', '9847099003', '', '', 'Car', '', ''],
      ['Babu P', '9847099003', '', '', 'Car', '', ''],
    ];
    const checked = await fixture.checked('more.csv', csvOf(sheet));
    expect(await verdicts(checked.id)).toEqual([
      [2, 'duplicate'],
      [3, 'duplicate'],
      [4, 'new'],
      [5, 'duplicate'],
    ]);
    const rows = await fixture.rowsOf(checked.id);
    expect(rows[0]?.record).toMatchObject({ kind: 'customer', label: 'Rajan Nair' });
    expect(rows[1]?.record).toMatchObject({ kind: 'lead', label: 'Mini Jose' });
    await fixture.write(checked);
    expect(await leadsNamed('Babu')).toHaveLength(1);
    await fixture.undo(checked);
    await fixture.undo(done);
  });
});

it('a day of loss is never one to come', async () => {
  const today = kolkataDay(new Date());
  const short = `${today.slice(8)}/${today.slice(5, 7)}/${Number(today.slice(2, 4)) - 1}`;
  const sheet = [CLAIMS, claimRow('P/C/1', { 'Date of Loss': short, 'Intimation Date': '' })];
  const { id } = await fixture.checked('short.csv', csvOf(sheet));
  const [row] = await fixture.rowsOf(id);
  expect(row?.problems.map(({ code }) => code)).not.toContain('day-to-come');
});
