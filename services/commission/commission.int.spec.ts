import { randomInt } from 'node:crypto';
import type { CommissionRow } from '@insuremanager/contracts/commission/statementViews';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { afterEach, describe, expect, it } from 'vitest';
import { xlsxOf } from '../imports/testing/workbooks.js';
import { Refusal } from '../platform/errors.js';
import { by, refusalOf, textOfLog } from '../platform/testing/serviceFixture.js';
import { openCommissionFixture, statementOf } from './testing/commissionFixture.js';
import {
  correct,
  earnedByMonth,
  inForce,
  type ModelRate,
  type PolicyStory,
  plus,
  type Split,
} from './testing/commissionModel.js';

const fixture = testFixture(openCommissionFixture);
const NOW = '2026-11-27T06:00:00Z';
afterEach(() => fixture.setTime(NOW));

const paise = (decimal: string): bigint => BigInt(decimal.replace('.', ''));
const decimal = (amount: bigint): string => {
  const digits = String(amount < 0n ? -amount : amount).padStart(3, '0');
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const reportOf = (insuranceCompany: string, from = '2026-01-01', to = '2026-12-31') =>
  fixture.statements.report({ from, to, insuranceCompany });
/** Counts up, so that tests have insurers and numbers of their own. */
let count = 0;
const own = (): string => {
  count += 1;
  return `Insurer ${count}`;
};

/** Two policies of a thousand rupees' commission each, from October 2026. */
async function office() {
  const insuranceCompany = own();
  const customerId = await fixture.customer('Anitha Nair');
  await fixture.rate({ insuranceCompany, net: '10' });
  const issue = (policyNumber: string, fields: object = {}) =>
    fixture.issue('health', {
      ...{ insuranceCompany, customerId, policyNumber: `${insuranceCompany}/${policyNumber}` },
      ...{ premiumAmount: '10000', startDate: '2026-10-05', endDate: '2027-10-04', ...fields },
    });
  const [first, second] = [await issue('1'), await issue('2')];
  return { insuranceCompany, customerId, issue, first, second };
}

describe('a month of an insurer', () => {
  it('goes from its rate to a report that ties out', async () => {
    const { insuranceCompany, first, second } = await office();
    expect(await reportOf(insuranceCompany)).toEqual([
      {
        ...{ insuranceCompany, month: '2026-10-01', status: 'missing', statementId: null },
        ...{ policies: 2, unsplit: 0, expected: '2000.00', received: '0.00', disputed: '0.00' },
        ...{ difference: '-2000.00', tds: '0.00', gst: '0.00' },
      },
    ]);
    const { id } = await fixture.statement('01/10/2026', insuranceCompany);
    const { record } = await fixture.addFile(
      id,
      statementOf([
        [`${insuranceCompany} / 1`, '1000.00', '20', '180'],
        [`${insuranceCompany}/2`, '900.00', '18', '162'],
        [`${insuranceCompany}/9`, '50.00'],
        [`${insuranceCompany}/1`, '1000.00'],
      ]),
    );
    expect(record).toMatchObject({ lineCount: 4, paid: '2950.00', tds: '38.00', gst: '342.00' });
    const check = await fixture.statements.check(id);
    expect(check).toMatchObject({ expected: '2000.00', matched: 1, undecided: 3, unpaid: [] });
    expect(check.lines).toMatchObject([
      { termId: first, match: 'matched', expected: '1000.00' },
      { termId: second, match: 'differs', expected: '1000.00', difference: '-100.00' },
      { termId: null, match: 'unknown', policyNumber: `${insuranceCompany}/9` },
      { termId: first, match: 'paid_twice' },
    ]);
    expect(await refusalOf(fixture.closeMonth(id))).toBe('lines-undecided');

    await fixture.decide(id, 2, 'accepted');
    await fixture.decide(id, 3, 'disputed', 'Not our policy');
    await fixture.decide(id, 4, 'disputed', 'Paid twice');
    const closed = (await fixture.closeMonth(id)).record;
    expect(closed).toMatchObject({
      ...{ status: 'closed', expected: '2000.00', received: '1900.00', disputed: '1050.00' },
    });
    expect(await reportOf(insuranceCompany)).toEqual([
      {
        ...{ insuranceCompany, month: '2026-10-01', status: 'closed', statementId: id },
        ...{
          policies: 2,
          unsplit: 0,
          expected: '2000.00',
          received: '1900.00',
          disputed: '1050.00',
        },
        ...{ difference: '-100.00', tds: '38.00', gst: '342.00' },
      },
    ]);
    expect(await refusalOf(fixture.decide(id, 2, 'disputed', 'Late'))).toBe('month-closed');
    expect(await refusalOf(fixture.addFile(id, statementOf([['X', '1']])))).toBe('month-closed');
    expect(await refusalOf(fixture.statement('01/10/2026', insuranceCompany))).toBe('month-closed');
    expect(await refusalOf(fixture.statement('01/09/2026', insuranceCompany))).toBe('month-closed');
  });

  it('stays as it was closed; what changes later is due in the next', async () => {
    const { insuranceCompany, first, second, issue } = await office();
    const october = await fixture.statement('01/10/2026', insuranceCompany);
    await fixture.closeMonth(october.id);
    const [closed] = await reportOf(insuranceCompany);
    await fixture.cancel('health', first, '2026-10-05');
    await fixture.policies.delete({ kind: 'health', id: second }, by());
    await issue('3', { startDate: '2026-10-20', endDate: '2027-10-19' });
    const november = await fixture.statement('01/11/2026', insuranceCompany);
    const rows = await reportOf(insuranceCompany);
    expect(rows.find(({ month }) => month === '2026-10-01')).toEqual(closed);
    // Of the first 364 of 365 days go back, of the second all; the third was entered late.
    const givenBack = Math.round((10_000_00 * 364) / 365 / 10);
    expect(rows.find(({ month }) => month === '2026-11-01')).toMatchObject({
      expected: decimal(BigInt(-givenBack - 1000_00 + 1000_00)),
      policies: 3,
    });
    expect((await fixture.statements.check(november.id)).expected).toBe(rows[0]?.expected);
  });

  it('shows its lines as they stood, whatever is paid in later months', async () => {
    const { insuranceCompany } = await office();
    const october = await fixture.statement('01/10/2026', insuranceCompany);
    await fixture.addFile(october.id, statementOf([[`${insuranceCompany}/1`, '1000']]));
    await fixture.closeMonth(october.id);
    const { lines } = await fixture.statements.check(october.id);
    expect(lines).toMatchObject([{ match: 'matched', expected: '1000.00', difference: '0.00' }]);
    const november = await fixture.statement('01/11/2026', insuranceCompany);
    await fixture.addFile(november.id, statementOf([[`${insuranceCompany}/1`, '1000']]));
    await fixture.decide(november.id, 1, 'accepted');
    await fixture.closeMonth(november.id);
    expect((await fixture.statements.check(october.id)).lines).toEqual(lines);
  });

  it('is matched with what was not paid before', async () => {
    const { insuranceCompany } = await office();
    const october = await fixture.statement('01/10/2026', insuranceCompany);
    await fixture.addFile(october.id, statementOf([[`${insuranceCompany}/1`, '1000']]));
    expect((await fixture.statements.check(october.id)).unpaid).toMatchObject([
      { policyNumber: `${insuranceCompany}/2`, expected: '1000.00' },
    ]);
    await fixture.closeMonth(october.id);
    const november = await fixture.statement('01/11/2026', insuranceCompany);
    await fixture.addFile(
      november.id,
      statementOf([
        [`${insuranceCompany}/2`, '1000.60'],
        [`${insuranceCompany}/1`, '1000'],
      ]),
    );
    const { lines } = await fixture.statements.check(november.id);
    expect(lines).toMatchObject([{ match: 'matched' }, { match: 'paid_twice', expected: '0.00' }]);
  });

  it('is read from a workbook', async () => {
    const { insuranceCompany, first } = await office();
    const { id } = await fixture.statement('01/10/2026', insuranceCompany);
    const workbook = await xlsxOf([
      {
        name: 'Statement',
        rows: [
          ['Commission statement for October 2026'],
          ['Policy Number', 'Premium', 'Commission', 'TDS'],
          [`${insuranceCompany}/1`, 10_000, 1000.0000000001, 20],
          ['Total', 10_000, 1000, 20],
        ],
      },
    ]);
    await fixture.addFile(id, workbook, 'statement.xlsx');
    expect((await fixture.statements.check(id)).lines).toMatchObject([
      { termId: first, premium: '10000.00', commission: '1000.00', tds: '20.00', match: 'matched' },
    ]);
  });

  it('takes no file that it cannot read, and says why', async () => {
    const { insuranceCompany } = await office();
    const { id } = await fixture.statement('01/10/2026', insuranceCompany);
    const refusal = (text: string) => refusalOf(fixture.addFile(id, text));
    expect(await refusal('Name,Phone\nAnitha,98765')).toBe('columns-unknown');
    expect(await refusal('Policy No,Commission\nP/1,many')).toBe('amount-unreadable');
    expect(await refusal('Policy No,Commission\n,5')).toBe('number-missing');
    expect(await refusal('')).toBe('file-unusable');
    expect((await fixture.statements.find(id))?.lineCount).toBe(0);
  });

  it('takes a file once, however often it is sent', async () => {
    const { insuranceCompany } = await office();
    const { id } = await fixture.statement('01/10/2026', insuranceCompany);
    const file = statementOf([[`${insuranceCompany}/1`, '1000']]);
    const context = by();
    await fixture.addFile(id, file, 'a.csv', context);
    expect(await fixture.addFile(id, file, 'a.csv', context)).toMatchObject({ repeated: true });
    expect(await fixture.statements.find(id)).toMatchObject({ lineCount: 1 });
    await fixture.projected(await fixture.statements.removeLines(id, by()));
    expect(await fixture.statements.find(id)).toMatchObject({ lineCount: 0, paid: '0.00' });
  });
});

describe('rates', () => {
  it('are one for an insurer, a product and a day, and warn of what is unusual', async () => {
    const insuranceCompany = own();
    const { warnings } = await fixture.rate({ insuranceCompany, net: '20' });
    expect(warnings).toMatchObject([{ field: 'net', code: 'above-cap' }]);
    expect(
      await refusalOf(fixture.rate({ insuranceCompany: insuranceCompany.toUpperCase() })),
    ).toBe('valid-from-taken');
    await fixture.rate({ insuranceCompany, validFrom: '2026-10-01', net: '12' });
  });
});

describe('sub-agents', () => {
  it('are users', async () => {
    const share = fixture.share({ userId: '999', percent: '40' });
    expect(await refusalOf(share)).toBe('user-unknown');
  });
});

describe('any history of policies, statements and corrections', () => {
  it('ties out to the paisa with a model that knows none of the code', async () => {
    const insuranceCompany = own();
    const customerId = await fixture.customer('Lakshmi Menon');
    const dice = (least: number, most: number) => randomInt(least, most + 1);
    const two = (number: number) => String(number).padStart(2, '0');
    const rates = {
      family: [] as ModelRate[],
      car: [] as ModelRate[],
    };
    const addRate = async (from: string) => {
      for (const product of ['family', 'car'] as const) {
        const [ownDamage, thirdParty, net] = [dice(0, 30_00), dice(0, 5_00), dice(0, 10_00)];
        const percent = (hundredths: number) => (hundredths / 100).toFixed(2);
        await fixture.rate({
          ...{ insuranceCompany, product, validFrom: `${from}-01`, net: percent(net) },
          ...{ ownDamage: percent(ownDamage), thirdParty: percent(thirdParty) },
        });
        rates[product].push({
          ...{ from, ownDamage: BigInt(ownDamage), thirdParty: BigInt(thirdParty) },
          net: BigInt(net),
        });
        rates[product].sort((a, b) => a.from.localeCompare(b.from));
      }
    };
    const stories: (PolicyStory & { id: number; policyNumber: string })[] = [];
    /** What is typed of a premium: its parts, as far as the story knows them. */
    const typed = ({ gross, ownDamage, thirdParty }: Split, isSplit: boolean) => ({
      premiumAmount: decimal(gross),
      ...(isSplit && {
        ...{ ownDamagePremium: decimal(ownDamage), thirdPartyPremium: decimal(thirdParty) },
        // Of which two are known, the third is the rest.
        ...(dice(0, 1) === 1 && { premiumGst: decimal(gross - ownDamage - thirdParty) }),
      }),
    });
    const anyPremium = (): Split => {
      const [ownDamage, thirdParty] = [BigInt(dice(0, 30_00_000)), BigInt(dice(0, 10_00_000))];
      return { gross: ownDamage + thirdParty + BigInt(dice(1, 10_00_000)), ownDamage, thirdParty };
    };
    const issue = async (month: number) => {
      const motor = dice(0, 1) === 1;
      const months = [1, 3, 6, 12][dice(0, 3)] ?? 12;
      const start = `2026-${two(month)}-${two(dice(1, 28))}`;
      const next = new Date(Date.parse(start));
      const endDate = new Date(
        Date.UTC(next.getUTCFullYear() + 1, next.getUTCMonth(), next.getUTCDate() - 1),
      )
        .toISOString()
        .slice(0, 10);
      const premium = anyPremium();
      const isUnsplit = dice(0, 2) === 0;
      const policyNumber = `${insuranceCompany}/T${stories.length}`;
      const frequency = { 1: 'monthly', 3: 'quarterly', 6: 'half-yearly', 12: 'yearly' }[months];
      const id = await fixture.issue(motor ? 'vehicle' : 'health', {
        ...{ insuranceCompany, customerId, policyNumber, startDate: start, endDate },
        ...{ ...typed(premium, motor && !isUnsplit), premiumFrequency: frequency },
        ...(motor && { coverType: 'comprehensive' }),
      });
      const story = { motor, rates: motor ? rates.car : rates.family, start, months, premium };
      stories.push({ ...story, isUnsplit, changes: [], cancelled: null, id, policyNumber });
    };
    const day = (from: string, month: number) => {
      const wanted = `2026-${two(month)}-${two(dice(1, 28))}`;
      return wanted < from ? from : wanted;
    };
    const disturb = async (month: number) => {
      const story = stories[dice(0, stories.length - 1)];
      if (!story || story.cancelled !== null) return;
      const kind = story.motor ? 'vehicle' : 'health';
      // Also of months that are closed by then.
      const on = day(story.start, dice(1, month));
      const last =
        story.changes
          .map((one) => one.day)
          .sort()
          .at(-1) ?? story.start;
      const isSplit = story.motor && !story.isUnsplit;
      const now = inForce(story, '9999-12-31');
      const what = dice(0, 5);
      if (what <= 2) {
        // From a day before the last one it becomes more: nobody is owed for what was never due.
        const premium = on > last ? anyPremium() : plus(now, anyPremium());
        // Null is what it was, where that is typed as the rest of the others.
        const cleared = isSplit ? { premiumGst: null } : {};
        await fixture.endorse(kind, story.id, on, { ...cleared, ...typed(premium, isSplit) });
        story.changes.push({ day: on, by: plus(premium, now, -1n) });
      } else if (what === 3) {
        const premium = anyPremium();
        const isFirstSplit = story.motor && story.changes.length === 0;
        const cleared = story.motor ? { premiumGst: null } : {};
        const fields = { ...cleared, ...typed(premium, isSplit || isFirstSplit) };
        await fixture.correct(kind, story.id, fields);
        correct(story, premium);
        if (isFirstSplit) story.isUnsplit = false;
      } else if (on >= last) {
        await fixture.cancel(kind, story.id, on);
        story.cancelled = on;
      }
    };

    const fixed = new Map<string, bigint>();
    const closedRows = new Map<string, CommissionRow>();
    const modelUntil = (month: string): bigint =>
      stories
        .flatMap((story) => [...earnedByMonth(story)])
        .filter(([at]) => at >= '2026-01' && at <= month)
        .reduce((sum, [, { amount }]) => sum + amount, 0n);
    const unsplitIn = (from: string, to: string): number =>
      stories.filter((story) =>
        [...earnedByMonth(story)].some(
          ([at, { isUnsplit }]) => isUnsplit && at >= from && at <= to,
        ),
      ).length;
    const closedSum = () => [...fixed.values()].reduce((sum, amount) => sum + amount, 0n);
    const tiesOut = async () => {
      const rows = await reportOf(insuranceCompany);
      const at = (month: string) => rows.find((row) => row.month === `${month}-01`);
      const expectedSum = rows.reduce((sum, { expected }) => sum + paise(expected), 0n);
      expect(expectedSum).toBe(modelUntil('2026-12'));
      for (const [month, row] of closedRows) expect(at(month)).toEqual(row);
      const lastClosed = [...fixed.keys()].at(-1) ?? '2025-12';
      for (let month = 1; month <= 12; month += 1) {
        const name = `2026-${two(month)}`;
        if (fixed.has(name)) continue;
        const before = month === 1 ? 0n : modelUntil(`2026-${two(month - 1)}`);
        const isNext = month === (Number(lastClosed.slice(5)) % 12) + 1;
        const due = modelUntil(name) - (isNext ? closedSum() : before);
        expect([name, paise(at(name)?.expected ?? '0.00')]).toEqual([name, due]);
        const unsplit = unsplitIn(isNext ? '2026-01' : name, name);
        expect([name, at(name)?.unsplit ?? 0]).toEqual([name, unsplit]);
      }
      for (const row of rows) {
        expect(paise(row.difference)).toBe(paise(row.received) - paise(row.expected));
      }
    };

    await addRate('2025-10');
    for (let made = 0; made < 8; made += 1) await issue(dice(1, 3));
    await tiesOut();
    for (let month = 1; month <= 4; month += 1) {
      const name = `2026-${two(month)}`;
      const { id } = await fixture.statement(`${name}-01`, insuranceCompany);
      const lines = stories
        .filter(() => dice(0, 3) > 0)
        .map(({ policyNumber }) => {
          const commission = BigInt(dice(-5_000_00, 20_000_00));
          return [policyNumber, decimal(commission), '1.00', '2.00'] as const;
        });
      if (lines.length > 0) await fixture.addFile(id, statementOf([...lines, ['Nobody', '1.00']]));
      let received = 0n;
      for (const line of (await fixture.statements.check(id)).lines) {
        const isAccepted = dice(0, 1) === 1 && line.termId !== null;
        await fixture.decide(id, line.line, isAccepted ? 'accepted' : 'disputed', 'By the dice');
        if (isAccepted) received += paise(line.commission);
      }
      await tiesOut();
      fixed.set(name, modelUntil(name) - closedSum());
      await fixture.closeMonth(id);
      const row = (await reportOf(insuranceCompany)).find(({ month: at }) => at === `${name}-01`);
      if (!row) throw new Error('The month that was closed is not in the report');
      expect(paise(row.expected)).toBe(fixed.get(name));
      expect(paise(row.received)).toBe(received);
      closedRows.set(name, row);
      await tiesOut();
      for (let times = 0; times < 4; times += 1) await disturb(month);
      await issue(dice(1, month));
      if (month === 2) await addRate('2026-02');
      await tiesOut();
    }
  }, 120_000);
});

describe('several who work at once', () => {
  it('open one statement of a month, and close it once', async () => {
    const { insuranceCompany } = await office();
    const others = [fixture.statements, hesitant(), hesitant()];
    const made = await Promise.allSettled(
      others.map((one) => fixture.statement('01/10/2026', insuranceCompany, {}, one)),
    );
    const [statement, ...more] = made.flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    );
    if (!statement) throw new Error('Nobody has made a statement');
    expect(more).toEqual([]);
    const closings = await Promise.allSettled(others.map((one) => one.close(statement.id, by())));
    expect(closings.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const closing of closings) {
      if (closing.status === 'rejected') expect(closing.reason).toBeInstanceOf(Refusal);
    }
    const events = await fixture.platform.commands.readHistory(
      `commissionStatement-${statement.id}`,
    );
    expect(events.filter(({ type }) => type === 'CommissionStatementClosed')).toHaveLength(1);
  });

  it('never close what somebody decides otherwise meanwhile', async () => {
    const { insuranceCompany } = await office();
    const { id } = await fixture.statement('01/10/2026', insuranceCompany);
    await fixture.addFile(id, statementOf([[`${insuranceCompany}/1`, '1000']]));
    const [closing, dispute] = await Promise.allSettled([
      hesitant().close(id, by()),
      fixture.decide(id, 1, 'disputed', 'Not ours'),
    ]);
    const { position = null } = dispute.status === 'fulfilled' ? dispute.value : {};
    await fixture.projected({ position });
    if (closing.status === 'fulfilled') await fixture.projected(closing.value);
    const record = await fixture.statements.find(id);
    if (dispute.status === 'fulfilled' && closing.status === 'fulfilled') {
      // It was disputed first, and closed as such.
      expect(record).toMatchObject({ received: '0.00', disputed: '1000.00' });
    } else if (closing.status === 'fulfilled') {
      expect(record).toMatchObject({ status: 'closed', received: '1000.00', disputed: '0.00' });
    } else expect(record).toMatchObject({ status: 'open' });
  });

  it('answer a closing that is sent again as the first', async () => {
    const { insuranceCompany } = await office();
    const { id } = await fixture.statement('01/10/2026', insuranceCompany);
    const context = by();
    const first = await fixture.closeMonth(id, context);
    expect(await fixture.closeMonth(id, context)).toMatchObject({
      repeated: true,
      record: { status: 'closed', version: first.record.version },
    });
  });

  const hesitant = () =>
    fixture.over({
      append: async (...appending) => {
        for (let turns = randomInt(30); turns > 0; turns -= 1) await new Promise(setImmediate);
        return fixture.platform.eventLog.append(...appending);
      },
    });
});

describe('a person who is erased', () => {
  it('is in no statement: of policies that are known no number is kept', async () => {
    const { insuranceCompany, customerId } = await office();
    const { id } = await fixture.statement('01/10/2026', insuranceCompany);
    const number = `${insuranceCompany}/1`;
    await fixture.addFile(id, statementOf([[number, '1000']]));
    await fixture.closeMonth(id);
    await fixture.platform.vault.destroyKey(customerStream(customerId));
    expect(await textOfLog(fixture.platform.eventLog)).not.toContain(number);
    const rows = await fixture.readModels.from('commission_lines').where('statement_id', id);
    expect(JSON.stringify(rows)).not.toContain(number);
  });
});
