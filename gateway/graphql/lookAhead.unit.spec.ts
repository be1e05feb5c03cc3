import {
  execute,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
  parse,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { loaderOf } from './graphqlContext.js';
import { LOOKUP, type Lookup, lookAhead } from './lookAhead.js';

interface Policy {
  readonly id: number;
  readonly customerId: number | null;
}

const lookup = (one: Lookup<Policy>) => ({ extensions: { [LOOKUP]: one } });
const policy = new GraphQLObjectType({
  name: 'Policy',
  fields: {
    id: { type: GraphQLInt },
    customer: {
      type: GraphQLString,
      ...lookup({ by: 'customerSummaries', idOf: ({ customerId }) => customerId }),
    },
    isReminded: {
      type: GraphQLString,
      ...lookup({ by: 'lastReminders', idOf: ({ id }) => id, answer: (day) => day !== null }),
    },
  },
});
const page = new GraphQLObjectType({
  name: 'Page',
  fields: { items: { type: new GraphQLNonNull(new GraphQLList(policy)) } },
});
const items: Policy[] = [
  { id: 1, customerId: 7 },
  { id: 2, customerId: 8 },
  { id: 3, customerId: null },
  { id: 4, customerId: 7 },
];
const schema = lookAhead(
  new GraphQLSchema({
    query: new GraphQLObjectType({
      name: 'Query',
      fields: {
        policies: { type: page, resolve: () => ({ items }) },
        nothing: { type: page, resolve: () => null },
        policy: { type: policy, resolve: () => items[0] },
      },
    }),
  }),
);

/** The answer to a query, and what was loaded for it. */
async function ask(query: string, fails = false) {
  const loads: [string, ...number[]][] = [];
  const loading = (name: string) =>
    loaderOf(async (ids) => {
      loads.push([name, ...ids]);
      if (fails) throw new Error('Away');
      return new Map(ids.filter((id) => id !== 8).map((id) => [id, `No. ${id}`]));
    });
  const contextValue = {
    customerSummaries: loading('customers'),
    lastReminders: loading('reminders'),
  };
  const { data, errors } = await execute({ schema, document: parse(query), contextValue });
  return { data: JSON.parse(JSON.stringify(data)), errors, loads };
}

describe('what the items of a page show of other records', () => {
  it('is looked up once for all, also where a fragment asks for it', async () => {
    const { data, loads } = await ask(`
      { policies { items { id ...Further } } }
      fragment Further on Policy { customer ... on Policy { isReminded } }`);
    expect(data.policies.items.map(({ customer }: { customer: string }) => customer)).toEqual([
      ...['No. 7', null, null, 'No. 7'],
    ]);
    expect(data.policies.items[0].isReminded).toBe('true');
    expect(loads).toEqual([
      ['customers', 7, 8],
      ['reminders', 1, 2, 3, 4],
    ]);
  });

  it('is not looked up where nobody asks for it', async () => {
    expect(
      (await ask('{ policies { items { id } } nothing { items { customer } } }')).loads,
    ).toEqual([]);
  });

  it('is looked up of one record, too', async () => {
    const { data, loads } = await ask('{ policy { customer } }');
    expect(data.policy).toEqual({ customer: 'No. 7' });
    expect(loads).toEqual([['customers', 7]]);
  });

  it('is an error of its own field where that fails', async () => {
    const { data, errors } = await ask('{ policies { items { id customer } } }', true);
    expect(data.policies.items[0]).toEqual({ id: 1, customer: null });
    expect(errors?.map(({ path }) => path?.join('.'))).toEqual([
      'policies.items.0.customer',
      'policies.items.1.customer',
      'policies.items.3.customer',
    ]);
  });
});
