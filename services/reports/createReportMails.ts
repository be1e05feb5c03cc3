import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import {
  type MailedEvery,
  MOST_SUBSCRIPTIONS,
  mailedOn,
  type ReportSubscription,
  yearBefore,
} from '@insuremanager/contracts/reports/reportMails';
import {
  type ReportFilter,
  type ReportName,
  reportNamed,
  reportOfAddress,
  scopeOf,
} from '@insuremanager/contracts/reports/reports';
import { type ReportTable, reportTable } from '@insuremanager/contracts/reports/reportTable';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatRupees } from '@insuremanager/contracts/rules/money';
import type { Agency } from '../agency/index.js';
import { readersOf } from '../identity/index.js';
import { conflict, notFound, Refusal } from '../platform/errors.js';
import { MailDeferred, MailRefused } from '../platform/mail/mailer.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { inTransaction, query } from '../platform/postgres/postgres.js';
import type { ReportMails } from './reportMails.js';
import type { Reports } from './reports.js';

/** The schema `reports`, step by step. */
export const reportMailSteps = [
  `CREATE TABLE reports.subscriptions (
     id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     user_id integer NOT NULL,
     address text NOT NULL,
     every text NOT NULL,
     begun_on date NOT NULL,
     UNIQUE (user_id, address, every));
   CREATE TABLE reports.mailings (
     id text PRIMARY KEY,
     due_on date NOT NULL,
     is_refused boolean NOT NULL)`,
];

interface Row {
  readonly id: number;
  readonly user_id: number;
  readonly address: string;
  readonly every: MailedEvery;
}

export interface ReportMailSources {
  readonly reports: Reports;
  readonly agency: Pick<Agency, 'ownBook' | 'letterhead'>;
}

type Parts = Pick<Platform, 'pool' | 'commands' | 'mailer' | 'clock' | 'logger'>;

/** What nobody can be told keeps no other email from going out. */
const noneOfInvalid = (error: unknown): null => {
  if (error instanceof Refusal && error.kind === 'invalid') return null;
  throw error;
};

/** Makes its schema where it is missing. */
export async function createReportMails(
  { pool, commands, mailer, logger, clock }: Parts,
  { reports, agency }: ReportMailSources,
): Promise<ReportMails> {
  await ensureSchema(pool, 'reports', reportMailSteps);
  const findReader = readersOf({ commands });

  /** What a subscription has to tell, to whom; null where it may not be told any more. */
  const emailOf = async ({ user_id, address }: Row, on: Day, publicUrl: string) => {
    const reader = await findReader(user_id);
    const asked = reportOfAddress(new URLSearchParams(address));
    if (!reader || !isAllowed(reader.role, 'reports.read')) return null;
    if (!isAllowed(reader.role, reportNamed(asked.name).access)) return null;
    const seesAll = isAllowed(reader.role, 'books.readAll') || !(await agency.ownBook());
    const seen = seesAll ? reports : reports.within({ ownerId: user_id });
    const filter =
      asked.filter.from || asked.filter.to
        ? asked.filter
        : { ...asked.filter, from: yearBefore(on) };
    const text = await textOf(
      seen,
      { name: asked.name, filter },
      `${publicUrl}/reports?${address}`,
    );
    const { name } = await agency.letterhead();
    const subject = `${reportNamed(asked.name).title}, ${formatDay(on)}`;
    return { to: reader.email, subject, text: `${text}\n${name}\n`, attachments: [] };
  };

  return {
    async list(userId) {
      const rows = await query<Row>(
        pool,
        `SELECT id, user_id, address, every FROM reports.subscriptions
         WHERE user_id = $1 ORDER BY id`,
        [userId],
      );
      return rows.map(viewOf);
    },

    subscribe: ({ address, every }, userId) =>
      inTransaction(pool, async (client) => {
        // Two windows of a user count one after the other.
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `insuremanager report subscriptions of ${userId}`,
        ]);
        const own = await query<Row>(
          client,
          'SELECT id, user_id, address, every FROM reports.subscriptions WHERE user_id = $1',
          [userId],
        );
        const same = own.find((one) => one.address === address && one.every === every);
        if (same) return viewOf(same);
        if (own.length >= MOST_SUBSCRIPTIONS) throw tooMany();
        const [row] = await query<Row>(
          client,
          `INSERT INTO reports.subscriptions (user_id, address, every, begun_on)
           VALUES ($1, $2, $3, ($4::timestamptz AT TIME ZONE 'Asia/Kolkata')::date)
           RETURNING id, user_id, address, every`,
          [userId, address, every, clock.now()],
        );
        return viewOf(row as Row);
      }),

    async unsubscribe(id, userId) {
      const gone = await query(
        pool,
        'DELETE FROM reports.subscriptions WHERE id = $1 AND user_id = $2 RETURNING id',
        [id, userId],
      );
      if (gone.length === 0) throw notFound('subscription', id);
    },

    async sendDue({ today, publicUrl, signal }) {
      let sent = 0;
      let deferred: MailDeferred | null = null;
      for (const every of ['week', 'month'] as const) {
        const on = mailedOn(every, today);
        // Who began since then gets the next one.
        const rows = await query<Row>(
          pool,
          `SELECT id, user_id, address, every FROM reports.subscriptions
           WHERE every = $1 AND begun_on < $2 ORDER BY id`,
          [every, on],
        );
        for (const row of rows) {
          if (signal.aborted) return sent;
          const id = namedUuid('report', String(row.id), on);
          const [known] = await query(pool, 'SELECT id FROM reports.mailings WHERE id = $1', [id]);
          const email = known ? null : await emailOf(row, on, publicUrl).catch(noneOfInvalid);
          if (!email) continue;
          let isRefused = false;
          try {
            await mailer.send({ id, ...email });
            sent += 1;
          } catch (error) {
            if (error instanceof MailDeferred) {
              if (error.isOfAll) throw error;
              deferred = error;
              continue;
            }
            if (!(error instanceof MailRefused)) throw error;
            isRefused = true;
            logger.warn({ userId: row.user_id }, 'The mail server refuses the address of a report');
          }
          await query(
            pool,
            `INSERT INTO reports.mailings (id, due_on, is_refused) VALUES ($1, $2, $3)
             ON CONFLICT DO NOTHING`,
            [id, on, isRefused],
          );
        }
      }
      if (deferred) throw deferred;
      return sent;
    },
  };
}

const viewOf = ({ id, address, every }: Row): ReportSubscription => ({ id, address, every });

const tooMany = () =>
  conflict(
    'too-many-subscriptions',
    `You get ${MOST_SUBSCRIPTIONS} reports by email. Take one off first.`,
  );

const counts = new Intl.NumberFormat('en-IN');

/** The totals of a report, and where the rest is: nothing of any person. */
async function textOf(
  reports: Pick<Reports, 'report'>,
  { name, filter }: { name: ReportName; filter: ReportFilter },
  address: string,
): Promise<string> {
  const view = await reports.report(name, filter);
  const { title, about, hasPeriod } = reportNamed(name);
  const period = `From ${formatDay(view.from)} until ${formatDay(view.to)}`;
  return [
    title,
    ...(hasPeriod ? [period] : []),
    '',
    ...totalsOf(reportTable(view, scopeOf(name, filter, view.today))),
    '',
    about,
    '',
    'All figures, and the records behind them:',
    address,
    '',
    'You get this because you asked for it. You can end it there, under Email.',
    '',
  ].join('\n');
}

const totalsOf = ({ columns, total, rates }: ReportTable): string[] => [
  ...columns.map(({ group, label }, at) => {
    const { count = 0, amount = null } = total.cells[at] ?? {};
    const sum = amount === null ? '' : `, ${formatRupees(BigInt(amount.replace('.', '')))}`;
    return `${[group, label].filter(Boolean).join(', ')}: ${counts.format(count)}${sum}`;
  }),
  ...rates.flatMap((label, at) => {
    const rate = total.rates[at] ?? null;
    return rate === null ? [] : [`${label}: ${rate} %`];
  }),
];
