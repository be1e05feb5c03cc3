import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { documentEventDefinitions } from '@insuremanager/contracts/documents/documentEvents';
import type { EventDefinition } from '@insuremanager/contracts/events/eventDefinition';
import { ROLES } from '@insuremanager/contracts/identity/permissions';
import { policyEventDefinitions } from '@insuremanager/contracts/policies/policyEvents';
import { quotationEventDefinitions } from '@insuremanager/contracts/quotations/quotationEvents';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { maskedEventData } from './maskedEvents.js';

const personal = {
  name: 'Ravi Nair',
  phone: '+919876543210',
  aadhaarNumber: '234123412346',
  panNumber: 'AAPPV1234K',
};

describe('the personal part of an event', () => {
  it('is seen by an auditor with both numbers masked', () => {
    expect(maskedEventData('auditor', { customerId: 7, personal })).toEqual({
      customerId: 7,
      personal: { ...personal, aadhaarNumber: 'XXXX XXXX 2346', panNumber: 'AAPPVXXXXK' },
    });
  });

  it('is never seen with a whole Aadhaar number, and by nobody without people.read with a name', () => {
    for (const role of ROLES) {
      const text = JSON.stringify(maskedEventData(role, { personal }));
      expect(text).not.toContain('234123412346');
    }
    expect(maskedEventData('analyst', { personal })).toMatchObject({
      personal: { name: 'R. N.', phone: '•••' },
    });
  });

  it('is seen before and after an endorsement, and with its reason', () => {
    const endorsed = {
      before: { vehicleNumber: 'KL07AB1234' },
      after: { vehicleNumber: null },
      reason: 'Sold',
    };
    expect(maskedEventData('auditor', { personal: endorsed })).toEqual({ personal: endorsed });
  });

  it('is seen without what opens a file, whoever asks', () => {
    const secrets = { fileName: 'pan.pdf', sha256: 'ab12', contentKey: 'secret' };
    expect(maskedEventData('admin', { documentId: 5, personal: secrets })).toEqual({
      documentId: 5,
      personal: { fileName: 'pan.pdf', sha256: '•••', contentKey: '•••' },
    });
  });

  it('is hidden where merged customers are found by it', () => {
    const merged = { customerId: 7, personal: { formerKeys: '#8 asha ABCPN1234K' } };
    expect(maskedEventData('admin', merged)).toEqual({
      customerId: 7,
      personal: { formerKeys: '•••' },
    });
  });

  it('is seen of a legal hold by the privacy desk alone', () => {
    const held = { customerId: 7, personal: { matter: 'CC 212/2026' } };
    expect(maskedEventData('admin', held)).toEqual(held);
    expect(maskedEventData('auditor', held)).toEqual({
      customerId: 7,
      personal: { matter: '•••' },
    });
  });

  it('stays what it is where the person has been erased, or where there is none', () => {
    expect(maskedEventData('auditor', { customerId: 7, personal: null })).toEqual({
      customerId: 7,
      personal: null,
    });
    expect(maskedEventData('auditor', { documentId: 5 })).toEqual({ documentId: 5 });
  });

  it('hides nothing of the records’ events but those two, and by what merged customers are found', () => {
    const definitions: readonly EventDefinition[] = [
      ...customerEventDefinitions,
      ...policyEventDefinitions,
      ...documentEventDefinitions,
      ...quotationEventDefinitions,
    ];
    const names = new Set(definitions.flatMap((one) => leavesOf(one.personal?.schema)));
    const sample = Object.fromEntries([...names].map((name) => [name, 'x']));
    const shown = maskedEventData('admin', { personal: sample }) as { personal: object };
    const hidden = Object.entries(shown.personal).filter(([, value]) => value === '•••');
    expect(hidden.map(([name]) => name).sort()).toEqual(['contentKey', 'formerKeys', 'sha256']);
    expect(names.size).toBeGreaterThan(20);
  });
});

function leavesOf(schema: z.ZodType | undefined): string[] {
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries<z.ZodType>(schema.shape).flatMap(([name, field]) =>
    within(field) instanceof z.ZodObject ? leavesOf(within(field)) : [name],
  );
}

/** What a list holds, or what may be null. */
function within(field: z.ZodType): z.ZodType {
  if (field instanceof z.ZodArray) return within(field.element as z.ZodType);
  return field instanceof z.ZodNullable ? within(field.unwrap() as z.ZodType) : field;
}
