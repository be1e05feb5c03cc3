import { ANALYTICS } from '@insuremanager/services/analytics/index';
import { Refusal } from '@insuremanager/services/platform/errors';
import pg from 'pg';
import { randomPassword } from '../start/keys.js';
import { type Answer, said } from './answer.js';

const { schema, readers } = ANALYTICS;

/** What one analyst may take of the server that the product stands on. */
interface Share {
  /** Connections at a time. */
  readonly connections: number;
  /** How long a query may take. */
  readonly statementSeconds: number;
}

const USUAL_SHARE: Share = { connections: 3, statementSeconds: 60 };

const NAME = /^[a-z][a-z0-9_]{1,40}$/;

/** Connects as whoever may make users of Postgres. */
async function asAdministrator<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } catch (error) {
    // insufficient_privilege
    if ((error as { code?: unknown }).code !== '42501') throw error;
    throw new Refusal('forbidden', {
      code: 'cannot-make-users',
      message:
        'The user of DATABASE_URL may not make users of Postgres. Run this command with the ' +
        'DATABASE_URL of one that may (CREATEROLE) and owns the database.',
      cause: error,
    });
  } finally {
    await client.end();
  }
}

const isAnalyst = async (client: pg.Client, name: string): Promise<boolean | null> => {
  const { rows } = await client.query<{ is_analyst: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
       WHERE m.member = r.oid AND g.rolname = $2) AS is_analyst
     FROM pg_roles r WHERE rolname = $1`,
    [name, readers],
  );
  return rows[0]?.is_analyst ?? null;
};

/**
 * Makes a user of Postgres who may read the views for analysts and nothing else, or gives one a new
 * password, which is shown once.
 * @throws Refusal
 */
export async function grantAnalyst(
  url: string,
  name: string,
  { connections, statementSeconds } = USUAL_SHARE,
): Promise<Answer> {
  if (!NAME.test(name)) {
    throw new Refusal('invalid', {
      code: 'analyst-name',
      message: 'The name must be 2 to 41 lower-case letters, digits and _, a letter first.',
    });
  }
  const password = randomPassword();
  const isNew = await asAdministrator(url, async (client) => {
    const known = await isAnalyst(client, name);
    if (known === false) {
      throw new Refusal('conflict', {
        code: 'analyst-is-other',
        message: `Postgres has a user ${name} who is no analyst. Choose another name.`,
      });
    }
    const secret = client.escapeLiteral(password);
    await client.query('BEGIN');
    await client.query(
      `DO $$ BEGIN
         IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${readers}') THEN
           CREATE ROLE ${readers} NOLOGIN;
         END IF;
       END $$`,
    );
    // Where nothing was ever projected, whoever makes the views does it.
    const { rows } = await client.query('SELECT FROM pg_namespace WHERE nspname = $1', [schema]);
    if (rows.length > 0) {
      await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${readers}`);
      await client.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${readers}`);
    }
    if (known === null) await client.query(`CREATE ROLE ${name} IN ROLE ${readers}`);
    await client.query(
      `ALTER ROLE ${name} LOGIN PASSWORD ${secret} CONNECTION LIMIT ${connections}`,
    );
    for (const setting of [
      `search_path = ${schema}`,
      'default_transaction_read_only = on',
      `statement_timeout = '${statementSeconds}s'`,
      `idle_in_transaction_session_timeout = '${statementSeconds}s'`,
    ]) {
      await client.query(`ALTER ROLE ${name} SET ${setting}`);
    }
    await client.query('COMMIT');
    return known === null;
  });
  return {
    document: { name, password, connections, statementSeconds },
    lines: [
      isNew ? `Made ${name}, who may read the schema ${schema}.` : `${name} has a new password.`,
      `Password: ${password}`,
      'It is shown this once.',
      `At most ${connections} connections at a time, and ${statementSeconds} seconds a query.`,
    ],
  };
}

/** Ends the sessions of an analyst, and removes the user. @throws Refusal */
export async function revokeAnalyst(url: string, name: string): Promise<Answer> {
  await asAdministrator(url, async (client) => {
    if (!(NAME.test(name) && (await isAnalyst(client, name)))) {
      throw new Refusal('not-found', {
        code: 'analyst-unknown',
        message: `There is no analyst ${name}.`,
      });
    }
    await client.query(`ALTER ROLE ${name} NOLOGIN`);
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1',
      [name],
    );
    await client.query(`DROP OWNED BY ${name}; DROP ROLE ${name}`);
  });
  return said({ name }, `${name} may read nothing any more, and is no user of Postgres.`);
}

/** Who may read the views, and how many connections each has now. */
export async function listAnalysts(url: string): Promise<Answer> {
  const analysts = await asAdministrator(url, async (client) => {
    const { rows } = await client.query<{ name: string; connections: number }>(
      `SELECT r.rolname AS name, (SELECT count(*)::integer FROM pg_stat_activity
         WHERE usename = r.rolname) AS connections
       FROM pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid JOIN pg_roles r ON r.oid = m.member
       WHERE g.rolname = $1 AND r.rolcanlogin ORDER BY 1`,
      [readers],
    );
    return rows;
  });
  const lines = analysts.map(({ name, connections }) => `${name}: ${connections} connections`);
  return { document: { analysts }, lines: lines.length > 0 ? lines : ['There are no analysts.'] };
}
