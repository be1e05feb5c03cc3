import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import {
  MOST_VIEWS,
  type SavedView,
  type ViewedList,
} from '@insuremanager/contracts/savedViews/savedViews';
import { conflict, forbidden, notFound, type Refusal, staleVersion } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { inTransaction, type Queryable, query } from '../platform/postgres/postgres.js';
import type { SavedViews, ViewUser } from './savedViews.js';

/** The schema `saved_views`, step by step. */
export const savedViewSteps = [
  `CREATE TABLE saved_views.views (
     id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
     owner_id integer NOT NULL,
     list text NOT NULL,
     name text NOT NULL,
     address text NOT NULL,
     is_shared boolean NOT NULL,
     version integer NOT NULL DEFAULT 1,
     saved_at timestamptz NOT NULL DEFAULT now());
   CREATE UNIQUE INDEX ON saved_views.views (owner_id, list, lower(name));
   CREATE UNIQUE INDEX ON saved_views.views (list, lower(name)) WHERE is_shared`,
];

interface Row {
  id: number;
  owner_id: number;
  list: ViewedList;
  name: string;
  address: string;
  is_shared: boolean;
  version: number;
}

const COLUMNS = 'id, owner_id, list, name, address, is_shared, version';
const UNIQUE_VIOLATION = '23505';

/** The capability "saved views". Makes its schema where it is missing. */
export async function createSavedViews({ pool }: Pick<Platform, 'pool'>): Promise<SavedViews> {
  await ensureSchema(pool, 'saved_views', savedViewSteps);

  /** @throws not-found where there is none that the user has */
  const requireView = async (id: number, { userId }: ViewUser, on: Queryable = pool) => {
    const [row] = await query<Row>(
      on,
      `SELECT ${COLUMNS} FROM saved_views.views
       WHERE id = $1 AND (is_shared OR owner_id = $2)`,
      [id, userId],
    );
    if (!row) throw notFound('view', id);
    return row;
  };

  return {
    async list(list, { userId }) {
      const rows = await query<Row>(
        pool,
        `SELECT ${COLUMNS} FROM saved_views.views
         WHERE list = $1 AND (is_shared OR owner_id = $2) ORDER BY lower(name), id`,
        [list, userId],
      );
      return rows.map((row) => viewOf(row, userId));
    },

    async create(view, user) {
      const { userId } = user;
      const { list, name, address, isShared } = view;
      if (isShared) requireSharing(user);
      return inTransaction(pool, async (client) => {
        // Two windows of a user count one after the other.
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
          `insuremanager saved views of ${userId}`,
        ]);
        const own = await query<Row>(
          client,
          `SELECT ${COLUMNS} FROM saved_views.views WHERE owner_id = $1`,
          [userId],
        );
        // Sent again after a lost answer.
        const same = own.find(
          (row) =>
            row.list === list &&
            row.name === name &&
            row.address === address &&
            row.is_shared === isShared,
        );
        if (same) return viewOf(same, userId);
        if (own.length >= MOST_VIEWS) throw tooManyViews();
        const [row] = await uniquelyNamed(() =>
          query<Row>(
            client,
            `INSERT INTO saved_views.views (owner_id, list, name, address, is_shared)
             VALUES ($1, $2, $3, $4, $5) RETURNING ${COLUMNS}`,
            [userId, list, name, address, isShared],
          ),
        );
        return viewOf(row as Row, userId);
      });
    },

    listOf: async (id, user) => (await requireView(id, user)).list,

    async update(id, patch, expectedVersion, user) {
      const before = await requireView(id, user);
      requireChanging(before, user);
      const { name = before.name, address = before.address } = patch;
      const { isShared = before.is_shared } = patch;
      if (isShared !== before.is_shared) requireSharing(user);
      const isSame =
        name === before.name && address === before.address && isShared === before.is_shared;
      if (isSame) return viewOf(before, user.userId);
      const [row] = await uniquelyNamed(() =>
        query<Row>(
          pool,
          `UPDATE saved_views.views
           SET name = $3, address = $4, is_shared = $5, version = version + 1, saved_at = now()
           WHERE id = $1 AND version = $2 RETURNING ${COLUMNS}`,
          [id, expectedVersion, name, address, isShared],
        ),
      );
      if (row) return viewOf(row, user.userId);
      throw staleVersion((await requireView(id, user)).version);
    },

    async delete(id, user) {
      requireChanging(await requireView(id, user), user);
      await query(pool, 'DELETE FROM saved_views.views WHERE id = $1', [id]);
    },

    async thatName(texts) {
      const rows = await query<Pick<Row, 'id' | 'name'>>(
        pool,
        'SELECT id, name FROM saved_views.views',
      );
      const isNamed = namedIn(texts);
      return rows.filter(({ name }) => isNamed(name)).map(({ id }) => id);
    },

    async deleteAll(ids) {
      await query(pool, 'DELETE FROM saved_views.views WHERE id = ANY ($1)', [ids]);
    },
  };
}

const viewOf = (row: Row, userId: number): SavedView => ({
  id: row.id,
  list: row.list,
  name: row.name,
  address: row.address,
  isShared: row.is_shared,
  isOwn: row.owner_id === userId,
  version: row.version,
});

/** @throws Refusal `forbidden` */
function requireSharing({ role }: ViewUser): void {
  if (!isAllowed(role, 'views.share')) {
    throw forbidden('Only managers and administrators share views.');
  }
}

/** @throws Refusal `forbidden` */
function requireChanging({ is_shared }: Row, user: ViewUser): void {
  if (is_shared) requireSharing(user);
}

/** @throws Refusal conflict `view-name-taken` */
async function uniquelyNamed<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save();
  } catch (error) {
    if ((error as { code?: unknown }).code === UNIQUE_VIOLATION) throw nameTaken();
    throw error;
  }
}

function nameTaken(): Refusal {
  const message = 'There is a view of this name already. Choose another name.';
  return conflict('view-name-taken', message, [{ field: 'name', code: 'taken', message }]);
}

const tooManyViews = (): Refusal =>
  conflict('too-many-views', `You have ${MOST_VIEWS} views. Delete one first.`);

const NUMBER = /\d{4}/;
/** Numbers of so many characters are told apart from others, however they are spaced. */
const LONG_NUMBER = 7;

/** Whether a text holds one of some names and numbers, in whatever case, spaces and punctuation. */
function namedIn(sought: readonly string[]): (text: string) => boolean {
  const wanted = sought.map(wordsOf).filter((words) => words.length > 0);
  return (text) => {
    const words = wordsOf(text);
    const [spaced, squeezed] = [` ${words.join(' ')} `, words.join('')];
    return wanted.some((parts) => {
      const [phrase, whole] = [` ${parts.join(' ')} `, parts.join('')];
      const isNumber = NUMBER.test(whole);
      if (isNumber && whole.length >= LONG_NUMBER) return squeezed.includes(whole);
      // Such as a first name, or a policy number that is also a year.
      const isCommon = /^\d+$/.test(whole) || (parts.length === 1 && !isNumber);
      return isCommon ? spaced === phrase : spaced.includes(phrase);
    });
  };
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
