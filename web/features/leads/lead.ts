import { requiredChoice } from '@insuremanager/contracts/fields/choiceFields';
import { LeadInputSchema, leadFields } from '@insuremanager/contracts/leads/leadFields';
import { isClosedLead, LEAD_STATUSES } from '@insuremanager/contracts/leads/leadKinds';
import { RECORDS } from '@insuremanager/contracts/records/records';
import {
  CreateLeadDocument,
  LeadOperations,
  type LeadWithCustomerFragment,
  UpdateLeadDocument,
} from '../../data/operations.generated';
import { formDesign } from '../../records/formDesign';
import type { Needs } from '../../ui/allowed';
import { recordType } from '../../ui/record/recordType';
import { saveBy } from '../../ui/record/useSaveRecord';

export type Lead = LeadWithCustomerFragment;

const status = requiredChoice({ label: 'Status', options: LEAD_STATUSES });

export const LEAD = recordType<Lead>(RECORDS.lead, LeadOperations, {
  fields: { ...leadFields, status },
  name: 'name',
  invalidates: ['myDay', 'leadTwins', 'report'],
});

export type LeadAction =
  | 'view'
  | 'contacted'
  | 'customer'
  | 'quotation'
  | 'won'
  | 'lose'
  | 'reopen'
  | 'edit'
  | 'delete';

const WRITE = RECORDS.lead.write;
export const LEAD_NEEDS: Needs<LeadAction> = {
  contacted: WRITE,
  customer: RECORDS.customer.write,
  quotation: RECORDS.quotation.write,
  won: WRITE,
  lose: WRITE,
  reopen: WRITE,
  edit: WRITE,
  delete: WRITE,
};

export const LEAD_FORM = formDesign(LEAD, leadFields, {
  schema: LeadInputSchema,
  groups: [
    { heading: 'Who', fields: ['name', 'phone', 'email', 'pincode'] },
    { heading: 'What', fields: ['interest', 'details', 'source'] },
    { heading: 'Next Step', fields: ['nextStep', 'nextStepOn'] },
    { heading: 'Owner', fields: ['ownerId'] },
  ],
  save: saveBy(CreateLeadDocument, UpdateLeadDocument),
});

/** What can be done with one, as it stands; the likeliest first. */
export function actionsFor({
  status: stands,
  customerId,
}: Pick<Lead, 'status' | 'customerId'>): LeadAction[] {
  const isOpen = !isClosedLead(stands);
  const isCustomer = customerId !== null;
  const can: Record<LeadAction, boolean> = {
    view: true,
    contacted: stands === 'new',
    customer: isOpen && !isCustomer,
    quotation: isOpen && isCustomer,
    won: isOpen,
    lose: isOpen,
    reopen: !isOpen,
    edit: true,
    delete: !isCustomer,
  };
  return (Object.keys(can) as LeadAction[]).filter((action) => can[action]);
}
