import type { LineMatch } from '@insuremanager/contracts/commission/commissionKinds';
import {
  CommissionLineDecided,
  CommissionLineMatched,
  CommissionLinesAdded,
  CommissionLinesRemoved,
  CommissionStatementAdded,
  CommissionStatementChanged,
  CommissionStatementClosed,
  CommissionStatementDeleted,
} from '@insuremanager/contracts/commission/statementEvents';
import { statementRecord } from '@insuremanager/contracts/commission/statementViews';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { matchesOf } from './createStatements.js';
import { amountIn, columnsOf } from './readStatementFile.js';
import { type StatementCommand, statementDecider } from './statement.js';

const TODAY = '2026-11-27';
const ABOUT = { statementId: 1, insuranceCompany: 'Star Health', month: '2026-10-01' };
const added = CommissionStatementAdded(ABOUT);
const line = (number: number, termId: number | null, commission: number) => ({
  ...{ line: number, termId, premium: null, commission, tds: 2_00, gst: 18_00 },
});
const withLines = CommissionLinesAdded({
  statementId: 1,
  lines: [line(1, 100, 1_500_00), line(2, null, 90_00)],
  personal: { numbers: [{ line: 2, policyNumber: 'X/9' }] },
});
const decided = (
  number: number,
  decision: 'accepted' | 'disputed' | null,
  note: string | null = null,
) => CommissionLineDecided({ statementId: 1, line: number, decision, personal: { note } });
const closed = CommissionStatementClosed({
  ...{ ...ABOUT, expected: [], accepted: [1], shares: [] },
  totals: { expected: 0, received: 1_500_00, disputed: 90_00 },
});
const { given } = scenario(statementDecider);
const asked = (command: object) => ({ id: 1, today: TODAY, ...command }) as StatementCommand;
const create = (month = '15/10/2026', facts: object = {}) =>
  asked({
    ...{ type: 'create', ...facts },
    input: statementRecord.input.parse({ insuranceCompany: 'Star Health', month }),
  });
const closing = (
  revision: number,
  matches: [number, LineMatch][] = [[1, 'matched']],
  more: object = {},
) =>
  asked({
    type: 'close',
    closing: {
      ...{
        revision,
        expected: [
          { termId: 100, amount: 1_500_00 },
          { termId: 101, amount: 0 },
        ],
      },
      ...{ matches: new Map(matches), subAgents: new Map([[100, { userId: 7, percent: 40_00 }]]) },
    },
    ...more,
  });
const refusedFor = (command: StatementCommand, code: string, ...past: Parameters<typeof given>) =>
  expect(() => statementDecider.decide(command, given(...past).state)).toThrow(
    expect.objectContaining({ fields: [expect.objectContaining({ code })] }),
  );

describe('a statement', () => {
  it('is of a month, whichever day of it was typed', () => given().when(create()).then(added));

  it('is of no month that is closed, or to come', () => {
    refusedFor(create('01/10/2026', { lastClosed: '2026-10-01' }), 'month-closed');
    refusedFor(create('01/10/2026', { lastClosed: '2026-11-01' }), 'month-closed');
    refusedFor(create('01/12/2026'), 'month-future');
    given()
      .when(create('01/10/2026', { lastClosed: '2026-09-01' }))
      .then(added);
  });

  it('changes its insurer and month until it has lines', () => {
    const update = (patch: object) =>
      asked({ type: 'update', patch: statementRecord.patch.parse(patch) });
    given(added)
      .when(update({ month: '2026-09-30' }))
      .then(CommissionStatementChanged({ ...ABOUT, month: '2026-09-01' }));
    given(added)
      .when(update({ month: '2026-10-31' }))
      .thenNothing();
    given(added, withLines)
      .when(update({ month: '2026-09-30' }))
      .thenRefused('statement-has-lines');
  });

  it('is one of its insurer for a month', () =>
    expect(statementDecider.uniqueValues?.(given(added).state)).toMatchObject([
      { kind: 'month', value: 'star health 2026-10-01' },
    ]));
});

describe('the lines of a file', () => {
  const file = (...numbers: string[]) =>
    asked({
      type: 'addLines',
      terms: new Map([['P/1', 100]]),
      lines: numbers.map((policyNumber) => ({
        ...{ policyNumber, premium: null, commission: 90_00, tds: 0, gst: 0 },
      })),
    });

  it('keep no number of a policy that is known', () =>
    given(added)
      .when(file('p/1', 'X/9'))
      .then(
        CommissionLinesAdded({
          statementId: 1,
          lines: [
            { ...line(1, 100, 90_00), tds: 0, gst: 0 },
            { ...line(2, null, 90_00), tds: 0, gst: 0 },
          ],
          personal: { numbers: [{ line: 2, policyNumber: 'X/9' }] },
        }),
      ));

  it('go on where those of another file end', () => {
    const [event] = statementDecider.decide(file('P/1'), given(added, withLines).state);
    expect(event?.data).toMatchObject({ lines: [{ line: 3 }] });
  });

  it('are taken out again to read another file', () => {
    const remove = asked({ type: 'removeLines' });
    const removed = CommissionLinesRemoved({ statementId: 1, lastLine: 2 });
    given(added, withLines).when(remove).then(removed);
    given(added).when(remove).thenNothing();
    expect(given(added, withLines, removed).state).toMatchObject({
      record: { lines: [], lineCount: 0, paid: 0, tds: 0, gst: 0 },
    });
  });

  it('are as many as a closing can hold', () =>
    refusedFor(file(...Array.from({ length: 5001 }, String)), 'too-many-lines', added));

  it('get their policy later', () => {
    const match = asked({
      type: 'matchLine',
      line: 2,
      policyNumber: 'P/1',
      terms: new Map([['P/1', 100]]),
    });
    const matched = CommissionLineMatched({ statementId: 1, line: 2, termId: 100 });
    given(added, withLines).when(match).then(matched);
    given(added, withLines, matched).when(match).thenNothing();
    refusedFor(asked({ ...match, terms: new Map() }), 'policy-unknown', added, withLines);
  });

  it('are accepted or disputed, for a reason', () => {
    const decide = (decision: string | null, note: string | null = null) =>
      asked({ type: 'decideLine', line: 2, decision, note });
    given(added, withLines).when(decide('accepted')).then(decided(2, 'accepted'));
    given(added, withLines)
      .when(decide('disputed', 'Rate'))
      .then(decided(2, 'disputed', 'Rate'));
    refusedFor(decide('disputed'), 'required', added, withLines);
    given(added, withLines, decided(2, 'accepted')).when(decide('accepted')).thenNothing();
    given(added, withLines, decided(2, 'accepted')).when(decide(null)).then(decided(2, null));
    given(added, withLines)
      .when(asked({ ...decide('accepted'), line: 9 }))
      .thenRefused('line-not-found');
  });
});

describe('closing a month', () => {
  it('fixes what was expected, what was received, and what is a sub-agent’s', () =>
    given(added, withLines, decided(2, 'disputed', 'Not ours'))
      .when(closing(2))
      .then(
        CommissionStatementClosed({
          ...{ ...ABOUT, expected: [{ termId: 100, amount: 1_500_00 }], accepted: [1] },
          shares: [{ line: 1, userId: 7, amount: 600_00 }],
          totals: { expected: 1_500_00, received: 1_500_00, disputed: 90_00 },
        }),
      ));

  it('waits until all that differs is decided', () => {
    given(added, withLines).when(closing(1)).thenRefused('lines-undecided');
    given(added, withLines, decided(2, 'accepted'))
      .when(closing(2, [[1, 'differs']]))
      .thenRefused('lines-undecided');
  });

  it('waits for earlier months', () =>
    given(added)
      .when(closing(0, [], { earlierOpen: '2026-09-01' }))
      .thenRefused('earlier-month-open'));

  it('is worked out anew where somebody changed the statement meanwhile', () =>
    given(added, withLines, decided(2, 'accepted')).when(closing(1)).thenRefused('stale-version'));

  it('is for good', () => {
    const past = [added, withLines, decided(2, 'disputed', 'Not ours'), closed];
    for (const command of [
      { type: 'addLines', lines: [] },
      { type: 'removeLines' },
      { type: 'matchLine', line: 2, policyNumber: 'P/1' },
      { type: 'decideLine', line: 2, decision: 'accepted', note: null },
      { type: 'update', patch: {} },
      { type: 'delete' },
      { type: 'close' },
    ]) {
      given(...past)
        .when(asked(command))
        .thenRefused('month-closed');
    }
  });

  it('deletes what is open only, with its lines', () =>
    given(added, withLines)
      .when(asked({ type: 'delete' }))
      .then(
        CommissionLinesRemoved({ statementId: 1, lastLine: 2 }),
        CommissionStatementDeleted({ statementId: 1 }),
      ));
});

describe('how a line stands', () => {
  const NONE = { outstanding: () => 0, wasPaid: () => false };

  const stand = (expected: number, ...commissions: number[]) => [
    ...matchesOf(
      commissions.map((commission, at) => ({ line: at + 1, termId: 100, commission })),
      { outstanding: () => expected, wasPaid: () => expected === 0 },
    ).values(),
  ];

  it('is matched up to a rupee', () => {
    expect(stand(100_00, 100_00)).toEqual(['matched']);
    expect(stand(100_00, 99_00)).toEqual(['matched']);
    expect(stand(100_00, 98_99)).toEqual(['differs']);
    expect(stand(100_00, 101_01)).toEqual(['differs']);
  });

  it('counts parts of a policy together', () =>
    expect(stand(120_00, 100_00, 20_00)).toEqual(['matched', 'matched']));

  it('is paid twice once what is expected came', () => {
    expect(stand(100_00, 100_00, 100_00)).toEqual(['matched', 'paid_twice']);
    expect(stand(0, 100_00)).toEqual(['paid_twice']);
  });

  it('differs where nothing is expected and nothing came before', () =>
    expect([...matchesOf([{ line: 1, termId: 100, commission: 500_00 }], NONE).values()]).toEqual([
      'differs',
    ]));

  it('is unknown without a policy', () =>
    expect([...matchesOf([{ line: 1, termId: null, commission: 1 }], NONE).values()]).toEqual([
      'unknown',
    ]));
});

describe('the file of an insurer', () => {
  it.each([
    [
      ['Policy No', 'Premium', 'Commission'],
      { policyNumber: 0, commission: [2], premium: [1], tds: [], gst: [] },
    ],
    [
      [
        'Sr',
        'POLICY NUMBER',
        'Insured Name',
        'Net Premium',
        'Gross Premium',
        'Comm %',
        'Comm Amt',
        'TDS Amt',
        'CGST',
        'SGST',
      ],
      { policyNumber: 1, commission: [6], premium: [3], tds: [7], gst: [8, 9] },
    ],
    [
      [
        'Policy_No.',
        'Policy Start Date',
        'OD Commission',
        'TP Commission',
        'GST on Premium',
        'GST',
      ],
      { policyNumber: 0, commission: [2, 3], premium: [], tds: [], gst: [5] },
    ],
    [
      ['Certificate No', 'Brokerage Rate', 'Brokerage Amount', 'TDS on Brokerage'],
      { policyNumber: 0, commission: [2], premium: [], tds: [3], gst: [] },
    ],
  ])('has its columns found by their names: %j', (header, columns) =>
    expect(columnsOf(header)).toEqual(columns),
  );

  it.each([[['Policy No', 'Premium']], [['Name', 'Commission']]])(
    'is none without a policy number and a commission: %j',
    (header) => expect(columnsOf(header)).toBeNull(),
  );

  it.each([
    ['1,234.50', 1_234_50],
    ['(12.50)', -12_50],
    ['-12.50', -12_50],
    ['118.80000000000001', 118_80],
    ['₹ 5', 5_00],
    ['n/a', null],
  ])('has amounts as statements write them: %s', (text, paise) =>
    expect(amountIn(text)).toBe(paise),
  );
});
