import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { by } from '../platform/testing/serviceFixture.js';
import { CUSTOMERS_TOTAL } from './customerTables.js';
import { openCustomerFixture } from './testing/customerFixture.js';

const MINE = { ownerId: 7 };

const fixture = testFixture(openCustomerFixture);

const add = async (name: string, ownerId: number | null): Promise<number> => {
  const { id } = await fixture.register({ name });
  await fixture.projected(await fixture.customers.reassign(id, ownerId, by()));
  return id;
};

describe('a book', () => {
  it('has the customers of its owner and of nobody, in lists, counts and totals', async () => {
    const mine = await add('Asha', 7);
    const free = await add('Bina', null);
    const other = await add('Chitra', 8);
    const book = fixture.customers.within(MINE);
    const { items } = await book.list({ filter: {}, sort: 'name', direction: 'asc', limit: 10 });
    expect(items.map(({ id }) => id)).toEqual([mine, free]);
    expect(await book.count({})).toEqual({ count: 2, exact: true });
    expect([await book.total(), await fixture.customers.total()]).toEqual([2, 3]);
    expect(await book.find(other)).toBeNull();
    expect(await book.current(other)).toBeNull();
    await expect(book.history(other)).rejects.toMatchObject({ code: 'customer-not-found' });
    await expect(book.update(other, { city: 'Kochi' }, by())).rejects.toMatchObject({
      code: 'customer-not-found',
    });
  });

  it('costs those nothing who read all books: they ask as ever', () => {
    const { readModels } = fixture;
    const ofAll = readModels.from('customers').where({ id: 1 }).toSQL().sql;
    expect(ofAll).toBe(`select * from "${readModels.schema}"."customers" where "id" = ?`);
    expect(readModels.relation('customers')).toBe(`"${readModels.schema}"."customers"`);
    expect(readModels.from(CUSTOMERS_TOTAL).toSQL().sql).toBe(
      `select * from "${readModels.schema}"."${CUSTOMERS_TOTAL}"`,
    );
  });

  it('is of a user by number, whatever is asked for', () => {
    const ownerId = '7 OR true' as unknown as number;
    expect(() => fixture.readModels.within({ ownerId })).toThrow('Not the number of a user');
    expect(() => fixture.readModels.within(MINE).from('elsewhere')).toThrow('no table elsewhere');
  });
});

describe('giving many customers', () => {
  it('goes on where it broke off, and leaves out whoever is gone', async () => {
    const ids = [await add('Devan', 8), await add('Elsy', 8), await add('Farook', 8)];
    const context = by();
    await fixture.projected(await fixture.customers.delete(ids[1] ?? 0, by()));
    const first = await fixture.customers.reassignAll(ids.slice(0, 1), 9, context);
    expect(first.customerIds).toEqual(ids.slice(0, 1));
    const all = await fixture.projected(await fixture.customers.reassignAll(ids, 9, context));
    expect(all.customerIds).toEqual([ids[0], ids[2]]);
    const history = await fixture.customers.history(ids[0] ?? 0);
    expect(history.filter(({ type }) => type === 'CustomerReassigned')).toHaveLength(2);
    expect(await fixture.namesOf({ ownerId: 9 }, { sort: 'name', direction: 'asc' })).toEqual([
      'Devan',
      'Farook',
    ]);
  });

  it('comes to the same rows when the log is projected twice, and anew', async () => {
    const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(once.customers?.length).toBeGreaterThan(3);
    expect(twice).toEqual(once);
  });
});
