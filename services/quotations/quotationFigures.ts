import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import type { QuotationCards } from '@insuremanager/contracts/quotations/quotationViews';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { QUOTATION_TALLIES } from './quotationTables.js';

/** Figures about the whole list, from the totals kept with it. */
export const quotationFigures = (tables: ReadTables) => ({
  async cards(): Promise<QuotationCards> {
    // Sums of many amounts may pass 2^53, so they arrive as text.
    const groups: { status: QuotationStatus; count: number; total_amount: string }[] = await tables
      .from(QUOTATION_TALLIES.byStatus)
      .select('status', 'count', 'total_amount');
    const countOf = (wanted: QuotationStatus) =>
      groups.find(({ status }) => status === wanted)?.count ?? 0;
    return {
      total: groups.reduce((sum, { count }) => sum + count, 0),
      pending: countOf('pending'),
      accepted: countOf('accepted'),
      totalValue: decimalOf(groups.reduce((sum, group) => sum + BigInt(group.total_amount), 0n)),
    };
  },
});
