import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { customersTable } from '../customers/index.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { PendingKyc, PendingKycs } from './policies.js';
import { type PolicyRow, policiesTable } from './policyTables.js';

/** Customers with a pending KYC that are looked at for a policy in force. */
const LOOKED_AT = 2_000;

type Found = Pick<PolicyRow, 'id' | 'policy_number' | 'customer_id' | 'created_at'>;
/** All is null where none was found. */
type Row = { looked: number } & (Found | { id: null });

/**
 * See `Policies.pendingKyc`. Customer by customer, the newest first: which of them have no policy
 * no index knows, and of a million there may be very many.
 */
export async function pendingKyc(
  { knex, relation }: ReadTables,
  limit: number,
  lookedAt = LOOKED_AT,
): Promise<PendingKycs> {
  const { rows } = await knex.raw<{ rows: Row[] }>(
    `WITH pending AS MATERIALIZED (
       SELECT id, created_at FROM ${relation(customersTable.name)} AS c WHERE kyc_status = 'pending'
       ORDER BY created_at DESC, id DESC LIMIT :lookedAt
     )
     SELECT looked, found.* FROM (SELECT count(*)::integer AS looked FROM pending) AS total
     LEFT JOIN (
       SELECT newest.*, customer.created_at AS added_at
       FROM pending AS customer CROSS JOIN LATERAL (
         SELECT id, policy_number, customer_id, created_at FROM ${relation(policiesTable.name)} AS p
         WHERE customer_id = customer.id AND status = 'active' AND kind = ANY (:kinds)
         ORDER BY id DESC LIMIT 1
       ) AS newest
       ORDER BY customer.created_at DESC, customer.id DESC LIMIT :limit
     ) AS found ON true
     ORDER BY found.added_at DESC, found.customer_id DESC`,
    {
      kinds: [...POLICY_KINDS],
      lookedAt,
      limit,
    },
  );
  const customers = rows.flatMap((row) => (row.id === null ? [] : [pendingOf(row)]));
  const looked = rows[0]?.looked ?? 0;
  return { customers, isAll: looked < lookedAt && customers.length < limit };
}

const pendingOf = (row: Found): PendingKyc => ({
  customerId: row.customer_id,
  termId: row.id,
  policyNumber: row.policy_number,
  issuedAt: row.created_at.toISOString(),
});
