import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { docsPage } from './docsPage.js';
import { openApiDocument } from './document.js';

describe('the OpenAPI document', () => {
  const document = openApiDocument();

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone({ ...document }));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('refers only to shapes that it has', () => {
    const references = JSON.stringify(document).matchAll(/"#\/components\/schemas\/(\w+)"/g);
    const named = new Set([...references].map(([, name]) => name));
    expect(named.size).toBeGreaterThan(5);
    for (const name of named) expect(document.components.schemas).toHaveProperty(String(name));
  });

  it('tells every query parameter of the list', () => {
    const list = document.paths['/api/customers']?.get;
    expect(list?.parameters?.map(({ name }) => name).sort()).toEqual([
      'addedFrom',
      'addedTo',
      'city',
      'cursor',
      'direction',
      'kycStatus',
      'limit',
      'search',
      'sort',
    ]);
  });

  it('says of a new customer what is required and how long it may be', () => {
    expect(document.components.schemas.CustomerInput).toMatchObject({
      required: ['name', 'phone'],
      properties: { phone: { title: 'Phone', description: 'At most 15 characters' } },
    });
  });

  it('gives every operation a name of its own', () => {
    const names = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => operationId),
    );
    expect(new Set(names).size).toBe(names.length);
  });

  it('reads as a page whose links all lead somewhere', () => {
    const page = docsPage(document);
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
    expect(targets.length).toBeGreaterThan(20);
    for (const id of targets) expect(page).toContain(`id="${id}"`);
  });
});
