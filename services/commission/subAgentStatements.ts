import { Readable } from 'node:stream';
import type { ShareLine } from '@insuremanager/contracts/commission/statementViews';
import { formatMonth, monthOf } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf, formatMoney, type Paise } from '@insuremanager/contracts/rules/money';
import type { Agency } from '../agency/index.js';
import type { usernamesOf } from '../identity/index.js';
import { notFound } from '../platform/errors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { PdfPrinter } from '../printing/index.js';
import { linesTable, statementsTable } from './commissionTables.js';
import { type ExpectedCommission, firstOfMonth, sumOf, toPaise } from './expected.js';

interface Parts {
  readonly tables: ReadTables;
  readonly expectation: ExpectedCommission;
  readonly usernames: ReturnType<typeof usernamesOf>;
  readonly agency: Pick<Agency, 'stationery'>;
  readonly printer: Pick<PdfPrinter, 'table'>;
  readonly today: () => Day;
}

/** What sub-agents get for a month, as lines and on paper. */
export function subAgentStatements({
  tables,
  expectation,
  usernames,
  agency,
  printer,
  today,
}: Parts) {
  async function sharesOf(userId: number, month: Day): Promise<ShareLine[]> {
    const rows: {
      statement_id: number;
      insurance_company: string;
      month: Day;
      line: number;
      term_id: number;
      commission: Paise;
      share_amount: Paise;
    }[] = await tables.knex
      .select('s.insurance_company', 's.month', 'l.*')
      .from(tables.knex.raw(tables.relation(linesTable.name)).wrap('', ' AS l'))
      .joinRaw(`JOIN ${tables.relation(statementsTable.name)} AS s ON s.id = l.statement_id`)
      .where('l.share_user_id', userId)
      .where('s.month', firstOfMonth(month))
      .orderBy(['s.insurer_key', 'l.line']);
    const terms = await expectation.terms({ ids: rows.map(({ term_id }) => term_id) });
    const numbers = new Map(terms.map(({ id, policyNumber }) => [id, policyNumber]));
    return rows.map((row) => ({
      ...{ statementId: row.statement_id, insuranceCompany: row.insurance_company },
      ...{ month: row.month, line: row.line, policyNumber: numbers.get(row.term_id) ?? null },
      ...{ commission: decimalOf(row.commission), share: decimalOf(row.share_amount) },
    }));
  }

  async function sharesPdf(userId: number, month: Day) {
    const username = (await usernames([userId])).get(userId);
    if (username === undefined) throw notFound('user', userId);
    const lines = await sharesOf(userId, month);
    const sum = (of: 'commission' | 'share') => sumOf(lines.map((line) => toPaise(line[of])));
    const pdf = await printer.table({
      ...(await agency.stationery()),
      ...{ title: 'Commission statement', day: today() },
      lines: [`Of ${username} for ${formatMonth(monthOf(month))}`],
      headings: ['Policy', 'Insurer', 'Commission', 'Share'],
      rows: lines.map(({ policyNumber, insuranceCompany, commission, share }) => [
        ...[policyNumber ?? '–', insuranceCompany],
        ...[formatMoney(toPaise(commission)), formatMoney(toPaise(share))],
      ]),
      total: ['Total', '', formatMoney(sum('commission')), formatMoney(sum('share'))],
    });
    const fileName = `commission-${username}-${monthOf(month)}.pdf`;
    return { fileName, content: Readable.from([pdf]) };
  }

  return { sharesOf, sharesPdf };
}
