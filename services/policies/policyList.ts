import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type {
  PolicyFilter,
  PolicyListRequest,
  PolicyView,
} from '@insuremanager/contracts/policies/policyViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { boundedCount, listPage, MOST_COUNTED } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { left, narrowed } from './policyFilter.js';
import { policyPage, SORT_COLUMNS } from './policyPage.js';
import { type PolicyRow, viewOfRow } from './policyRow.js';

/** The list of policies: pages of it, and how long it is. */
export const policyList = (tables: ReadTables, cursors: ListCursors, clock: Clock) => ({
  async list(request: PolicyListRequest): Promise<Page<PolicyView>> {
    const { sort } = request;
    const today = kolkataDay(clock.now());
    return listPage<PolicyRow, PolicyView>(
      cursors,
      { name: `policies:${sort}`, column: SORT_COLUMNS[sort] },
      request,
      (after) => policyPage(tables, request, after, today),
      (row) => viewOfRow(row, today),
    );
  },

  async count(filter: PolicyFilter): Promise<BoundedCount> {
    const today = kolkataDay(clock.now());
    const { knex } = tables;
    const ofKind = (kind: PolicyKind) => {
      const narrowing = { kind, filter, today };
      return left(narrowed(tables, narrowing), tables, narrowing).select('id').limit(MOST_COUNTED);
    };
    const kinds = filter.kind ? [filter.kind] : POLICY_KINDS;
    const all = knex.unionAll(kinds.map(ofKind), true);
    return boundedCount(knex, knex.select('id').from(all.as('all')));
  },
});
