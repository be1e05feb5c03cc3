import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { QuotationView } from '@insuremanager/contracts/quotations/quotationViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { type QuotationRow, viewOfRow } from './quotationRow.js';
import { quotationEmailsTable, quotationsTable } from './quotationTables.js';

/** A quotation whose policy was issued, and which does not say so itself yet. */
export interface UnfinishedConversion {
  readonly quotationId: number;
  readonly policyId: number;
  readonly policyKind: PolicyKind;
}

/** An email of which nobody has written down what became of it. */
export interface OpenEmail {
  readonly quotationId: number;
  readonly emailId: string;
  readonly requestedAt: Date;
}

/** Single quotations, and what jobs look after. */
export const quotationLookups = (tables: ReadTables, clock: Clock) => {
  const quotations = () => tables.from(quotationsTable.name);
  const emails = () => tables.from(quotationEmailsTable.name);

  const some = async (ids: readonly number[]): Promise<QuotationView[]> => {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return [];
    const today = kolkataDay(clock.now());
    const rows: QuotationRow[] = await quotations().select('*').whereIn('id', wanted);
    const byId = new Map(rows.map((row) => [row.id, viewOfRow(row, today)]));
    return wanted.flatMap((id) => byId.get(id) ?? []);
  };

  return {
    /** Those of the quotations that are kept, each once, in the order asked for. */
    some,

    async find(id: number): Promise<QuotationView | null> {
      const [view] = await some([id]);
      return view ?? null;
    },

    /** The policy that a quotation becomes, also before it says so itself; null when there is none. */
    async policyOf(id: number): Promise<number | null> {
      const row: { policy_id: number | null } | undefined = await quotations()
        .select('policy_id')
        .where({ id })
        .first();
      return row?.policy_id ?? null;
    },

    /** Conversions that broke off before the quotation was told, the oldest quotation first. */
    async unfinishedConversions(limit: number): Promise<UnfinishedConversion[]> {
      const rows: { id: number; policy_id: number; policy_kind: PolicyKind }[] = await quotations()
        .select('id', 'policy_id', 'policy_kind')
        .whereRaw('policy_id IS NOT NULL AND NOT converted')
        .orderBy('id')
        .limit(limit);
      return rows.map((row) => ({
        quotationId: row.id,
        policyId: row.policy_id,
        policyKind: row.policy_kind,
      }));
    },

    /** Emails requested before an instant and still without an outcome, the oldest first. */
    async openEmails(before: Date, limit: number): Promise<OpenEmail[]> {
      const rows: { quotation_id: number; email_id: string; requested_at: Date }[] = await emails()
        .select('quotation_id', 'email_id', 'requested_at')
        .whereRaw(`state = 'open'`)
        .where('requested_at', '<', before)
        .orderBy(['requested_at', 'email_id'])
        .limit(limit);
      return rows.map((row) => ({
        quotationId: row.quotation_id,
        emailId: row.email_id,
        requestedAt: row.requested_at,
      }));
    },

    /** Those of the stored PDFs that were sent, or were to be, by email. */
    async emailedFiles(fileKeys: readonly string[]): Promise<Set<string>> {
      if (fileKeys.length === 0) return new Set();
      const rows: { file_key: string }[] = await emails()
        .distinct('file_key')
        .whereIn('file_key', fileKeys);
      return new Set(rows.map(({ file_key }) => file_key));
    },

    /** Of all those, the one that was requested last. */
    async newestEmailedFile(): Promise<string | null> {
      const row = await emails().select('file_key').orderBy('requested_at', 'desc').first();
      return row?.file_key ?? null;
    },

    /** The versions of those quotations that are kept. */
    async versionsOf(ids: readonly number[]): Promise<Map<number, number>> {
      const wanted = [...new Set(ids)];
      const rows: { id: number; version: number }[] =
        wanted.length > 0 ? await quotations().select('id', 'version').whereIn('id', wanted) : [];
      return new Map(rows.map(({ id, version }) => [id, version]));
    },
  };
};
