import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createDocumentStore } from './documentStore.js';

describe('the operations that are kept parsed', () => {
  const plain = parse('query ($name: String!) { customers(search: $name, first: 50) { id } }');

  it('are found again', async () => {
    const store = createDocumentStore();
    await store.set('a', plain);
    expect(await store.get('a')).toBe(plain);
    expect(await store.get('b')).toBeUndefined();
  });

  it.each([
    '{ customers(search: "Asha Menon") { id } }',
    '{ customers(search: """Asha Menon""") { id } }',
    'mutation { register(input: { names: ["Asha Menon"] }) { id } }',
    'query ($name: String = "Asha Menon") { customers(search: $name) { id } }',
  ])('are not those into which somebody typed a text: %s', async (text) => {
    const store = createDocumentStore();
    await store.set('a', parse(text));
    expect(await store.get('a')).toBeUndefined();
  });

  it('are not more than 300; the oldest makes room', async () => {
    const store = createDocumentStore();
    for (let index = 0; index <= 300; index += 1) await store.set(`${index}`, plain);
    expect(await store.get('0')).toBeUndefined();
    expect(await store.get('1')).toBe(plain);
    expect(await store.get('300')).toBe(plain);
  });
});
