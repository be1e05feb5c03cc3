import { ensureSchema } from '../postgres/ensureSchema.js';
import type { Pool } from '../postgres/postgres.js';

/** Schema `ops`: what whoever runs the installation wants to know of it. It grows by steps. */
const steps = [
  `CREATE TABLE ops.backups (
     finished_at timestamptz PRIMARY KEY,
     kind text NOT NULL,
     bytes bigint NOT NULL,
     events bigint);
   CREATE TABLE ops.processes (
     process_id uuid PRIMARY KEY,
     host text NOT NULL,
     pid integer NOT NULL,
     release text NOT NULL,
     read_schema text NOT NULL,
     -- What it does in each of its roles, such as {"projector": "standby"}.
     roles jsonb NOT NULL,
     -- Of the master keys that it was given: their ids, which open nothing.
     master_keys text[] NOT NULL,
     started_at timestamptz NOT NULL,
     seen_at timestamptz NOT NULL)`,
  // Since when no table holds in its files who was erased before.
  `CREATE TABLE ops.rewrites (began_at timestamptz PRIMARY KEY)`,
];

/** Makes the schema `ops` where it is missing. */
export const ensureOperationsSchema = (pool: Pool): Promise<void> =>
  ensureSchema(pool, 'ops', steps);
