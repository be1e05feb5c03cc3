import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { customersTable } from '../customers/index.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { PendingKyc } from './policies.js';
import { type PolicyRow, policiesTable } from './policyTables.js';

/** Customers with a pending KYC that are looked at for a policy in force. */
const LOOKED_AT = 2_000;

type Row = Pick<PolicyRow, 'id' | 'policy_number' | 'customer_id' | 'created_at'>;

/**
 * See `Policies.pendingKyc`. Customer by customer, the newest first: which of them have no policy
 * no index knows, and of a million there may be very many.
 */
export async function pendingKyc(
  { knex, schema }: ReadTables,
  limit: number,
): Promise<PendingKyc[]> {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `SELECT newest.* FROM (
       SELECT id, created_at FROM :schema:.:customers: WHERE kyc_status = 'pending'
       ORDER BY created_at DESC, id DESC LIMIT :looked
     ) AS customer CROSS JOIN LATERAL (
       SELECT id, policy_number, customer_id, created_at FROM :schema:.:policies:
       WHERE customer_id = customer.id AND status = 'active' AND kind = ANY (:kinds)
       ORDER BY id DESC LIMIT 1
     ) AS newest
     ORDER BY customer.created_at DESC, customer.id DESC LIMIT :limit`,
    {
      schema,
      customers: customersTable.name,
      policies: policiesTable.name,
      kinds: [...POLICY_KINDS],
      looked: LOOKED_AT,
      limit,
    },
  );
  return rows.map((row) => ({
    customerId: row.customer_id,
    termId: row.id,
    policyNumber: row.policy_number,
    issuedAt: row.created_at.toISOString(),
  }));
}
