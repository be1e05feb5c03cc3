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

  it('describes every query parameter of the list', () => {
    const list = document.paths['/api/customers']?.get;
    expect(list?.parameters?.map(({ name }) => name).sort()).toEqual([
      'addedFrom',
      'addedTo',
      'city',
      'cursor',
      'direction',
      'kycStatus',
      'limit',
      'ownerId',
      'search',
      'sort',
      'withoutOwner',
    ]);
  });

  it.each([
    ['health', 'policyType', 'vehicleType'],
    ['vehicle', 'vehicleType', 'policyType'],
  ])('describes the parameters of the list of %s policies, and no others', (kind, own, foreign) => {
    const list = document.paths[`/api/${kind}-policies`]?.get;
    const names = list?.parameters?.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['search', 'status', 'premiumFrom', 'expiringSoon', 'cursor', own]),
    );
    expect(names).not.toContain(foreign);
  });

  it('says which parameters are required, whatever their types make of it', () => {
    const shares = document.paths['/api/commission/shares']?.get?.parameters;
    expect(shares).toEqual([
      expect.objectContaining({ name: 'userId', required: true }),
      expect.objectContaining({ name: 'month', required: true }),
    ]);
  });

  it('says of a new policy of each kind what is required, and how amounts are read', () => {
    const { HealthPolicyInput, VehiclePolicyInput, HealthPolicy } = document.components.schemas;
    expect(HealthPolicyInput?.required).toEqual([
      'customerId',
      'policyNumber',
      'insuranceCompany',
      'policyType',
      'sumAssured',
      'premiumAmount',
      'premiumFrequency',
      'startDate',
      'endDate',
    ]);
    expect(VehiclePolicyInput).toMatchObject({
      required: expect.arrayContaining(['vehicleNumber', 'vehicleType']),
      properties: {
        sumAssured: { type: ['string', 'number'], title: 'Insured declared value (IDV)' },
      },
    });
    expect(HealthPolicy).toMatchObject({
      properties: { kind: { const: 'health' }, premiumAmount: { type: 'string' } },
    });
    expect(HealthPolicy?.properties).not.toHaveProperty('vehicleNumber');
  });

  it.each(['health', 'vehicle'])('describes the history of every term of a %s policy', (kind) => {
    const terms = document.paths[`/api/${kind}-policies/{id}/terms`]?.get;
    expect(terms?.responses['200']?.content?.['application/json']?.schema).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/TermHistory' },
    });
    expect(document.components.schemas.TermHistory).toMatchObject({
      properties: {
        startDate: { type: 'string', format: 'date' },
        isDeleted: { type: 'boolean' },
        entries: { type: 'array', items: { $ref: '#/components/schemas/HistoryEntry' } },
      },
    });
  });

  it('says of a new customer what is required and how long it may be', () => {
    expect(document.components.schemas.CustomerInput).toMatchObject({
      required: ['name', 'phone'],
      properties: { phone: { title: 'Phone', description: 'At most 15 characters' } },
    });
  });

  it('says of an upload what its form holds, and of a preview what is shown', () => {
    const upload = document.paths['/api/documents/upload']?.post;
    expect(upload?.requestBody?.content).toHaveProperty('multipart/form-data');
    expect(document.components.schemas.DocumentUpload).toMatchObject({
      required: ['file', 'customerId', 'documentType'],
      properties: { file: { contentMediaType: 'application/octet-stream' }, policyType: {} },
    });
    const preview = document.paths['/api/documents/{id}/preview']?.get?.responses['200'];
    expect(Object.keys(preview?.content ?? {})).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/png',
    ]);
    const list = document.paths['/api/documents']?.get?.parameters;
    expect(list?.find(({ name }) => name === 'policyType')?.schema.enum).toEqual([
      'health',
      'vehicle',
    ]);
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
