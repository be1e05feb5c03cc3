import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { searchableFunction } from '../readModels/searchableText.js';
import { anywhere } from './searchPatterns.js';

let database: TestDatabase;
let client: pg.Client;

beforeAll(async () => {
  database = await makeTestDatabase();
  client = new pg.Client(database.url);
  await client.connect();
  await client.query(`CREATE SCHEMA searched; ${searchableFunction('searched')}`);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** All that ASCII has besides letters, digits and what is not seen. */
const MARKS = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];

const isFound = async (typed: string, text: string): Promise<boolean> => {
  const asked = 'SELECT searched.searchable($1) LIKE $2 AS found';
  return (await client.query(asked, [text, anywhere(typed)])).rows[0].found;
};

it.each(MARKS)('a text with %s is found by just that mark', async (mark) => {
  const text = `h${mark}1041 കൊച്ചി`;
  expect(await isFound(`h${mark}1041 കൊ`, text)).toBe(true);
  for (const other of MARKS)
    expect(await isFound(`h${other}1041`, text), other).toBe(other === mark);
});

it('no mark is left in a column, and nothing but marks is changed', async () => {
  const { rows } = await client.query(`SELECT searched.searchable($1) AS text`, [
    `aA9 ${MARKS.join('')} കൊച്ചി`,
  ]);
  const [first, marks, last] = rows[0].text.split(' ');
  expect([first, last]).toEqual(['aA9', 'കൊച്ചി']);
  expect(new Set(marks).size).toBe(MARKS.length);
  expect(marks).toMatch(/^\p{Letter}+$/u);
});

it('of nothing there is nothing', async () => {
  const { rows } = await client.query('SELECT searched.searchable(NULL) AS text');
  expect(rows[0].text).toBeNull();
});
