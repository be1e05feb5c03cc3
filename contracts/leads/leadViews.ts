import { z } from 'zod';
import { dayText } from '../fields/dayFields.js';
import { describeList } from '../fields/list.js';
import { declareRecord, recordStamps, systemField, systemReference } from '../fields/record.js';
import { RECORDS } from '../records/records.js';
import { leadFields } from './leadFields.js';
import { LEAD_INTERESTS, LEAD_LOSS_REASONS, LEAD_SOURCES, LEAD_STATUSES } from './leadKinds.js';

const leadSystemFields = {
  status: systemField('text', z.enum(LEAD_STATUSES), 'Status'),
  lossReason: systemField(
    'text',
    z.enum(LEAD_LOSS_REASONS).nullable().describe('Why it was lost'),
    'Lost because of',
  ),
  customerId: systemReference('The customer that it has become; null: none yet'),
  quotationId: systemReference('The quotation that was made of it; null: none yet'),
  policyId: systemReference('The policy by which it was won; null: none'),
  consentOn: systemField(
    'date',
    dayText().nullable().describe('When its person agreed to be contacted, by the public form'),
    'Agreed to be contacted',
  ),
  keptUntil: systemField(
    'date',
    dayText()
      .nullable()
      .describe('Erased after that day, unless something changes; null: it is a customer’s'),
    'Kept until',
  ),
  ...recordStamps,
};

export const leadList = describeList({
  criteria: {
    search: { kind: 'search', description: 'Part of a name, phone or email' },
    statuses: { kind: 'anyOf', parameter: 'status', options: LEAD_STATUSES, label: 'Status' },
    sources: { kind: 'anyOf', parameter: 'source', options: LEAD_SOURCES, label: 'Source' },
    interests: { kind: 'anyOf', parameter: 'interest', options: LEAD_INTERESTS, label: 'Interest' },
    lossReason: { kind: 'oneOf', options: LEAD_LOSS_REASONS, label: 'Lost because of' },
    open: { kind: 'flag', label: 'Open', description: 'Only those neither won nor lost' },
    due: {
      kind: 'flag',
      label: 'Due',
      description: 'Only open ones that are new, or whose next step is due',
    },
    isCustomer: { kind: 'flag', label: 'Became a customer' },
    ownerId: { kind: 'reference', thing: 'user', label: 'Owner' },
    withoutOwner: { kind: 'flag', label: 'Without owner' },
    customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
    createdFrom: { kind: 'dayFrom', of: 'createdAt', label: 'Added from' },
    createdTo: { kind: 'dayTo', of: 'createdAt', label: 'Added until' },
  },
  sorts: ['added', 'due', 'name'],
  usualSort: 'added',
  descending: ['added'],
});

/** Leads, as both faces serve them. */
export const leadRecord = declareRecord(RECORDS.lead, {
  fields: leadFields,
  system: leadSystemFields,
  list: leadList,
});
export type LeadView = z.output<typeof leadRecord.view>;
export type LeadInput = z.output<typeof leadRecord.input>;
/** What is shown of one that was found. */
export const LeadMatch = leadRecord.view.pick({ id: true, name: true, status: true });
export type LeadMatch = z.output<typeof LeadMatch>;

/** Who may be the same person as a lead. */
export const LeadTwin = z.object({
  record: z.enum(['customer', 'lead']),
  id: z.int(),
  name: z.string(),
  by: z.enum(['phone', 'email', 'name']).describe('What they have in common, the surest'),
});
export type LeadTwin = z.infer<typeof LeadTwin>;
