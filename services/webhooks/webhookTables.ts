import {
  DELIVERIES_SHOWN,
  type WebhookDelivery,
  type WebhookProblem,
  type WebhookView,
} from '@insuremanager/contracts/webhooks/webhookViews';
import type { BusMessage } from '../platform/bus/bus.js';
import { type Queryable, query } from '../platform/postgres/postgres.js';
import type { Outcome } from './postMessage.js';

/** The schema `webhooks`, step by step. */
export const webhookSteps = [
  `CREATE TABLE webhooks.endpoints (
     id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     url text NOT NULL,
     description text NOT NULL,
     -- Sealed by the vault; the old one is valid for a while.
     secret text NOT NULL,
     old_secret text,
     old_secret_until timestamptz,
     -- Of the command that made the secret: sent again, it is answered with the same.
     secret_command text NOT NULL UNIQUE,
     -- Null: messages are sent; or why not.
     stopped text,
     attempts integer NOT NULL DEFAULT 0,
     failing_since timestamptz,
     next_attempt_at timestamptz,
     added_at timestamptz NOT NULL,
     added_by text NOT NULL);
   CREATE TABLE webhooks.deliveries (
     id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     endpoint_id integer NOT NULL REFERENCES webhooks.endpoints ON DELETE CASCADE,
     at timestamptz NOT NULL,
     message_id uuid NOT NULL,
     type text NOT NULL,
     key text NOT NULL,
     body text NOT NULL,
     status integer,
     problem text,
     latency_ms integer NOT NULL);
   CREATE INDEX ON webhooks.deliveries (endpoint_id, id DESC)`,
];

/**
 * Why nothing is sent: somebody said so, it failed for too long, the receiver wants no more, or the
 * log is not the one that was sent from.
 */
export type Stopped = 'disabled' | 'given_up' | 'gone' | 'other_log';

export interface Endpoint {
  readonly id: number;
  readonly url: string;
  readonly description: string;
  readonly secret: string;
  readonly old_secret: string | null;
  readonly old_secret_until: Date | null;
  readonly stopped: Stopped | null;
  readonly attempts: number;
  readonly failing_since: Date | null;
  readonly next_attempt_at: Date | null;
  readonly added_at: Date;
  readonly added_by: string;
}

export const listEndpoints = (on: Queryable): Promise<Endpoint[]> =>
  query<Endpoint>(on, 'SELECT * FROM webhooks.endpoints ORDER BY id');

export async function findEndpoint(on: Queryable, id: number): Promise<Endpoint | null> {
  const found = await query<Endpoint>(on, 'SELECT * FROM webhooks.endpoints WHERE id = $1', [id]);
  return found[0] ?? null;
}

/** Those whose relay has stopped, since the log lacks the event that was sent last. */
export const stopOfOtherLogs = (on: Queryable): Promise<Endpoint[]> =>
  query<Endpoint>(
    on,
    `UPDATE webhooks.endpoints SET stopped = 'other_log' FROM relay.checkpoints
     WHERE stopped IS NULL AND name = 'webhook-' || id AND problem->>'state' = 'stopped'
     RETURNING endpoints.*`,
  );

const instant = (at: Date | null): string | null => at?.toISOString() ?? null;

export const viewOf = (endpoint: Endpoint, now: Date): WebhookView => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  state: endpoint.stopped ?? (endpoint.failing_since ? 'failing' : 'active'),
  failingSince: instant(endpoint.failing_since),
  nextAttemptAt: endpoint.stopped ? null : instant(endpoint.next_attempt_at),
  oldSecretUntil:
    endpoint.old_secret_until && endpoint.old_secret_until > now
      ? instant(endpoint.old_secret_until)
      : null,
  addedAt: endpoint.added_at.toISOString(),
  addedBy: endpoint.added_by,
});

/** A message as it is sent. */
export interface Letter {
  readonly messageId: string;
  readonly type: string;
  readonly key: string;
  readonly body: string;
}

/** What Kafka carries in headers and value, as one body of Standard Webhooks. */
export const letterOf = ({
  id,
  type,
  key,
  topic,
  schemaVersion,
  ...message
}: BusMessage): Letter => ({
  ...{ messageId: id, type, key },
  body: JSON.stringify({
    ...{ type, timestamp: message.occurredAt.toISOString(), id, key, topic, schemaVersion },
    data: message.data,
  }),
});

interface DeliveryRow {
  readonly id: string;
  readonly endpoint_id: number;
  readonly at: Date;
  readonly message_id: string;
  readonly type: string;
  readonly key: string;
  readonly body: string;
  readonly status: number | null;
  readonly problem: WebhookProblem | null;
  readonly latency_ms: number;
}

const deliveryOf = (row: DeliveryRow): WebhookDelivery => ({
  ...{ id: row.id, at: row.at.toISOString(), type: row.type, key: row.key },
  ...{ messageId: row.message_id, status: row.status, problem: row.problem },
  latencyMs: row.latency_ms,
});

/** Writes down how an attempt ended; the newest stay. */
export async function recordDelivery(
  on: Queryable,
  endpointId: number,
  { messageId, type, key, body }: Letter,
  { at, status, problem, latencyMs }: Outcome & { readonly at: Date },
): Promise<WebhookDelivery> {
  const [row] = await query<DeliveryRow>(
    on,
    `INSERT INTO webhooks.deliveries
       (endpoint_id, at, message_id, type, key, body, status, problem, latency_ms)
     SELECT id, $2, $3, $4, $5, $6, $7, $8, $9 FROM webhooks.endpoints WHERE id = $1 RETURNING *`,
    [endpointId, at, messageId, type, key, body, status, problem, latencyMs],
  );
  if (!row) throw new Error('The webhook was removed');
  return deliveryOf(row);
}

export const forgetOldDeliveries = (on: Queryable, endpointId: number): Promise<unknown> =>
  query(
    on,
    `DELETE FROM webhooks.deliveries WHERE endpoint_id = $1 AND id <= (
       SELECT id FROM webhooks.deliveries WHERE endpoint_id = $1
       ORDER BY id DESC OFFSET ${DELIVERIES_SHOWN} LIMIT 1)`,
    [endpointId],
  );

export const listDeliveries = async (on: Queryable, id: number): Promise<WebhookDelivery[]> =>
  (
    await query<DeliveryRow>(
      on,
      `SELECT * FROM webhooks.deliveries WHERE endpoint_id = $1
       ORDER BY id DESC LIMIT ${DELIVERIES_SHOWN}`,
      [id],
    )
  ).map(deliveryOf);

/** What was sent by an attempt, and to whom; null where it is no longer known. */
export async function findLetter(
  on: Queryable,
  deliveryId: string,
): Promise<(Letter & { readonly endpointId: number }) | null> {
  const [row] = await query<DeliveryRow>(on, 'SELECT * FROM webhooks.deliveries WHERE id = $1', [
    deliveryId,
  ]);
  return row
    ? {
        ...{ endpointId: row.endpoint_id, messageId: row.message_id },
        ...{ type: row.type, key: row.key, body: row.body },
      }
    : null;
}
