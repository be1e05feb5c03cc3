import { describe, expect, it } from 'vitest';
import { openApiDocument } from './document.js';

describe('what the OpenAPI document says of quotations', () => {
  const { paths, components } = openApiDocument();

  it('describes every query parameter of the list', () => {
    const list = paths['/api/quotations']?.get;
    expect(list?.parameters?.map(({ name }) => name).sort()).toEqual([
      'becamePolicy',
      'createdFrom',
      'createdTo',
      'cursor',
      'customerId',
      'direction',
      'emailed',
      'insuranceType',
      'insurer',
      'limit',
      'ownerId',
      'pastValidity',
      'search',
      'sort',
      'status',
      'totalFrom',
      'totalTo',
      'withoutOwner',
    ]);
  });

  it('requires of a new one the customer alone, and of a change nothing', () => {
    const { QuotationInput, QuotationPatch, QuotationEmailInput } = components.schemas;
    expect(QuotationInput?.required).toEqual(['customerId']);
    expect(QuotationPatch).not.toHaveProperty('required');
    expect(QuotationEmailInput?.required).toEqual(['to']);
    expect(QuotationInput).toMatchObject({
      properties: {
        premiumAmount: { title: 'Premium amount', type: ['string', 'number', 'null'] },
        validityDays: { type: ['integer', 'string', 'null'], description: '1 to 365' },
        notes: { description: 'At most 500 characters' },
      },
    });
    expect(QuotationInput?.properties).not.toHaveProperty('totalAmount');
  });

  it('answers a conversion with both', () => {
    expect(components.schemas.ConvertedQuotation).toMatchObject({
      properties: {
        quotation: { $ref: '#/components/schemas/Quotation' },
        policy: { anyOf: [{ $ref: expect.stringMatching('Health') }, {}] },
      },
    });
  });
});
