import { ANALYTICS } from '@insuremanager/services/analytics/index';
import { Refusal } from '@insuremanager/services/platform/errors';
import { READERS } from '@insuremanager/services/platform/readModels/sqlViews';
import pg from 'pg';
import { randomPassword } from '../start/keys.js';
import { type Answer, said } from './answer.js';

const { schema, views } = ANALYTICS;

/** Whoever makes a role may be its member with the right to pass it on: no analyst. */
const ANALYSTS = `pg_auth_members m JOIN pg_roles g ON g.oid = m.roleid
  JOIN pg_roles r ON r.oid = m.member
  WHERE g.rolname = ${READERS} AND NOT m.admin_option`;

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
      code: 'not-the-administrator',
      message:
        'The user of DATABASE_URL may not do that. Run this command with the DATABASE_URL of one ' +
        'that may make users (CREATEROLE) and owns the views, such as a superuser.',
      cause: error,
    });
  } finally {
    await client.end();
  }
}

/** Null: there is no such user. */
const isAnalyst = async (client: pg.Client, name: string): Promise<boolean | null> => {
  const { rows } = await client.query<{ is_analyst: boolean }>(
    `SELECT EXISTS (SELECT FROM ${ANALYSTS} AND m.member = of.oid) AS is_analyst
     FROM pg_roles of WHERE of.rolname = $1`,
    [name],
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
    const {
      rows: [role],
    } = await client.query<{ readers: string; is_there: boolean }>(
      `SELECT ${READERS} AS readers,
         EXISTS (SELECT FROM pg_roles WHERE rolname = ${READERS}) AS is_there`,
    );
    const readers = client.escapeIdentifier(role?.readers ?? '');
    if (!role?.is_there) await client.query(`CREATE ROLE ${readers} NOLOGIN`);
    // What is not there yet is granted by whoever makes it.
    const { rows: there } = await client.query<{ name: string }>(
      `SELECT viewname AS name FROM pg_views WHERE schemaname = $1 AND viewname = ANY ($2)`,
      [schema, views.map((view) => view.name)],
    );
    if (there.length > 0) await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${readers}`);
    for (const view of there) {
      await client.query(`GRANT SELECT ON ${schema}.${view.name} TO ${readers}`);
    }
    if (known === null) await client.query(`CREATE ROLE ${name} IN ROLE ${readers}`);
    await client.query(
      `ALTER ROLE ${name} LOGIN PASSWORD ${secret} CONNECTION LIMIT ${connections}`,
    );
    for (const setting of [
      `search_path = ${schema}`,
      `timezone = 'Asia/Kolkata'`,
      'default_transaction_read_only = on',
      `statement_timeout = '${statementSeconds}s'`,
      `idle_in_transaction_session_timeout = '${statementSeconds}s'`,
    ]) {
      await client.query(`ALTER ROLE ${name} SET ${setting}`);
    }
    // A join that somebody forgot to limit must not fill the disk of the log.
    const {
      rows: [administrator],
    } = await client.query<{ is_superuser: boolean }>(
      'SELECT rolsuper AS is_superuser FROM pg_roles WHERE rolname = current_user',
    );
    if (administrator?.is_superuser)
      await client.query(`ALTER ROLE ${name} SET temp_file_limit = '2GB'`);
    await client.query('COMMIT');
    return known === null;
  });
  const { host, pathname } = new URL(url);
  const address = `postgres://${name}@${host}${pathname}`;
  return {
    document: { name, password, address, connections, statementSeconds },
    lines: [
      isNew ? `Made ${name}, who may read the schema ${schema}.` : `${name} has a new password.`,
      `Address: ${address}`,
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
    // Whoever is no superuser may end the sessions of a role that they are a member of.
    await client.query(`GRANT ${name} TO CURRENT_USER`);
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
       FROM ${ANALYSTS} AND r.rolcanlogin ORDER BY 1`,
    );
    return rows;
  });
  const lines = analysts.map(({ name, connections }) => `${name}: ${connections} connections`);
  return { document: { analysts }, lines: lines.length > 0 ? lines : ['There are no analysts.'] };
}
